"""Every combination of options that a game allows, found from the types of its options."""

from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from msgspec import inspect

from stolik.core.game import BadOptions, Game
from stolik.core.messages import Options, to_builtins


def variants(game: Game) -> list[Options]:
    """All allowed combinations; invalid ones are those that the game itself refuses."""
    return list(_variants(game))


@lru_cache
def _variants(game: Game) -> tuple[Options, ...]:
    info = inspect.type_info(game.Options)
    assert isinstance(info, inspect.StructType)
    names = [field.encode_name for field in info.fields]
    found = []
    for values in product(*(_values(field.type) for field in info.fields)):
        try:
            found.append(game.options(dict(zip(names, values, strict=True))))
        except BadOptions:
            continue
    assert found, f"{game} refuses all options"
    return tuple(found)


def tour(game: Game, name: str, games: int) -> list[Options]:
    """Options for so many games: all variants in turn, begun at another place for every name."""
    order = variants(game)
    Random(f"{game.key} {name}").shuffle(order)
    return [order[number % len(order)] for number in range(games)]


def shown(options: Options) -> str:
    """Short and readable, for test ids and file names: players4-tactical."""
    parts = []
    for name, value in to_builtins(options).items():
        if value is True:
            parts.append(name)
        elif value is not False and value is not None:
            parts.append(f"{name}{value}")
    return "-".join(parts)


def _values(kind: inspect.Type) -> list[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.BoolType():
            return [False, True]
        case inspect.NoneType():
            return [None]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.IntType(ge=low, le=high) if low is not None and high is not None:
            return list(range(low, high + 1))
        case inspect.UnionType(types=types):
            return [value for inner in types for value in _values(inner)]
    raise TypeError(f"an option must be a bool, a literal or a bounded int to be tried out, not {kind}")
