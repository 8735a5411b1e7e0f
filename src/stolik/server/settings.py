"""Settings: what a host may configure. Everything has a default that suits one machine and a few friends."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, get_args, get_origin

import msgspec
from msgspec import Meta

from stolik.server.admission.origins import public_origin
from stolik.server.admission.rate_limits import Rates
from stolik.store.sqlite.files import default_file

MAX_PROXIES = 16
LATE_STEP = 4
"""How many floors later a bot's move comes that is not ready: once, or again and again."""

Seconds = Annotated[float, Meta(ge=0)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = ""
    """A file for SQLite, or postgresql://…"""
    origins: tuple[str, ...] = ()
    """Under which addresses browsers see this server, if a proxy stands before it: https://cards.example"""
    trust_proxy: Annotated[int, Meta(ge=0, le=MAX_PROXIES)] = 0
    """How many proxies stand before this server, whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    metrics: Literal["loopback", "public", "off"] = "loopback"
    """Who may read /metrics: whoever asks from this machine, everybody, or nobody."""
    workers: Annotated[int, Meta(ge=0, le=64)] = 1
    """Processes in which bots think; 0: in a thread of the server, and no level searches. With one or more, whatever is
    asked about whole matches (replays, verification) has a process of its own too, while there is something to do."""
    warm: bool = True
    """Compile the levels that search in the background, if they are not on disk yet."""

    pause_timeout: Seconds = 12.0
    """How long something revealed stays on the table if not everybody goes on."""
    pause_timeout_for_bots: Seconds = 3.0
    away_timeout: Seconds = 45.0
    """How long a person may be disconnected before a bot sits in."""
    bot_delay: tuple[Seconds, Seconds] = (0.3, 0.58)
    """How long after it is awaited a bot's move appears, at least and at most, at normal pace: see `tables/pace.py`."""
    bot_floor: Seconds = 0.06
    """No move of a bot appears sooner, at whatever pace, and one that searches takes a multiple of it: by then it has
    thought, so that when its move appears does not tell how long it took. See `tables/reveal_schedule.py`. Without a
    floor, moves appear as soon as they are ready, and time tells."""
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
    """Open feeds, by socket and, counted apart, by long polling."""
    requests_per_address: Annotated[int, Meta(ge=1)] = 600
    """Requests under way at once, those that wait for news too."""
    connections_per_address: Annotated[int, Meta(ge=1)] | None = None
    """Open connections, where no proxy stands between; None: a thousand, or a quarter of what there is room for."""
    rates: Rates = Rates()
    """See `admission/rate_limits.py`."""

    @property
    def hint_step(self) -> float:
        """Hints are given after whole steps of so many seconds."""
        return LATE_STEP * self.bot_floor

    @property
    def database_or_file(self) -> str:
        return self.database or str(default_file())


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


def number_of_proxies(text: str) -> int:
    """As a host may write it: how many, or whether there is one; ValueError for anything else."""
    try:
        found = int(msgspec.convert(text, int | bool, strict=False))
    except msgspec.ValidationError:
        found = -1
    if not 0 <= found <= MAX_PROXIES:
        raise ValueError(f"{text!r} is no number of proxies, from 0 to {MAX_PROXIES}")
    return found


READERS: dict[str, Callable[[str], object]] = {
    "origins": lambda text: tuple(map(public_origin, text.split())),
    "trust_proxy": number_of_proxies,
    "metrics": lambda text: "off" if text == "0" else text,
}
"""Where a host may write it in more than one way."""


def from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """Settings from environment variables; ValueError with a sentence for what one cannot mean."""
    found: dict[str, object] = {}
    for variable, name in ENVIRONMENT.items():
        text = environment.get(variable)
        if text is None:
            continue
        kind = Settings.__annotations__[name]
        try:
            found[name] = msgspec.convert(READERS.get(name, str)(text), kind, strict=False)
        except (msgspec.ValidationError, ValueError) as error:
            raise ValueError(f"{variable}: {error}{_instead(kind)}") from None
    return found


def _instead(kind: object) -> str:
    words = get_args(kind) if get_origin(kind) is Literal else ()
    return f"; it is one of: {', '.join(words)}" if words else ""
