"""Every level as one kind of rule: think(table, room, seat, n, rng, book) → a code, whatever the level is made of."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from stolik.bots.search import ALL, searching, weighted_policy
from stolik.bots.search_buffers import CODES, IMAGINED
from stolik.core.bot_levels import Level, Policy, Search, Trained, Weights
from stolik.core.game import Game
from stolik.core.rule import Row, Seat, rule

Think: TypeAlias = Callable[[Any, Any, Seat, int, Row, Weights], int]


@lru_cache(maxsize=256)
def thinking(game: Game, level: Level) -> Think:
    return _by_search(game, level) if isinstance(level, Search) else _by_policy(level)


def _by_policy(level: Policy | Trained) -> Think:
    policy = weighted_policy(level)

    @rule
    def think(table: Any, room: Any, seat: Seat, n: int, rng: Row, weights: Weights) -> int:
        return policy(table[IMAGINED], seat, room[CODES], n, rng, weights)

    return think


def _by_search(game: Game, search: Search) -> Think:
    begin, go_on, chosen = searching(game, search)
    reflex, rollout = search.reflex, weighted_policy(search.rollout)

    @rule
    def think(table: Any, room: Any, seat: Seat, n: int, rng: Row, weights: Weights) -> int:
        if n == 1:
            only: int = room[CODES][0]
            return only
        if reflex(table[IMAGINED], seat):
            return rollout(table[IMAGINED], seat, room[CODES], n, rng, weights)
        begin(table, room, seat, n, rng)
        go_on(table, room, seat, n, rng, weights, ALL)
        return chosen(room, n)

    return think
