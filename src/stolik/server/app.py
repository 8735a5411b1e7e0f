"""The web application (ASGI): routes, documentation, errors, pages, headers."""

from importlib.metadata import version

from litestar import Litestar
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp

from stolik.server.api.dependencies import Services
from stolik.server.api.errors import HANDLERS
from stolik.server.api.guests import GuestServices, guest_routes
from stolik.server.api.health import HealthCheck, HealthServices, health_routes
from stolik.server.api.json_request import JsonRequest
from stolik.server.api.matches import MatchServices, match_routes
from stolik.server.api.meta import MetaServices, meta_routes
from stolik.server.api.request_checks import with_request_checks
from stolik.server.api.security_headers import with_security_headers
from stolik.server.api.static_pages import with_pages
from stolik.server.api.tables import TableServices, table_routes
from stolik.server.app_context import AppContext
from stolik.server.guests import COOKIE

MAX_BODY_SIZE = 32_768


def asgi_app(context: AppContext) -> ASGIApp:
    """Everything that is spoken over HTTP. Whoever serves it opens the context before, and closes it after."""
    services = Services(context.auth, context.limits)
    app = with_pages(litestar_app(context), context.pages)
    app = with_request_checks(app, services, context.metrics, context.settings.requests_per_address)
    return with_security_headers(app, context.settings.origins)


def litestar_app(context: AppContext) -> Litestar:
    """The API alone."""
    return Litestar(
        route_handlers=[
            guest_routes(_guest_services(context)),
            table_routes(_table_services(context)),
            match_routes(_match_services(context)),
            meta_routes(_meta_services(context)),
            health_routes(_health_services(context)),
        ],
        state=State({"metrics": context.metrics}),
        exception_handlers=HANDLERS,
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY_SIZE,
        openapi_config=_openapi(),
        logging_config=None,
    )


def _guest_services(context: AppContext) -> GuestServices:
    return GuestServices(context.auth, context.limits, context.guests)


def _table_services(context: AppContext) -> TableServices:
    return TableServices(
        auth=context.auth,
        limits=context.limits,
        guests=context.guests,
        store=context.store,
        tables=context.tables,
        commands=context.commands,
        polling=context.polling,
        hints=context.hints,
        find_game=context.find_game,
        game_keys=context.game_keys,
        now=context.now,
        new_id=context.new_id,
        new_secret=context.new_secret,
    )


def _match_services(context: AppContext) -> MatchServices:
    return MatchServices(context.auth, context.limits, context.archive)


def _meta_services(context: AppContext) -> MetaServices:
    return MetaServices(
        auth=context.auth,
        limits=context.limits,
        find_game=context.find_game,
        game_keys=context.game_keys,
        metrics=context.metrics,
        metrics_for=context.settings.metrics,
    )


def _health_services(context: AppContext) -> HealthServices:
    check = HealthCheck(context.store, context.tables, context.closing)
    return HealthServices(context.auth, context.limits, check)


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Stolik",
        version=version("stolik"),
        description="A card table. Frames of the feed and commands are the same here and on the socket"
        " (`/api/tables/{table}/socket`); `docs/hosts/server.md` explains them.",
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
