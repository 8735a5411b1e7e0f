"""How the game goes round: a turn begins and ends, somebody may buy, the last purchases, the end."""

from stolik.core.rule import NOBODY, left_of, rule
from stolik.games.dycha.rules.scoring import beats_ten
from stolik.games.dycha.state import (
    BUY,
    DECIDE,
    OVER,
    TURN_UP,
    State,
    is_ten,
    money,
)
from stolik.games.dycha.tellings import last_purchases_began, scored, solo_ended, told_side


@rule
def begin_turn(s: State, side: int) -> None:
    s.active = side
    s.turned = 0
    if is_ten(s, side):
        s.phase = TURN_UP  # R30
    else:
        s.turn = side
        s.phase = DECIDE


@rule
def end_turn(s: State) -> None:
    if s.pile > 0:
        begin_turn(s, left_of(s.active, s.sides))
    else:
        begin_last_purchases(s)


@rule
def begin_last_purchases(s: State) -> None:  # R19, R30
    s.last_purchases = s.players
    first = 0 if s.solo_limit > 0 else left_of(s.active, s.players)
    last_purchases_began(s, first)
    s.active = NOBODY
    begin_buying(s, first)


@rule
def begin_buying(s: State, seat: int) -> None:  # R15
    s.turn = seat
    s.phase = BUY


@rule
def end_buying(s: State) -> None:
    if s.last_purchases == 0:
        end_turn(s)
        return
    s.last_purchases -= 1
    if s.last_purchases > 0:
        begin_buying(s, left_of(s.turn, s.players))
    else:
        finish(s)


@rule
def finish(s: State) -> None:  # R20
    s.phase = OVER
    for side in range(s.sides):
        scored(s, told_side(s, side), s.once[side], s.jokers[side], money(s, side))
    if s.solo_limit > 0:
        solo_ended(s, beats_ten(s), s.solo_limit)
