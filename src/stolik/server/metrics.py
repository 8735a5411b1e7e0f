"""Metrics, for Prometheus."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

COMMIT_BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class MoveMetrics(Collector):
    """Counted in the event loop alone, so without the locks of other counters: they would be felt in every move."""

    def __init__(self) -> None:
        self.by_people = 0
        self.by_bots = 0
        self._buckets = [0] * (len(COMMIT_BUCKETS) + 1)
        self._seconds = 0.0

    def observe_commit(self, seconds: float) -> None:
        self._buckets[bisect_left(COMMIT_BUCKETS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        moves = CounterMetricFamily("stolik_moves", "Moves committed, of people and of bots", labels=["by"])
        moves.add_metric(["person"], self.by_people)
        moves.add_metric(["bot"], self.by_bots)
        yield moves
        up_to = zip((*map(str, COMMIT_BUCKETS), "+Inf"), accumulate(self._buckets), strict=True)
        what = "Time to commit a step of a match to the store"
        yield HistogramMetricFamily("stolik_commit_seconds", what, list(up_to), self._seconds)


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.moves = MoveMetrics()
        registry.register(self.moves)
        self.refusals = Counter("stolik_refusals", "Refused commands and requests", ["code"], registry=registry)
        self.matches = Counter("stolik_matches_finished", "Matches played to the end", ["game"], registry=registry)
        self.write_conflicts = Counter(
            "stolik_write_conflicts", "Commits that another node was faster with", registry=registry
        )
        self.live_tables = Gauge("stolik_live_tables", "Tables in memory", registry=registry)
        self.subscribers = Gauge("stolik_subscribers", "Open feeds", ["transport"], registry=registry)
        self.slow_subscribers = Counter(
            "stolik_slow_subscribers_dropped", "Subscribers whose outbox was full", registry=registry
        )
        self.errors = Counter("stolik_errors", "Errors of the server itself", ["where"], registry=registry)
        self.bot_seconds = Histogram("stolik_bot_move_seconds", "Time for a bot's move", ["level"], registry=registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
