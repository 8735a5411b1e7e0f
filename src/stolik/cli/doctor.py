"""Looks whether a database is well: connection, rights, schema, integrity, room on the disk."""

import asyncio
import os
from pathlib import Path

import click
import msgspec

from stolik.server.settings import Settings, from_environment
from stolik.server.tables.table_state import log_name
from stolik.store.checkup import Finding
from stolik.store.open_store import is_postgres

MARKS = {"ok": click.style("ok   ", fg="green"), "note": "note ", "wrong": click.style("WRONG", fg="red", bold=True)}


@click.command()
@click.option("--database", metavar="FILE|URL", help="A file for SQLite, or postgresql://…; as for `stolik serve`.")
def doctor(database: str | None) -> None:
    """Check the database of a server. Nothing is changed, and the server may go on meanwhile.

    \b
    stolik doctor                                   the file in the user's data folder
    stolik doctor --database /var/lib/stolik.db     another one
    STOLIK_DATABASE=postgresql://… stolik doctor    the database of several nodes

    Says of each thing whether it is as it should be: who may read it, whether it can be written, its schema, whether
    pages, indexes and rows are whole (SQLite: PRAGMA integrity_check), how much room its disk has, and how much is
    kept. The exit code is 0 if nothing is wrong, and 1 otherwise. Tables are called what the server's log calls them.
    """
    settings = msgspec.convert(from_environment(os.environ), Settings)
    findings = asyncio.run(_examine(database or settings.database_or_file))
    wrong = sum(finding.kind == "wrong" for finding in findings)
    if wrong:
        raise click.ClickException(f"{wrong} of {len(findings)} things are wrong; they are marked above")
    click.echo(f"All {len(findings)} things are as they should be.")


async def _examine(database: str) -> list[Finding]:
    """Each is shown as soon as it is found."""
    if is_postgres(database):
        from stolik.store.postgres.checkup import checkup

        return [_shown(finding) async for finding in checkup(database, _name)]
    from stolik.store.sqlite.checkup import checkup as checkup_of_file

    return [_shown(finding) for finding in checkup_of_file(Path(database), _name)]


def _shown(finding: Finding) -> Finding:
    click.echo(f"{MARKS[finding.kind]} {finding.text}")
    return finding


def _name(id_: str) -> str:
    """Of a table or a match: its id is a key to it."""
    table, dot, number = id_.partition(".")
    return f"table {log_name(table)}{dot}{number}"
