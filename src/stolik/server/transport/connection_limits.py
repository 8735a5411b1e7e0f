"""How many connections there may be, in all and from one address: known before a byte of them is read.

Whoever is let in when it is full takes the place of the connection that has been waiting for a request for longest. If
none is waiting, there is a small reserve, in which nothing but /health is answered.
"""

import contextlib
import enum
import logging
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Protocol

from stolik.server.admission.client_address import Address

try:
    import resource
except ImportError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

MAX_CONNECTIONS = 20_000
MAX_PER_ADDRESS = 1_000
HEALTH_RESERVE = 16
"""Connections for /health alone, where there is no room for others."""
OWN_FILES = 256
"""Open files that the server needs for itself: store, workers, connections that are accepted but not yet counted."""

REPORT_INTERVAL = 60.0
"""Seconds between two lines in the log about connections for which there was no room."""

_ALL, _RESERVE = "all", "reserve"


class Admission(enum.Enum):
    OPEN = enum.auto()
    HEALTH_ONLY = enum.auto()
    REFUSED = enum.auto()


class Closable(Protocol):
    """A connection."""

    def close_at_once(self) -> None: ...


class ConnectionLimits:
    def __init__(self, capacity: int, per_address: int | None, reserve: int = HEALTH_RESERVE) -> None:
        """`per_address`: None where all connections come from a proxy."""
        self.capacity = capacity
        self.per_address = per_address
        self._reserve = reserve
        self.open: Counter[Hashable] = Counter()
        self._keys: dict[Closable, list[Hashable]] = {}
        """What each connection counts for."""
        self._waiting: dict[Hashable, dict[Closable, None]] = {}
        """Those that wait for a request, by what they count for, the longest first."""
        self._sent_away = 0
        self._reported_at = -REPORT_INTERVAL

    def admit(self, connection: Closable, address: Address) -> Admission:
        """Unless it is refused, `release` it when it is lost."""
        limits = self._limits(address)
        if all(self._make_room(key, limit) for key, limit in limits.items()):
            self._add(connection, list(limits))
            return Admission.OPEN
        self._report()
        if self._make_room(_RESERVE, self._reserve):
            self._add(connection, [_RESERVE])
            return Admission.HEALTH_ONLY
        return Admission.REFUSED

    def waits(self, connection: Closable) -> None:
        """For a request, or the rest of one: it may have to make room for another."""
        for key in self._keys.get(connection, ()):
            self._waiting.setdefault(key, {})[connection] = None

    def works(self, connection: Closable) -> None:
        """A whole request has come, or it has become a socket."""
        for key in self._keys.get(connection, ()):
            waiting = self._waiting.get(key, {})
            waiting.pop(connection, None)
            if not waiting:
                self._waiting.pop(key, None)

    def release(self, connection: Closable) -> None:
        self.works(connection)
        for key in self._keys.pop(connection, ()):
            self.open[key] -= 1
            if not self.open[key]:
                del self.open[key]

    def _limits(self, address: Address) -> dict[Hashable, int]:
        limits: dict[Hashable, int] = {}
        if self.per_address is not None:
            limits[address] = self.per_address
            if address.wider:
                limits[address.wider] = max(self.per_address, self.capacity // 2)
        return limits | {_ALL: self.capacity}

    def _add(self, connection: Closable, keys: list[Hashable]) -> None:
        self._keys[connection] = keys
        self.open.update(keys)
        self.waits(connection)

    def _make_room(self, key: Hashable, limit: int) -> bool:
        if self.open[key] < limit:
            return True
        oldest = next(iter(self._waiting.get(key, ())), None)
        if oldest is None:
            return False
        self.release(oldest)
        oldest.close_at_once()
        self._report()
        return True

    def _report(self) -> None:
        """That somebody was sent away: once, and then how often, each minute while it lasts."""
        self._sent_away += 1
        now = time.monotonic()
        if now - self._reported_at > REPORT_INTERVAL:
            log.warning("connection limit reached: %d closed or refused", self._sent_away)
            self._sent_away, self._reported_at = 0, now


def connection_limits(per_address: int | None, *, behind_proxy: bool) -> ConnectionLimits:
    """As many as there is room for. `per_address`: None for what suits that."""
    capacity = min(MAX_CONNECTIONS, max(1, _files() - HEALTH_RESERVE - min(OWN_FILES, _files() // 4)))
    if behind_proxy:
        return ConnectionLimits(capacity, None)
    return ConnectionLimits(capacity, per_address or max(1, min(MAX_PER_ADDRESS, capacity // 4)))


def raise_limit_of_open_files() -> None:
    """To what the hard limit allows, as far as we can use it. A connection is an open file."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in _attempts(hard):
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with contextlib.suppress(ValueError, OSError):  # some systems have another limit, that they do not name
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return


def _attempts(hard: int) -> Iterator[int]:
    most = MAX_CONNECTIONS + HEALTH_RESERVE + OWN_FILES
    for wanted in (most, 10_240, 4_096):
        yield wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)


def _files() -> int:
    if resource is None:
        return MAX_CONNECTIONS + HEALTH_RESERVE + OWN_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS + HEALTH_RESERVE + OWN_FILES if soft == resource.RLIM_INFINITY else soft
