"""Choices for forms: for each number of players, the values of every other option that the game accepts."""

from collections.abc import Mapping
from itertools import islice, product
from math import inf
from typing import Any, Literal, get_args, get_origin, get_type_hints

from stolik.core.game import BadOptions, Game
from stolik.core.option_marks import is_carried_on

MAX_VALUES = 20
"""A number with more of them is no choice from a list."""
MAX_TRIES = 10_000


def choices(game: Game) -> dict[int, dict[str, list[Any]]]:
    """Found by trying, each option with the others as usual. A number of players that nothing goes with is left out."""
    schemas = {
        name: schema
        for name, schema in game.option_schemas().items()
        if name != "players" and not is_carried_on(schema)
    }
    written = get_type_hints(game.Options, include_extras=True)
    offered = {name: _as_written(values(schema), written[name]) for name, schema in schemas.items() if values(schema)}
    fewest, most = game.players_range()
    found = {}
    for players in range(fewest, most + 1):
        usual = _usual(game, players, offered, schemas)
        if usual is not None:
            found[players] = {
                name: [value for value in offered[name] if _accepts(game, {**usual, name: value})] for name in offered
            }
    return found


def values(schema: Mapping[str, Any]) -> list[Any]:
    """All that an option may be, if that is a short list; otherwise nothing."""
    match schema:
        case {"enum": found}:
            return list(found)
        case {"type": "boolean"}:
            return [False, True]
        case {"type": "null"}:
            return [None]
        case {"type": "integer"}:
            return _numbers(schema)
        case {"anyOf": parts}:
            each = [values(part) for part in parts]
            return [value for part in each for value in part] if all(each) else []
    return []


def _numbers(schema: Mapping[str, Any]) -> list[Any]:
    lowest = schema.get("minimum", schema.get("exclusiveMinimum", -inf) + 1)
    highest = schema.get("maximum", schema.get("exclusiveMaximum", inf) - 1)
    return list(range(lowest, highest + 1)) if highest - lowest < MAX_VALUES else []


def _as_written(found: list[Any], hint: Any) -> list[Any]:
    """In the game's own order: a schema has the values of a `Literal` in alphabetical order."""
    order = _literals(hint)
    return sorted(found, key=lambda value: order.index(value) if value in order else len(order))


def _literals(hint: Any) -> list[Any]:
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [value for part in get_args(hint) for value in _literals(part)]


def _usual(
    game: Game, players: int, offered: Mapping[str, list[Any]], schemas: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any] | None:
    """The defaults and, where they do not go with so many players, the first values that do."""
    ordered = [_default_first(offered[name], schemas[name]) for name in offered]
    for combination in islice(product(*ordered), MAX_TRIES):
        options = {"players": players, **dict(zip(offered, combination, strict=True))}
        if _accepts(game, options):
            return options
    return None


def _default_first(offered: list[Any], schema: Mapping[str, Any]) -> list[Any]:
    return sorted(offered, key=lambda value: "default" in schema and value != schema["default"])


def _accepts(game: Game, options: Mapping[str, Any]) -> bool:
    try:
        game.options(options)
    except BadOptions:
        return False
    return True
