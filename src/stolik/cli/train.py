"""Makes the numbers that bots look things up in."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from types import ModuleType

import click

from stolik import catalog
from stolik.cli.game_options import complete_game
from stolik.cli.progress import filling


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same numbers.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder for the files; the game's own if left out, so that its bots use them from then on.",
)
def train(game: str, seed: str, into: Path | None) -> None:
    """Train the bots of a game anew. The books they then read are small files beside the game's rules.

    \b
    stolik train gra
    stolik train no_thanks --seed 7 --into /tmp
    """
    import stolik.lab.training as room

    found = catalog.find(game)
    trained = [key for key in catalog.keys() if find_spec(_trainer(room, key))]
    if found.key not in trained:
        raise ValueError(f"the bots of {found.name} need no training; those of these games do: {', '.join(trained)}")
    trainer = import_module(_trainer(room, found.key))
    folder = into or catalog.folder(found.key) / "bots"
    begun = perf_counter()
    with filling() as progress:
        task = progress.add_task(found.name, total=1.0)
        trainer.train(
            folder,
            seed=seed,
            command=f"stolik train {found.key} --seed {seed}",
            report=lambda what, share: progress.update(task, completed=share, description=f"{found.name}: {what}"),
        )
    click.echo(f"{found.name}: trained in {perf_counter() - begun:.0f} s, written into {folder}")


def _trainer(room: ModuleType, key: str) -> str:
    """The file that trains a game has the name of the game's folder."""
    return f"{room.__name__}.{catalog.folder(key).name}"
