"""The OpenAPI document, and a great many requests made from it: never a fault of ours, always the documented form."""

import asyncio
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from stolik.server.app import litestar_app
from stolik.server.app_context import AppContext
from stolik.server.settings import Settings
from stolik.store.open_store import store_at
from support.servers import running

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@contextmanager
def served(database: Path) -> Iterator[tuple[str, str, str]]:
    """A server in a thread: its address, a good token, and a table with a finished match."""
    ready: list[Any] = []
    begun, stop = threading.Event(), threading.Event()

    async def serve() -> None:
        async with running(database, poll_timeout=0.01) as server:
            ala = await server.guest()
            table = await ala.make_table("no_thanks", "mbb")
            await ala.do(table, "start")
            ready.append((server.base, ala.headers["authorization"], table))
            begun.set()
            while not stop.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert begun.wait(20)
    try:
        yield ready[0]
    finally:
        stop.set()
        thread.join(20)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    with served(tmp_path_factory.mktemp("openapi") / "db") as found:
        yield found


def document() -> dict[str, Any]:
    context = AppContext(Settings(), store_at("never-opened.db"))
    found: dict[str, Any] = litestar_app(context).openapi_schema.to_schema()
    return found


API = schemathesis.openapi.from_dict(document())
OPERATIONS: dict[str, Any] = {
    f"{found.ok().method} {found.ok().path}": found.ok()  # type: ignore[union-attr]
    for found in API.get_all_operations()
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_from_the_document_is_our_fault(name: str, place: tuple[str, str, str]) -> None:
    base, token, table = place
    real = {"table": table, "match": f"{table}.1"}
    turn = itertools.count()

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=OPERATIONS[name].as_strategy())
    def run(case: Any) -> None:
        for parameter in real.keys() & (case.path_parameters or {}).keys():
            if next(turn) % 2:  # half of the time, one that exists
                case.path_parameters[parameter] = real[parameter]
        case.call_and_validate(base_url=base, headers={"authorization": token}, checks=CHECKS)

    run()


def test_the_document_names_everything_and_no_game(place: tuple[str, str, str]) -> None:
    document = httpx.get(f"{place[0]}/schema/openapi.json").json()
    paths = set(document["paths"])
    assert {"/api/tables", "/api/tables/{table}/do", "/api/tables/{table}/feed", "/api/matches/{match}/record"} <= paths
    about_itself = ("/health", "/health/live", "/health/ready", "/metrics")
    assert all("/api/" in path or path in about_itself for path in paths)
    commands = document["components"]["schemas"]
    for name in (
        "Move",
        "GoOn",
        "Sit",
        "Leave",
        "HandOver",
        "TakeBack",
        "SetChair",
        "Start",
        "Rematch",
        "Say",
        "React",
    ):
        assert name in commands
    assert "no_thanks" not in str(document)
