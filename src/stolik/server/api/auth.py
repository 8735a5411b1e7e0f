"""Who is asking, from where, and may their browser have been tricked into it?"""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection

from stolik.core.errors import Refusal
from stolik.server.app_context import House
from stolik.server.errors import Refused
from stolik.server.guests import COOKIE

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

Connection = ASGIConnection[Any, Any, Any, Any]


class Caller(msgspec.Struct, frozen=True):
    guest: str | None
    address: str

    @property
    def known(self) -> str:
        if self.guest is None:
            raise Refused(Refusal.UNKNOWN_GUEST, "Please introduce yourself first: POST /api/guests.")
        return self.guest


async def caller(connection: Connection, house: House) -> Caller:
    """The guest, by token or by cookie. A cookie counts only if the request comes from our own pages."""
    where = address(connection, house)
    house.limits.check(house.settings.rates.requests, "requests", where)
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        guest = await house.guests.from_token(key.strip()) if scheme.lower() == "bearer" else None
        if guest is None:
            raise Refused(Refusal.UNKNOWN_GUEST, "This token is not good. A token goes in: Authorization: Bearer …")
        return Caller(guest, where)
    cookie = connection.cookies.get(COOKIE)
    guest = house.guests.from_cookie(cookie) if cookie else None
    if connection.scope.get("method", "GET") not in SAFE and "cookie" in connection.headers:
        check_origin(connection, house)
    return Caller(guest, where)


def check_origin(connection: Connection, house: House) -> None:
    """Browsers say which page a request comes from; only our own may act for a guest."""
    origin = connection.headers.get("origin")
    if origin is None and connection.headers.get("sec-fetch-site") == "same-origin":
        return
    if origin is None or not is_own(origin, connection, house):
        raise Refused(Refusal.NOT_ALLOWED, "This request does not come from a page of this server.")


def is_own(origin: str, connection: Connection, house: House) -> bool:
    if house.settings.origins:
        return origin in house.settings.origins
    try:
        return urlsplit(origin).netloc == connection.headers.get("host", "")
    except ValueError:
        return False


def address(connection: Connection, house: House) -> str:
    peer = connection.client.host if connection.client else ""
    if house.settings.trust_proxy:
        forwarded = connection.headers.get("x-forwarded-for", "").split(",")[-1]
        return neighbourhood(forwarded) or neighbourhood(peer) or "unknown"
    return neighbourhood(peer) or "unknown"


def neighbourhood(text: str) -> str:
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


def is_secure(connection: Connection, house: House) -> bool:
    """Whether the browser speaks https with us, or with the proxy before us."""
    if any(origin.startswith("https://") for origin in house.settings.origins):
        return True
    if house.settings.trust_proxy and connection.headers.get("x-forwarded-proto") == "https":
        return True
    return bool(connection.scope.get("scheme") in ("https", "wss"))


def base_address(connection: Connection, house: House) -> str:
    """How people reach us: for links to be sent to friends."""
    if house.settings.origins:
        return house.settings.origins[0]
    scheme = "https" if is_secure(connection, house) else "http"
    return f"{scheme}://{connection.headers.get('host', 'localhost')}"
