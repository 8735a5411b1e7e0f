"""Health: does the process run, can it be given work, is all well? Answered in two seconds, whatever the store does."""

import asyncio
from dataclasses import dataclass

import msgspec
from litestar import Router, get
from litestar.di import NamedDependency

from stolik.server.api.dependencies import Services, dependencies
from stolik.server.api.errors import REFUSALS
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.tables.registry import TableRegistry
from stolik.store.protocol import Fault, Store, StoreFailed

PATIENCE = 1.2
"""Seconds for the store to answer."""
STOPPING = "The server is about to stop."


class Health(msgspec.Struct):
    ok: bool
    tables: int
    """In memory."""


class Well(msgspec.Struct):
    ok: bool = True


class HealthCheck:
    """What is wrong with the server, in words for everybody. The store is asked once at a time, however many ask."""

    def __init__(self, store: Store, tables: TableRegistry, closing: asyncio.Event) -> None:
        self._store = store
        self._tables = tables
        self._closing = closing
        self._asking: asyncio.Task[Fault | None] | None = None

    async def why_not_ready(self) -> list[str]:
        """Why nothing should be sent here just now; empty: it is ready."""
        fault = None if self._closing.is_set() else await self._fault()
        return [STOPPING] if self._closing.is_set() else [] if fault is None else [fault.value]

    async def why_not_well(self) -> list[str]:
        """The same, and what cannot be helped by going elsewhere."""
        reasons = await self.why_not_ready()
        if self._tables.damaged:
            reasons.append(f"Tables that are closed because they cannot be read: {self._tables.damaged}.")
        if self._store.condition.damage and Fault.DAMAGED.value not in reasons:
            reasons.append(Fault.DAMAGED.value)
        return reasons

    @property
    def tables(self) -> int:
        return len(self._tables.live)

    async def _fault(self) -> Fault | None:
        asking = self._asking
        if asking is None or asking.done():
            asking = self._asking = asyncio.create_task(self._ask())
        await asyncio.wait((asking,), timeout=PATIENCE)
        return asking.result() if asking.done() else Fault.SILENT

    async def _ask(self) -> Fault | None:
        try:
            await self._store.ping()
        except StoreFailed as failed:
            return failed.fault or Fault.BROKEN
        return None


@dataclass(frozen=True, slots=True)
class HealthServices(Services):
    health: HealthCheck


TheServices = NamedDependency[HealthServices]


@get("/health", summary="Is all well?", responses=REFUSALS)
async def health(services: TheServices) -> Health:
    """200 if it is; otherwise 503, and the text says why."""
    check = services.health
    _refuse_if(await check.why_not_well())
    return Health(ok=True, tables=check.tables)


@get("/health/live", summary="Does the process run?", responses=REFUSALS)
async def live(services: TheServices) -> Well:
    """200 if it does. If there is no answer, start it again."""
    return Well()


@get("/health/ready", summary="Can it be given work?", responses=REFUSALS)
async def ready(services: TheServices) -> Well:
    """503 while its store cannot be written, and while it stops: the text says why. Another node may be better off."""
    _refuse_if(await services.health.why_not_ready())
    return Well()


def _refuse_if(reasons: list[str]) -> None:
    if reasons:
        raise RequestRefused(ErrorCode.UNAVAILABLE, " ".join(reasons))


def health_routes(services: HealthServices) -> Router:
    return Router("/", route_handlers=[health, live, ready], dependencies=dependencies(services))
