"""The composition root: builds the parts of a node, gives each what it needs, opens and closes them."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from secrets import token_bytes

from stolik import catalog
from stolik.core.dealer import Dealer
from stolik.core.game import Game
from stolik.server.admission.rate_limits import RateLimits
from stolik.server.auth import Authenticator
from stolik.server.bots.hints import Hints
from stolik.server.bots.pool import BotPool
from stolik.server.guests import Guests
from stolik.server.jobs.job_queue import JobQueue
from stolik.server.metrics import Metrics
from stolik.server.settings import Settings
from stolik.server.steady_clock import Clock
from stolik.server.tables.cluster import Cluster
from stolik.server.tables.commands.dispatch import CommandDispatcher
from stolik.server.tables.environment import TableEnvironment
from stolik.server.tables.join_codes import new_join_code
from stolik.server.tables.match_archive import MatchArchive
from stolik.server.tables.network_marks import NetworkMarks
from stolik.server.tables.registry import TableRegistry
from stolik.server.tables.table_state import new_table_id
from stolik.server.transport.long_polling import LongPolling
from stolik.server.transport.websocket import WebSocketEndpoint
from stolik.store.protocol import Store, StoreFailed

log = logging.getLogger(__name__)

PAGES = Path(__file__).parent / "pages"
"""Where those for browsers lie, once they are built (`tools/pages.py`)."""


def new_secret() -> str:
    return token_bytes(32).hex()


class AppContext:
    """One node. Its parts do not know it: whatever they need was handed to them here."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        find_game: Callable[[str], Game] = catalog.find,
        game_keys: Callable[[], tuple[str, ...]] = catalog.keys,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        new_dealer: Callable[[bytes, tuple[str, ...]], Dealer] = Dealer,
        new_secret: Callable[[], str] = new_secret,
        new_id: Callable[[], str] = new_table_id,
        new_code: Callable[[], str] = new_join_code,
        pages: Path = PAGES,
    ) -> None:
        """All but the settings and the store is given only by tests, to be in control of chance and time."""
        self.settings = settings
        self.store = store
        self.find_game = find_game
        self.game_keys = game_keys
        self.now = now
        self.clock = Clock(now, monotonic)
        self.new_secret = new_secret
        self.new_id = new_id
        self.pages = pages
        self.closing = asyncio.Event()
        self.metrics = Metrics()
        self.limits = RateLimits(settings.rates, time.monotonic)
        self.guests = Guests(store, self.clock)
        self.auth = Authenticator(settings, self.guests)
        self.bots = BotPool(settings.workers, find_game)
        self.hints = Hints(self.bots, settings, self.metrics)
        self.networks = NetworkMarks()
        env = TableEnvironment(
            *(settings, store, self.metrics, self.clock, find_game, new_dealer, new_secret), self.networks, self.closing
        )
        self.tables = TableRegistry(env, self.bots, new_code)
        self.commands = CommandDispatcher(self.guests, self.limits, self.metrics)
        self.jobs = JobQueue(min(1, settings.workers))
        self.archive = MatchArchive(store, find_game, self.tables, self.jobs, self.limits)
        self.polling = LongPolling(settings, self.tables, self.clock.steady)
        self.sockets = WebSocketEndpoint(
            settings, self.auth, self.tables, self.commands, self.limits, self.metrics, self.clock.steady
        )
        self._cluster = Cluster(env, self.tables)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        self.store.listen(self._cluster.receive)
        await self.store.open()
        await self.guests.open()
        await self.networks.open(self.store)
        self.bots.warm_up(compile_searches=self.settings.warm)
        self._tasks = [
            asyncio.create_task(self.tables.wake_all()),
            asyncio.create_task(self._every(1.0, self.tables.sweep)),
            asyncio.create_task(self._every(self.settings.heartbeat, self.tables.heartbeat)),
            asyncio.create_task(self._every(10.0, self._cluster.announce_presence)),
            asyncio.create_task(self._every(5.0, self.polling.forget_silent)),
        ]

    async def close(self) -> None:
        """Take no more commands, finish those under way, send the subscribers away, let go of the store."""
        if self.closing.is_set():
            return
        self.closing.set()
        for task in self._tasks:
            task.cancel()
        await self.tables.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1.0)
        self.bots.close()
        self.jobs.close()
        await self.store.close()

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreFailed as failed:
                self.metrics.errors.labels("store").inc()
                log.log(logging.DEBUG if failed.fault else logging.ERROR, "store unavailable: %s", failed)
            except Exception:
                self.metrics.errors.labels("periodic").inc()
                log.exception("unhandled error in periodic task")
