"""What can be counted, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("stolik_moves", "Moves kept, of people and of bots", ["by"], registry=self.registry)
        self.moves_by_people, self.moves_by_bots = self.moves.labels("person"), self.moves.labels("bot")
        self.refusals = Counter("stolik_refusals", "Refused commands and requests", ["code"], registry=self.registry)
        self.matches = Counter("stolik_matches_finished", "Matches played to the end", ["game"], registry=self.registry)
        self.commit = Histogram(
            "stolik_commit_seconds",
            "From deciding a move to having it kept",
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
        )
        self.beaten = Counter("stolik_beaten", "Changes that another node had made first", registry=self.registry)
        self.tables = Gauge("stolik_tables_live", "Tables in memory", registry=self.registry)
        self.readers = Gauge("stolik_readers", "Open feeds", ["kind"], registry=self.registry)
        self.dropped = Counter("stolik_readers_dropped", "Readers that were too slow", registry=self.registry)
        self.failures = Counter("stolik_failures", "Things that went wrong inside", ["where"], registry=self.registry)
        self.bot_seconds = Histogram("stolik_bot_seconds", "How long bots think", ["level"], registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
