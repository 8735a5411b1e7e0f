"""Every level as one kind of policy, whatever it is: decide(states, buffers, seat, n, rng, weights) → a code."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from stolik.bots.search import ALL, search_rules, weighted_policy
from stolik.bots.search_buffers import CODES, IMAGINED
from stolik.core.bot_levels import Level, Policy, Search, Trained, Weights
from stolik.core.game import Game
from stolik.core.rule import Row, Seat, rule

LevelPolicy: TypeAlias = Callable[[Any, Any, Seat, int, Row, Weights], int]


@lru_cache(maxsize=256)
def level_policy(game: Game, level: Level) -> LevelPolicy:
    return _by_search(game, level) if isinstance(level, Search) else _by_policy(level)


def _by_policy(level: Policy | Trained) -> LevelPolicy:
    policy = weighted_policy(level)

    @rule
    def decide(states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights: Weights) -> int:
        return policy(states[IMAGINED], seat, buffers[CODES], n, rng, weights)

    return decide


def _by_search(game: Game, search: Search) -> LevelPolicy:
    begin, advance, choose = search_rules(game, search)
    reflex, rollout = search.reflex, weighted_policy(search.rollout)

    @rule
    def decide(states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights: Weights) -> int:
        if n == 1:
            only: int = buffers[CODES][0]
            return only
        if reflex(states[IMAGINED], seat):
            return rollout(states[IMAGINED], seat, buffers[CODES], n, rng, weights)
        begin(states, buffers, seat, n, rng)
        advance(states, buffers, seat, n, rng, weights, ALL)
        return choose(buffers, n)

    return decide
