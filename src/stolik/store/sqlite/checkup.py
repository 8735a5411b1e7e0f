"""A checkup of the SQLite file. Nothing is changed, whether a server runs on it or not."""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from stolik.store.checkup import (
    COUNTED,
    JSON_COLUMNS,
    LOG,
    Finding,
    Name,
    RowReader,
    counts_found,
    found,
    schema_found,
    size,
)
from stolik.store.migrations import newest
from stolik.store.protocol import StoreFailed
from stolik.store.sqlite.files import (
    all_files,
    check_is_ours,
    inspect_file,
    is_in_use,
    marked_used,
    readable_by_others,
)
from stolik.store.sqlite.integrity import damage_in, read_only
from stolik.store.sqlite.wal import inspect_wal

LEAST_FREE = 64_000_000
"""Bytes: below that, a few busy evenings could fill the disk."""


def checkup(path: Path, name: Name) -> Iterator[Finding]:
    given, path = path, path.resolve()
    if not path.exists():
        yield Finding(
            "wrong", f"There is no file {given}: a first `stolik serve` makes it, or --database names another."
        )
        return
    running = is_in_use(path)
    yield Finding("ok", f"{given}, {size(sum(file.stat().st_size for file in all_files(path)))} with its siblings.")
    yield Finding("ok", "A server has it open." if running else "No server has it open.")
    yield from _permissions(path)
    yield _free_space(path)
    used = marked_used(path)
    wal = path.with_name(path.name + "-wal")
    try:
        strange = [inspect_file(path, used=used)] + ([] if running else [inspect_wal(wal, str(path))])
    except (StoreFailed, OSError) as failed:
        yield Finding("wrong", f"{failed}.")
        return
    yield from (Finding("note", f"{sentence}.") for sentence in strange if sentence)
    try:
        with contextlib.closing(_opened(path, wal, running=running)) as connection:
            yield from _contents(connection, path, name, used=used)
    except (StoreFailed, sqlite3.Error) as failed:
        yield Finding("wrong", f"{given} cannot be read: {failed}.")


def _permissions(path: Path) -> Iterator[Finding]:
    others = ", ".join(file.name for file in readable_by_others(path))
    yield found(
        others,
        f"Other users of this machine can read {others}; the next start of a server ends that, or: chmod 600.",
        "Its files are for their owner alone.",
    )
    kept_out = [file.name for file in all_files(path) if not os.access(file, os.R_OK | os.W_OK)]
    if not os.access(path.parent, os.W_OK | os.X_OK):
        kept_out.append(f"the folder {path.parent}")
    yield found(kept_out, f"This user may not write {', '.join(kept_out)}.", "This user may write it.")


def _free_space(path: Path) -> Finding:
    free = shutil.disk_usage(path.parent).free
    return found(
        free < LEAST_FREE, f"Its disk is almost full: {size(free)} are left.", f"Its disk has {size(free)} free."
    )


def _opened(path: Path, wal: Path, *, running: bool) -> sqlite3.Connection:
    if running:
        return read_only(path)
    if not wal.exists() or wal.stat().st_size == 0:
        return read_only(path, immutable="1")
    if not path.with_name(path.name + "-shm").exists():
        raise StoreFailed(
            "it has a write-ahead log, but no -shm file beside it, and to make one would change something"
        )
    return read_only(path, readonly_shm="1")


def _contents(connection: sqlite3.Connection, path: Path, name: Name, *, used: bool) -> Iterator[Finding]:
    check_is_ours(connection, path, used=used)
    yield schema_found(connection.execute("PRAGMA user_version").fetchone()[0], newest("sqlite"))
    damage = damage_in(connection, "integrity_check")
    yield found(damage, f"It is damaged: {'; '.join(damage)}.", "Its pages and indexes are in order (integrity_check).")
    orphans = _count(connection, "SELECT count(*) FROM pragma_foreign_key_check")
    yield found(orphans, f"Rows that belong to nothing: {orphans}.", "Every row belongs to something.")
    yield from _rows(connection, name)
    counts = {what: count for what, sql in COUNTED.items() if isinstance(count := _count(connection, sql), int)}
    yield counts_found(counts)


def _count(connection: sqlite3.Connection, sql: str) -> int | str:
    """Or why it cannot be counted."""
    try:
        counted: int = connection.execute(sql).fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    return counted


def _rows(connection: sqlite3.Connection, name: Name) -> list[Finding]:
    reader = RowReader(name)
    for sql in JSON_COLUMNS.values():
        try:
            for id_, body in connection.execute(sql):
                reader.take_json(id_, body)
        except sqlite3.DatabaseError as error:
            reader.take_error(error)
    try:
        for match, seq, entries in connection.execute(LOG):
            reader.take_log(match, seq, entries)
    except sqlite3.DatabaseError as error:
        reader.take_error(error)
    return reader.findings()
