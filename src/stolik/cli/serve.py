"""A server for friends: tables in the browser, over one address."""

import asyncio
import os
import socket
import sys

import click
import msgspec

from stolik.server.logging_setup import set_up_logging
from stolik.server.settings import ENVIRONMENT, READERS, Settings, from_environment
from stolik.store.protocol import StoreFailed


def _read(_context: click.Context, option: click.Parameter, given: str | tuple[str, ...] | None) -> object:
    """As the same is read from the environment."""
    if not given:
        return None
    try:
        return READERS[option.name or ""](given if isinstance(given, str) else " ".join(given))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command()
@click.option("--host", help="Where to listen: 127.0.0.1 is this machine alone, 0.0.0.0 the whole network.")
@click.option("--port", type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--database", metavar="FILE|URL", help="A file for SQLite, or postgresql://…")
@click.option(
    "--origin", "origins", multiple=True, metavar="URL", callback=_read, help="The public address, behind a proxy."
)
@click.option(
    "--trust-proxy",
    callback=_read,
    is_flag=False,
    flag_value="1",
    metavar="[N]",
    help="Believe X-Forwarded-For and X-Forwarded-Proto of so many proxies before it: 1 if no number is given.",
)
@click.option("--workers", type=click.IntRange(0, 64), help="Worker processes of the bots.")
@click.option(
    "--metrics", type=click.Choice(["loopback", "public", "off"]), help="Who may read /metrics; loopback: this machine."
)
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
    environment = {name: text for name, text in os.environ.items() if ENVIRONMENT.get(name) not in given}
    settings = msgspec.convert(from_environment(environment) | given, Settings)
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
        click.echo(f"In your network:  http://{_network_address()}:{settings.port}")
    click.echo("Ctrl-C closes it; nothing is lost.")
    sys.stdout.flush()


def _network_address() -> str:
    """Of this machine, as others in the network see it; its name if it has none. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # anywhere outside: which of our addresses would be used?
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
