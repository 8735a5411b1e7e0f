"""Every combination of options that a game allows, found from the types of its options."""

from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from msgspec import inspect

from stolik.core.game import BadOptions, Game
from stolik.core.messages import Options, to_builtins
from stolik.core.option_marks import is_carried_on


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
    return _in_turn(game, name, variants(game), games)


def tour_of_tables(game: Game, name: str, games: int) -> list[Options]:
    """The same with what can be asked for at a table: options that have no meaning with the others cannot."""
    return _in_turn(game, name, [options for options in variants(game) if _is_offered(game, options)], games)


def _in_turn(game: Game, name: str, order: list[Options], games: int) -> list[Options]:
    Random(f"{game.key} {name}").shuffle(order)
    return [order[number % len(order)] for number in range(games)]


def _is_offered(game: Game, options: Options) -> bool:
    try:
        game.wanted_options(to_builtins(options))
    except BadOptions:
        return False
    return True


def shown(options: Options) -> str:
    """Short and readable, for test ids and file names: players4-tactical."""
    parts = []
    for name, value in to_builtins(options).items():
        if value is True:
            parts.append(name)
        elif value not in (False, None):  # nor 0: nothing is carried on
            parts.append(f"{name}{value}")
    return "-".join(parts)


def _values(kind: inspect.Type) -> list[Any]:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=marks):
            found = _values(inner)
            return [found[0], found[len(found) * 2 // 3]] if is_carried_on(marks or {}) else found
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
