"""The application: routes, documentation, errors, headers."""

from importlib.metadata import version

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from stolik.server.api import guests, matches, meta, tables
from stolik.server.api.auth import Caller, caller
from stolik.server.api.dependencies import AnyRequest, TheHouse
from stolik.server.api.errors import HANDLERS
from stolik.server.app_context import House
from stolik.server.guests import COOKIE

LARGEST_BODY = 32_768


async def _house(state: State) -> House:
    found: House = state.house
    return found


async def _caller(request: AnyRequest, house: TheHouse) -> Caller:
    return await caller(request, house)


def application(house: House) -> Litestar:
    """Whoever serves it opens the house before, and closes it after."""
    return Litestar(
        route_handlers=[guests.routes, tables.routes, matches.routes, *meta.routes],
        dependencies={"house": Provide(_house), "caller": Provide(_caller)},
        state=State({"house": house}),
        exception_handlers=HANDLERS,
        request_max_body_size=LARGEST_BODY,
        openapi_config=_openapi(),
        logging_config=None,
    )


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Stolik",
        version=version("stolik"),
        description="A card table. Frames of the feed and commands are the same here and on the socket"
        " (`/api/tables/{table}/socket`); `docs/server.md` explains them.",
        path="/schema",
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer"),
                "cookie": SecurityScheme(type="apiKey", security_scheme_in="cookie", name=COOKIE),
            }
        ),
        security=[{"token": []}, {"cookie": []}, {}],
    )
