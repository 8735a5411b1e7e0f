"""Rate limits: how often somebody may do something. Token buckets, by any key."""

from collections.abc import Callable, Hashable

from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.settings import Rate, Rates

EVICTION_INTERVAL = 30.0


class TokenBucket:
    __slots__ = ("_rate", "_refilled_at", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._refilled_at = now

    def take(self, now: float) -> bool:
        """False: too fast."""
        self._tokens = min(self._rate.burst, self._tokens + (now - self._refilled_at) * self._rate.each_second)
        self._refilled_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def is_full(self, now: float) -> bool:
        return self._tokens + (now - self._refilled_at) * self._rate.each_second >= self._rate.burst


class RateLimits:
    """One bucket for each key; those that have filled up again are forgotten."""

    def __init__(self, rates: Rates, clock: Callable[[], float]) -> None:
        self.rates = rates
        self._clock = clock
        self._buckets: dict[Hashable, TokenBucket] = {}
        self._evicted_at = clock()

    def check(self, rate: Rate, *key: Hashable) -> None:
        """RequestRefused if the bucket of this key is empty."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            self._evict_full_buckets(now)
            bucket = self._buckets[key] = TokenBucket(rate, now)
        if not bucket.take(now):
            raise RequestRefused(ErrorCode.TOO_FAST, "Too fast: please wait a moment.")

    def new_bucket(self, rate: Rate) -> TokenBucket:
        """For one connection: forgotten with it."""
        return TokenBucket(rate, self._clock())

    def _evict_full_buckets(self, now: float) -> None:
        if now - self._evicted_at > EVICTION_INTERVAL:
            self._evicted_at = now
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
