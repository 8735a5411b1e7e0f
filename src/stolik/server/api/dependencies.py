"""Where a route's arguments come from."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from stolik.server.api.auth import Caller
from stolik.server.app_context import House

TheHouse = NamedDependency[House]
TheCaller = NamedDependency[Caller]
AnyRequest = Request[Any, Any, Any]
