"""Origins: how a browser names the server that a page came from."""

import re

DEFAULT_PORTS = {"http": 80, "https": 443}
_ORIGIN = re.compile(r"(https?)://([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")


def normalized_origin(text: str) -> str | None:
    """Scheme, host, and the port if it is not the usual one; None: it is no origin, or that of nobody (`null`)."""
    found = _ORIGIN.fullmatch(text.lower())
    if found is None:
        return None
    scheme, host, port = found[1], found[2], int(found[3] or DEFAULT_PORTS[found[1]])
    if not 0 < port < 2**16:
        return None
    return f"{scheme}://{host}" if port == DEFAULT_PORTS[scheme] else f"{scheme}://{host}:{port}"


def public_origin(text: str) -> str:
    """As a host may write it: with a slash at the end, or letters of any language; ValueError for what is none."""
    scheme, slashes, rest = text.strip().rstrip("/").partition("://")
    try:
        found = normalized_origin(scheme + slashes + rest.encode("idna").decode())
    except UnicodeError:
        found = None
    if found is None:
        raise ValueError(f"{text!r} is no public address: it should look like https://cards.example")
    return found
