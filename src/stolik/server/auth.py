"""Authentication: who is asking, from where, and may their browser have been tricked into it (CSRF)?

The same for HTTP and for the handshake of a WebSocket.
"""

from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from stolik.server.admission.client_address import Address, forwarded_address, forwarded_values
from stolik.server.admission.origins import normalized_origin
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.guests import COOKIE, Guests
from stolik.server.settings import Settings

SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
OWN_SITE = frozenset({"same-origin", "none"})
"""What a browser says of requests by our own pages (Sec-Fetch-Site), and of those that no page has made."""

Connection = ASGIConnection[Any, Any, Any, Any]


class Caller(msgspec.Struct, frozen=True):
    guest: str | None
    address: Address

    @property
    def known(self) -> str:
        if self.guest is None:
            raise RequestRefused(ErrorCode.UNKNOWN_GUEST, "Please introduce yourself first: POST /api/guests.")
        return self.guest


class Authenticator:
    def __init__(self, settings: Settings, guests: Guests) -> None:
        self._origins = settings.origins
        self._proxies = settings.trust_proxy
        self._guests = guests

    async def caller(self, connection: Connection) -> Caller:
        """The guest, by token or by cookie. Whether the request comes from our own pages was checked before."""
        where = self.address(connection)
        scheme, _, key = connection.headers.get("authorization", "").partition(" ")
        if scheme:
            guest = await self._guests.from_token(key.strip()) if scheme.lower() == "bearer" else None
            if guest is None:
                text = "This token is not good. A token goes in: Authorization: Bearer …"
                raise RequestRefused(ErrorCode.UNKNOWN_GUEST, text)
            return Caller(guest, where)
        cookie = connection.cookies.get(COOKIE)
        return Caller(self._guests.from_cookie(cookie) if cookie else None, where)

    # From which page

    def check_origin(self, connection: Connection) -> None:
        """For all that changes something: no page but our own may do it, and with a cookie there must be proof."""
        self.check_not_foreign(connection)
        headers = connection.headers
        by_cookie = "cookie" in headers and "authorization" not in headers
        if by_cookie and "origin" not in headers and headers.get("sec-fetch-site") != "same-origin":
            raise _foreign()

    def check_not_foreign(self, connection: Connection) -> None:
        """Browsers say which page a request comes from. Programs do not, and have no page that could trick them."""
        origins = connection.headers.getall("origin", [])
        sites = connection.headers.getall("sec-fetch-site", [])
        if len(origins) > 1 or not all(self._is_own(origin, connection) for origin in origins):
            raise _foreign()
        if not OWN_SITE.issuperset(sites):
            raise _foreign()

    def _is_own(self, origin: str, connection: Connection) -> bool:
        own = self._origins or (normalized_origin(self._own_address(connection)),)
        found = normalized_origin(origin)
        return found is not None and found in own

    # Under which address

    def address(self, connection: Connection) -> Address:
        """The network of the client, by which requests are counted."""
        peer = connection.client.host if connection.client else ""
        return forwarded_address(peer, connection.headers.getall("x-forwarded-for", []), self._proxies)

    def is_secure(self, connection: Connection) -> bool:
        """Whether the browser speaks https with us, or with the proxy before us."""
        origin = normalized_origin(connection.headers.get("origin", ""))
        if origin in self._origins:
            return origin.startswith("https:")
        return any(own.startswith("https:") for own in self._origins) or self._scheme(connection) == "https"

    def base_url(self, connection: Connection) -> str:
        """How people reach us: for links to be sent to friends."""
        return self._origins[0] if self._origins else self._own_address(connection)

    def _own_address(self, connection: Connection) -> str:
        return f"{self._scheme(connection)}://{connection.headers.get('host', 'localhost')}"

    def _scheme(self, connection: Connection) -> str:
        """As the outermost proxy that we trust saw it. Many do not add to what they were told, but replace it."""
        direct = SCHEMES[connection.scope["scheme"]]
        named = forwarded_values(connection.headers.getall("x-forwarded-proto", [])) if self._proxies else []
        return SCHEMES.get(named[-min(self._proxies, len(named))].lower(), direct) if named else direct


def _foreign() -> RequestRefused:
    text = "This request does not come from a page of this server. (Behind a proxy, --origin says which are its own.)"
    return RequestRefused(ErrorCode.NOT_ALLOWED, text)
