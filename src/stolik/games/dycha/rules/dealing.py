"""The dealer's moves: who begins, and every card that is turned up."""

from stolik.core.bitset import nth, size
from stolik.core.rule import rule
from stolik.games.dycha.components import BOX_OF, BOX_SIZE, BOXES, CARDS_OF, JOKERS, KIND, KINDS
from stolik.games.dycha.rules.auction import begin_auction
from stolik.games.dycha.rules.drawing import lay_out
from stolik.games.dycha.rules.turns import begin_turn
from stolik.games.dycha.state import (
    FIRST_PLAYER,
    TURN_UP,
    State,
)
from stolik.games.dycha.tellings import started, told_side, turned_up


@rule
def chances(s: State) -> int:
    if s.phase == TURN_UP:
        return s.pile
    return s.players if s.phase == FIRST_PLAYER else 0


@rule
def ticket(s: State, k: int) -> int:
    if s.phase == FIRST_PLAYER:
        return k
    box = 0
    there = size(s.unseen[0])
    while k >= there and box + 1 < BOXES:
        k -= there
        box += 1
        there = size(s.unseen[box])
    return KIND[BOX_SIZE * box + nth(s.unseen[box], k)]


@rule
def possible(s: State, code: int) -> bool:
    if s.phase == TURN_UP:
        return 0 <= code < KINDS and s.unseen[BOX_OF[code]] & CARDS_OF[code] != 0
    return s.phase == FIRST_PLAYER and 0 <= code < s.players


@rule
def deal(s: State, code: int) -> None:
    if s.phase == TURN_UP:
        turn_up(s, code)
    else:
        started(s, code)
        begin_turn(s, code)  # R6


@rule
def turn_up(s: State, kind: int) -> None:  # R7
    box = BOX_OF[kind]
    equals = s.unseen[box] & CARDS_OF[kind]
    s.unseen[box] ^= equals & -equals
    s.pile -= 1
    s.turned = 1
    if kind >= JOKERS:
        turned_up(s, told_side(s, s.active), kind, s.total, s.currency, s.pile)
        begin_auction(s, kind)  # R17
    else:
        lay_out(s, kind)
