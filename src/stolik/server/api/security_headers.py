"""Security headers, on every answer."""

from collections.abc import Sequence

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

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
    "cross-origin-resource-policy": "same-origin",
}


def _trusted_by_browsers(scope: Scope) -> bool:
    """Over https or on this machine; elsewhere browsers complain about a policy that they then ignore."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return scope.get("scheme") == "https" or host.partition(b":")[0] in (b"localhost", b"127.0.0.1")


def with_security_headers(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    """Around everything, so that answers to unknown paths have them too."""
    added = dict(HEADERS)
    if any(origin.startswith("https://") for origin in origins):
        added["strict-transport-security"] = "max-age=31536000"

    https = "strict-transport-security" in added

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        private = scope["path"].startswith("/api/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in added.items():
                    headers.setdefault(name, value)
                if https or _trusted_by_browsers(scope):
                    headers.setdefault("cross-origin-opener-policy", "same-origin")
                if private:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await app(scope, receive, with_headers)

    return wrapped
