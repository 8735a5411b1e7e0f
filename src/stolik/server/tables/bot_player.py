"""Bots at a table: they think off the event loop while they are waited for, and move when the scheduler says so."""

import asyncio
import logging
from secrets import SystemRandom, randbits
from typing import Any, NamedTuple

from stolik.core.errors import IllegalMove
from stolik.server.bots.move_request import move_request, recalled
from stolik.server.bots.pool import BotPool, stand_in_level
from stolik.server.tables.commands.move import commit_step
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.match_session import MatchSession

log = logging.getLogger(__name__)

_RANDOM = SystemRandom()


class Decision(NamedTuple):
    """What a bot was asked about."""

    session: MatchSession
    seq: int
    seat: int
    since: float

    @classmethod
    def of(cls, session: MatchSession, seat: int) -> "Decision":
        return cls(session, session.match.seq, seat, session.awaited_since.get(seat, 0.0))

    def is_unchanged_in(self, session: MatchSession | None) -> bool:
        """It is pending, and others have done nothing since but choose in secret.

        That is for everybody to see: whether a bot thinks again never depends on what it has thought.
        """
        return session is not None and self.is_pending_in(session) and session.open_seq <= self.seq

    def is_pending_in(self, session: MatchSession | None) -> bool:
        """Others may have moved, but the seat is awaited as before."""
        return session is self.session and session.awaited_since.get(self.seat) == self.since


class Thought:
    """What a bot makes of a decision, when it has thought about it."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.move: Any = None
        self.ready = False


class BotPlayer:
    """Thinks for the seats of a table that are played by bots, and moves for them. What is ready waits to be asked for:
    that it is ready changes nothing at the table.
    """

    def __init__(self, table: LiveTable, pool: BotPool) -> None:
        self._table = table
        self._pool = pool
        self._thoughts: dict[int, Thought] = {}
        """By seat."""
        self._thinking: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        return bool(self._thinking)

    def stop(self) -> None:
        for task in list(self._thinking):
            task.cancel()
        self._thinking.clear()
        self._thoughts.clear()

    def think(self, seat: int) -> None:
        """Begin to think about what this seat is awaited for, unless it does or has already."""
        session = self._table.session
        if session is None or self._thought(seat) is not None or not self._is_awaited(seat):
            return
        thought = self._thoughts[seat] = Thought(Decision.of(session, seat))
        task = asyncio.create_task(self._think(thought), name=f"bot {self._table.name} {seat}")
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    def is_ready(self, seat: int) -> bool:
        thought = self._thought(seat)
        return thought is not None and thought.ready

    def is_thinking(self, seat: int) -> bool:
        thought = self._thought(seat)
        return thought is not None and not thought.ready

    async def play(self, seat: int) -> bool:
        """Make the move that is ready, in the table's turn. False: it may not be made any more; think again."""
        session, thought = self._table.session, self._thought(seat)
        if session is None or thought is None or not self._is_awaited(seat):
            return False
        try:
            step = session.match.prepare(seat, thought.move)
        except IllegalMove:  # what would be legal instead is nobody's business
            del self._thoughts[seat]
            return False
        await commit_step(self._table, session, step, seat, None)
        self._table.metrics.moves.by_bots += 1
        self._thoughts.pop(seat, None)
        return True

    def _thought(self, seat: int) -> Thought | None:
        """What it thinks of what is to be decided now."""
        thought = self._thoughts.get(seat)
        good = thought is not None and thought.decision.is_unchanged_in(self._table.session)
        return thought if good else None

    def _is_awaited(self, seat: int) -> bool:
        table, session = self._table, self._table.session
        on = session is not None and not table.env.closing.is_set() and table.state.status == "playing"
        return on and session is not None and seat in session.match.awaited and table.state.chairs[seat].played_by_bot

    async def _think(self, thought: Thought) -> None:
        table, decision = self._table, thought.decision
        thought.move = await self._choose_move(decision)
        thought.ready = True
        if not table.settings.bot_floor and self._thoughts.get(decision.seat) is thought:
            table.enqueue(self._reschedule)

    async def _reschedule(self) -> None:
        self._table.scheduler.reschedule()

    async def _choose_move(self, decision: Decision) -> Any:
        """What the bot wants to play; if it fails, any legal move."""
        table, match, seat = self._table, decision.session.match, decision.seat
        level = table.state.chairs[seat].level or stand_in_level(table.game)
        random = [randbits(32) | 1 for _ in range(4)]
        try:
            await recalled(match)
            if not decision.is_pending_in(table.session):
                return None
            request = move_request(match, seat, level, table.settings.bot_timeout, random)
            return (await self._pool.move(request)).move
        except Exception:
            table.metrics.errors.labels("bot").inc()
            log.exception("bot failed, playing a random move", extra={"table": table.name, "bot_level": level})
            legal = match.legal(seat)
            return _RANDOM.choice(legal) if legal else None
