"""Authentication: who is asking, from where, and may their browser have been tricked into it (CSRF)?

The same for HTTP and for the handshake of a WebSocket.
"""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection

from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.guests import COOKIE, Guests
from stolik.server.rate_limits import RateLimits
from stolik.server.settings import Settings

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

Connection = ASGIConnection[Any, Any, Any, Any]


class Caller(msgspec.Struct, frozen=True):
    guest: str | None
    address: str

    @property
    def known(self) -> str:
        if self.guest is None:
            raise RequestRefused(ErrorCode.UNKNOWN_GUEST, "Please introduce yourself first: POST /api/guests.")
        return self.guest


class Authenticator:
    def __init__(self, settings: Settings, guests: Guests, limits: RateLimits) -> None:
        self._origins = settings.origins
        self._trust_proxy = settings.trust_proxy
        self._guests = guests
        self._limits = limits

    async def caller(self, connection: Connection) -> Caller:
        """The guest, by token or by cookie. A cookie counts only if the request comes from our own pages."""
        where = self.address(connection)
        self._limits.check(self._limits.rates.requests, "requests", where)
        scheme, _, key = connection.headers.get("authorization", "").partition(" ")
        if scheme:
            guest = await self._guests.from_token(key.strip()) if scheme.lower() == "bearer" else None
            if guest is None:
                text = "This token is not good. A token goes in: Authorization: Bearer …"
                raise RequestRefused(ErrorCode.UNKNOWN_GUEST, text)
            return Caller(guest, where)
        cookie = connection.cookies.get(COOKIE)
        guest = self._guests.from_cookie(cookie) if cookie else None
        if connection.scope.get("method", "GET") not in SAFE_METHODS and "cookie" in connection.headers:
            self.check_origin(connection)
        return Caller(guest, where)

    def check_origin(self, connection: Connection) -> None:
        """Browsers say which page a request comes from; only our own may act for a guest."""
        origin = connection.headers.get("origin")
        if origin is None and connection.headers.get("sec-fetch-site") == "same-origin":
            return
        if origin is None or not self._is_own(origin, connection):
            raise RequestRefused(ErrorCode.NOT_ALLOWED, "This request does not come from a page of this server.")

    def _is_own(self, origin: str, connection: Connection) -> bool:
        if self._origins:
            return origin in self._origins
        try:
            return urlsplit(origin).netloc == connection.headers.get("host", "")
        except ValueError:
            return False

    def address(self, connection: Connection) -> str:
        """The network prefix of the client, by which requests are counted."""
        peer = connection.client.host if connection.client else ""
        if self._trust_proxy:
            forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1]
            return network_prefix(forwarded) or network_prefix(peer) or "unknown"
        return network_prefix(peer) or "unknown"

    def is_secure(self, connection: Connection) -> bool:
        """Whether the browser speaks https with us, or with the proxy before us."""
        if any(origin.startswith("https://") for origin in self._origins):
            return True
        if self._trust_proxy and connection.headers.get("x-forwarded-proto") == "https":
            return True
        return bool(connection.scope.get("scheme") in ("https", "wss"))

    def base_url(self, connection: Connection) -> str:
        """How people reach us: for links to be sent to friends."""
        if self._origins:
            return self._origins[0]
        scheme = "https" if self.is_secure(connection) else "http"
        return f"{scheme}://{connection.headers.get('host', 'localhost')}"


def network_prefix(text: str) -> str:
    """One household has one IPv4 address, and very many IPv6 addresses that begin alike. Empty: this is none."""
    text = text.strip()
    if text.count(":") == 1:
        text = text.partition(":")[0]  # 1.2.3.4:5678
    elif text.startswith("["):
        text = text[1:].partition("]")[0]  # [2001:db8::1]:5678
    try:
        found = ip_address(text)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)
