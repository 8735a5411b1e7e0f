"""Checks before any route, and before a body is read: how fast, how many at once, from which page, in which form."""

import re

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from stolik.server.admission.rate_limits import OpenLimit, Rate, RateLimits
from stolik.server.api.dependencies import AnyRequest, Services
from stolik.server.api.errors import refused_response
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.metrics import Metrics
from stolik.server.protocol.messages import RefusedAnswer, refused_answer

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
UNSUPPORTED_MEDIA_TYPE = 415
NOT_JSON = "A body is JSON in UTF-8: send it with content-type application/json."

_JSON = re.compile(r"application/(json|[a-z0-9.+-]+\+json)\s*(;\s*charset\s*=\s*\"?utf-?8\"?\s*)?;?\s*", re.IGNORECASE)


def with_request_checks(app: ASGIApp, services: Services, metrics: Metrics, requests_per_address: int) -> ASGIApp:
    """Around all routes and pages, also those that do not exist."""
    auth, limits = services.auth, services.limits
    under_way = OpenLimit(requests_per_address, "Too many requests are under way from your address.")

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        request = AnyRequest(scope)
        address = auth.address(request)
        try:
            limits.check(*_rate(limits, scope["path"]), address)
            if request.method not in SAFE_METHODS:
                auth.check_origin(request)
            under_way.add(address)
        except RequestRefused as error:
            await refuse(refused_answer(error), None, scope, receive, send)
            return
        try:
            if _is_not_json(request):
                await refuse(RefusedAnswer(ErrorCode.MALFORMED, NOT_JSON), UNSUPPORTED_MEDIA_TYPE, scope, receive, send)
            else:
                await app(scope, receive, send)
        finally:
            under_way.remove(address)

    async def refuse(refused: RefusedAnswer, status: int | None, scope: Scope, receive: Receive, send: Send) -> None:
        metrics.refusals.labels(refused.code.value).inc()
        answer = refused_response(refused, status).to_asgi_response(None, AnyRequest(scope))
        await answer(scope, receive, send)

    return wrapped


def _rate(limits: RateLimits, path: str) -> tuple[Rate, str]:
    match path[1:].partition("/")[0]:
        case "api" | "metrics":
            return limits.rates.requests, "requests"
        case "health":  # whoever watches over the server hears of it, however much else is asked from there
            return limits.rates.requests, "health"
        case _:
            return limits.rates.pages, "pages"


def _is_not_json(request: AnyRequest) -> bool:
    """Whether there is a body that says of itself that it is something else."""
    headers = request.headers
    has_body = "transfer-encoding" in headers or headers.get("content-length", "0").strip() != "0"
    return has_body and "content-type" in headers and _JSON.fullmatch(headers["content-type"].strip()) is None
