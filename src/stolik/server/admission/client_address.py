"""Where a client comes from, as far as it is counted: an IPv4 address, or the beginning of an IPv6 address."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

HOUSEHOLD_PREFIX = 64
"""Bits of an IPv6 address that one household has in common, and that it cannot change."""
SITE_PREFIX = 48
"""Bits that a customer may have, who then has 65,536 networks with such a prefix to call from."""


class Address(str):
    """One household: `192.0.2.1` or `2001:db8:1:2::/64`."""

    __slots__ = ()

    @property
    def wider(self) -> str:
        """The network around it (/48), from which no more may come than from a few households; empty for IPv4."""
        return _wider(self)


UNKNOWN = Address("unknown")


@lru_cache(4096)
def _wider(address: str) -> str:
    if not address.endswith(f"/{HOUSEHOLD_PREFIX}"):
        return ""
    return str(IPv6Network(address).supernet(new_prefix=SITE_PREFIX))


def parse_address(text: str) -> Address | None:
    """Also with a port, as some proxies write it; None: it is no address."""
    text = text.strip()
    if text.count(":") == 1:
        text = text.partition(":")[0]  # 1.2.3.4:5678
    elif text.startswith("["):
        text = text[1:].partition("]")[0]  # [2001:db8::1]:5678
    try:
        found = ip_address(text.partition("%")[0])  # a zone is where we are, not where they are
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return Address(mapped or IPv6Network((int(found), HOUSEHOLD_PREFIX), strict=False))
    return Address(found)


def forwarded_values(lines: Iterable[str]) -> list[str]:
    """A header may come in several lines: it is the same as one, in their order, with commas between them."""
    return [part.strip() for line in lines for part in line.split(",")]


def forwarded_address(peer: str, forwarded_for: Iterable[str], proxies: int) -> Address:
    """The client's, behind so many proxies that we trust.

    Each of them adds at the right whom it talked with; what stands further left, anybody may have written. If there
    is no address where one should be, whoever it is counts as our neighbour, the last proxy.
    """
    values = forwarded_values(forwarded_for) if proxies else []
    found = parse_address(values[-proxies]) if proxies and len(values) >= proxies else None
    return found or parse_address(peer) or UNKNOWN
