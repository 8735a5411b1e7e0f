"""Errors of the HTTP API: the same form as a refusal on a socket, a code for programs and a sentence for people."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from stolik.core.messages import to_json
from stolik.core.record import BadRecord
from stolik.server.api.json_response import json_response
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.protocol.messages import RefusedAnswer, refused_answer
from stolik.store.protocol import StoreFailed

log = logging.getLogger(__name__)

STATUS = {
    ErrorCode.MALFORMED: 400,
    ErrorCode.UNKNOWN_GUEST: 401,
    ErrorCode.NOT_A_MEMBER: 403,
    ErrorCode.NOT_ALLOWED: 403,
    ErrorCode.UNKNOWN_TABLE: 404,
    ErrorCode.UNKNOWN_MATCH: 404,
    ErrorCode.TOO_LARGE: 413,
    ErrorCode.TOO_FAST: 429,
    ErrorCode.DAMAGED: 503,
    ErrorCode.UNAVAILABLE: 503,
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


def refused_response(refused: RefusedAnswer, status: int | None = None) -> Response[Any]:
    code = STATUS.get(refused.code, CONFLICT) if status is None else status
    return json_response(to_json(refused), status=code, headers={"retry-after": "1"} if code in (429, 503) else None)


def on_refused(request: Request[Any, Any, Any], error: RequestRefused) -> Response[Any]:
    refused = refused_answer(error)
    request.app.state.metrics.refusals.labels(refused.code.value).inc()
    return refused_response(refused)


def on_http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework refuses: unknown paths, bodies that cannot be read."""
    code = ErrorCode.TOO_LARGE if error.status_code == 413 else ErrorCode.MALFORMED
    text = {404: "There is nothing at this address.", 405: "Not with this method."}.get(error.status_code, "")
    return refused_response(RefusedAnswer(code, text or _details(error)), error.status_code)


def _details(error: HTTPException) -> str:
    extra: Any = error.extra
    parts = [
        f"{part.get('key', '')} {part.get('message', '')}".strip() for part in extra or () if isinstance(part, dict)
    ]
    return f"{error.detail}{': ' if parts else ''}{'; '.join(parts)}"[:500]


def on_bad_record(_request: Request[Any, Any, Any], error: BadRecord) -> Response[Any]:
    return refused_response(RefusedAnswer(ErrorCode.MALFORMED, str(error)))


def on_recursion_error(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[Any]:
    return refused_response(RefusedAnswer(ErrorCode.MALFORMED, "The body is nested too deeply."))


def on_store_failed(request: Request[Any, Any, Any], error: StoreFailed) -> Response[Any]:
    request.app.state.metrics.errors.labels("store").inc()
    level = logging.DEBUG if error.fault else logging.ERROR  # its own trouble the store says once
    log.log(level, "store unavailable: %s", error)
    return refused_response(RefusedAnswer(ErrorCode.UNAVAILABLE, "The server cannot reach its store just now."))


def on_unhandled_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    request.app.state.metrics.errors.labels("http").inc()
    log.error("unhandled error in request", exc_info=error, extra={"path": request.scope.get("path_template", "")})
    return refused_response(RefusedAnswer(ErrorCode.UNAVAILABLE, "Something went wrong on our side."), 500)


HANDLERS: Any = {
    RequestRefused: on_refused,
    BadRecord: on_bad_record,
    RecursionError: on_recursion_error,
    StoreFailed: on_store_failed,
    HTTPException: on_http_error,
    Exception: on_unhandled_error,
}
