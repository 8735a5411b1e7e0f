"""A table with bots in virtual time. What does somebody there get to see, and when exactly?

Two worlds that somebody cannot tell apart are played side by side; bots think for as long as each world likes.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, cast
from zlib import crc32

from stolik import Match
from stolik.core.dealer import Dealer
from stolik.core.errors import IllegalMove
from stolik.core.game import Game
from stolik.core.messages import Options, to_builtins, to_json
from stolik.core.rule import State
from stolik.server.bots.hints import Hints
from stolik.server.bots.move_request import MoveReply, MoveRequest
from stolik.server.bots.pool import BotPool
from stolik.server.errors import RequestRefused
from stolik.server.metrics import Metrics
from stolik.server.protocol.messages import GoOn, Move, Pace, refused_answer
from stolik.server.settings import Settings
from stolik.server.steady_clock import Clock
from stolik.server.tables import scheduler
from stolik.server.tables.commands.match import handle_go_on
from stolik.server.tables.commands.move import handle_move
from stolik.server.tables.environment import TableEnvironment
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.network_marks import NetworkMarks
from stolik.server.tables.table_state import Chair, TableState
from stolik.server.transport.subscribers import OutboxSubscriber
from stolik.store.protocol import Store
from stolik.store.rows import Change, ChatRow, LogRow, MatchRow, TableRow
from support.random_play import Played, match_of
from support.twins import Viewer, told_to

SECRET = "5e" * 32
STEPS = 10
"""Appends that are watched."""
LONGEST = 240.0
"""Virtual seconds after which nothing more is expected."""
LOOKS = 0.9
"""Seconds from one look of the person at the table to the next."""

Thinking = Callable[[Random, MoveRequest], float]
"""Seconds that a bot thinks."""
Memo = dict[tuple[int, int], Any]
"""By entry and seat: what was played there in the first world."""


class MemoryStore:
    """What a table asks of a store, without one."""

    node = "here"
    shared = False

    def __init__(self, table: TableRow, match: MatchRow, log: LogRow) -> None:
        self._table, self._match, self._log = table, match, [log]

    async def commit(self, change: Change) -> bool:
        if change.table is not None:
            self._table = change.table
        if change.append is not None:
            self._log.append(change.append)
        return True

    async def table(self, _id: str) -> TableRow:
        return self._table

    async def match(self, _id: str) -> MatchRow:
        return self._match

    async def log(self, _match: str, since: int = 0, _limit: int | None = None) -> list[LogRow]:
        return [row for row in self._log if row.seq >= since]

    async def chat(self, _table: str, _since: int = 0) -> tuple[ChatRow, ...]:
        return ()


class ThinkingPool:
    """Bots that play anything and think for as long as they are told to, all at the same time."""

    def __init__(self, world: "World", thinking: Thinking, random: Random) -> None:
        self._world, self._thinking, self._random = world, thinking, random

    def is_preparing(self, _game: str, _level: str) -> bool:
        return False

    async def move(self, request: MoveRequest) -> MoveReply:
        move = self._world.choose(request.seat)
        await asyncio.sleep(self._thinking(self._random, request))
        return MoveReply(move, None)


@dataclass
class Watched:
    """One append: when it appeared, who had moved, and what of it was told."""

    at: float
    seat: int | None
    told: object


@dataclass
class Seen:
    steps: list[Watched] = field(default_factory=list)
    frames: list[tuple[float, bytes]] = field(default_factory=list)
    answers: list[tuple[float, bytes]] = field(default_factory=list)


class Eyes(OutboxSubscriber):
    def __init__(self, guest: str | None, seen: Seen) -> None:
        super().__init__(guest, "192.0.2.1", 1000, 0.0)
        self._seen = seen

    def push(self, frame: bytes) -> None:
        self._seen.frames.append((asyncio.get_running_loop().time(), frame))


class World:
    """Bots in all chairs but the viewer's, from the end of a log on."""

    def __init__(self, game: Game, options: Options, log: Sequence[Played], viewer: Viewer, memo: Memo) -> None:
        self.game, self.options, self.log, self.viewer, self.memo = game, options, log, viewer, memo
        self.seen = Seen()
        self.table: LiveTable | None = None

    async def play(
        self, settings: Settings, pace: Pace, thinking: Thinking, chance: str, state: State | None = None
    ) -> Seen:
        """`state`: what the true state is instead of what the log says."""
        loop = asyncio.get_running_loop()
        clock = Clock(loop.time, loop.time)
        row, match, log = self._rows(pace)
        store = cast(Store, MemoryStore(row, match, log))
        env = TableEnvironment(
            *(settings, store, Metrics(), clock, lambda _: self.game, Dealer, lambda: SECRET),
            NetworkMarks(),
            asyncio.Event(),
        )
        pool = cast(BotPool, ThinkingPool(self, thinking, Random(chance)))
        table = self.table = LiveTable(env, row, partial(scheduler.Scheduler, pool=pool))
        await table.load()
        assert table.session is not None
        if state is not None:
            table.session.match._state = state
        self._watch(table)
        table.attach(Eyes(None if self.viewer is None else "viewer", self.seen), None, None, 0)
        person = asyncio.create_task(self._person(table, Hints(pool, settings, Metrics())))
        while len(self.seen.steps) < STEPS and loop.time() < LONGEST and not table.session.match.over:
            await asyncio.sleep(0.5)
        person.cancel()
        await table.stop()
        return self.seen

    def choose(self, seat: int) -> Any:
        """Anything that is legal; if it can be, what was played here in the first world."""
        assert self.table is not None
        assert self.table.session is not None
        match = self.table.session.match
        legal = [to_builtins(move) for move in match.legal(seat)]
        if not legal:
            return {"type": "nothing"}
        chosen = legal[crc32(f"{match.seq} {seat}".encode()) % len(legal)]
        known = self.memo.setdefault((match.seq, seat), chosen)
        return known if known in legal else chosen

    def _rows(self, pace: Pace) -> tuple[TableRow, MatchRow, LogRow]:
        players = self.options.players
        chairs = tuple(
            Chair(guest="viewer", name="Viewer") if seat == self.viewer else Chair(level="random", name=f"Bot {seat}")
            for seat in range(players)
        )
        table = TableState(
            id="table",
            code="CODE",
            game=self.game.key,
            version=self.game.version,
            options=to_builtins(self.options),
            clock=None,
            public=False,
            host="viewer",
            chairs=chairs,
            secret=SECRET,
            created=0.0,
            status="playing",
            match=1,
            hints=True,
            pace=pace,
        )
        dealer = Dealer(bytes.fromhex(SECRET), ())
        header = Match(self.game, self.options, dealer=dealer).header
        entries = match_of(self.game, self.options, self.log).log
        match = MatchRow("table.1", "table", 1, to_json(header), SECRET, 0.0)
        return table.row(1, 0.0, None), match, LogRow("table.1", 0, to_json(entries), 0.0, None, None, "here")

    def _watch(self, table: LiveTable) -> None:
        """Note every append, as it is told."""
        send_update, loop = table.feed.send_update, asyncio.get_running_loop()

        def noting(since: int, fresh: Any) -> None:
            assert table.session is not None
            mover = table.session.match.entries(since, since + 1)[0].seat
            told = [told_to(tellings, self.viewer) for tellings in fresh]
            self.seen.steps.append(Watched(loop.time(), mover, told))
            send_update(since, fresh)

        table.feed.send_update = noting  # type: ignore[method-assign]

    async def _person(self, table: LiveTable, hints: Hints) -> None:
        """Looks at the table now and then; tries nonsense, asks for a hint, moves, goes on."""
        seat = self.viewer
        while seat is not None:
            await asyncio.sleep(LOOKS)
            session = table.session
            assert session is not None
            if session.paused_at is not None:
                await self._ask(table, partial(handle_go_on, table, "viewer", GoOn(match=1, seq=session.match.seq)))
            elif seat in session.match.awaited:
                for moves in ({"type": "nonsense"}, self.choose(seat)):
                    number, seq = session.next_number[seat], session.match.seq
                    command = Move(match=1, number=number, seen=seq, moves=moves)
                    await self._ask(table, partial(handle_move, table, "viewer", command))
                    await self._hint(hints, session.match, seat)

    async def _ask(self, table: LiveTable, command: Callable[[], Any]) -> None:
        try:
            answer = to_json(await table.call(partial(table.retry_on_conflict, command)))
        except (RequestRefused, IllegalMove) as refused:
            answer = to_json(refused_answer(refused))
        self.seen.answers.append((asyncio.get_running_loop().time(), answer))

    async def _hint(self, hints: Hints, match: Match, seat: int) -> None:
        try:
            answer = to_json(await hints.suggest("table", 1, match, seat))
        except RequestRefused as refused:
            answer = to_json(refused_answer(refused))
        self.seen.answers.append((asyncio.get_running_loop().time(), answer))
