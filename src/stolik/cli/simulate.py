"""Simulates many games, and shows the results."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import click
import msgspec
from rich.console import Console
from rich.table import Table

from stolik import catalog
from stolik.cli.game_options import chosen_options, complete_game, game_options
from stolik.cli.progress import counting

if TYPE_CHECKING:
    from stolik.lab import simulation

BARS = "▁▂▃▄▅▆▇█"
BINS = 16


@click.command()
@click.argument("game", shell_complete=complete_game)
@game_options
@click.option("-n", "--games", default=100_000, show_default=True, help="How many games.")
@click.option(
    "-b",
    "--bots",
    default="random",
    show_default=True,
    metavar="LEVEL[,LEVEL...]",
    help="Who plays: one level for all, or one for each seat.",
)
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")
@click.option("--cores", type=click.IntRange(1), help="How many cores to use; all if left out.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def simulate(
    game: str,
    players: str | None,
    pairs: Sequence[str],
    games: int,
    bots: str,
    seed: str,
    cores: int | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Let bots play many games and count what came of them.

    \b
    stolik simulate no_thanks -n 1000000
    stolik simulate no_thanks -p 4 -b normal,easy,easy,random
    """
    from stolik.lab import simulation

    found = catalog.find(game)
    options = chosen_options(found, players, pairs)
    levels = [level.strip() for level in bots.split(",")]
    with counting() as progress:
        task = progress.add_task(f"{found.name} (compiling)", total=games)
        results = simulation.simulate(
            found,
            options,
            games,
            policies=levels,
            seed=seed,
            cores=cores,
            progress=lambda done: progress.update(task, advance=done, description=found.name),
        )
    if as_json:
        click.echo(msgspec.json.encode(results).decode())
    else:
        _print(results, levels)


def _print(results: "simulation.Results", levels: Sequence[str]) -> None:
    console = Console(highlight=False)
    console.print(_by_seat(results, levels))
    mean, spread = _moments(results.lengths)
    console.print(
        f"\nscore: larger is better\ndecisions a game: {mean:.1f} ± {spread:.1f},"
        f" {min(results.lengths)} to {max(results.lengths)}   {_histogram(results.lengths)}"
    )
    console.print(
        f"{results.games:,} games in {results.seconds:.2f} s on {results.cores} cores:"
        f" [bold]{results.steps_per_second / 1e6:.1f} million moves and deals a second[/bold]"
    )


def _by_seat(results: "simulation.Results", levels: Sequence[str]) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("seat", "bot", "wins %", "shared", "score", "range", "distribution"):
        left = heading in ("bot", "distribution")
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    for seat, scores in enumerate(results.scores):
        share = results.wins[seat] / results.games
        error = sqrt(share * (1 - share) / results.games)
        mean, spread = _moments(scores)
        table.add_row(
            str(seat),
            levels[seat % len(levels)],
            f"{100 * share:.2f} ± {100 * error:.2f}",
            f"{results.shared[seat]:,}",
            f"{mean:.1f} ± {spread:.1f}",
            f"{min(scores)}…{max(scores)}",
            _histogram(scores),
        )
    return table


def _moments(counts: Mapping[int, int]) -> tuple[float, float]:
    """Mean and standard deviation."""
    total = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / total
    return mean, sqrt(sum(count * (value - mean) ** 2 for value, count in counts.items()) / total)


def _histogram(counts: Mapping[int, int]) -> str:
    low, high = min(counts), max(counts)
    bins = [0] * BINS
    for value, count in counts.items():
        bins[(value - low) * BINS // (high - low + 1)] += count
    return "".join(BARS[count * (len(BARS) - 1) // max(bins)] if count else " " for count in bins)
