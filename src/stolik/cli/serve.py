"""A server for friends: tables in the browser, over one address."""

import asyncio
import os
import socket
import sys

import click
import msgspec

from stolik.server.logging_setup import set_up_logging
from stolik.server.settings import Settings, from_environment
from stolik.store.protocol import StoreFailed


@click.command()
@click.option("--host", help="Where to listen: 127.0.0.1 is this machine alone, 0.0.0.0 the whole network.")
@click.option("--port", type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--database", metavar="FILE|URL", help="A file for SQLite, or postgresql://…")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="The public address, behind a proxy.")
@click.option("--trust-proxy", is_flag=True, default=None, help="Believe X-Forwarded-For and X-Forwarded-Proto.")
@click.option("--workers", type=click.IntRange(0, 64), help="Worker processes of the bots.")
@click.option("--log", "style", type=click.Choice(["text", "json"]), help="How to log; json unless in a terminal.")
def serve(style: str | None, **chosen: object) -> None:
    """Serve tables until Ctrl-C. Everything is kept: after a restart all matches go on.

    \b
    stolik serve                                   on this machine, port 8000
    stolik serve --host 0.0.0.0                    for everybody in the same network
    STOLIK_DATABASE=postgresql://… stolik serve    one of several nodes on one database

    Each option can also be given in the environment: STOLIK_HOST, STOLIK_PORT, STOLIK_DATABASE, STOLIK_ORIGINS,
    STOLIK_TRUST_PROXY, STOLIK_METRICS, STOLIK_WORKERS.
    """
    from stolik.server.run import fastest_loop
    from stolik.server.run import serve as run
    from stolik.server.transport.uvicorn_server import free_port

    given = {name: value for name, value in chosen.items() if value not in (None, ())}
    settings = msgspec.convert(from_environment(os.environ) | given, Settings)
    settings = msgspec.structs.replace(settings, port=free_port(settings.host, settings.port))
    set_up_logging(style or ("text" if sys.stderr.isatty() else "json"))
    try:
        with asyncio.Runner(loop_factory=fastest_loop()) as runner:
            runner.run(run(settings, lambda: _announce(settings)))
    except StoreFailed as failed:
        raise click.ClickException(str(failed)) from None


def _announce(settings: Settings) -> None:
    everywhere = settings.host in ("0.0.0.0", "::")  # noqa: S104 - it is what the host asked for
    shown = "localhost" if everywhere or settings.host == "127.0.0.1" else settings.host
    click.echo(f"Stolik is open at http://{shown}:{settings.port}")
    if everywhere:
        click.echo(f"In your network:  http://{socket.gethostname()}:{settings.port}")
    click.echo("Ctrl-C closes it; nothing is lost.")
    sys.stdout.flush()
