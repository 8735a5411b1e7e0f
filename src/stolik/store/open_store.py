"""The store of a database URL or path."""

from pathlib import Path

from stolik.store.protocol import Store
from stolik.store.sqlite.store import SqliteStore


def is_postgres(database: str) -> bool:
    """ValueError if it is neither that nor the path of a file."""
    if database.startswith(("postgresql://", "postgres://")):
        return True
    if "://" in database:
        kind = database.partition("://")[0]
        raise ValueError(f"a database is postgresql://… or the path of a file, not {kind}://…")
    return False


def store_at(database: str) -> Store:
    """`postgresql://…` is a PostgreSQL that any number of nodes may share; anything else is the path of a file."""
    if is_postgres(database):
        try:
            from stolik.store.postgres.store import PostgresStore
        except ModuleNotFoundError as missing:
            if missing.name != "asyncpg":
                raise
            raise ValueError("PostgreSQL needs asyncpg: pip install 'stolik[postgres]'") from None

        return PostgresStore(database)
    return SqliteStore(Path(database))
