"""A bar that fills, for commands that take their time."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


def counting() -> Progress:
    """So many of so many."""
    return _bar(MofNCompleteColumn())


def filling() -> Progress:
    """So much of the whole."""
    return _bar(TaskProgressColumn())


def _bar(figure: MofNCompleteColumn | TaskProgressColumn) -> Progress:
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), figure, TimeRemainingColumn())
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
