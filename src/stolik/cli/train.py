"""Trains the bots of a game: makes the weights that they play by."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from types import ModuleType

import click

from stolik import catalog
from stolik.cli.game_options import complete_game
from stolik.cli.progress import filling
from stolik.core.bot_levels import weights_name
from stolik.core.game import Game


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same weights.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder for the files; the game's own if left out, so that its bots use them from then on.",
)
def train(game: str, seed: str, into: Path | None) -> None:
    """Train the bots of a game anew. Their weights are small files beside the bots.

    \b
    stolik train gra
    stolik train no_thanks --seed 7 --into /tmp
    """
    import stolik.lab.training as trainers

    found = catalog.find(game)
    trained = [key for key in catalog.keys() if find_spec(_trainer(trainers, key))]
    if found.key not in trained:
        raise ValueError(f"the bots of {found.name} need no training; those of these games do: {', '.join(trained)}")
    trainer = import_module(_trainer(trainers, found.key))
    folder = into or catalog.folder(found.key) / "bots"
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder} for the weights of {found.name}")
    before, begun = _stamps(found, folder), perf_counter()
    with filling() as progress:
        task = progress.add_task(found.name, total=1.0)
        trainer.train(
            folder,
            seed=seed,
            command=f"stolik train {found.key} --seed {seed}",
            report=lambda what, share: progress.update(task, completed=share, description=f"{found.name}: {what}"),
        )
    _check_written(found, folder, before)
    click.echo(f"{found.name}: trained in {perf_counter() - begun:.0f} s, written into {folder}")


def _stamps(game: Game, folder: Path) -> dict[str, int | None]:
    """The files that the levels of a game read, and when each was written; None: it is not there."""
    names = {weights_name(level).partition(":")[2] for level in game.levels.values()} - {""}
    paths = [folder / f"{name}.json" for name in sorted(names)]
    return {path.name: path.stat().st_mtime_ns if path.is_file() else None for path in paths}


def _check_written(game: Game, folder: Path, before: dict[str, int | None]) -> None:
    """The trainer must have written what the bots read: else they would go on with the old weights."""
    missing = [name for name, stamp in _stamps(game, folder).items() if stamp in (None, before[name])]
    if missing or not before:
        what = ", ".join(missing) or "any weights"
        raise ValueError(f"the trainer of {game.name} has not written {what} into {folder}")


def _trainer(trainers: ModuleType, key: str) -> str:
    """The file that trains a game has the name of the game's folder."""
    return f"{trainers.__name__}.{catalog.folder(key).name}"
