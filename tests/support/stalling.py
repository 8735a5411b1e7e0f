"""Play for time: whoever may move looks for a move that brings the end no nearer."""

from enum import IntEnum
from typing import NamedTuple

from stolik import DEALER
from stolik.core.bitset import size
from stolik.core.game import Game
from stolik.core.messages import Options
from stolik.core.packed import clone
from stolik.core.rule import State
from support.random_play import Choose, movers

TRIED = 8
"""Moves that are looked at before each one, at most."""


class Manner(IntEnum):
    TOGETHER = 0
    """All look for the move after which the table waits for as many as possible."""
    ALONE = 1
    """One seat does so, and moves as long as it may; the others only when it cannot."""
    ANYHOW = 2
    """Any seat, any legal move."""


class _Tried(NamedTuple):
    after: State
    delay: int
    """How far the end is pushed away, roughly; below zero: the dealer goes on, or it is over."""


def stalled_length(game: Game, options: Options, choose: Choose, most: int) -> int:
    """How many entries a match has if it is played for time; it is left as soon as it has more than `most`."""
    manner = Manner(choose(len(Manner)))
    idler = choose(options.players)
    s = game.begin(options)
    length = 0
    while not game.over(s) and length <= most:
        able = movers(game, s)
        if able == [DEALER]:
            game.apply(s, DEALER, game.ticket(s, choose(game.chances(s))))
        else:
            s = _next(game, s, able, manner, idler, choose)
        length += 1
    return length


def _next(game: Game, s: State, able: list[int], manner: Manner, idler: int, choose: Choose) -> State:
    if manner == Manner.ALONE and idler in able:
        able = [idler]
    if manner == Manner.ANYHOW:
        return _tried(game, s, able, choose).after
    found = [_tried(game, s, able, choose) for _ in range(TRIED)]
    return max(found, key=lambda tried: tried.delay).after


def _tried(game: Game, s: State, able: list[int], choose: Choose) -> _Tried:
    seat = able[choose(len(able))]
    legal = game.codes(s, seat)
    after = clone(s)
    game.apply(after, seat, legal[choose(len(legal))])
    return _Tried(after, size(game.awaited(after)) if game.to_act(after) else -1)
