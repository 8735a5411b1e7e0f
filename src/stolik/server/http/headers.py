"""Headers that keep browsers out of trouble, on every answer."""

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from stolik.server.house import House

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # a link to a table is a key to it
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class SecurityHeaders(ASGIMiddleware):
    def __init__(self, house: House) -> None:
        self._https = any(origin.startswith("https://") for origin in house.settings.origins)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await next_app(scope, receive, send)
            return
        path = scope["path"]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if path.startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
                if self._https:
                    headers.setdefault("strict-transport-security", "max-age=31536000")
            await send(message)

        await next_app(scope, receive, with_headers)
