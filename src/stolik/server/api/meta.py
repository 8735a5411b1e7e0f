"""What is played here, is the server well, what has it counted, and a front door where no pages were built."""

from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.exceptions import NotFoundException

from stolik.bots.bot import levels
from stolik.core.errors import Refusal
from stolik.core.game import Game
from stolik.server.api.dependencies import TheCaller, TheHouse
from stolik.server.api.errors import REFUSALS
from stolik.server.api.option_choices import choices
from stolik.server.errors import Refused


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
async def games(house: TheHouse, caller: TheCaller) -> list[GameShown]:
    return [_shown(house.find(key)) for key in house.keys()]


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
async def health(house: TheHouse, caller: TheCaller) -> Health:
    """200 if it is and its store answers; 503 otherwise, and while it stops."""
    await house.store.ping()
    if house.closing:
        raise Refused(Refusal.UNAVAILABLE, "The server is about to stop.")
    return Health(ok=True, tables=len(house.live))


@get("/metrics", summary="Counts, for Prometheus", media_type=MediaType.TEXT)
async def metrics(house: TheHouse, caller: TheCaller) -> Response[bytes]:
    if not house.settings.metrics:
        raise NotFoundException
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Stolik</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<h1>Stolik</h1><p>The server is running, and programs can play here: {names}. The pages for people have not been built:
<code>make play</code> builds them, and so does <code>python tools/pages.py</code>; then start the server again.</p>
<p>Programs talk to it as <a href="/schema/openapi.json">/schema/openapi.json</a> describes.</p></html>"""


@get("/", include_in_schema=False, media_type=MediaType.HTML)
async def front_door(house: TheHouse) -> str:
    names = [house.find(key).name for key in house.keys()]
    return _PAGE.format(names=", ".join(names))


routes: list[Any] = [Router("/api", route_handlers=[games]), health, metrics, front_door]
