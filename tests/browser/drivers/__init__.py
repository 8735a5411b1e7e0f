"""One driver for each game, in a file named after it. Tests that play find them by the catalog's keys."""

from functools import cache
from importlib import import_module
from pathlib import Path

from browser.drivers.base import Driver

HERE = Path(__file__).parent


class NoDriver(LookupError):
    pass


@cache
def driver(key: str) -> Driver:
    if not (HERE / f"{key}.py").is_file():
        raise NoDriver(f"the browser tests cannot play {key}: write tests/browser/drivers/{key}.py")
    found: Driver = import_module(f"browser.drivers.{key}").DRIVER
    return found
