"""SQL statements of changes in PostgreSQL: appends in batches (group commit), changes of a table in a transaction."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from stolik.store.protocol import Fault, StoreFailed
from stolik.store.rows import Change, LogRow, MatchRow, TableRow

T = TypeVar("T")
Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Answer: TypeAlias = bool | StoreFailed

log = logging.getLogger(__name__)

CHANNEL = "stolik"
PAYLOAD_LIMIT = 7900  # PostgreSQL takes less than 8000 bytes
BATCH_LIMIT = 1000
ATTEMPTS = 5
MAX_HELD = 2
"""Row locks for which a batch waits one by one, after it has waited for all of them."""

ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""What the driver raises: refused statements, lost connections, timeouts."""

_SERIALIZATION_FAILURES = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
_BAD_VALUES = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, ValueError)
_FAULTLESS = (*_BAD_VALUES, *_SERIALIZATION_FAILURES, asyncpg.LockNotAvailableError)
_GONE = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.TooManyConnectionsError,
)

_WRITE_BATCH = f"""
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest(
    $1::text[], $2::bigint[], $3::bytea[], $4::float8[], $5::bigint[], $6::bigint[], $7::text[],
    $8::text[], $9::float8[], $10::float8[], $11::int[]
  ) WITH ORDINALITY AS a (match, seq, entries, at, seat, number, node, sleeper, wake, finished, part, place)
), won AS (
  INSERT INTO log SELECT match, seq, entries, at, seat, number, node FROM asked
  WHERE match IS NOT NULL ORDER BY match, seq
  ON CONFLICT DO NOTHING RETURNING match, seq
), done AS MATERIALIZED (
  SELECT asked.* FROM asked LEFT JOIN won USING (match, seq) WHERE asked.match IS NULL OR won.match IS NOT NULL
), woken AS (
  UPDATE tables SET wake = last.wake FROM (
    SELECT DISTINCT ON (sleeper) sleeper, wake FROM done WHERE sleeper IS NOT NULL ORDER BY sleeper, place DESC
  ) AS last WHERE tables.id = last.sleeper
), ended AS (
  UPDATE matches SET finished = last.finished FROM (
    SELECT DISTINCT ON (match) match, finished FROM done
    WHERE match IS NOT NULL AND finished IS NOT NULL ORDER BY match, place DESC
  ) AS last WHERE matches.id = last.match
), told AS MATERIALIZED (
  SELECT pg_notify('{CHANNEL}', $12::text || string_agg(DISTINCT match, ' '))
  FROM done WHERE match IS NOT NULL GROUP BY part
)
SELECT array(SELECT place FROM done) AS places, (SELECT count(*) FROM told) AS told
"""  # noqa: S608 - the channel is a constant

_INSERT_TABLE = """
INSERT INTO tables (id, code, revision, game, status, public, created, touched, wake, body)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id
"""
_UPDATE_TABLE = """
UPDATE tables SET code = $2, revision = $3, game = $4, status = $5, public = $6, created = $7, touched = $8,
  wake = $9, body = $10
WHERE id = $1 AND revision = $3 - 1 RETURNING id
"""
_SIT = """
WITH gone AS (DELETE FROM sitting WHERE "table" = $1 AND guest <> ALL ($2::text[]))
INSERT INTO sitting SELECT guest, $1 FROM unnest($2::text[]) AS guest ON CONFLICT DO NOTHING
"""
_INSERT_MATCH = "INSERT INTO matches VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id"
_INSERT_LOG = "INSERT INTO log VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING seq"


class _WriteConflict(Exception):
    """Another transaction wrote first; this one is rolled back."""


class GroupCommit:
    """Group commit: while one batch is being written, the next one is collected."""

    def __init__(self, write: Callable[[Sequence[Change]], Awaitable[list[Answer]]]) -> None:
        self._write = write
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    def add(self, change: Change) -> "asyncio.Future[bool]":
        """Done when it is durable."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="stolik-write")
        return answer

    async def finish(self) -> None:
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        jobs: list[tuple[Change, asyncio.Future[bool]]] = []
        try:
            while self._waiting:
                jobs, self._waiting = self._waiting[:BATCH_LIMIT], self._waiting[BATCH_LIMIT:]
                _deliver([answer for _, answer in jobs], await self._answers([change for change, _ in jobs]))
        finally:
            self._task = None
            left = [answer for _, answer in jobs + self._waiting]  # none, unless the task was cancelled
            self._waiting = []
            _deliver(left, [StoreFailed("the store is closed", Fault.BROKEN) for _ in left])

    async def _answers(self, changes: Sequence[Change]) -> list[Answer]:
        try:
            return await self._write(changes)
        except Exception as error:  # whatever it is, every change needs an answer
            failed = error if isinstance(error, StoreFailed) else store_failed(error)
            return [StoreFailed(str(failed), failed.fault) for _ in changes]


def _deliver(waiting: Sequence["asyncio.Future[bool]"], answers: Sequence[Answer]) -> None:
    for future, answer in zip(waiting, answers, strict=True):
        if future.done():
            continue  # cancelled
        if isinstance(answer, StoreFailed):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def store_failed(error: Exception) -> StoreFailed:
    return StoreFailed(describe_error(error), fault_of(error))


def fault_of(error: BaseException) -> Fault | None:
    """What an error says of the database; None: nothing, it was the fault of what was asked."""
    if isinstance(error, _FAULTLESS):
        return None
    if isinstance(error, (TimeoutError, asyncpg.QueryCanceledError)):
        return Fault.SILENT
    if isinstance(error, asyncpg.DiskFullError):
        return Fault.FULL
    if isinstance(error, (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)):
        return Fault.DAMAGED
    if isinstance(error, (asyncpg.ReadOnlySQLTransactionError, asyncpg.InsufficientPrivilegeError)):
        return Fault.READ_ONLY
    if isinstance(error, asyncpg.PostgresError) and not isinstance(error, _GONE):
        return Fault.BROKEN
    return Fault.UNREACHABLE


def describe_error(error: BaseException) -> str:
    """An error as a sentence that names neither the address of the database nor a value that was to be written."""
    if isinstance(error, TimeoutError):
        return "the database did not answer in time"
    if isinstance(error, asyncpg.PostgresError):
        return f"the database refused: {error.args[0] if error.args else type(error).__name__}"
    if isinstance(error, OSError):
        return f"the database cannot be reached: {error.strerror or type(error).__name__}"
    if isinstance(error, ValueError):
        return "the database was given a value, or an address, that it does not take"
    return f"the connection to the database failed ({type(error).__name__})"


def notifications(node: str, topic: str, ids: Iterable[str]) -> list[str]:
    """NOTIFY payloads, as many as it takes: each is within the limit."""
    head = f"{node} {topic} "
    return [head + " ".join(part) for part in _parts(ids, PAYLOAD_LIMIT - len(head.encode()))]


def _parts(ids: Iterable[str], limit: int) -> list[list[str]]:
    parts: list[list[str]] = []
    left = -1
    for id_ in dict.fromkeys(ids):
        size = len(id_.encode()) + 1
        if size > left:
            parts.append([])
            left = limit
        parts[-1].append(id_)
        left -= size
    return parts


async def retry_on_serialization_failure(work: Callable[[], Awaitable[T]]) -> T:
    """Retry a transaction that PostgreSQL gave up: a serialization failure or a deadlock."""
    for attempt in range(1, ATTEMPTS):
        try:
            return await work()
        except _SERIALIZATION_FAILURES as error:
            log.info("transaction retry (%s, attempt %d)", type(error).__name__, attempt)
            await asyncio.sleep(0.02 * attempt)
    return await work()


async def write_batch(connection: Connection, changes: Sequence[Change], node: str) -> list[Answer]:
    """Appends and wakes in one transaction. If one of them fails, the batch is split, and the others are written."""
    try:
        return list(await retry_on_serialization_failure(lambda: _write_batch(connection, changes, node)))
    except asyncpg.LockNotAvailableError as error:
        if len(changes) == 1:
            return [StoreFailed(describe_error(error))]
        return await _write_around_lock(connection, changes, node)
    except _BAD_VALUES as error:
        if len(changes) == 1:
            return [StoreFailed(describe_error(error))]
    half = len(changes) // 2
    return [
        *await write_batch(connection, changes[:half], node),
        *await write_batch(connection, changes[half:], node),
    ]


async def _write_around_lock(connection: Connection, changes: Sequence[Change], node: str) -> list[Answer]:
    """A row lock timed out: the plain appends, which need none, are written as a batch, then the rest one by one.

    After a few that are held, there is no time left for the others of the rest: they may be tried again.
    """
    plain = [place for place, change in enumerate(changes) if change.is_only_append]
    rest = [place for place in range(len(changes)) if place not in plain]
    answers: list[Answer] = [StoreFailed("the database was busy with rows that somebody holds") for _ in changes]
    held = 0
    for places in (plain, *([place] for place in rest)):
        if places and held < MAX_HELD:
            found = await write_batch(connection, [changes[place] for place in places], node)
            held += isinstance(found[0], StoreFailed)
            for place, answer in zip(places, found, strict=True):
                answers[place] = answer
    return answers


async def _write_batch(connection: Connection, changes: Sequence[Change], node: str) -> list[bool]:
    first: dict[object, int] = {}  # of two appends with the same seq, only the first may be written
    for place, change in enumerate(changes):
        append = change.append
        first.setdefault(place if append is None else (append.match, append.seq), place)
    asked = list(first.values())
    head = f"{node} log "
    ids = [append.match for place in asked if (append := changes[place].append) is not None]
    parts = _parts(ids, PAYLOAD_LIMIT - len(head.encode()))
    part_of = {id_: number for number, part in enumerate(parts) for id_ in part}
    rows = [_row(changes[place], part_of) for place in asked]
    done = await connection.fetchval(_WRITE_BATCH, *zip(*rows, strict=True), head)
    won = {asked[place - 1] for place in done}
    return [place in won for place in range(len(changes))]


def _row(change: Change, part_of: dict[str, int]) -> tuple[object, ...]:
    append, wake = change.append, change.wake
    sleeper = (None, None) if wake is None else (wake.table, wake.at)
    if append is None:
        return (None, None, None, None, None, None, None, *sleeper, None, None)
    return (*_log_values(append), *sleeper, change.finished, part_of[append.match])


async def write_transaction(connection: Connection, change: Change, node: str) -> bool:
    """A change of several rows in one transaction. False: a write conflict, rolled back."""

    async def once() -> bool:
        try:
            async with connection.transaction(isolation="read_committed"):
                await _write_rows(connection, change)
                await _finish(connection, change, node)
        except _WriteConflict:
            return False
        return True

    return await retry_on_serialization_failure(once)


async def _write_rows(connection: Connection, change: Change) -> None:
    """The log before the table, as in batches: a consistent lock order prevents deadlocks."""
    new = change.table is not None and change.table.revision == 1
    written = (
        (not new or await _write_table(connection, change.table))
        and (change.match is None or await _write_match(connection, change.match))
        and (change.append is None or await connection.fetchval(_INSERT_LOG, *_log_values(change.append)) is not None)
        and (new or await _write_table(connection, change.table))
    )
    if not written:
        raise _WriteConflict


async def _finish(connection: Connection, change: Change, node: str) -> None:
    if change.wake is not None:
        await connection.execute("UPDATE tables SET wake = $1 WHERE id = $2", change.wake.at, change.wake.table)
    append = change.append
    if append is not None and change.finished is not None:
        await connection.execute("UPDATE matches SET finished = $1 WHERE id = $2", change.finished, append.match)
    tables = [change.table.id] if change.table is not None else []
    if change.match is not None:
        tables.append(change.match.table)
    matches = [append.match] if append is not None else []
    payloads = notifications(node, "table", tables) + notifications(node, "log", matches)
    await connection.execute("SELECT pg_notify($1, p) FROM unnest($2::text[]) AS p", CHANNEL, payloads)


async def _write_table(connection: Connection, row: TableRow | None) -> bool:
    if row is None:
        return True
    sql = _INSERT_TABLE if row.revision == 1 else _UPDATE_TABLE
    values = (row.id, row.code, row.revision, row.game, row.status, row.public)
    if await connection.fetchval(sql, *values, row.created, row.touched, row.wake, row.body) is None:
        return False
    await connection.execute(_SIT, row.id, sorted(set(row.guests)))
    return True


async def _write_match(connection: Connection, row: MatchRow) -> bool:
    values = (row.id, row.table, row.number, row.header, row.secret, row.created, row.finished)
    return await connection.fetchval(_INSERT_MATCH, *values) is not None


def _log_values(row: LogRow) -> tuple[object, ...]:
    return (row.match, row.seq, row.entries, row.at, row.seat, row.number, row.node)
