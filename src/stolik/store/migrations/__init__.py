"""The schema, step by step. A step that has been released is never edited: the next one is added."""

from collections.abc import Iterator
from importlib.resources import files


def steps(dialect: str, after: int = 0) -> Iterator[tuple[int, str]]:
    """The steps that a database at version `after` still lacks: number and SQL."""
    folder = files(__name__) / dialect
    for name in sorted(step.name for step in folder.iterdir() if step.name.endswith(".sql")):
        number = int(name.split("_")[0])
        if number > after:
            yield number, (folder / name).read_text("utf-8")


def newest(dialect: str) -> int:
    return max(number for number, _ in steps(dialect))
