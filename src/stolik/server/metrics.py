"""What can be counted, for Prometheus."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

COMMIT_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Moves(Collector):
    """Counted in the event loop alone, so without the locks of other counters: they would be felt in every move."""

    def __init__(self) -> None:
        self.by_people = 0
        self.by_bots = 0
        self._took = [0] * (len(COMMIT_SECONDS) + 1)
        self._took_together = 0.0

    def kept(self, seconds: float) -> None:
        """A move has been kept, so long after it was decided."""
        self._took[bisect_left(COMMIT_SECONDS, seconds)] += 1
        self._took_together += seconds

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        moves = CounterMetricFamily("stolik_moves", "Moves kept, of people and of bots", labels=["by"])
        moves.add_metric(["person"], self.by_people)
        moves.add_metric(["bot"], self.by_bots)
        yield moves
        up_to = zip((*map(str, COMMIT_SECONDS), "+Inf"), accumulate(self._took), strict=True)
        what = "From deciding a move to having it kept"
        yield HistogramMetricFamily("stolik_commit_seconds", what, list(up_to), self._took_together)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Moves()
        self.registry.register(self.moves)
        self.refusals = Counter("stolik_refusals", "Refused commands and requests", ["code"], registry=self.registry)
        self.matches = Counter("stolik_matches_finished", "Matches played to the end", ["game"], registry=self.registry)
        self.beaten = Counter("stolik_beaten", "Changes that another node had made first", registry=self.registry)
        self.tables = Gauge("stolik_tables_live", "Tables in memory", registry=self.registry)
        self.readers = Gauge("stolik_readers", "Open feeds", ["kind"], registry=self.registry)
        self.dropped = Counter("stolik_readers_dropped", "Readers that were too slow", registry=self.registry)
        self.failures = Counter("stolik_failures", "Things that went wrong inside", ["where"], registry=self.registry)
        self.bot_seconds = Histogram("stolik_bot_seconds", "How long bots think", ["level"], registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
