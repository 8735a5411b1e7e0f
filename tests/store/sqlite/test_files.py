"""The files of an embedded store: who may read them, which names mean the same file, and files that hold nothing."""

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from stolik.store.open_store import store_at
from stolik.store.protocol import Store, StoreFailed
from stolik.store.rows import Change
from store.samples import Place, a_table, an_append, begin, refused

posix = pytest.mark.skipif(os.name != "posix", reason="files have no owner's mode here")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ours" / "stolik.db"


@pytest.fixture
def place(path: Path) -> Place:
    return Place(str(path))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def all_modes(folder: Path) -> dict[str, int]:
    return {file.name: mode(file) for file in folder.iterdir()}


async def write_something(store: Store) -> None:
    await begin(store)
    assert await store.commit(Change(append=an_append(0)))


# Who may read


@posix
def test_what_we_make_is_for_the_owner_alone(place: Place, path: Path) -> None:
    async def work(store: Store) -> None:
        await write_something(store)
        assert {"stolik.db", "stolik.db-wal", "stolik.db-shm"} < all_modes(path.parent).keys()
        assert set(all_modes(path.parent).values()) == {0o600}

    before = os.umask(0o022)
    try:
        place.run(work)
    finally:
        os.umask(before)
    assert mode(path.parent) == 0o700
    assert set(all_modes(path.parent).values()) == {0o600}


@posix
def test_files_that_others_could_read_are_closed_to_them_and_it_is_said(
    place: Place, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place.run(write_something)
    path.parent.chmod(0o755)
    (path.parent / "holiday.jpg").touch(0o644)
    for name in ("", "-wal", "-shm", "-journal", ".lock"):
        sibling = path.with_name(path.name + name)
        sibling.touch()
        sibling.chmod(0o664)
    with caplog.at_level(logging.INFO, "stolik"):
        place.run(Store.ping)
    modes = all_modes(path.parent)
    assert modes.pop("holiday.jpg") == 0o644  # not ours
    assert set(modes.values()) == {0o600}
    assert mode(path.parent) == 0o755  # perhaps others have files there
    said = [record.getMessage() for record in caplog.records if "could be read" in record.getMessage()]
    assert len(said) == 1
    assert "stolik.db" in said[0]
    caplog.clear()
    with caplog.at_level(logging.INFO, "stolik"):
        place.run(Store.ping)
    assert not caplog.records


@posix
def test_the_folder_that_is_ours_by_default_is_closed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from stolik.server.settings import Settings

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    path = Path(Settings().database_or_file)
    path.parent.mkdir(parents=True)
    path.parent.chmod(0o755)
    with caplog.at_level(logging.INFO, "stolik"):
        Place(str(path)).run(Store.ping)
    assert mode(path.parent) == 0o700
    assert any("folder" in record.getMessage() for record in caplog.records)


# Names of the same file


@pytest.mark.parametrize("link", ["symbolic", "hard", "through a folder"])
def test_a_link_to_the_same_file_is_the_same_file(place: Place, path: Path, tmp_path: Path, link: str) -> None:
    other = tmp_path / "elsewhere" / "cards.db"
    other.parent.mkdir()

    async def work(store: Store) -> None:
        await begin(store)
        if link == "symbolic":
            other.symlink_to(path)
        elif link == "hard":
            other.hardlink_to(path)
        else:
            (tmp_path / "door").symlink_to(path.parent)
        second = store_at(str(tmp_path / "door" / path.name if link == "through a folder" else other))
        assert "in use by another server" in await refused(second.open())
        await second.close()
        assert await store.table("t") == a_table()

    place.run(work)


def test_a_store_is_found_again_through_a_symbolic_link(place: Place, path: Path, tmp_path: Path) -> None:
    place.run(write_something)
    other = tmp_path / "cards.db"
    other.symlink_to(path)

    async def look(store: Store) -> None:
        assert await store.table("t") == a_table()

    Place(str(other)).run(look)
    assert not list(tmp_path.glob("cards.db?*"))  # what lies beside a file lies beside the file, not beside the link


def test_a_file_with_several_names_is_said(place: Place, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    place.run(write_something)
    path.with_name("backup.db").hardlink_to(path)
    place.run(Store.ping)
    assert any("2 names" in record.getMessage() for record in caplog.records)


# Files that hold nothing, or something else


def open_fails(place: Place) -> str:
    async def open_() -> str:
        store = store_at(place.database)
        try:
            return await refused(store.open())
        finally:
            await store.close()

    return asyncio.run(open_())


def test_an_empty_file_begins_a_new_store_and_that_is_said(
    place: Place, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    path.touch()
    place.run(write_something)
    assert any("was empty" in record.getMessage() for record in caplog.records)


def test_a_store_that_became_empty_is_refused_and_left_as_it_is(place: Place, path: Path) -> None:
    place.run(write_something)
    path.write_bytes(b"")
    assert "is empty, but it was used before" in open_fails(place)
    assert path.read_bytes() == b""


def test_a_log_beside_an_empty_or_missing_file_is_not_thrown_away(place: Place, path: Path, tmp_path: Path) -> None:
    """SQLite would delete it."""

    async def copy(store: Store) -> None:
        await write_something(store)
        shutil.copytree(path.parent, tmp_path / "crashed")

    place.run(copy)
    crashed = tmp_path / "crashed"
    for file in (crashed / "stolik.db", crashed / "stolik.db.lock"):
        file.write_bytes(b"")
    kept = (crashed / "stolik.db-wal").read_bytes()
    assert len(kept) > 4000
    assert "stolik.db-wal" in open_fails(Place(str(crashed / "stolik.db")))
    (crashed / "stolik.db").unlink()
    assert "stolik.db-wal" in open_fails(Place(str(crashed / "stolik.db")))
    assert (crashed / "stolik.db-wal").read_bytes() == kept


def test_a_store_whose_log_is_gone_is_refused_if_everything_was_in_it(place: Place, path: Path, tmp_path: Path) -> None:
    async def copy(store: Store) -> None:
        await write_something(store)
        shutil.copytree(path.parent, tmp_path / "copied")

    place.run(copy)
    (tmp_path / "copied" / "stolik.db-wal").unlink()
    assert "holds nothing, but it was used before" in open_fails(Place(str(tmp_path / "copied" / "stolik.db")))


def test_a_store_that_was_removed_begins_anew_and_that_is_said(
    place: Place, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place.run(write_something)
    path.unlink()
    place.run(write_something)
    assert any("is gone" in record.getMessage() for record in caplog.records)


def test_a_first_start_that_was_killed_is_no_reason_to_refuse_the_next(place: Place, path: Path) -> None:
    path.parent.mkdir()
    for name in ("stolik.db", "stolik.db.lock"):
        (path.parent / name).touch()
    place.run(write_something)


@pytest.mark.parametrize("version", [0, 1])
def test_the_database_of_another_program_is_refused_and_left_as_it_is(place: Place, path: Path, version: int) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript(f"CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = {version};")
    connection.close()
    before = path.read_bytes()
    assert "another program" in open_fails(place)
    assert path.read_bytes() == before
    assert not path.with_name("stolik.db-wal").exists()


@pytest.mark.parametrize("content", [b"x", b"a shopping list", b"SQLite format 3\0", b"\0" * 8192])
def test_what_is_no_database_is_refused_and_left_as_it_is(place: Place, path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert "not a database" in open_fails(place)
    assert path.read_bytes() == content


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_we_may_not_read_is_named(place: Place, path: Path) -> None:
    place.run(write_something)
    path.chmod(0o000)
    with pytest.raises(StoreFailed, match=r"stolik\.db"):
        place.run(Store.ping)
