"""Who is at a table just now, on this node and on others."""

from collections.abc import Iterable

import msgspec

from stolik.server.tables.table_state import Document
from stolik.server.transport.subscribers import Reader


class Elsewhere(msgspec.Struct, frozen=True):
    """What another node said of its readers at this table."""

    seats: frozenset[int]
    watching: int
    until: float


class Presence:
    """A table where no person is present sleeps: no clock runs, and nobody counts as away."""

    def __init__(self) -> None:
        self.readers: set[Reader] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        self.seats: frozenset[int] = frozenset()
        self.watching = 0
        self.absent_since: dict[int, float] = {}
        self.awake_since: float | None = None

    def look(self, doc: Document, now: float) -> bool:
        """Count again; True if something has changed."""
        here = {reader.guest for reader in self.readers if not reader.dropped}
        self.elsewhere = {node: found for node, found in self.elsewhere.items() if found.until > now}
        seats = {seat for seat, chair in enumerate(doc.chairs) if chair.guest is not None and chair.guest in here}
        seats = seats.union(*(found.seats for found in self.elsewhere.values()))
        watching = self.watching_here() + sum(found.watching for found in self.elsewhere.values())
        changed = seats != self.seats or watching != self.watching
        people = [seat for seat, chair in enumerate(doc.chairs) if chair.guest is not None]
        self.absent_since = {seat: self.absent_since.get(seat, now) for seat in people if seat not in seats}
        if not seats:
            self.awake_since = None
        elif self.awake_since is None:
            self.awake_since = now
        self.seats, self.watching = frozenset(seats), watching
        return changed

    def seats_here(self) -> set[int]:
        return {reader.seat for reader in self.readers if reader.seat is not None and not reader.dropped}

    def watching_here(self) -> int:
        return sum(reader.seat is None and not reader.dropped for reader in self.readers)

    def heard(self, node: str, seats: Iterable[int], watching: int, until: float) -> None:
        self.elsewhere[node] = Elsewhere(frozenset(seats), watching, until)
