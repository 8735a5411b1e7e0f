"""Precompiles games: fills the compile cache ahead of time."""

from time import perf_counter

import click

from stolik import catalog
from stolik.cli.game_options import complete_game


@click.command()
@click.argument("keys", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
def warm(keys: tuple[str, ...]) -> None:
    """Precompile games, so that the first simulation starts at once.

    That is for tables of one level; each new mixture of bots is compiled when it is first played.

    \b
    stolik warm                all games
    stolik warm no_thanks      one of them
    """
    from stolik.lab.precompile import precompile

    for key in keys or catalog.keys():
        begun = perf_counter()
        precompile(catalog.find(key))
        click.echo(f"{key}: ready ({perf_counter() - begun:.1f} s)")
