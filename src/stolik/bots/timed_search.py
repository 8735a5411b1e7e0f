"""Anytime search: a compiled search that decides one move at a time, within a time limit.

Keeps to the time limit of a search between two chunks of it. On a server, `server/bots/thinking_time.py` sets that
limit, and `server/bots/worker.py` kills whoever does not reply at all.
"""

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from time import monotonic
from typing import Any, Final

from stolik.bots.sample_position import sample_position
from stolik.bots.search import search_rules, weighted_policy
from stolik.bots.search_buffers import CODES, IMAGINED, new_buffers, new_states
from stolik.bots.weights import weights_array
from stolik.core.bot_levels import Search, Weights, weights_name
from stolik.core.game import Game
from stolik.core.packed import pack
from stolik.core.rule import Row, Seat, State
from stolik.jit import CannotCompile, can_compile
from stolik.jit.compiler import compiled

CHUNK: Final = 0.005
"""Seconds of searching, about, between two checks of the time limit."""
NO_TIME_LIMIT: Final = 3600.0


class TimedSearch:
    """The compiled search with its buffers. Made once for each game and level in a process, then reused."""

    def __init__(self, game: Game, search: Search) -> None:
        import numpy as np

        self._game = game
        self._states = new_states(game)
        self._buffers = new_buffers(game)
        self._rng = np.zeros(4, np.int64)
        self._weights = weights_array(weights_name(search))
        self._prepare, self._advance, self._choose = _compiled(game, search)
        self._lock = Lock()

    def move(self, imagined: State, seat: Seat, rng: Row, seconds: float = NO_TIME_LIMIT) -> int:
        """The best code that the search finds in this time. `rng` is advanced.

        However short the time, the moves are compared in one world at least.
        """
        until = monotonic() + seconds
        with self._lock:
            pack(imagined, self._states[IMAGINED])
            self._rng[:] = rng
            n = self._prepare(self._states, self._buffers, seat, self._rng, self._weights)
            if n > 1:
                self._search(seat, n, until)
            rng[:] = self._rng.tolist()
            return int(self._choose(self._buffers, n))

    def _search(self, seat: Seat, n: int, until: float) -> None:
        worlds = 1
        begun = monotonic()
        while not self._advance(self._states, self._buffers, seat, n, self._rng, self._weights, worlds):
            now = monotonic()
            if now >= until:
                return
            worlds = max(1, int(worlds * min(4.0, min(CHUNK, until - now) / max(now - begun, 1e-6))))
            begun = now

    def precompile(self) -> None:
        """Compile all of it, or load it from the cache, by searching a sample position for one world."""
        s, seat = sample_position(self._game)
        with self._lock:
            pack(s, self._states[IMAGINED])
            self._rng[:] = 1
            n = self._prepare(self._states, self._buffers, seat, self._rng, self._weights)
            self._advance(self._states, self._buffers, seat, n, self._rng, self._weights, 1)
            self._choose(self._buffers, n)


@lru_cache(maxsize=64)
def timed_search(game: Game, search: Search) -> TimedSearch:
    if not can_compile():
        raise CannotCompile
    return TimedSearch(game, search)


def _compiled(game: Game, search: Search) -> tuple[Callable[..., Any], ...]:
    begin, advance, choose = search_rules(game, search)
    legal, reflex, rollout = game.legal, search.reflex, weighted_policy(search.rollout)

    def prepare(states: Any, buffers: Any, seat: Seat, rng: Row, weights: Weights) -> int:
        """How many candidates there are. If one, it is the first code."""
        s = states[IMAGINED]
        n = legal(s, seat, buffers[CODES])
        if n == 1:
            return 1
        if reflex(s, seat):
            buffers[CODES][0] = rollout(s, seat, buffers[CODES], n, rng, weights)
            return 1
        begin(states, buffers, seat, n, rng)
        return n

    def advance_by(states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        return advance(states, buffers, seat, n, rng, weights, worlds)

    def best(buffers: Any, n: int) -> int:
        return choose(buffers, n) if n > 1 else buffers[CODES][0]

    return compiled(prepare), compiled(advance_by), compiled(best)
