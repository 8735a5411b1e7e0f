"""The folder of saved matches, and the one to look at when none is named."""

from datetime import datetime
from pathlib import Path

import click
from platformdirs import user_data_path

from stolik import Match


def save_match(match: Match, wanted: Path | None) -> Path:
    """Write the match down where it was wanted or, if that fails, where we always can: it is not lost."""
    usual = _folder() / f"{match.game.key}-{datetime.now():%Y%m%d-%H%M%S}.json"
    if wanted is None:
        return _written(usual, match)
    try:
        return _written(wanted, match)
    except OSError as error:
        click.echo(f"\n  Could not keep it in {wanted}: {error.strerror}.")
        return _written(usual, match)


def chosen_or_last(file: Path | None) -> Path:
    """The file that was named, or the match that was kept last."""
    if file is not None:
        return file
    saved = sorted(_folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
    if not saved:
        raise ValueError("no match has been kept here yet: name a file, or play one (stolik play)")
    return saved[-1]


def _folder() -> Path:
    return user_data_path("stolik") / "matches"


def _written(path: Path, match: Match) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(match.record.to_json())
    return path
