"""Presence: who is at a table just now, on this node and on others."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from stolik.server.tables.network_marks import Marks, same_network
from stolik.server.tables.table_state import TableState


class Subscriber(Protocol):
    """What a table asks of whoever gets its frames: `transport/subscribers`."""

    guest: str | None
    address: str
    network: str
    """The mark of the address, at this table."""
    seat: int | None
    last_seen: float
    dropped: bool

    @property
    def too_slow(self) -> bool: ...

    def push(self, frame: bytes) -> None: ...

    def heartbeat(self) -> None: ...

    def drop(self, close_code: int = ...) -> None: ...


class RemotePresence(msgspec.Struct, frozen=True):
    """What another node said of its subscribers at this table."""

    seats: frozenset[int]
    watching: int
    expires: float


class RemoteNetworks(msgspec.Struct, frozen=True):
    """What another node said of the networks of its subscribers at this table."""

    marks: Marks
    expires: float


class Presence:
    """A table where no person is present sleeps: no clock runs, and nobody counts as away. All times are steady."""

    def __init__(self) -> None:
        self.subscribers: set[Subscriber] = set()
        self.remote: dict[str, RemotePresence] = {}
        """By node."""
        self.remote_networks: dict[str, RemoteNetworks] = {}
        self.same_network: tuple[tuple[int, int], ...] = ()
        """Seats of two people who are connected from the same network. For the host's eyes alone."""
        self.seats: frozenset[int] = frozenset()
        self.watching = 0
        self.absent_since: dict[int, float] = {}
        self.awake_since: float | None = None
        self.back_since: dict[int, float] = {}
        """When the person in a seat last took over from a bot that sat in."""
        self._back_kept: dict[int, float] = {}
        """The same as the table keeps it."""

    def refresh(self, state: TableState, now: float) -> bool:
        """Count again; True if something has changed."""
        here = {subscriber.guest for subscriber in self.subscribers if not subscriber.dropped}
        self.remote = {node: found for node, found in self.remote.items() if found.expires > now}
        seats = {seat for seat, chair in enumerate(state.chairs) if chair.guest is not None and chair.guest in here}
        seats = seats.union(*(found.seats for found in self.remote.values()))
        watching = self.local_watching() + sum(found.watching for found in self.remote.values())
        changed = seats != self.seats or watching != self.watching
        people = [seat for seat, chair in enumerate(state.chairs) if chair.guest is not None]
        self.absent_since = {seat: self.absent_since.get(seat, now) for seat in people if seat not in seats}
        if not seats:
            self.awake_since = None
        elif self.awake_since is None:
            self.awake_since = now
        self.seats, self.watching = frozenset(seats), watching
        self._compare_networks(state, now)
        return changed

    def _compare_networks(self, state: TableState, now: float) -> None:
        self.remote_networks = {node: found for node, found in self.remote_networks.items() if found.expires > now}
        all_marks = [self.local_networks(state), *(found.marks for found in self.remote_networks.values())]
        people = [seat for seat, chair in enumerate(state.chairs) if chair.guest is not None]
        self.same_network = same_network(
            {seat: frozenset().union(*(marks.get(seat, ()) for marks in all_marks)) for seat in people}
        )

    def note_returns(self, state: TableState, since: Callable[[float], float]) -> None:
        """Learn from the table who has come back. `since`: gives the steady time of what was kept."""
        for seat, chair in enumerate(state.chairs):
            if self._back_kept.get(seat) != chair.back:
                self._back_kept[seat] = chair.back
                self.back_since[seat] = since(chair.back)

    def heartbeat(self, silent_since: float) -> None:
        """Drop the subscribers that have sent nothing since then; tell the others that the connection is alive."""
        for subscriber in list(self.subscribers):
            if subscriber.last_seen < silent_since:
                subscriber.drop()
            else:
                subscriber.heartbeat()

    # Between nodes

    def local_seats(self) -> set[int]:
        return {found.seat for found in self.subscribers if found.seat is not None and not found.dropped}

    def local_watching(self) -> int:
        return sum(found.seat is None and not found.dropped for found in self.subscribers)

    def local_networks(self, state: TableState) -> Marks:
        here = [found for found in self.subscribers if found.guest is not None and not found.dropped]
        marks = {
            seat: frozenset(found.network for found in here if found.guest == chair.guest)
            for seat, chair in enumerate(state.chairs)
            if chair.guest is not None
        }
        return {seat: found for seat, found in marks.items() if found}

    def set_remote_networks(self, node: str, marks: Marks, expires: float) -> None:
        self.remote_networks[node] = RemoteNetworks(marks, expires)

    def set_remote(self, node: str, seats: Iterable[int], watching: int, expires: float) -> None:
        self.remote[node] = RemotePresence(frozenset(seats), watching, expires)
