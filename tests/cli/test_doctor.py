"""`stolik doctor`: it finds what is wrong with a database, says it in sentences, and changes nothing."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from stolik.server.tables.table_state import log_name
from stolik.store.protocol import Store
from stolik.store.rows import Change
from stolik.store.sqlite import checkup
from store.samples import Place, a_word, an_append, begin
from support.command_line import Run
from support.databases import fresh_database, server

ID = "a-table-that-nobody-may-guess"


async def fill(store: Store) -> None:
    await begin(store, ID, f"{ID}.1")
    await begin(store, "u", "u.1")
    for seq in range(4):
        assert await store.commit(Change(append=an_append(seq, f"{ID}.1", entries=b'[{"seat":0}]')))
    await store.add_chat(a_word("hello", ID))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "stolik.db"


@pytest.fixture
def crashed(path: Path, tmp_path: Path) -> Path:
    """The file of a server that was killed: most of it is in the write-ahead log."""

    async def work(store: Store) -> None:
        await fill(store)
        shutil.copytree(path.parent, tmp_path / "crashed")

    Place(str(path)).run(work)
    return tmp_path / "crashed" / "stolik.db"


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.iterdir()}


# A file


def test_a_file_in_order(run: Run, path: Path) -> None:
    Place(str(path)).run(fill)
    before = snapshot(path.parent)
    ran = run(f"doctor --database {path}")
    assert (ran.code, ran.err) == (0, "")
    assert "WRONG" not in ran.out
    for sentence in (
        "No server has it open.",
        "Its files are for their owner alone.",
        "It has the schema of this Stolik: 1.",
        "integrity_check",
        "2 tables, 2 matches, 2 of them running, 4 rows of the log, 1 things said, 0 guests",
        "All 10 things are as they should be.",
    ):
        assert sentence in ran.out
    assert snapshot(path.parent) == before


def test_the_file_of_a_server_that_was_killed_is_looked_at_and_left_as_it_is(run: Run, crashed: Path) -> None:
    before = snapshot(crashed.parent)
    ran = run(f"doctor --database {crashed}")
    assert (ran.code, ran.err) == (0, "")
    assert "4 rows of the log" in ran.out
    assert snapshot(crashed.parent) == before


def test_the_file_of_a_running_server(run: Run, path: Path) -> None:
    async def work(store: Store) -> None:
        await fill(store)
        command = ["doctor", "--database", str(path)]
        ran = await asyncio.create_subprocess_exec("python", "-m", "stolik", *command, stdout=-1, env=environment())
        out, _ = await ran.communicate()
        assert ran.returncode == 0, out
        assert b"A server has it open." in out
        assert b"4 rows of the log" in out
        assert await store.commit(Change(append=an_append(4, f"{ID}.1")))

    Place(str(path)).run(work)


def environment() -> dict[str, str]:
    import sys

    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def test_without_a_word_it_is_the_file_of_the_server(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("doctor")
    assert ran.code == 1
    assert str(tmp_path / "stolik" / "stolik.db") in ran.out.replace("\n", "")
    monkeypatch.setenv("STOLIK_DATABASE", str(tmp_path / "another.db"))
    assert "another.db" in run("doctor").out


def spoil_pages(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for start in range(4096 * 3, len(data), 4096):
        data[start : start + 4096] = os.urandom(4096)
    path.write_bytes(data)


def sql(statement: str) -> Callable[[Path], None]:
    def execute(path: Path) -> None:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(statement)
        connection.commit()
        connection.close()

    return execute


SPOILED: dict[str, tuple[Callable[[Path], object], str]] = {
    "gone": (Path.unlink, "There is no file"),
    "empty": (lambda path: path.write_bytes(b""), "is empty, but it was used before"),
    "text": (lambda path: path.write_text("milk, eggs"), "is not a database"),
    "open to others": (lambda path: path.chmod(0o644), "Other users of this machine can read stolik.db"),
    "newer": (sql("PRAGMA user_version = 1000"), "It was written by a newer Stolik: schema 1000"),
    "another program's": (sql("DROP TABLE matches"), "is the database of another program"),
    "pages": (spoil_pages, "It is damaged: "),
    "a row": (sql("UPDATE log SET entries = x'ff' WHERE seq = 2"), "Tables or matches that cannot be read: 1"),
    "a table's row": (sql("UPDATE tables SET body = x'7b' WHERE id = 'u'"), "Tables or matches that cannot be read: 1"),
    "a gap": (sql("DELETE FROM log WHERE seq = 1"), "entry 1 of its log is missing"),
    "an orphan": (sql("DELETE FROM tables WHERE id = 'u'"), "Rows that belong to nothing: 3"),
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_is_wrong_with_a_file_is_said_and_left_as_it_is(run: Run, path: Path, how: str) -> None:
    Place(str(path)).run(fill)
    spoil, sentence = SPOILED[how]
    spoil(path)
    before = snapshot(path.parent)
    ran = run(f"doctor --database {path}")
    assert ran.code == 1
    assert any(line.startswith("WRONG") and sentence in line for line in ran.out.splitlines()), ran.out
    assert "things are wrong" in ran.err
    assert "Traceback" not in ran.out + ran.err
    assert ID not in ran.out + ran.err  # it is a key
    assert snapshot(path.parent) == before


def test_a_damaged_log_of_a_server_that_was_killed_is_found(run: Run, crashed: Path) -> None:
    wal = crashed.with_name("stolik.db-wal")
    data = bytearray(wal.read_bytes())
    data[-4 * 4120 + 200] ^= 0xFF
    wal.write_bytes(data)
    ran = run(f"doctor --database {crashed}")
    assert ran.code == 1
    assert "the write-ahead log is damaged" in ran.out
    assert wal.read_bytes() == data


def test_a_log_that_cannot_be_read_without_a_change_is_not_read(run: Run, crashed: Path) -> None:
    crashed.with_name("stolik.db-shm").unlink()
    before = snapshot(crashed.parent)
    ran = run(f"doctor --database {crashed}")
    assert ran.code == 1
    assert "would change something" in ran.out
    assert snapshot(crashed.parent) == before


def test_an_almost_full_disk_is_wrong(run: Run, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Place(str(path)).run(fill)
    monkeypatch.setattr(checkup, "LEAST_FREE", 1e18)
    ran = run(f"doctor --database {path}")
    assert ran.code == 1
    assert "Its disk is almost full" in ran.out


def test_a_log_is_named_as_the_server_names_it(run: Run, path: Path) -> None:
    Place(str(path)).run(fill)
    sql("UPDATE log SET entries = x'ff' WHERE seq = 2")(path)
    assert f"table {log_name(ID)}.1:" in run(f"doctor --database {path}").out


def test_what_is_no_database_at_all_is_a_sentence(run: Run) -> None:
    ran = run("doctor --database mysql://ann:hush@host/db")
    assert ran.code == 2
    assert "hush" not in ran.err


# PostgreSQL


@pytest.fixture
def url() -> str:
    return fresh_database()


def execute(url: str, statement: str) -> None:
    async def main() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(main())


def test_a_database_in_order(run: Run, url: str) -> None:
    Place(url).run(fill)
    ran = run(f"doctor --database {url}")
    assert (ran.code, ran.err) == (0, ""), ran.out
    assert "WRONG" not in ran.out
    for sentence in (
        "Connected to PostgreSQL",
        "It has the schema of this Stolik: 1.",
        "This user has the rights that a server needs.",
        "All 8 rows of tables, matches and logs can be read.",
        "2 tables, 2 matches, 2 of them running, 4 rows of the log, 1 things said, 0 guests",
    ):
        assert sentence in ran.out


BROKEN = {
    "nothing": ("DROP TABLE schema_version", "There is no store in it yet"),
    "newer": ("INSERT INTO schema_version VALUES (1000)", "It was written by a newer Stolik: schema 1000"),
    "a table": ("DROP TABLE chat", "Tables of the schema are missing: chat"),
    "a row": (r"UPDATE log SET entries = '\xff' WHERE seq = 2", "Tables or matches that cannot be read: 1"),
    "a gap": ("DELETE FROM log WHERE seq = 1", "entry 1 of its log is missing"),
    "an index": (
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'tables_listed'::regclass",
        "Indexes that are not valid: tables_listed",
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_is_wrong_with_a_database_is_said(run: Run, url: str, how: str) -> None:
    Place(url).run(fill)
    statement, sentence = BROKEN[how]
    execute(url, statement)
    ran = run(f"doctor --database {url}")
    assert ran.code == 1
    assert any(line.startswith("WRONG") and sentence in line for line in ran.out.splitlines()), ran.out
    assert ID not in ran.out + ran.err


def test_rights_that_are_lacking_are_named(run: Run, url: str) -> None:
    Place(url).run(fill)
    role = "reader_" + url.split("stolik_")[1].split("?", maxsplit=1)[0]
    server().psql(f"CREATE ROLE {role} LOGIN;")
    execute(url, f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}")
    ran = run(f"doctor --database {url.replace('postgres:@', f'{role}:@')}")
    assert ran.code == 1
    assert "This user lacks rights: INSERT on keys" in ran.out


def test_a_database_that_cannot_be_reached_is_said_without_its_password(run: Run) -> None:
    ran = run("doctor --database postgresql://ann:hush-hush@127.0.0.1:1/db")
    assert ran.code == 1
    assert "There is no connection: the database cannot be reached" in ran.out
    assert "hush" not in ran.out + ran.err
