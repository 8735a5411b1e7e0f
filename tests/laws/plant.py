"""How a leak or a mistake is planted in a good game."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

from stolik.core.game import Game, no_memory, no_reason


class Planted(NamedTuple):
    what: str
    law: str
    modules: tuple[Any, ...]
    changes: dict[str, Any]


PLANTED: list[Planted] = []


def plant(law: str, *modules: Any) -> Callable[[Callable[[], dict[str, Any]]], None]:
    def add(changes: Callable[[], dict[str, Any]]) -> None:
        PLANTED.append(Planted(changes.__name__, law, modules, changes()))

    return add


def broken(planted: Planted) -> Game:
    names: dict[str, Any] = {"LEVELS": {}, "reason": no_reason, "remember": no_memory}
    for module in planted.modules:
        names |= vars(module)
    names.setdefault("BotState", names["State"])
    changes = dict(planted.changes)
    for same, as_that in (("awaited", "to_act"), ("blur", "redeal")):
        if names[same] is names[as_that] and as_that in changes:
            changes.setdefault(same, changes[as_that])  # a game that says they are one means the changed one too
    namespace: Any = SimpleNamespace(**(names | changes))
    return Game(planted.modules[0].__name__, namespace, namespace, namespace)
