"""Marks of networks: by them nodes can tell that two guests are connected from the same one, and nothing else.

An address is never kept, logged or told. What a table knows, and what nodes tell each other, is a mark of it: made with
a key that only the nodes have, and another at every table.
"""

import hmac
from collections.abc import Mapping
from itertools import combinations
from secrets import token_bytes

from stolik.store.protocol import Store

MARK_BYTES = 8

Marks = Mapping[int, frozenset[str]]
"""By seat: the networks from which the person who sits there is connected now."""


class NetworkMarks:
    """Makes them, with the key that all nodes share."""

    def __init__(self) -> None:
        self._key = token_bytes(32)

    async def open(self, store: Store) -> None:
        """A single node keeps its key in memory: nobody else has to compare."""
        if store.shared:
            self._key = await store.shared_key("networks", self._key)

    def mark(self, table: str, address: str) -> str:
        """Of an address as `auth` counts it."""
        return hmac.digest(self._key, f"{table} {address}".encode(), "sha256")[:MARK_BYTES].hex()


def same_network(marks: Marks) -> tuple[tuple[int, int], ...]:
    """The pairs of seats that are connected from the same network."""
    return tuple((one, two) for one, two in combinations(sorted(marks), 2) if marks[one] & marks[two])


def to_text(marks: Marks) -> str:
    """For other nodes: `0=mark,mark;2=mark`."""
    return ";".join(f"{seat}={','.join(sorted(found))}" for seat, found in sorted(marks.items()))


def from_text(text: str) -> Marks:
    """ValueError if it is none."""
    pairs = (part.split("=") for part in text.split(";") if part)
    return {int(seat): frozenset(found.split(",")) for seat, found in pairs}
