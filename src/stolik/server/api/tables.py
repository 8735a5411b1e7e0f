"""Making tables, finding them, doing things at them, and reading their feed without a socket."""

import contextlib
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from stolik.catalog import UnknownGame
from stolik.core.errors import Refusal
from stolik.core.game import BadOptions, Game
from stolik.core.messages import to_builtins, to_json
from stolik.server.api.auth import base_address
from stolik.server.api.dependencies import AnyRequest, TheCaller, TheHouse
from stolik.server.api.errors import REFUSALS, answered
from stolik.server.api.json_response import encoded
from stolik.server.app_context import House
from stolik.server.bots.hints import hint
from stolik.server.bots.pool import check_level
from stolik.server.errors import Refused
from stolik.server.protocol.messages import Accepted, AnyCommand, Frame, Hint, RefusedAnswer, TableShown
from stolik.server.tables import table_state
from stolik.server.tables.join_codes import qr_svg, tidy_code
from stolik.server.tables.table_state import Chair, Document
from stolik.store.rows import TableRow

LISTED = 50
LISTED_FOR = 24 * 3600.0
TRIES = 5

TableId = Annotated[str, PathParameter(max_length=40)]


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
    """Of those who sit there, bots too; empty: a free chair."""
    free: int
    touched: float


@get("/tables", summary="Public tables", responses=REFUSALS)
async def public_tables(
    house: TheHouse,
    caller: TheCaller,
    game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    status: FromQuery[Literal["open", "playing", "over"]] = "open",
) -> list[Listed]:
    """The fifty where something happened last, within a day."""
    if game is not None and game not in house.keys():
        return []
    rows = await house.store.public_tables(game, status, LISTED)
    return _all_listed(row for row in rows if row.touched > house.now() - LISTED_FOR)


@get("/me/tables", summary="Tables where I sit, or that I host", responses=REFUSALS)
async def my_tables(house: TheHouse, caller: TheCaller) -> list[Listed]:
    return _all_listed(await house.store.tables_of(caller.known, LISTED))


@post("/tables", summary="Make a table", responses=REFUSALS)
async def make_table(house: TheHouse, caller: TheCaller, data: JSONBody[NewTable]) -> TableShown:
    """The answer has the dealer's commitment: give your words with `start`, after you have seen it."""
    house.limits.check(house.settings.rates.tables, "tables", caller.known)
    name = await house.guests.name(caller.known)
    game = _game(house, data.game)
    doc = _document(house, game, data, caller.known, name)
    for _ in range(TRIES):
        try:
            table = await house.add(msgspec.structs.replace(doc, code=house.new_code()))
        except Refused:
            continue
        return table.feed.shown()
    raise Refused(Refusal.UNAVAILABLE, "No free code was found. Please try again.")


@get("/codes/{code:str}", summary="Find a table by its short code", responses=REFUSALS)
async def by_code(house: TheHouse, caller: TheCaller, code: Annotated[str, PathParameter(max_length=40)]) -> Listed:
    house.limits.check(house.settings.rates.codes, "codes", caller.address)
    row = await house.store.table_by_code(tidy_code(code))
    if row is None:
        raise Refused(Refusal.UNKNOWN_TABLE, "There is no table with this code.")
    return _listed(row)


@get("/tables/{table:str}", summary="One table", responses=REFUSALS)
async def one_table(house: TheHouse, caller: TheCaller, table: TableId) -> TableShown:
    return (await house.table(table)).feed.shown()


@get("/tables/{table:str}/qr", summary="Its link as a QR code (SVG)", media_type="image/svg+xml", responses=REFUSALS)
async def qr(request: AnyRequest, house: TheHouse, caller: TheCaller, table: TableId) -> str:
    found = await house.table(table)
    return qr_svg(f"{base_address(request, house)}/t/{found.doc.id}")


@post("/tables/{table:str}/do", summary="Do something at a table", status_code=200, responses=REFUSALS)
async def do(
    house: TheHouse, caller: TheCaller, table: TableId, data: JSONBody[AnyCommand]
) -> Response[Accepted | RefusedAnswer]:
    """Everything that can be sent on a socket can be sent here. A refusal has the status of its code."""
    found = await house.table(table)
    guest = caller.known
    house.limits.check(house.settings.rates.commands, "commands", guest)
    answer = await found.do(lambda: house.answers.to(found, guest, data))
    if isinstance(answer.said, RefusedAnswer):
        return answered(answer.said)
    return encoded(answer.encoded)


@get("/tables/{table:str}/hint", summary="A suggestion for my next move", responses=REFUSALS)
async def suggestion(house: TheHouse, caller: TheCaller, table: TableId) -> Response[Hint]:
    """Where the table has hints: a good move and, where there is one, the number behind it. It uses only what the
    caller's seat may know.
    """
    found = await house.table(table)
    house.limits.check(house.settings.rates.hints, "hints", caller.known)
    return encoded(to_json(await hint(found, caller.known)))


@get("/tables/{table:str}/feed", summary="The feed without a socket", responses=REFUSALS)
async def feed(
    house: TheHouse,
    caller: TheCaller,
    table: TableId,
    reader: Annotated[str, QueryParameter(min_length=1, max_length=40, description="Any name for this reader.")],
    match: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    seq: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    chat: Annotated[int, QueryParameter(ge=0, le=2**53)] = 0,
    wait: Annotated[float, QueryParameter(ge=0, le=60)] = 25.0,
) -> Response[list[Frame]]:
    """Frames since the last time, as soon as there are any. Ask again at once, with the numbers of the last frame.

    `match`, `seq` and `chat` are the last numbers that were received: if something was lost on the way, the answer
    begins with a snapshot that goes on from there.
    """
    found = await house.table(table)
    body = await house.polls.frames(found, caller, reader, match, seq, chat, min(wait, house.settings.poll))
    return encoded(body)


def _game(house: House, key: str) -> Game:
    try:
        return house.find(key)
    except UnknownGame as error:
        raise Refused(Refusal.MALFORMED, f"{error}.") from None


def _document(house: House, game: Game, data: NewTable, guest: str, name: str) -> Document:
    try:
        options = game.options(data.options)
    except BadOptions as error:
        raise Refused(Refusal.MALFORMED, f"{error}.") from None
    for chair in data.chairs:
        if chair.kind == "bot":
            check_level(game, chair.level or "")
    if len(data.chairs) != options.players:
        raise Refused(Refusal.MALFORMED, f"{len(data.chairs)} chairs for {options.players} players.")
    if sum(chair.kind == "me" for chair in data.chairs) > 1:
        raise Refused(Refusal.MALFORMED, "You can sit in one chair only.")
    doc = Document(
        id=house.new_id(),
        code="",
        game=game.key,
        version=game.version,
        options=to_builtins(options),
        clock=data.clock,
        public=data.public,
        hints=data.hints,
        host=guest,
        chairs=(Chair(),) * options.players,
        secret=house.secret(),
        created=house.now(),
    )
    for seat, chair in enumerate(data.chairs):
        if chair.kind == "me":
            doc = table_state.sat_down(doc, guest, name, seat, None)
        elif chair.kind == "bot":
            doc = table_state.with_bot(doc, seat, chair.level)
    return doc


def _all_listed(rows: Iterable[TableRow]) -> list[Listed]:
    """Those that this server can read: a newer one may have written here too."""
    found = []
    for row in rows:
        with contextlib.suppress(Refused):
            found.append(_listed(row))
    return found


def _listed(row: TableRow) -> Listed:
    doc = table_state.read(row)
    return Listed(
        id=doc.id,
        code=doc.code,
        game=doc.game,
        options=doc.options,
        clock=doc.clock,
        public=doc.public,
        hints=doc.hints,
        status=doc.status,
        names=[chair.name if chair.taken else "" for chair in doc.chairs],
        free=sum(not chair.taken for chair in doc.chairs),
        touched=row.touched,
    )


routes = Router(
    "/api", route_handlers=[public_tables, my_tables, make_table, by_code, one_table, qr, do, suggestion, feed]
)
