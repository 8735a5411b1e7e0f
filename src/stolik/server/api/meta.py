"""Games, metrics, and a front door where no pages were built."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from stolik.bots.bot import levels
from stolik.core.game import Game
from stolik.server.api.dependencies import AnyRequest, Services, TheCaller, dependencies
from stolik.server.api.errors import REFUSALS
from stolik.server.api.loopback import is_from_this_machine
from stolik.server.api.option_choices import choices
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.metrics import Metrics


@dataclass(frozen=True, slots=True)
class MetaServices(Services):
    find_game: Callable[[str], Game]
    game_keys: Callable[[], tuple[str, ...]]
    metrics: Metrics
    metrics_for: Literal["loopback", "public", "off"]


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


@get("/metrics", summary="Counts, for Prometheus", media_type=MediaType.TEXT, responses=REFUSALS)
async def metrics(request: AnyRequest, services: TheServices, caller: TheCaller) -> Response[bytes]:
    """For this machine alone, unless the host has said otherwise."""
    if services.metrics_for == "off":
        raise NotFoundException
    if services.metrics_for == "loopback" and not is_from_this_machine(request):
        raise RequestRefused(ErrorCode.NOT_ALLOWED, "Metrics are shown on the machine of this server alone.")
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
    return Router("/", route_handlers=[in_api, metrics, front_door], dependencies=dependencies(services))
