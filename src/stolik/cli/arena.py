"""A round-robin tournament of bots: which is stronger."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stolik import catalog
from stolik.cli.game_options import chosen_options, complete_game, game_options
from stolik.cli.progress import counting

if TYPE_CHECKING:
    from stolik.lab.arena import Encounter, Report

WIDEST_BAR = 30
SURE = 2.0
"""Standard errors from which on a difference is coloured."""


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("bots", nargs=-1, required=True)
@game_options
@click.option("-n", "--games", default=1_000, show_default=True, help="How many games for each encounter.")
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")
@click.option("--cores", type=click.IntRange(1), help="How many cores to use; all if left out.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Also draw the report into this file.")
def arena(
    game: str,
    bots: Sequence[str],
    players: str | None,
    pairs: Sequence[str],
    games: int,
    seed: str,
    cores: int | None,
    as_json: bool,  # noqa: FBT001
    svg: Path | None,
) -> None:
    """Let bots meet each other, and see who is stronger.

    One of each kind sits among others of each other kind, in every seat in turn, and everybody gets the same deals.

    \b
    stolik arena no_thanks easy normal hard
    stolik arena gra normal hard -p 2 -o joker --games 4000
    """
    from stolik.lab import arena as lab

    found = catalog.find(game)
    options = chosen_options(found, players, pairs)
    with counting() as progress:
        task = progress.add_task(f"{found.name} (compiling)", total=lab.games_in_all(options.players, len(bots), games))
        report = lab.arena(
            found,
            options,
            bots,
            games,
            seed=seed,
            cores=cores,
            progress=lambda done: progress.update(task, advance=done, description=found.name),
        )
    if as_json:
        click.echo(msgspec.json.encode(report).decode())
    else:
        _print(Console(highlight=False), report)
    if svg is not None:
        drawn = Console(highlight=False, record=True, file=StringIO(), width=100, force_terminal=True)
        _print(drawn, report)
        drawn.save_svg(str(svg), title=f"stolik arena {game}")


def _print(console: Console, report: "Report") -> None:
    name, players = catalog.find(report.game).name, report.options["players"]
    console.print(f"[bold]{name}[/bold], {players} {'players' if players > 1 else 'player'}, seed {report.seed}\n")
    if report.encounters:
        what = "matches won" if report.together else f"wins of one among others (parity {100 * report.parity:.1f})"
        console.print(f"{what}, %, ± standard error")
        console.print(_matrix(report))
        console.print()
    console.print(_bots(report))


def _matrix(report: "Report") -> Table:
    met = {(each.one, each.others): each for each in report.encounters}
    alike = {each.bot: each for each in report.mirrors}
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("one ╲ others")
    for others in report.bots:
        table.add_column(others, justify="right", no_wrap=True)
    for one in report.bots:
        cells: list[Text] = []
        for others in report.bots:
            if one != others:
                cells.append(_cell(met[one, others], report))
            elif report.together:
                cells.append(Text(_percent(alike[one].won, alike[one].error)))
            else:
                cells.append(Text("·", style="dim"))
        table.add_row(one, *cells)
    return table


def _cell(met: "Encounter", report: "Report") -> Text:
    text = _percent(met.share, met.error)
    if report.together or abs(met.share - report.parity) < SURE * met.error:
        return Text(text)
    return Text(text, style="green" if met.share > report.parity else "red")


def _percent(share: float, error: float) -> str:
    return f"{100 * share:.1f} ± {100 * error:.1f}"


def _bots(report: "Report") -> Table:
    """For each bot its strength, drawn, and its time."""
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("bot")
    table.add_column("won %" if report.together else "rating", justify="right")
    table.add_column("", no_wrap=True)
    table.add_column("time a move", justify="right", no_wrap=True)
    table.add_column("moves a game", justify="right")
    strength = {each.bot: each.won if report.together else report.ratings[each.bot] for each in report.mirrors}
    low = 0.0 if report.together else min(strength.values())
    high = max(strength.values())
    for each in report.mirrors:
        value = strength[each.bot]
        part = (value - low) / (high - low) if high > low else 1.0
        table.add_row(
            each.bot,
            _percent(each.won, each.error) if report.together else f"{value:+.0f}",
            Text("█" * max(1, round(part * WIDEST_BAR)), style="cyan"),
            _duration(each.microseconds),
            f"{each.decisions:.0f}",
        )
    return table


def _duration(microseconds: float) -> str:
    if microseconds < 1_000:
        return f"{microseconds:.1f} µs"
    return f"{microseconds / 1_000:.1f} ms" if microseconds < 1e6 else f"{microseconds / 1e6:.2f} s"
