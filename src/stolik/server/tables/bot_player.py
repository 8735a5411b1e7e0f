"""Bots at a table: they think off the event loop, then take turns with all else to move."""

import asyncio
import contextlib
import logging
from functools import partial
from secrets import SystemRandom, randbits
from time import perf_counter
from typing import Any, NamedTuple

from stolik.core.errors import IllegalMove
from stolik.server.bots.pool import BotPool, stand_in_level
from stolik.server.bots.request import move_request
from stolik.server.errors import RequestRefused
from stolik.server.protocol.messages import Accepted
from stolik.server.tables.commands.move import commit_step
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.match_session import MatchSession

log = logging.getLogger(__name__)

_RANDOM = SystemRandom()
MAX_ATTEMPTS = 3
"""How often a bot thinks anew because others have moved, before it plays what it has, if that is still legal."""


class BotPlayer:
    """Plays the seats of a table that are played by bots, when it is told that one is awaited."""

    def __init__(self, table: LiveTable, pool: BotPool) -> None:
        self._table = table
        self._pool = pool
        self.thinking: dict[int, asyncio.Task[None]] = {}
        """By seat."""

    def stop(self) -> None:
        for task in list(self.thinking.values()):
            task.cancel()
        self.thinking.clear()

    def think(self, seat: int) -> None:
        if seat not in self.thinking:
            task = asyncio.create_task(self._play(seat), name=f"bot {self._table.name} {seat}")
            self.thinking[seat] = task

    async def _play(self, seat: int) -> None:
        try:
            for attempt in range(1, MAX_ATTEMPTS + 1):
                session = self._table.session
                if session is None or not self._is_awaited(seat):
                    break
                decision = Decision.of(session, seat)
                move = await self._choose_move(seat)
                last = attempt == MAX_ATTEMPTS
                again = await self._table.call(partial(self._make_move, seat, move, decision, last=last))
                if not again:
                    break
        except RequestRefused as refused:
            log.warning("bot could not move: %s", refused, extra={"table": self._table.name})
        finally:
            self.thinking.pop(seat, None)
            self._table.enqueue(self._reschedule)

    async def _reschedule(self) -> None:
        self._table.scheduler.reschedule()

    def _is_awaited(self, seat: int) -> bool:
        table, session = self._table, self._table.session
        on = session is not None and not table.env.closing.is_set() and table.state.status == "playing"
        return on and session is not None and seat in session.match.awaited and table.state.chairs[seat].played_by_bot

    async def _choose_move(self, seat: int) -> Any:
        """What the bot wants to play; if it fails, any legal move."""
        table = self._table
        assert table.session is not None
        match = table.session.match
        level = table.state.chairs[seat].level or stand_in_level(table.game)
        random = [randbits(32) | 1 for _ in range(4)]
        begun = perf_counter()
        try:
            request = move_request(match, seat, level, table.settings.bot_timeout, random)
            return (await self._pool.move(request)).move
        except Exception:
            table.metrics.errors.labels("bot").inc()
            log.exception("bot failed, playing a random move", extra={"table": table.name, "bot_level": level})
            legal = match.legal(seat)
            return _RANDOM.choice(legal) if legal else None
        finally:
            table.metrics.bot_seconds.labels(level).observe(perf_counter() - begun)

    async def _make_move(self, seat: int, move: Any, decision: "Decision", *, last: bool) -> bool:
        """True: others have moved meanwhile, and the bot should think again.

        The last thought is played if it is still legal, as long as it is still the same decision of this seat.
        """
        moved = False

        async def attempt() -> Accepted:
            nonlocal moved
            session = self._table.session
            still_good = decision.is_pending_in(session) if last else decision.is_position_of(session)
            if session is not None and still_good and self._is_awaited(seat):
                await commit_step(self._table, session, session.match.prepare(seat, move), seat, None)
                self._table.metrics.moves.by_bots += 1
                moved = True
            return Accepted()

        with contextlib.suppress(IllegalMove):
            await self._table.retry_on_conflict(attempt)
        return not moved and not last


class Decision(NamedTuple):
    """What a bot was asked about."""

    session: MatchSession
    seq: int
    seat: int
    since: float

    @classmethod
    def of(cls, session: MatchSession, seat: int) -> "Decision":
        return cls(session, session.match.seq, seat, session.awaited_since.get(seat, 0.0))

    def is_position_of(self, session: MatchSession | None) -> bool:
        """Nobody has moved since."""
        return session is self.session and session.match.seq == self.seq

    def is_pending_in(self, session: MatchSession | None) -> bool:
        """Others may have moved, but the seat is awaited as before."""
        return session is self.session and session.awaited_since.get(self.seat) == self.since
