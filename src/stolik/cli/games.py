"""What can be played: all games, or one of them in detail."""

from typing import Any

import click
from rich.console import Console
from rich.table import Table

from stolik import catalog
from stolik.bots.bot import levels
from stolik.cli.game_options import complete_game
from stolik.core.game import Game
from stolik.core.option_marks import condition, is_carried_on


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
def games(game: str | None) -> None:
    """What can be played: all games, or one with its options and bots.

    \b
    stolik games
    stolik games no_thanks
    """
    console = Console()
    if game is not None:
        _describe(console, catalog.find(game))
        return
    table = Table("key", "game", "players", "options", "bots", box=None, header_style="bold")
    for key in catalog.keys():
        found = catalog.find(key)
        schemas = found.option_schemas()
        options = [name for name in schemas if name != "players" and not is_carried_on(schemas[name])]
        fewest, most = found.players_range()
        table.add_row(key, found.name, f"{fewest}–{most}", ", ".join(options), ", ".join(levels(found)))
    console.print(table)
    console.print("\nMore about one of them: stolik games KEY", highlight=False)


def _describe(console: Console, game: Game) -> None:
    console.print(f"[bold]{game.name}[/bold] ({game.key}), rules version {game.version}", highlight=False)
    table = Table("option", "values", "default", "meaning", box=None, header_style="bold")
    for name, schema in game.option_schemas().items():
        if not is_carried_on(schema):
            table.add_row(name, _values(schema), _default(schema), _meaning(schema))
    console.print(table)
    console.print(f"bots: {', '.join(levels(game))}\n\nPlay: stolik play {game.key}", highlight=False)


def _values(schema: dict[str, Any]) -> str:
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']}–{schema['maximum']}"
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(_values(part) for part in schema["anyOf"])
    return "true | false" if schema.get("type") == "boolean" else str(schema.get("type", ""))


def _meaning(schema: dict[str, Any]) -> str:
    limits = condition(schema)
    return f"{schema.get('description', '')}{f' (only with {limits})' if limits else ''}"


def _default(schema: dict[str, Any]) -> str:
    return str(schema["default"]).lower().replace("none", "null") if "default" in schema else "to be given"
