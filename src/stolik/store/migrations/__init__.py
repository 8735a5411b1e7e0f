"""Schema migrations. A migration that has been released is never edited: the next one is added."""

from collections.abc import Iterator
from importlib.resources import files

from stolik.store.protocol import StoreFailed


def migrations(dialect: str, after: int = 0) -> Iterator[tuple[int, str]]:
    """The migrations that a database at version `after` still lacks: version and SQL."""
    folder = files(__name__) / dialect
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql")) if folder.is_dir() else []
    if not names:
        raise StoreFailed(f"there are no migrations for {dialect} in {__name__}: the installation is incomplete")
    for name in names:
        version = int(name.split("_")[0])
        if version > after:
            yield version, (folder / name).read_text("utf-8")


def newest(dialect: str) -> int:
    """The version of the schema that this program works with."""
    return max(version for version, _ in migrations(dialect))
