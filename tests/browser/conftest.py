"""Browser tests are coroutines. They share one event loop, one browser and one server in each process of the run."""

import asyncio
import inspect
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Playwright, async_playwright, expect

from support.browser_chromium import NoChromium, launch
from support.browser_people import PATIENCE, People
from support.browser_server import BrowserServer

LONGEST = 100.0
FAILED = Path(__file__).parent.parent.parent / "screenshots" / "failed"
OUTCOME = pytest.StashKey[bool]()

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    arguments: dict[str, Any] = {name: pyfuncitem.funcargs[name] for name in wanted}
    loop = pyfuncitem.funcargs["loop"]
    assert isinstance(loop, asyncio.Runner)
    loop.run(asyncio.wait_for(pyfuncitem.obj(**arguments), LONGEST))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call":
        item.stash[OUTCOME] = report.passed
    return report


@pytest.fixture(scope="session")
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="session")
def playwright(loop: asyncio.Runner) -> Iterator[Playwright]:
    manager = async_playwright()
    yield loop.run(manager.start())
    loop.run(manager.__aexit__())


@pytest.fixture(scope="session")
def browser(loop: asyncio.Runner, playwright: Playwright) -> Iterator[Browser]:
    """Without a Chromium these tests are skipped at home, but not where nobody looks."""
    try:
        found = loop.run(launch(playwright))
    except NoChromium as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    yield found
    loop.run(found.close())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserServer]:
    found = BrowserServer(tmp_path_factory.mktemp("server"))
    yield found
    found.kill()
    assert "Traceback" not in found.log


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[BrowserServer]:
    """One that a test may kill."""
    found = BrowserServer(tmp_path)
    yield found
    found.kill()
    assert "Traceback" not in found.log


@pytest.fixture
def people(
    request: pytest.FixtureRequest, loop: asyncio.Runner, browser: Browser, server: BrowserServer
) -> Iterator[People]:
    found = People(browser, server.base)
    yield found
    name = re.sub(r"[^\w-]+", "-", request.node.name).strip("-")
    passed = request.node.stash.get(OUTCOME, False)
    if not passed:
        loop.run(found.photograph(FAILED, name))
    faults = found.faults()
    loop.run(found.leave())
    assert not faults, "\n".join(faults)
