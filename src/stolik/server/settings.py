"""Settings: what a host may configure. Everything has a default that suits one machine and a few friends."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from platformdirs import user_data_path

from stolik.server.rate_limits import Rates

Seconds = Annotated[float, Meta(ge=0)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = ""
    """A file for SQLite, or postgresql://…"""
    origins: tuple[str, ...] = ()
    """Under which addresses browsers see this server, if a proxy stands before it: https://cards.example"""
    trust_proxy: bool = False
    """Believe X-Forwarded-For and X-Forwarded-Proto."""
    metrics: bool = True
    workers: Annotated[int, Meta(ge=0, le=64)] = 1
    """Processes in which bots think; 0: in a thread of the server, and no level searches."""
    warm: bool = True
    """Compile the levels that search in the background, if they are not on disk yet."""

    pause_timeout: Seconds = 12.0
    """How long something revealed stays on the table if not everybody goes on."""
    pause_timeout_for_bots: Seconds = 3.0
    away_timeout: Seconds = 45.0
    """How long a person may be disconnected before a bot sits in."""
    bot_delay: tuple[Seconds, Seconds] = (0.7, 1.8)
    """A bot looks like it thinks for so long, at least and at most."""
    bot_timeout: Seconds = 5.0
    """A bot that has not answered by then plays at random."""
    takeover_delay: Seconds = 4.0
    """How long after a deadline another node meets it, if the one that should is silent."""
    heartbeat: Seconds = 20.0
    """Between two heartbeats on an idle feed."""
    subscriber_timeout: Seconds = 60.0
    """A subscriber that has sent nothing for so long is dropped."""
    poll_timeout: Seconds = 25.0
    """How long a long poll waits for frames, at most."""
    idle_timeout: Seconds = 300.0
    """A table without subscribers leaves memory after so long."""

    outbox_limit: Annotated[int, Meta(ge=1)] = 256
    """Frames that may wait for a slow subscriber before it is dropped."""
    sockets_per_guest: Annotated[int, Meta(ge=1)] = 20
    sockets_per_address: Annotated[int, Meta(ge=1)] = 500
    rates: Rates = Rates()
    """See `rate_limits.py`."""

    @property
    def database_or_file(self) -> str:
        return self.database or str(user_data_path("stolik") / "stolik.db")


ENVIRONMENT = {
    "STOLIK_HOST": "host",
    "STOLIK_PORT": "port",
    "STOLIK_DATABASE": "database",
    "STOLIK_ORIGINS": "origins",
    "STOLIK_TRUST_PROXY": "trust_proxy",
    "STOLIK_METRICS": "metrics",
    "STOLIK_WORKERS": "workers",
    "STOLIK_WARM": "warm",
}


def from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """Settings from environment variables; ValueError with a sentence for what one cannot mean."""
    found: dict[str, object] = {}
    for variable, name in ENVIRONMENT.items():
        text = environment.get(variable)
        if text is None:
            continue
        value: object = tuple(text.split()) if name == "origins" else text
        kind = Settings.__annotations__[name]
        try:
            found[name] = msgspec.convert(value, kind, strict=False)
        except msgspec.ValidationError as error:
            raise ValueError(f"{variable}: {error}") from None
    return found
