"""What there is, and whether it is honest: games, verify, warm."""

from pathlib import Path
from time import perf_counter
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from stolik import Record, catalog
from stolik import verify as verified
from stolik.bots.bot import levels
from stolik.cli.choosing import complete_game
from stolik.cli.kept import chosen_or_last
from stolik.core.game import Game


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
        options = [name for name in found.option_schemas() if name != "players"]
        fewest, most = found.players_range()
        table.add_row(key, found.name, f"{fewest}–{most}", ", ".join(options), ", ".join(levels(found)))
    console.print(table)
    console.print("\nMore about one of them: stolik games KEY", highlight=False)


def _describe(console: Console, game: Game) -> None:
    console.print(f"[bold]{game.name}[/bold] ({game.key}), rules version {game.version}", highlight=False)
    table = Table("option", "values", "default", "meaning", box=None, header_style="bold")
    for name, schema in game.option_schemas().items():
        table.add_row(name, _values(schema), _default(schema), schema.get("description", ""))
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


def _default(schema: dict[str, Any]) -> str:
    return str(schema["default"]).lower().replace("none", "null") if "default" in schema else "to be given"


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--commitment", metavar="HEX", help="The commitment that you noted before the first deal.")
@click.option("--head", metavar="HEX", help="A link of the log's chain that you noted during the match.")
@click.option("--words", multiple=True, help="Words that your program added to the seed. May be repeated.")
def verify(file: Path | None, commitment: str | None, head: str | None, words: tuple[str, ...]) -> None:
    """Prove that a finished match (FILE, or the one kept last) was dealt fairly.

    Deals and plays the record again and names the first entry that does not fit. With what you noted down yourself
    (--commitment, --head, --words), not even the host can have exchanged the record or chosen the seed alone.
    """
    path = chosen_or_last(file)
    verdict = verified(Record.from_json(path.read_bytes()), commitment=commitment, head=head, words=words)
    if not verdict.ok:
        raise click.ClickException(f"{path.name} does not hold: {verdict.summary}")
    click.echo(f"{path.name} holds: {verdict.summary}.")


@click.command()
@click.argument("keys", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
def warm(keys: tuple[str, ...]) -> None:
    """Compile games now, so that the first simulation starts at once.

    That is for tables of one level; each new mixture of bots is compiled when it is first played.

    \b
    stolik warm                all games
    stolik warm no_thanks      one of them
    """
    from stolik.lab.warming import warm as warm_up

    for key in keys or catalog.keys():
        begun = perf_counter()
        warm_up(catalog.find(key))
        click.echo(f"{key}: ready ({perf_counter() - begun:.1f} s)")
