"""Minding a table: a timer for what is due next, and bots at their thinking."""

import asyncio
import contextlib
import logging
from functools import partial
from secrets import SystemRandom, randbits
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import proxy

from stolik.core.errors import IllegalMove
from stolik.server.bots.pool import stand_in_level
from stolik.server.bots.request import question
from stolik.server.errors import Refused
from stolik.server.protocol.messages import Accepted
from stolik.server.tables import table_state
from stolik.server.tables.deadlines import Due, due
from stolik.server.tables.match_session import Running
from stolik.server.tables.table_state import StandIn

if TYPE_CHECKING:
    from stolik.server.tables.live_table import LiveTable

log = logging.getLogger(__name__)

_CHANCE = SystemRandom()
TRY_AGAIN = 2.0
"""Seconds after which something that could not be done is tried again."""
SECOND_THOUGHTS = 3
"""How often a bot thinks anew because others have moved, before it plays what it has, if that is still legal."""


class Minding:
    def __init__(self, table: "LiveTable") -> None:
        self._table: LiveTable = proxy(table)  # no circle: a table that leaves memory is freed at once
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._not_before = 0.0
        self._pace: dict[tuple[int, float], float] = {}

    @property
    def busy(self) -> bool:
        return bool(self._thinking) or self._timer is not None

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for task in list(self._thinking.values()):
            task.cancel()
        self._thinking.clear()

    def arrange(self) -> None:
        """Set the timer for what is due next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._table.waits_for_people_only:
            return
        first = min((found.at for found in self._ahead()), default=None)
        if first is not None and not self._table.house.closing:
            delay = max(0.0, first - self._table.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._table.do_later(self._do_what_is_due)

    def _ahead(self) -> list[Due]:
        """What lies ahead, at the times at which this node would do it."""
        table = self._table
        if table.running is None or table.trouble or table.doc.status != "playing":
            return []
        found = due(table.doc, table.running, table.feed.presence, table.house.settings)
        ours = not table.store.shared or table.running.writer in (table.store.node, "")
        silence = 0.0 if ours else table.house.settings.takeover
        return [
            Due(max(self._not_before, entry.at + silence + self._pause_for(entry)), entry.what, entry.seat)
            for entry in found
            if entry.seat not in self._thinking
        ]

    def _pause_for(self, entry: Due) -> float:
        """A bot does not move at once: it would look like a machine."""
        if entry.what != "bot":
            return 0.0
        known = self._pace.get((entry.seat, entry.at))
        if known is None:
            self._pace = {key: pace for key, pace in self._pace.items() if key[0] != entry.seat}
            known = self._pace[entry.seat, entry.at] = _CHANCE.uniform(*self._table.house.settings.pace)
        return known

    async def _do_what_is_due(self) -> None:
        now = self._table.now()
        for entry in self._ahead():
            if entry.at <= now + 0.001:
                try:
                    await self._table.perform(partial(self._do, entry))
                except Refused as refused:
                    log.warning("not done: %s", refused, extra={"table": self._table.name})
                    self._not_before = self._table.now() + TRY_AGAIN
                    break
        self.arrange()

    async def _do(self, entry: Due) -> Accepted:
        if entry not in self._ahead():
            return Accepted()  # things have changed
        match entry.what:
            case "go_on":
                await self._go_on()
            case "bot":
                self._think(entry.seat)
            case "late" | "away":
                await self._sit_in(entry.seat, entry.what)
        return Accepted()

    async def _go_on(self) -> None:
        running = self._table.running
        if running is not None:
            await self._table.take(running.match.prepare_to_go_on(), None, None)

    async def _sit_in(self, seat: int, why: StandIn) -> None:
        await self._table.save(lambda doc: table_state.named(doc, seat, stand_in=why))

    # Bots

    def _think(self, seat: int) -> None:
        if seat not in self._thinking:
            task = asyncio.create_task(self._thought(seat), name=f"bot {self._table.name} {seat}")
            self._thinking[seat] = task

    async def _thought(self, seat: int) -> None:
        """Think off the loop, then take turns with all else to move."""
        try:
            for attempt in range(1, SECOND_THOUGHTS + 1):
                running = self._table.running
                if running is None or not self._is_bots_turn(seat):
                    break
                thought = _Thought.about(running, seat)
                move = await self._chosen(seat)
                last = attempt == SECOND_THOUGHTS
                again = await self._table.do(partial(self._moved, seat, move, thought, last=last))
                if not again:
                    break
        except Refused as refused:
            log.warning("a bot could not move: %s", refused, extra={"table": self._table.name})
        finally:
            self._thinking.pop(seat, None)
            self._table.do_later(self._rearrange)

    async def _rearrange(self) -> None:
        self.arrange()

    def _is_bots_turn(self, seat: int) -> bool:
        table = self._table
        on = table.running is not None and not table.house.closing and table.doc.status == "playing"
        return on and table.running is not None and seat in table.running.match.awaited and self._by_bot(seat)

    def _by_bot(self, seat: int) -> bool:
        return self._table.doc.chairs[seat].played_by_bot

    async def _chosen(self, seat: int) -> Any:
        """What the bot wants to play; if it fails, any legal move."""
        table = self._table
        assert table.running is not None
        match = table.running.match
        level = table.doc.chairs[seat].level or stand_in_level(table.game)
        words = [randbits(32) | 1 for _ in range(4)]
        begun = perf_counter()
        try:
            asked = question(match, seat, level, table.house.settings.thinking, words)
            return (await table.house.thinkers.move(asked)).move
        except Exception:
            table.house.metrics.failures.labels("bot").inc()
            log.exception("a bot failed; it plays at random", extra={"table": table.name, "level": level})
            legal = match.legal(seat)
            return _CHANCE.choice(legal) if legal else None
        finally:
            table.house.metrics.bot_seconds.labels(level).observe(perf_counter() - begun)

    async def _moved(self, seat: int, move: Any, thought: "_Thought", *, last: bool) -> bool:
        """True: others have moved meanwhile, and the bot should think again.

        The last thought is played if it is still legal, as long as it is still the same decision of this seat.
        """
        moved = False

        async def attempt() -> Accepted:
            nonlocal moved
            running = self._table.running
            good = thought.is_decision_in(running) if last else thought.is_position_in(running)
            if running is not None and good and self._is_bots_turn(seat):
                await self._table.take(running.match.prepare(seat, move), seat, None)
                self._table.house.metrics.moves.by_bots += 1
                moved = True
            return Accepted()

        with contextlib.suppress(IllegalMove):
            await self._table.perform(attempt)
        return not moved and not last


class _Thought(NamedTuple):
    """What a bot was asked about."""

    running: Running
    seq: int
    seat: int
    since: float

    @classmethod
    def about(cls, running: Running, seat: int) -> "_Thought":
        return cls(running, running.match.seq, seat, running.awaited_since.get(seat, 0.0))

    def is_position_in(self, running: Running | None) -> bool:
        return running is self.running and running.match.seq == self.seq

    def is_decision_in(self, running: Running | None) -> bool:
        return running is self.running and running.awaited_since.get(self.seat) == self.since
