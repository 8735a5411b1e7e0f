"""The environment of live tables: what all tables of a node share, and what each asks of its scheduler."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from stolik.core.dealer import Dealer
from stolik.core.game import Game
from stolik.server.errors import TableDamaged
from stolik.server.metrics import Metrics
from stolik.server.settings import Settings
from stolik.server.steady_clock import Clock
from stolik.server.tables import table_state
from stolik.server.tables.network_marks import NetworkMarks
from stolik.store.protocol import Fault, Store, StoreFailed

log = logging.getLogger(__name__)


class TableScheduler(Protocol):
    """What a table asks of its scheduler: `scheduler.py`."""

    @property
    def busy(self) -> bool: ...

    def reschedule(self) -> None: ...

    def hurry(self, seat: int) -> None: ...

    def stop(self) -> None: ...


@dataclass(slots=True)
class TableEnvironment:
    """What all live tables of a node share."""

    settings: Settings
    store: Store
    metrics: Metrics
    clock: Clock
    find_game: Callable[[str], Game]
    new_dealer: Callable[[bytes, tuple[str, ...]], Dealer]
    new_secret: Callable[[], str]
    networks: NetworkMarks
    closing: asyncio.Event
    """Set when the server stops: nothing new begins then."""
    damaged: dict[str, tuple[str, float]] = field(default_factory=dict)
    """Tables that cannot be read: why, and when that was found."""

    def alarm(self, id_: str, why: str) -> None:
        """The host has to know: once for each table, and again if it is something else."""
        if self.damaged.get(id_, ("", 0.0))[0] != why:
            self.metrics.errors.labels("damage").inc()
            log.error("table damaged: %s", why, extra={"table": table_state.log_name(id_)})
        self.damaged[id_] = (why, self.clock.steady())
        self.metrics.damaged_tables.set(len(self.damaged))


def damage_in(error: TableDamaged | StoreFailed) -> str:
    """What cannot be read, for the host; empty: that was not the trouble."""
    if isinstance(error, TableDamaged):
        return error.why
    return str(error) if error.fault is Fault.DAMAGED else ""
