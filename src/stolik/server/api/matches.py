"""Matches: replay, record, proof of the deal."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from stolik.core.match import Moment
from stolik.core.messages import to_json
from stolik.core.record import Record
from stolik.core.verify import Verdict, verify
from stolik.server.api.dependencies import TheCaller, TheHouse
from stolik.server.api.errors import REFUSALS
from stolik.server.api.json_response import encoded
from stolik.server.tables.match_archive import Archive, Proof

LARGEST_RECORD = 2_000_000

MatchId = Annotated[
    str, PathParameter(max_length=60, description="A table's id, a dot, the number of the match there.")
]
Noted = Annotated[str | None, QueryParameter(max_length=100)]


@get("/matches/{match:str}/replay", summary="A match as one seat lived through it", responses=REFUSALS)
async def replay(
    house: TheHouse, caller: TheCaller, match: MatchId, seat: Annotated[int | None, QueryParameter(ge=0, le=15)] = None
) -> Response[list[Moment]]:
    """While it runs: with one's own eyes, as far as it has come. When it is over: with any seat's, or a spectator's."""
    house.limits.check(house.settings.rates.verifications, "replay", caller.address)
    moments = await Archive(house).replay(match, caller.guest, seat)
    return encoded(to_json(moments))


@get("/matches/{match:str}/record", summary="The record of a finished match", responses=REFUSALS)
async def record(house: TheHouse, caller: TheCaller, match: MatchId) -> Response[Record]:
    """Header, log, chain and the dealer's secret: everything that `stolik verify` and `stolik replay` read."""
    found = await Archive(house).record(match)
    name = "".join(character if character.isalnum() else "-" for character in match)
    headers = {"content-disposition": f'attachment; filename="stolik-{name}.json"'}
    return encoded(found.to_json(), headers=headers)


@get("/matches/{match:str}/proof", summary="What to note down during a match", responses=REFUSALS)
async def proof(house: TheHouse, caller: TheCaller, match: MatchId) -> Proof:
    return await Archive(house).proof(match)


@get("/matches/{match:str}/verify", summary="Was it dealt fairly?", responses=REFUSALS)
async def verify_kept(
    house: TheHouse,
    caller: TheCaller,
    match: MatchId,
    commitment: Noted = None,
    head: Noted = None,
    words: Noted = None,
) -> Verdict:
    """Deals and plays a finished match again. With what you noted yourself, the host cannot have exchanged it."""
    house.limits.check(house.settings.rates.verifications, "verify", caller.address)
    found = await Archive(house).record(match)
    own = [words] if words else []
    game = Archive(house).game(found.header)
    return await asyncio.to_thread(verify, found, commitment=commitment, head=head, entropy=own, game=game)


@post(
    "/verify",
    summary="Verify any record",
    status_code=200,
    request_max_body_size=LARGEST_RECORD,
    responses=REFUSALS,
)
async def verify_given(house: TheHouse, caller: TheCaller, data: JSONBody[dict[str, Any]]) -> Verdict:
    """The record of a match, from here or elsewhere, in the body."""
    house.limits.check(house.settings.rates.verifications, "verify", caller.address)
    found = Record.from_json(msgspec.json.encode(data))
    if found.header.game not in house.keys():
        return Verdict(ok=False, summary=f"there is no game {found.header.game!r} here")
    return await asyncio.to_thread(verify, found, game=house.find(found.header.game))


routes = Router("/api", route_handlers=[replay, record, proof, verify_kept, verify_given])
