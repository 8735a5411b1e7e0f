"""Arguments that several commands share: which game, with which options."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from stolik import catalog
from stolik.core.game import Game
from stolik.core.messages import Options

Command = TypeVar("Command", bound=Callable[..., Any])


def game_options(command: Command) -> Command:
    """--players and -o: the options of any game."""
    command = click.option("-p", "--players", metavar="N", help="How many play, bots included.")(command)
    return click.option(
        "-o",
        "--option",
        "pairs",
        multiple=True,
        metavar="NAME[=VALUE]",
        help="An option of the game; -o tactical is short for -o tactical=true. May be repeated.",
    )(command)


def chosen_options(game: Game, players: str | None, pairs: Sequence[str]) -> Options:
    """Typed options from the command line. Without --players, four or the nearest number that the game takes."""
    values: dict[str, Any] = {"players": players or str(usual_players(game))}
    for pair in pairs:
        name, has_value, value = pair.partition("=")
        values[name.strip().replace("-", "_")] = value.strip() if has_value else "true"
    options: Options = game.wanted_options(values, from_text=True)
    return options


def usual_players(game: Game) -> int:
    fewest, most = game.players_range()
    return min(max(4, fewest), most)


def complete_game(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [key for key in catalog.keys() if key.startswith(begun)]
