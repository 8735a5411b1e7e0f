"""Limits: how fast, and how many at once; by guest, by address, and by the network around it."""

from collections import Counter
from collections.abc import Callable, Hashable

import msgspec

from stolik.server.admission.client_address import Address
from stolik.server.errors import ErrorCode, RequestRefused

EVICTION_INTERVAL = 30.0
HOUSEHOLD = 8
"""What one guest may, so many may at one address: a household that plays together is not too fast."""
NEIGHBOURS = 8
"""What one address may, so many may in the network around it (/48): to have a whole one to call from helps little."""


class Rate(msgspec.Struct, frozen=True):
    """A token bucket: so many at once, and then so many a second."""

    burst: float
    each_second: float


class Rates(msgspec.Struct, frozen=True):
    """Each limit of the server, with what it counts and by whom.

    What counts by guest counts by address too, HOUSEHOLD times; what counts by address, by network, NEIGHBOURS times.
    """

    requests: Rate = Rate(200, 50)
    """Requests to the API from one address; those to /health are counted apart."""
    pages: Rate = Rate(600, 60)
    """The same for pages and the OpenAPI document: a page is some twenty files, and a household has one address."""
    names: Rate = Rate(30, 0.2)
    """Names: new guests and new names of guests from one address (a household's), and new names of one guest.

    Checked where they are taken, in `api/guests.py`.
    """
    codes: Rate = Rate(20, 0.2)
    """Short codes and links tried by one address (they must not be guessed), and links made by one guest."""
    tables: Rate = Rate(10, 0.1)
    """New tables by one guest."""
    commands: Rate = Rate(60, 15)
    """Commands by one guest, on however many sockets and over HTTP."""
    chat: Rate = Rate(5, 0.5)
    """Things said in the chat by one guest."""
    reactions: Rate = Rate(5, 1)
    """Reactions by one guest."""
    hints: Rate = Rate(10, 0.5)
    """Hints asked for by one guest."""
    verifications: Rate = Rate(20, 2)
    """Matches replayed, verified or written down for one address; what is kept ready from before does not count."""


class TokenBucket:
    __slots__ = ("_burst", "_each_second", "_refilled_at", "_tokens")

    def __init__(self, rate: Rate, times: int, now: float) -> None:
        self._burst = self._tokens = rate.burst * times
        self._each_second = rate.each_second * times
        self._refilled_at = now

    def take_one(self, now: float) -> bool:
        """False: too fast."""
        found = self.refill(now)
        if found:
            self.take()
        return found

    def refill(self, now: float) -> bool:
        """Whether there is a token now."""
        self._tokens = min(self._burst, self._tokens + (now - self._refilled_at) * self._each_second)
        self._refilled_at = now
        return self._tokens >= 1

    def take(self) -> None:
        self._tokens -= 1

    def is_full(self, now: float) -> bool:
        return self._tokens + (now - self._refilled_at) * self._each_second >= self._burst


class RateLimits:
    """One bucket for each key; those that have filled up again are forgotten."""

    def __init__(self, rates: Rates, clock: Callable[[], float]) -> None:
        self.rates = rates
        self._clock = clock
        self._buckets: dict[Hashable, TokenBucket] = {}
        self._evicted_at = clock()

    def check(self, rate: Rate, name: str, who: str) -> None:
        """RequestRefused if whoever it is, a guest or an address, has been too fast."""
        self._take(rate, _shares(name, who))

    def check_guest(self, rate: Rate, name: str, guest: str | None, address: Address) -> None:
        """The same by guest and by address; who has no name is counted by address alone."""
        shares = _shares(name, address, HOUSEHOLD)
        self._take(rate, shares if guest is None else [((name, guest), 1), *shares])

    def new_bucket(self, rate: Rate) -> TokenBucket:
        """A bucket that the caller keeps, for one connection: it is gone when the connection is."""
        return TokenBucket(rate, 1, self._clock())

    def _take(self, rate: Rate, shares: list[tuple[Hashable, int]]) -> None:
        """From all buckets or from none: who is refused takes nothing from those who share an address with them."""
        now = self._clock()
        self._evict_full_buckets(now)
        buckets = [self._bucket(rate, key, times, now) for key, times in shares]
        if not all(bucket.refill(now) for bucket in buckets):
            raise RequestRefused(ErrorCode.TOO_FAST, "Too fast: please wait a moment.")
        for bucket in buckets:
            bucket.take()

    def _bucket(self, rate: Rate, key: Hashable, times: int, now: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(rate, times, now)
        return bucket

    def _evict_full_buckets(self, now: float) -> None:
        if now - self._evicted_at > EVICTION_INTERVAL:
            self._evicted_at = now
            self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}


class OpenLimit:
    """How many of something may be open at once, for one guest or one address."""

    def __init__(self, most: int, refusal: str) -> None:
        self._most = most
        self._refusal = refusal
        self._counts: Counter[Hashable] = Counter()

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, who: str) -> None:
        """RequestRefused if there are too many; otherwise `remove` it when it is closed."""
        shares = _shares("", who)
        if any(self._counts[key] >= self._most * times for key, times in shares):
            raise RequestRefused(ErrorCode.TOO_FAST, self._refusal)
        self._counts.update(key for key, _ in shares)

    def remove(self, who: str) -> None:
        for key, _ in _shares("", who):
            self._counts[key] -= 1
            if self._counts[key] <= 0:
                del self._counts[key]


def _shares(name: str, who: str, times: int = 1) -> list[tuple[Hashable, int]]:
    """What is counted for one of them, and how many times the rate of one it may have."""
    wider = who.wider if isinstance(who, Address) else ""
    return [((name, who), times), ((name, wider), times * NEIGHBOURS)] if wider else [((name, who), times)]
