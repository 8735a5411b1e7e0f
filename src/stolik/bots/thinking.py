"""Every level as one kind of rule: think(table, room, seat, n, rng) → a code, whatever the level is made of."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from stolik.bots.search import ALL, CODES, IMAGINED, searching
from stolik.core.game import Game, Policy, Seat
from stolik.core.kit import Row
from stolik.core.levels import Level, Search
from stolik.core.rule import rule

Think: TypeAlias = Callable[[Any, Any, Seat, int, Row], int]


@lru_cache(maxsize=256)
def thinking(game: Game, level: Level) -> Think:
    if isinstance(level, Search):
        return _by_search(game, level)
    return _by_policy(level)


def _by_policy(policy: Policy) -> Think:
    @rule
    def think(table: Any, room: Any, seat: Seat, n: int, rng: Row) -> int:
        return policy(table[IMAGINED], seat, room[CODES], n, rng)

    return think


def _by_search(game: Game, search: Search) -> Think:
    begin, go_on, chosen = searching(game, search)
    reflex, rollout = search.reflex, search.rollout

    @rule
    def think(table: Any, room: Any, seat: Seat, n: int, rng: Row) -> int:
        if n == 1 or reflex(table[IMAGINED], seat):
            return rollout(table[IMAGINED], seat, room[CODES], n, rng)
        begin(room, n)
        go_on(table, room, seat, n, rng, ALL)
        return chosen(room, n)

    return think
