"""Migrations are found, in order; a package without them is refused."""

from pathlib import Path

import pytest

from stolik.store import migrations as module
from stolik.store.migrations import migrations, newest
from stolik.store.protocol import StoreFailed


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_versions_count_from_one(dialect: str) -> None:
    versions = [version for version, _ in migrations(dialect)]
    assert versions == list(range(1, newest(dialect) + 1))
    assert list(migrations(dialect, after=newest(dialect))) == []


@pytest.mark.parametrize("there", [False, True])
def test_no_migrations_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    if there:
        (tmp_path / "sqlite").mkdir()
        (tmp_path / "sqlite" / "0001_tables.txt").touch()
    monkeypatch.setattr(module, "files", lambda _: tmp_path)
    for look in (newest, lambda dialect: list(migrations(dialect, after=1))):
        with pytest.raises(StoreFailed, match="no migrations for sqlite"):
            look("sqlite")
