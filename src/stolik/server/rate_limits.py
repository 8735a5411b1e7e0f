"""How often somebody may do something: token buckets, by any key."""

from collections.abc import Callable, Hashable

from stolik.core.errors import Refusal
from stolik.server.errors import Refused
from stolik.server.settings import Rate

TIDIED_EVERY = 30.0


class Bucket:
    __slots__ = ("_left", "_rate", "_then")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = rate.burst
        self._then = now

    def take(self, now: float) -> bool:
        """False: too fast."""
        self._left = min(self._rate.burst, self._left + (now - self._then) * self._rate.each_second)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        return self._left + (now - self._then) * self._rate.each_second >= self._rate.burst


class Limits:
    """One bucket for each key; those that have filled up again are forgotten."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: dict[Hashable, Bucket] = {}
        self._tidied = clock()

    def check(self, rate: Rate, *key: Hashable) -> None:
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget_full_ones(now)
            bucket = self._buckets[key] = Bucket(rate, now)
        if not bucket.take(now):
            raise Refused(Refusal.TOO_FAST, "Too fast: please wait a moment.")

    def _forget_full_ones(self, now: float) -> None:
        if now - self._tidied > TIDIED_EVERY:
            self._tidied = now
            self._buckets = {kept: found for kept, found in self._buckets.items() if not found.is_full(now)}
