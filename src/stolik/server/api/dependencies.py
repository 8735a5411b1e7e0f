"""Dependencies of routes: what a family of routes needs (its services), and who is calling."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.di import NamedDependency, Provide

from stolik.server.admission.rate_limits import RateLimits
from stolik.server.auth import Authenticator, Caller

AnyRequest = Request[Any, Any, Any]
TheCaller = NamedDependency[Caller]


@dataclass(frozen=True, slots=True)
class Services:
    """What every family needs; each adds its own."""

    auth: Authenticator
    limits: RateLimits


async def _caller(request: AnyRequest, services: NamedDependency[Any]) -> Caller:
    """Depends on the services, so that the two are made one after the other: at once would cost a task group."""
    caller: Caller = await services.auth.caller(request)
    return caller


def dependencies(services: Services) -> Mapping[str, Provide]:
    async def provide_services() -> Any:
        return services

    return {"services": Provide(provide_services), "caller": Provide(_caller)}
