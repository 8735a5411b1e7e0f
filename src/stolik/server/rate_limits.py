"""Rate limits: every limit there is, and the token buckets that enforce them, by any key."""

from collections.abc import Callable, Hashable

import msgspec

from stolik.server.errors import ErrorCode, RequestRefused

EVICTION_INTERVAL = 30.0


class Rate(msgspec.Struct, frozen=True):
    """A token bucket: so many at once, and then so many a second."""

    burst: float
    each_second: float


class Rates(msgspec.Struct, frozen=True):
    """Each limit of the server, with what it counts and by whom."""

    requests: Rate = Rate(200, 50)
    """Requests to the API from one address."""
    pages: Rate = Rate(600, 60)
    """The same for pages and the OpenAPI document: a page is some twenty files, and a household has one address."""
    names: Rate = Rate(30, 0.2)
    """Names: new guests and new names of guests from one address (a household's), and new names of one guest."""
    codes: Rate = Rate(20, 0.2)
    """Short codes and links tried by one address (they must not be guessed), and links made by one guest."""
    tables: Rate = Rate(10, 0.1)
    """New tables by one guest."""
    commands: Rate = Rate(60, 30)
    """Commands on one socket, or over HTTP by one guest."""
    chat: Rate = Rate(5, 0.5)
    """Things said in the chat by one guest."""
    reactions: Rate = Rate(5, 1)
    """Reactions by one guest."""
    hints: Rate = Rate(10, 0.5)
    """Hints asked for by one guest."""
    verifications: Rate = Rate(20, 2)
    """Verifications and replays asked for by one address."""


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
        """A bucket that the caller keeps, for one connection: it is gone when the connection is."""
        return TokenBucket(rate, self._clock())

    def _evict_full_buckets(self, now: float) -> None:
        if now - self._evicted_at > EVICTION_INTERVAL:
            self._evicted_at = now
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
