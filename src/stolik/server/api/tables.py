"""Tables: making them, finding them, commands, hints, and the feed without a socket."""

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from stolik.catalog import UnknownGame
from stolik.core.game import BadOptions, Game
from stolik.core.messages import to_builtins, to_json
from stolik.server.api.dependencies import AnyRequest, Services, TheCaller, dependencies
from stolik.server.api.errors import REFUSALS, refused_response
from stolik.server.api.json_response import json_response
from stolik.server.bots.hints import Hints
from stolik.server.bots.pool import check_level
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.guests import Guests
from stolik.server.protocol.messages import Accepted, AnyCommand, Frame, Hint, Pace, RefusedAnswer, TableShown
from stolik.server.tables import table_state
from stolik.server.tables.commands.dispatch import CommandDispatcher
from stolik.server.tables.join_codes import normalize_code, qr_svg
from stolik.server.tables.registry import TableRegistry
from stolik.server.tables.table_state import Chair, TableState
from stolik.server.transport.long_polling import LongPolling
from stolik.store.protocol import Store
from stolik.store.rows import TableRow

MAX_LISTED = 50
LISTED_FOR = 24 * 3600.0

TableId = Annotated[str, PathParameter(max_length=40)]


@dataclass(frozen=True, slots=True)
class TableServices(Services):
    guests: Guests
    store: Store
    tables: TableRegistry
    commands: CommandDispatcher
    polling: LongPolling
    hints: Hints
    find_game: Callable[[str], Game]
    game_keys: Callable[[], tuple[str, ...]]
    now: Callable[[], float]
    new_id: Callable[[], str]
    new_secret: Callable[[], str]


TheServices = NamedDependency[TableServices]


class ChairWanted(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["me", "person", "bot"]
    level: Annotated[str, Meta(max_length=40)] | None = None
    """Of a bot; see /api/games."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any]
    """See /api/games; `players` is the number of chairs."""
    chairs: Annotated[list[ChairWanted], Meta(min_length=1, max_length=16)]
    clock: Annotated[int, Meta(ge=5, le=7 * 24 * 3600)] | None = None
    """Seconds for a move."""
    public: bool = False
    hints: bool = False
    """Whoever sits may ask for a suggestion."""
    keep_chairs: bool = True
    """A chair that somebody leaves in a running match is kept for them, with a bot in it, until the match is over."""
    pace: Pace = "normal"
    """Of its bots; it can be changed at the table."""


class Listed(msgspec.Struct):
    id: str
    code: str
    game: str
    options: dict[str, Any]
    clock: int | None
    public: bool
    hints: bool
    status: Literal["open", "playing", "over"]
    names: list[str]
    """Of those who sit there, bots too, and of those for whom a chair is kept; empty: a free chair."""
    free: int
    touched: float


@get("/tables", summary="Public tables", responses=REFUSALS)
async def public_tables(
    services: TheServices,
    caller: TheCaller,
    game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    status: FromQuery[Literal["open", "playing", "over"]] = "open",
) -> list[Listed]:
    """The fifty where something happened last, within a day."""
    if game is not None and game not in services.game_keys():
        return []
    rows = await services.store.public_tables(game, status, MAX_LISTED)
    return _all_listed(row for row in rows if row.touched > services.now() - LISTED_FOR)


@get("/me/tables", summary="Tables where I sit, or that I host", responses=REFUSALS)
async def my_tables(services: TheServices, caller: TheCaller) -> list[Listed]:
    return _all_listed(await services.store.tables_of(caller.known, MAX_LISTED))


@post("/tables", summary="Make a table", responses=REFUSALS)
async def make_table(services: TheServices, caller: TheCaller, data: JSONBody[NewTable]) -> TableShown:
    """The answer has the dealer's commitment: give your entropy with `start`, after you have seen it."""
    services.limits.check_guest(services.limits.rates.tables, "tables", caller.known, caller.address)
    name = await services.guests.name(caller.known)
    game = _game(services, data.game)
    table = await services.tables.create(_new_state(services, game, data, caller.known, name))
    return table.feed.shown()


@get("/codes/{code:str}", summary="Find a table by its short code", responses=REFUSALS)
async def by_code(
    services: TheServices, caller: TheCaller, code: Annotated[str, PathParameter(max_length=40)]
) -> Listed:
    services.limits.check(services.limits.rates.codes, "codes", caller.address)
    row = await services.store.table_by_code(normalize_code(code))
    if row is None:
        raise RequestRefused(ErrorCode.UNKNOWN_TABLE, "There is no table with this code.")
    return _listed(row)


@get("/tables/{table:str}", summary="One table", responses=REFUSALS)
async def one_table(services: TheServices, caller: TheCaller, table: TableId) -> TableShown:
    return (await services.tables.get(table)).feed.shown()


@get("/tables/{table:str}/qr", summary="Its link as a QR code (SVG)", media_type="image/svg+xml", responses=REFUSALS)
async def qr(request: AnyRequest, services: TheServices, caller: TheCaller, table: TableId) -> str:
    found = await services.tables.get(table)
    return qr_svg(f"{services.auth.base_url(request)}/t/{found.state.id}")


@post("/tables/{table:str}/do", summary="Do something at a table", status_code=200, responses=REFUSALS)
async def do(
    services: TheServices, caller: TheCaller, table: TableId, data: JSONBody[AnyCommand]
) -> Response[Accepted | RefusedAnswer]:
    """Everything that can be sent on a socket can be sent here. A refusal has the status of its code."""
    found = await services.tables.get(table)
    _ = caller.known
    answer: Accepted | RefusedAnswer | None = services.commands.too_fast(caller, lambda: data.id)
    if answer is None:
        answer = await found.call(lambda: services.commands.dispatch(found, caller, data))
    if isinstance(answer, RefusedAnswer):
        return refused_response(answer)
    return json_response(to_json(answer))


@get("/tables/{table:str}/hint", summary="A suggestion for my next move", responses=REFUSALS)
async def suggestion(request: AnyRequest, services: TheServices, caller: TheCaller, table: TableId) -> Response[Hint]:
    """Where the table has hints: a good move and, where there is one, the number behind it. It uses only what the
    caller's seat may know.
    """
    services.auth.check_not_foreign(request)
    found = await services.tables.get(table)
    services.limits.check_guest(services.limits.rates.hints, "hints", caller.known, caller.address)
    seat = found.seat_of(caller.known)
    if not found.state.hints:
        raise RequestRefused(ErrorCode.NOT_ALLOWED, "At this table people play without hints.")
    session = found.current_session()
    hint = await services.hints.suggest(found.state.id, session.number, session.match, seat)
    return json_response(to_json(hint))


@get("/tables/{table:str}/feed", summary="The feed without a socket", responses=REFUSALS)
async def feed(
    request: AnyRequest,
    services: TheServices,
    caller: TheCaller,
    table: TableId,
    subscriber: Annotated[
        str, QueryParameter(min_length=1, max_length=40, description="Any name for this subscriber.")
    ],
    match: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    seq: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    chat: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=60)] = 25.0,
) -> Response[list[Frame]]:
    """Frames since the last time, as soon as there are any. Ask again at once, with the numbers of the last frame.

    `match`, `seq` and `chat` are the last numbers that were received: if something was lost on the way, the answer
    begins with a snapshot that goes on from there.
    """
    services.auth.check_not_foreign(request)  # to ask for news is to be present
    found = await services.tables.get(table)
    return json_response(await services.polling.poll(found, caller, subscriber, match, seq, chat, wait))


def _game(services: TableServices, key: str) -> Game:
    try:
        return services.find_game(key)
    except UnknownGame as error:
        raise RequestRefused(ErrorCode.MALFORMED, f"{error}.") from None


def _new_state(services: TableServices, game: Game, data: NewTable, guest: str, name: str) -> TableState:
    try:
        options = game.wanted_options(data.options)
    except BadOptions as error:
        raise RequestRefused(ErrorCode.MALFORMED, f"{error}.") from None
    for chair in data.chairs:
        if chair.kind == "bot":
            check_level(game, chair.level or "")
    if len(data.chairs) != options.players:
        raise RequestRefused(ErrorCode.MALFORMED, f"{len(data.chairs)} chairs for {options.players} players.")
    if sum(chair.kind == "me" for chair in data.chairs) > 1:
        raise RequestRefused(ErrorCode.MALFORMED, "You can sit in one chair only.")
    state = TableState(
        id=services.new_id(),
        code="",
        game=game.key,
        version=game.version,
        options=to_builtins(options),
        clock=data.clock,
        public=data.public,
        hints=data.hints,
        keep_chairs=data.keep_chairs,
        pace=data.pace,
        host=guest,
        chairs=(Chair(),) * options.players,
        secret=services.new_secret(),
        created=services.now(),
    )
    for seat, chair in enumerate(data.chairs):
        if chair.kind == "me":
            state = table_state.sat_down(state, guest, name, seat, None, now=state.created)
        elif chair.kind == "bot":
            state = table_state.with_bot(state, seat, chair.level)
    return state


def _all_listed(rows: Iterable[TableRow]) -> list[Listed]:
    """Those that this server can read: a newer one may have written here too."""
    found = []
    for row in rows:
        with contextlib.suppress(RequestRefused):
            found.append(_listed(row))
    return found


def _listed(row: TableRow) -> Listed:
    state = table_state.decode(row)
    return Listed(
        id=state.id,
        code=state.code,
        game=state.game,
        options=state.options,
        clock=state.clock,
        public=state.public,
        hints=state.hints,
        status=state.status,
        names=["" if state.is_free(seat) else chair.name for seat, chair in enumerate(state.chairs)],
        free=sum(map(state.is_free, range(len(state.chairs)))),
        touched=row.touched,
    )


def table_routes(services: TableServices) -> Router:
    handlers = [public_tables, my_tables, make_table, by_code, one_table, qr, do, suggestion, feed]
    return Router("/api", route_handlers=handlers, dependencies=dependencies(services))
