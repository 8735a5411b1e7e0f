"""Every level as one kind of rule: think(table, room, seat, n, rng, book) → a code, whatever the level is made of."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from stolik.bots.search import ALL, by_book, searching
from stolik.bots.search_buffers import CODES, IMAGINED
from stolik.core.bot_levels import Book, Level, Policy, Search, Trained
from stolik.core.game import Game
from stolik.core.rule import Row, Seat, rule

Think: TypeAlias = Callable[[Any, Any, Seat, int, Row, Book], int]


@lru_cache(maxsize=256)
def thinking(game: Game, level: Level) -> Think:
    return _by_search(game, level) if isinstance(level, Search) else _by_policy(level)


def _by_policy(level: Policy | Trained) -> Think:
    policy = by_book(level)

    @rule
    def think(table: Any, room: Any, seat: Seat, n: int, rng: Row, book: Book) -> int:
        return policy(table[IMAGINED], seat, room[CODES], n, rng, book)

    return think


def _by_search(game: Game, search: Search) -> Think:
    begin, go_on, chosen = searching(game, search)
    reflex, rollout = search.reflex, by_book(search.rollout)

    @rule
    def think(table: Any, room: Any, seat: Seat, n: int, rng: Row, book: Book) -> int:
        if n == 1:
            only: int = room[CODES][0]
            return only
        if reflex(table[IMAGINED], seat):
            return rollout(table[IMAGINED], seat, room[CODES], n, rng, book)
        begin(table, room, seat, n, rng)
        go_on(table, room, seat, n, rng, book, ALL)
        return chosen(room, n)

    return think
