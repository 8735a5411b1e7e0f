"""Games, health, metrics, and a front door where no pages were built."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from stolik.bots.bot import levels
from stolik.core.game import Game
from stolik.server.api.dependencies import Services, TheCaller, dependencies
from stolik.server.api.errors import REFUSALS
from stolik.server.api.option_choices import choices
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.metrics import Metrics
from stolik.server.tables.registry import TableRegistry
from stolik.store.protocol import Store


@dataclass(frozen=True, slots=True)
class MetaServices(Services):
    find_game: Callable[[str], Game]
    game_keys: Callable[[], tuple[str, ...]]
    store: Store
    tables: TableRegistry
    closing: asyncio.Event
    metrics: Metrics | None
    """None: not for the public."""


TheServices = NamedDependency[MetaServices]


class GameShown(msgspec.Struct):
    key: str
    name: str
    version: int
    fewest: int
    most: int
    options: dict[str, Any]
    """Name and JSON schema of each."""
    choices: dict[int, dict[str, list[Any]]]
    """For each number of players that can play: what every other option may be, the rest being as usual."""
    levels: list[str]
    """Of bots, in ascending strength."""


class Health(msgspec.Struct):
    ok: bool
    tables: int


@get("/games", summary="What is played here", responses=REFUSALS)
async def games(services: TheServices, caller: TheCaller) -> list[GameShown]:
    return [_shown(services.find_game(key)) for key in services.game_keys()]


@cache
def _shown(game: Game) -> GameShown:
    fewest, most = game.players_range()
    return GameShown(
        key=game.key,
        name=game.name,
        version=game.version,
        fewest=fewest,
        most=most,
        options=game.option_schemas(),
        choices=choices(game),
        levels=list(levels(game)),
    )


@get("/health", summary="Is the server well?", responses=REFUSALS)
async def health(services: TheServices, caller: TheCaller) -> Health:
    """200 if it is and its store answers; 503 otherwise, and while it stops."""
    await services.store.ping()
    if services.closing.is_set():
        raise RequestRefused(ErrorCode.UNAVAILABLE, "The server is about to stop.")
    return Health(ok=True, tables=len(services.tables.live))


@get("/metrics", summary="Counts, for Prometheus", media_type=MediaType.TEXT)
async def metrics(services: TheServices, caller: TheCaller) -> Response[bytes]:
    if services.metrics is None:
        raise NotFoundException
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Stolik</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<h1>Stolik</h1><p>The server is running, and programs can play here: {names}. The pages for people have not been built:
<code>make play</code> builds them, and so does <code>python tools/pages.py</code>; then start the server again.</p>
<p>Programs talk to it as <a href="/schema/openapi.json">/schema/openapi.json</a> describes.</p></html>"""


@get("/", include_in_schema=False, media_type=MediaType.HTML)
async def front_door(services: TheServices) -> str:
    names = [services.find_game(key).name for key in services.game_keys()]
    return _PAGE.format(names=", ".join(names))


def meta_routes(services: MetaServices) -> Router:
    in_api = Router("/api", route_handlers=[games])
    return Router("/", route_handlers=[in_api, health, metrics, front_door], dependencies=dependencies(services))
