"""Matches: replay, record, proof of the deal."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, cast

from litestar import MediaType, Response, Router, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import PathParameter, QueryParameter, RawBody
from litestar.response import Stream

from stolik.core.record import Record
from stolik.core.verify import Verdict
from stolik.server.api.dependencies import Services, TheCaller, dependencies
from stolik.server.api.errors import REFUSALS
from stolik.server.api.json_request import NOT_UTF_8
from stolik.server.api.json_response import json_response
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.tables.match_archive import MatchArchive, Proof, ReplayPage

MAX_RECORD_SIZE = 2_000_000
STREAMED = 65_536
"""Bytes that are sent in one go: who reads slowly holds no copy of the rest."""

MatchId = Annotated[
    str, PathParameter(max_length=60, description="A table's id, a dot, the number of the match there.")
]
Noted = Annotated[str | None, QueryParameter(max_length=100)]
Since = Annotated[
    int, QueryParameter(name="from", ge=0, le=1_000_000, description="The number of the first moment that is wanted.")
]


@dataclass(frozen=True, slots=True)
class MatchServices(Services):
    archive: MatchArchive


TheServices = NamedDependency[MatchServices]


@get("/matches/{match:str}/replay", summary="A match as one seat lived through it", responses=REFUSALS)
async def replay(
    services: TheServices,
    caller: TheCaller,
    match: MatchId,
    seat: Annotated[int | None, QueryParameter(ge=0, le=15)] = None,
    since: Since = 0,
) -> Response[ReplayPage]:
    """A page of it, and where the next one begins.

    While it runs: with one's own eyes, as far as it has come. When it is over: with any seat's, or a spectator's.
    """
    return json_response(await services.archive.replay(match, caller.guest, seat, since, caller.address))


@get("/matches/{match:str}/record", summary="The record of a finished match", responses=REFUSALS)
async def record(services: TheServices, caller: TheCaller, match: MatchId) -> Response[Record]:
    """Header, log, chain and the dealer's secret: everything that `stolik verify` and `stolik replay` read."""
    found = await services.archive.record(match, caller.address)
    name = "".join(character if character.isalnum() else "-" for character in match)
    headers = {"content-disposition": f'attachment; filename="stolik-{name}.json"', "content-length": str(len(found))}
    return cast("Response[Record]", Stream(_parts(found), media_type=MediaType.JSON, headers=headers))


async def _parts(data: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(data), STREAMED):
        yield data[start : start + STREAMED]


@get("/matches/{match:str}/proof", summary="What to note down during a match", responses=REFUSALS)
async def proof(services: TheServices, caller: TheCaller, match: MatchId) -> Proof:
    return await services.archive.proof(match, caller.address)


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
    return await services.archive.verdict(match, caller.address, commitment=commitment, head=head, entropy=entropy)


@dataclass
class _TakesRecord(Operation):
    """The body is not decoded where it arrives: that takes too long. So the document must be told what it is."""

    def __post_init__(self) -> None:
        schema = Schema(type=OpenAPIType.OBJECT, description="The record of a match.")
        self.request_body = RequestBody({"application/json": OpenAPIMediaType(schema)}, required=True)


@post(
    "/verify",
    summary="Verify any record",
    status_code=200,
    request_max_body_size=MAX_RECORD_SIZE,
    operation_class=_TakesRecord,
    responses=REFUSALS,
)
async def verify_given(services: TheServices, caller: TheCaller, body: RawBody) -> Verdict:
    """The record of a match, from here or elsewhere, in the body."""
    try:
        body.decode()
    except UnicodeDecodeError:
        raise RequestRefused(ErrorCode.MALFORMED, NOT_UTF_8) from None
    return await services.archive.verdict_on(body, caller.address)


def match_routes(services: MatchServices) -> Router:
    handlers = [replay, record, proof, verify_kept, verify_given]
    return Router("/api", route_handlers=handlers, dependencies=dependencies(services))
