"""Where a route's arguments come from."""

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from stolik.server.house import House
from stolik.server.http.caller import Caller

TheHouse = NamedDependency[House]
TheCaller = NamedDependency[Caller]
AnyRequest = Request[Any, Any, Any]
