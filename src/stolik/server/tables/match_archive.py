"""The archive of matches: records of finished ones, and what each may see of those that run.

What takes long is done by jobs, and kept: a finished match does not change any more.
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeAlias

import msgspec

from stolik.catalog import UnknownGame
from stolik.core.game import Game
from stolik.core.messages import to_json
from stolik.core.moments import Moment
from stolik.core.record import Header
from stolik.core.verify import Verdict, contradiction, with_head
from stolik.server.admission.rate_limits import RateLimits
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.jobs import match_jobs
from stolik.server.jobs.byte_cache import ByteCache
from stolik.server.jobs.job_queue import JobQueue
from stolik.server.jobs.match_jobs import BLOCK, DAMAGED, Checked, Head, JobRefused, Moments, StoredMatch
from stolik.server.tables import table_state
from stolik.server.tables.match_session import MatchSession
from stolik.server.tables.registry import TableRegistry
from stolik.server.tables.table_state import TableState, is_valid_id
from stolik.store.protocol import Fault, Store, StoreFailed
from stolik.store.rows import MatchRow

CACHE_BYTES = 32_000_000
PAGE_BYTES = 256_000
"""A page of a replay ends when it has so many, or at the end of a block."""
JOB_BYTES = 1_000_000
"""Moments that one job makes, the pages that follow included."""
LINKS_AT_ONCE = 200
"""Links of a chain that are made in one turn of the event loop."""

Making: TypeAlias = Coroutine[Any, Any, Any]
Load: TypeAlias = Callable[[], Coroutine[Any, Any, tuple[Any, ...]]]


class Proof(msgspec.Struct):
    """What a player may note down during a match, to hold the host to it afterwards."""

    commitment: str
    head: str
    """The newest link of the log's chain. It gives nothing away."""
    seq: int
    entropy: list[str]
    finished: bool


class ReplayPage(msgspec.Struct, frozen=True):
    """Some moments of a match, one after the other, and how to get the rest."""

    header: Header
    finished: bool
    seat: int | None
    """Whose eyes; null: a spectator's."""
    first: int
    """The number of the first moment that there is: not 0 if what was before must be forgotten for now."""
    last: int
    """The number of the last moment so far."""
    moments: list[Moment]
    next: int | None
    """Where to go on (`from`); null: there is no more, for now."""


class MatchArchive:
    def __init__(
        self,
        store: Store,
        find_game: Callable[[str], Game],
        tables: TableRegistry,
        jobs: JobQueue,
        limits: RateLimits,
    ) -> None:
        self._store = store
        self._find_game = find_game
        self._tables = tables
        self._jobs = jobs
        self._limits = limits
        self._cache: ByteCache[Any] = ByteCache(CACHE_BYTES)
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}

    async def row(self, id_: str) -> MatchRow:
        found = await self._store.match(id_) if is_valid_id(id_) else None
        if found is None:
            raise RequestRefused(ErrorCode.UNKNOWN_MATCH, "There is no such match.")
        return found

    async def _finished_row(self, id_: str) -> MatchRow:
        row = await self.row(id_)
        if row.finished is None:
            raise RequestRefused(
                ErrorCode.NOT_NOW, "The match is not over: its record would tell secrets. Ask for the replay."
            )
        return row

    # Records, proof, verification

    async def record(self, id_: str, address: str) -> bytes:
        """The whole record, secret and all, of a finished match. No rules are needed for it."""
        row = await self._finished_row(id_)
        found: bytes = await self._kept(("record", id_), len, lambda: self._job(address, match_jobs.record, row))
        return found

    async def proof(self, id_: str, address: str) -> Proof:
        row = await self.row(id_)
        header = self._header(row)
        head = await self._head(row, address)
        return Proof(
            commitment=header.commitment or "",
            head=head.link,
            seq=head.seq,
            entropy=list(header.entropy),
            finished=row.finished is not None,
        )

    async def _head(self, row: MatchRow, address: str) -> Head:
        session = self._live_session(row)
        if session is not None:
            while not session.match.make_links(LINKS_AT_ONCE):
                await asyncio.sleep(0)
            return Head(session.match.head or "", session.match.seq)

        def make() -> Making:
            return self._job(address, match_jobs.head, row)

        found: Head = await (make() if row.finished is None else self._kept(("head", row.id), _small, make))
        return found

    async def verdict(
        self, id_: str, address: str, *, commitment: str | None, head: str | None, entropy: str | None
    ) -> Verdict:
        """On a finished match, in the light of what a player has noted."""
        row = await self._finished_row(id_)
        header = self._header(row)
        self.game(header)
        wrong = contradiction(header, commitment, [entropy] if entropy else [])
        if wrong is not None:
            return wrong

        def make() -> Making:
            return self._job(address, match_jobs.check, row, *self._find())

        checked: Checked = await self._kept(("checked", id_), _size_of_chain, make)
        return with_head(checked.verdict, checked.chain, head)

    async def verdict_on(self, data: bytes, address: str) -> Verdict:
        """On any record."""

        async def load() -> tuple[Any, ...]:
            return data, *self._find()

        verdict: Verdict = await self._run(address, match_jobs.check_given, load)
        return verdict

    # Replays

    async def replay(self, id_: str, guest: str | None, seat: int | None, since: int, address: str) -> bytes:
        """A page, as JSON. While the match runs, each has their own eyes, or a spectator's; afterwards, any."""
        row = await self.row(id_)
        header = self._header(row)
        if row.finished is None:
            seat = await self._own_seat(row, guest, seat)
        elif seat is not None and seat >= header.options.get("players", 0):
            raise RequestRefused(ErrorCode.MALFORMED, f"There is no seat {seat}.")
        game = self.game(header)
        if header.version != game.version:
            text = f"This match was played by version {header.version} of the rules; here is version {game.version}."
            raise RequestRefused(ErrorCode.OLD_RULES, text)
        moments = await self._moments(row, seat, since, address)
        return _page(row, header, seat, max(since, moments.first), moments)

    async def _moments(self, row: MatchRow, seat: int | None, since: int, address: str) -> Moments:
        """With the block that the wanted moment is in, if there is such a moment."""
        span = self._cache.get(("span", row.id, self._state_of(row)))
        if span is not None:
            found = self._kept_block(row, seat, since, *span)
            if found is not None:
                return found

        def make() -> Making:
            return self._job(address, match_jobs.moments, row, seat, since // BLOCK, JOB_BYTES, *self._find())

        made: Moments = await self._once(("moments", row.id, self._state_of(row), seat, since // BLOCK), make)
        self._keep_blocks(row, seat, made)
        return made

    def _kept_block(self, row: MatchRow, seat: int | None, since: int, first: int, last: int) -> Moments | None:
        wanted = max(since, first)
        if wanted > last:
            return Moments(first, last, {})
        number = wanted // BLOCK
        block = self._cache.get(("block", row.id, _state(row, last), seat, number))
        return None if block is None else Moments(first, last, {number: block})

    def _keep_blocks(self, row: MatchRow, seat: int | None, made: Moments) -> None:
        state = _state(row, made.last)
        self._cache.put(("span", row.id, state), (made.first, made.last), 200)
        for number, block in made.blocks.items():
            self._cache.put(("block", row.id, state, seat, number), block, sum(map(len, block)) + 100 * len(block))

    def _state_of(self, row: MatchRow) -> Hashable:
        """How far the match has come, as far as we know: what was made of it is good until it goes on."""
        session = self._live_session(row)
        return _state(row, None if session is None else session.match.seq)

    def game(self, header: Header) -> Game:
        try:
            return self._find_game(header.game)
        except UnknownGame:
            raise RequestRefused(ErrorCode.OLD_RULES, f"{header.game} is not played here any more.") from None

    async def _own_seat(self, row: MatchRow, guest: str | None, seat: int | None) -> int | None:
        state = await self._table_state(row.table)
        own = state.seat_of(guest) if guest is not None and state.match == row.number else None
        if seat is not None and seat != own:
            raise RequestRefused(ErrorCode.NOT_ALLOWED, "While a match runs, each sees it with their own eyes only.")
        return own

    async def _table_state(self, id_: str) -> TableState:
        """Who sits there: the table need not be woken for that."""
        live = self._tables.if_live(id_)
        if live is not None:
            return live.state
        row = await self._store.table(id_)
        if row is None:
            raise StoreFailed(f"table {table_state.log_name(id_)} is missing")
        return table_state.decode(row)

    def _live_session(self, row: MatchRow) -> MatchSession | None:
        live = self._tables.if_live(row.table)
        found = None if live is None else live.session
        return found if found is not None and found.number == row.number else None

    # Jobs

    async def _job(self, address: str, work: Callable[..., Any], row: MatchRow, *arguments: Any) -> Any:
        async def load() -> tuple[Any, ...]:
            return StoredMatch(row.header, row.secret, await self._store.whole_log(row.id)), *arguments

        try:
            return await self._run(address, work, load)
        except (RequestRefused, StoreFailed) as failed:
            if _is_damage(failed):
                raise self._damaged(row) from None
            raise

    def _damaged(self, row: MatchRow) -> RequestRefused:
        self._tables.alarm_for_match(row.table, row.number)
        return RequestRefused(DAMAGED.code, DAMAGED.text)

    def _header(self, row: MatchRow) -> Header:
        try:
            return msgspec.json.decode(row.header, type=Header)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise self._damaged(row) from None

    async def _run(self, address: str, work: Callable[..., Any], load: Load) -> Any:
        self._limits.check(self._limits.rates.verifications, "verifications", address)
        found = await self._jobs.run(address, work, load)
        if isinstance(found, JobRefused):
            raise RequestRefused(found.code, found.text)
        return found

    def _find(self) -> tuple[Any, ...]:
        """A worker process finds games by itself; a thread is told how."""
        return () if self._jobs.in_processes else (self._find_game,)

    async def _kept(self, key: Hashable, size: Callable[[Any], int], make: Callable[[], Making]) -> Any:
        found = self._cache.get(key)
        if found is None:
            found = await self._once(key, make)
            self._cache.put(key, found, size(found))
        return found

    async def _once(self, key: Hashable, make: Callable[[], Making]) -> Any:
        """Whoever asks for the same at the same time waits for the same job."""

        def done(task: asyncio.Task[Any]) -> None:
            self._under_way.pop(key, None)
            if not task.cancelled():
                task.exception()  # perhaps nobody waits for it any more

        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(make())
            task.add_done_callback(done)
        return await asyncio.shield(task)


def _small(_: object) -> int:
    return 500


def _size_of_chain(checked: Checked) -> int:
    return 100 * len(checked.chain)


def _is_damage(failed: RequestRefused | StoreFailed) -> bool:
    if isinstance(failed, RequestRefused):
        return failed.code is ErrorCode.DAMAGED
    return failed.fault is Fault.DAMAGED


def _state(row: MatchRow, length: int | None) -> Hashable:
    return "finished" if row.finished is not None else length


def _page(row: MatchRow, header: Header, seat: int | None, since: int, made: Moments) -> bytes:
    """What fits into a page, of the block that moment number `since` is in."""
    block = made.blocks.get(since // BLOCK, [])
    start = max(made.first, since // BLOCK * BLOCK)
    chosen: list[bytes] = []
    size = 0
    for moment in block[since - start :]:
        if chosen and size + len(moment) > PAGE_BYTES:
            break
        chosen.append(moment)
        size += len(moment)
    following = since + len(chosen)
    page = ReplayPage(
        header=header,
        finished=row.finished is not None,
        seat=seat,
        first=made.first,
        last=made.last,
        moments=[],
        next=following if chosen and following <= made.last else None,
    )
    return to_json(msgspec.structs.asdict(page) | {"moments": [msgspec.Raw(moment) for moment in chosen]})
