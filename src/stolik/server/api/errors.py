"""Every error has the same form as a refusal on a socket: a code for programs, a sentence for people."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from stolik.core.errors import Refusal
from stolik.core.messages import to_json
from stolik.core.record import BadRecord
from stolik.server.api.json_response import encoded
from stolik.server.errors import Refused
from stolik.server.protocol.messages import RefusedAnswer
from stolik.server.tables.commands import refusal
from stolik.store.protocol import StoreFailed

log = logging.getLogger(__name__)

STATUS = {
    Refusal.MALFORMED: 400,
    Refusal.UNKNOWN_GUEST: 401,
    Refusal.NOT_A_MEMBER: 403,
    Refusal.NOT_ALLOWED: 403,
    Refusal.UNKNOWN_TABLE: 404,
    Refusal.UNKNOWN_MATCH: 404,
    Refusal.TOO_LARGE: 413,
    Refusal.TOO_FAST: 429,
    Refusal.UNAVAILABLE: 503,
}
CONFLICT = 409
_MEANINGS = {
    400: "It cannot be read.",
    401: "Nobody has introduced themselves, or the key is not good.",
    403: "Not yours to do.",
    404: "There is no such thing.",
    409: "Not possible now.",
    413: "Too large.",
    415: "Not JSON.",
    429: "Too fast.",
    503: "Not just now.",
}
REFUSALS = {
    status: ResponseSpec(RefusedAnswer, description=meaning, generate_examples=False)
    for status, meaning in _MEANINGS.items()
}
"""For the documentation of every route."""


def answered(said: RefusedAnswer, status: int | None = None) -> Response[Any]:
    code = STATUS.get(said.code, CONFLICT) if status is None else status
    return encoded(to_json(said), status=code, headers={"retry-after": "1"} if code in (429, 503) else None)


def on_refused(request: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    said = refusal(error, None)
    request.app.state.house.metrics.refusals.labels(said.code.value).inc()
    return answered(said)


def on_http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework refuses: unknown paths, bodies that cannot be read."""
    code = Refusal.TOO_LARGE if error.status_code == 413 else Refusal.MALFORMED
    text = {404: "There is nothing at this address.", 405: "Not with this method."}.get(error.status_code, "")
    return answered(RefusedAnswer(code, text or _details(error)), error.status_code)


def _details(error: HTTPException) -> str:
    extra: Any = error.extra
    parts = [
        f"{part.get('key', '')} {part.get('message', '')}".strip() for part in extra or () if isinstance(part, dict)
    ]
    return f"{error.detail}{': ' if parts else ''}{'; '.join(parts)}"[:500]


def on_bad_record(_request: Request[Any, Any, Any], error: BadRecord) -> Response[Any]:
    return answered(RefusedAnswer(Refusal.MALFORMED, str(error)))


def on_too_deep(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[Any]:
    return answered(RefusedAnswer(Refusal.MALFORMED, "The body is nested too deeply."))


def on_store_failed(request: Request[Any, Any, Any], error: StoreFailed) -> Response[Any]:
    request.app.state.house.metrics.failures.labels("store").inc()
    log.error("the store failed: %s", error)
    return answered(RefusedAnswer(Refusal.UNAVAILABLE, "The server cannot reach its store just now."))


def on_anything(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    request.app.state.house.metrics.failures.labels("http").inc()
    log.error("a request stumbled", exc_info=error, extra={"path": request.scope.get("path_template", "")})
    return answered(RefusedAnswer(Refusal.UNAVAILABLE, "Something went wrong on our side."), 500)


HANDLERS: Any = {
    Refused: on_refused,
    BadRecord: on_bad_record,
    RecursionError: on_too_deep,
    StoreFailed: on_store_failed,
    HTTPException: on_http_error,
    Exception: on_anything,
}
