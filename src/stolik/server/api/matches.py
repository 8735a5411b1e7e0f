"""Matches: replay, record, proof of the deal."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from stolik.core.game import Game
from stolik.core.match import Moment
from stolik.core.messages import to_json
from stolik.core.record import Record
from stolik.core.verify import Verdict, verify
from stolik.server.api.dependencies import Services, TheCaller, dependencies
from stolik.server.api.errors import REFUSALS
from stolik.server.api.json_response import json_response
from stolik.server.tables.match_archive import MatchArchive, Proof

MAX_RECORD_SIZE = 2_000_000

MatchId = Annotated[
    str, PathParameter(max_length=60, description="A table's id, a dot, the number of the match there.")
]
Noted = Annotated[str | None, QueryParameter(max_length=100)]


@dataclass(frozen=True, slots=True)
class MatchServices(Services):
    archive: MatchArchive
    find_game: Callable[[str], Game]
    game_keys: Callable[[], tuple[str, ...]]


TheServices = NamedDependency[MatchServices]


@get("/matches/{match:str}/replay", summary="A match as one seat lived through it", responses=REFUSALS)
async def replay(
    services: TheServices,
    caller: TheCaller,
    match: MatchId,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15)] = None,
) -> Response[list[Moment]]:
    """While it runs: with one's own eyes, as far as it has come. When it is over: with any seat's, or a spectator's."""
    services.limits.check(services.limits.rates.verifications, "replay", caller.address)
    moments = await services.archive.replay(match, caller.guest, seat)
    return json_response(to_json(moments))


@get("/matches/{match:str}/record", summary="The record of a finished match", responses=REFUSALS)
async def record(services: TheServices, caller: TheCaller, match: MatchId) -> Response[Record]:
    """Header, log, chain and the dealer's secret: everything that `stolik verify` and `stolik replay` read."""
    found = await services.archive.record(match)
    name = "".join(character if character.isalnum() else "-" for character in match)
    headers = {"content-disposition": f'attachment; filename="stolik-{name}.json"'}
    return json_response(found.to_json(), headers=headers)


@get("/matches/{match:str}/proof", summary="What to note down during a match", responses=REFUSALS)
async def proof(services: TheServices, caller: TheCaller, match: MatchId) -> Proof:
    return await services.archive.proof(match)


@get("/matches/{match:str}/verify", summary="Was it dealt fairly?", responses=REFUSALS)
async def verify_kept(
    services: TheServices,
    caller: TheCaller,
    match: MatchId,
    commitment: Noted = None,
    head: Noted = None,
    entropy: Noted = None,
) -> Verdict:
    """Deals and plays a finished match again. With what you noted yourself, the host cannot have exchanged it."""
    services.limits.check(services.limits.rates.verifications, "verify", caller.address)
    found = await services.archive.record(match)
    own = [entropy] if entropy else []
    game = services.archive.game(found.header)
    return await asyncio.to_thread(verify, found, commitment=commitment, head=head, entropy=own, game=game)


@post(
    "/verify",
    summary="Verify any record",
    status_code=200,
    request_max_body_size=MAX_RECORD_SIZE,
    responses=REFUSALS,
)
async def verify_given(services: TheServices, caller: TheCaller, data: JSONBody[dict[str, Any]]) -> Verdict:
    """The record of a match, from here or elsewhere, in the body."""
    services.limits.check(services.limits.rates.verifications, "verify", caller.address)
    found = Record.from_json(msgspec.json.encode(data))
    if found.header.game not in services.game_keys():
        return Verdict(ok=False, summary=f"there is no game {found.header.game!r} here")
    return await asyncio.to_thread(verify, found, game=services.find_game(found.header.game))


def match_routes(services: MatchServices) -> Router:
    handlers = [replay, record, proof, verify_kept, verify_given]
    return Router("/api", route_handlers=handlers, dependencies=dependencies(services))
