"""Metrics, for Prometheus.

Whoever reads them must not learn anything of a hand. Two scrapes before and after a move give what that move added, so
no metric holds an exact time (histograms have no sum), none tells a forced move from a chosen one, and whether a move
was legal, which may depend on a hand, is not counted.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

COMMIT_BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # they would tell when something was counted first, to the microsecond


class Buckets:
    """How many of each size there were, and nothing else."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1

    def family(self, name: str, documentation: str) -> HistogramMetricFamily:
        found = HistogramMetricFamily(name, documentation)
        up_to = zip((*map(str, self._bounds), "+Inf"), accumulate(self._counts), strict=True)
        found.add_metric([], list(up_to), None)
        return found


class MoveMetrics(Collector):
    """Counted in the event loop alone, so without the locks of other counters: they would be felt in every move."""

    def __init__(self) -> None:
        self.by_people = 0
        self.by_bots = 0
        self.commits = Buckets(COMMIT_BUCKETS)

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        moves = CounterMetricFamily("stolik_moves", "Moves committed, of people and of bots", labels=["by"])
        moves.add_metric(["person"], self.by_people)
        moves.add_metric(["bot"], self.by_bots)
        yield moves
        yield self.commits.family("stolik_commit_seconds", "Time to commit a step of a match to the store")


class Metrics:
    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.moves = MoveMetrics()
        registry.register(self.moves)
        self.refusals = Counter(
            "stolik_refusals", "Refused commands and requests, but for illegal moves", ["code"], registry=registry
        )
        self.matches = Counter("stolik_matches_finished", "Matches played to the end", ["game"], registry=registry)
        self.write_conflicts = Counter(
            "stolik_write_conflicts", "Commits that another node was faster with", registry=registry
        )
        self.live_tables = Gauge("stolik_live_tables", "Tables in memory", registry=registry)
        self.subscribers = Gauge("stolik_subscribers", "Open feeds", ["transport"], registry=registry)
        self.slow_subscribers = Counter(
            "stolik_slow_subscribers_dropped", "Subscribers whose outbox was full", registry=registry
        )
        self.damaged_tables = Gauge("stolik_damaged_tables", "Tables that cannot be read", registry=registry)
        self.errors = Counter("stolik_errors", "Errors of the server itself", ["where"], registry=registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
