"""A searching bot that decides one move at a time, compiled, and looks at the clock while it does."""

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from time import monotonic
from typing import Any, Final

from stolik.bots.sample_position import first_position
from stolik.bots.search import searching, weighted_policy
from stolik.bots.search_buffers import CODES, IMAGINED, room_for, table_for
from stolik.bots.weights import weights_array
from stolik.core.bot_levels import Search, Weights, weights_name
from stolik.core.game import Game
from stolik.core.packed import pack
from stolik.core.rule import Row, Seat, State
from stolik.jit import CannotCompile, can_compile
from stolik.jit.compiler import compiled

CHUNK: Final = 0.005
"""Seconds of searching, about, between two looks at the clock."""
ANY_TIME: Final = 3600.0


class TimedSearch:
    """Room to think in, and the compiled search. Made once for each game and level in a process, then asked often."""

    def __init__(self, game: Game, search: Search) -> None:
        import numpy as np

        self._game = game
        self._table = table_for(game)
        self._room = room_for(game)
        self._rng = np.zeros(4, np.int64)
        self._weights = weights_array(weights_name(search))
        self._ask, self._go_on, self._chosen = _compiled(game, search)
        self._one_at_a_time = Lock()

    def move(self, imagined: State, seat: Seat, rng: Row, seconds: float = ANY_TIME) -> int:
        """The code that is best as far as the search comes in this time. The random numbers are used up.

        However short the time, the moves are compared in one world at least.
        """
        until = monotonic() + seconds
        with self._one_at_a_time:
            pack(imagined, self._table[IMAGINED])
            self._rng[:] = rng
            n = self._ask(self._table, self._room, seat, self._rng, self._weights)
            if n > 1:
                self._search(seat, n, until)
            rng[:] = self._rng.tolist()
            return int(self._chosen(self._room, n))

    def _search(self, seat: Seat, n: int, until: float) -> None:
        worlds = 1
        begun = monotonic()
        while not self._go_on(self._table, self._room, seat, n, self._rng, self._weights, worlds):
            now = monotonic()
            if now >= until:
                return
            worlds = max(1, int(worlds * min(4.0, min(CHUNK, until - now) / max(now - begun, 1e-6))))
            begun = now

    def precompile(self) -> None:
        """Compile all of it, or read it from disk, by thinking for a moment about any position."""
        s, seat = first_position(self._game)
        with self._one_at_a_time:
            pack(s, self._table[IMAGINED])
            self._rng[:] = 1
            n = self._ask(self._table, self._room, seat, self._rng, self._weights)
            self._go_on(self._table, self._room, seat, n, self._rng, self._weights, 1)
            self._chosen(self._room, n)


@lru_cache(maxsize=64)
def timed_search(game: Game, search: Search) -> TimedSearch:
    if not can_compile():
        raise CannotCompile
    return TimedSearch(game, search)


def _compiled(game: Game, search: Search) -> tuple[Callable[..., Any], ...]:
    begin, go_on, chosen = searching(game, search)
    legal, reflex, rollout = game.legal, search.reflex, weighted_policy(search.rollout)

    def ask(table: Any, room: Any, seat: Seat, rng: Row, weights: Weights) -> int:
        """How many codes are to be compared. If one, it is the first of them."""
        s = table[IMAGINED]
        n = legal(s, seat, room[CODES])
        if n == 1:
            return 1
        if reflex(s, seat):
            room[CODES][0] = rollout(s, seat, room[CODES], n, rng, weights)
            return 1
        begin(table, room, seat, n, rng)
        return n

    def go_on_for(table: Any, room: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        return go_on(table, room, seat, n, rng, weights, worlds)

    def best(room: Any, n: int) -> int:
        return chosen(room, n) if n > 1 else room[CODES][0]

    return compiled(ask), compiled(go_on_for), compiled(best)
