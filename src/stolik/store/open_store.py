"""The store of a database URL or path."""

from pathlib import Path

from stolik.store.protocol import Store
from stolik.store.sqlite.store import SqliteStore


def store_at(database: str) -> Store:
    """`postgresql://…` is a PostgreSQL that any number of nodes may share; anything else is the path of a file."""
    if database.startswith(("postgresql://", "postgres://")):
        from stolik.store.postgres.store import PostgresStore

        return PostgresStore(database)
    if "://" in database:
        kind = database.partition("://")[0]
        raise ValueError(f"a database is postgresql://… or the path of a file, not {kind}://…")
    return SqliteStore(Path(database))
