"""Does a request come from this machine, and from nobody for whom a program on this machine only speaks?"""

from ipaddress import IPv6Address, ip_address

from stolik.server.auth import Connection

FORWARDING = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that say that a proxy stands between. Whether it is trusted does not matter: it is heard on this machine."""


def is_from_this_machine(connection: Connection) -> bool:
    """By the address that is connected to us, and by the name that was asked for.

    A proxy that passes on requests without saying so passes on the name, and so does a browser that was tricked into
    taking this machine for somebody else's (DNS rebinding).
    """
    if connection.client is None or any(name in connection.headers for name in FORWARDING):
        return False
    return _is_loopback(connection.client.host) and _names_this_machine(connection.headers.get("host", ""))


def _names_this_machine(host: str) -> bool:
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return name.lower() == "localhost" or _is_loopback(name)


def _is_loopback(text: str) -> bool:
    try:
        found = ip_address(text)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
