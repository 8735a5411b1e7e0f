"""The buy phase (R15): one card of the market, or nothing."""

from stolik.core.bitset import members
from stolik.core.rule import Row, put, rule
from stolik.games.dycha.components import VALUE
from stolik.games.dycha.rules.payment import begin_payment
from stolik.games.dycha.rules.turns import end_buying
from stolik.games.dycha.state import (
    BUY_CARD,
    MARKET,
    NO_BUY,
    State,
    resources,
)
from stolik.games.dycha.tellings import bought_nothing, card_chosen


@rule
def legal_purchases(s: State, seat: int, moves: Row) -> int:
    n = put(moves, 0, NO_BUY)
    most = resources(s, seat)
    for kind in members(s.once[MARKET] & ~s.once[seat]):
        if VALUE[kind] <= most:
            n = put(moves, n, BUY_CARD + kind)
    return n


@rule
def buy(s: State, seat: int, kind: int) -> None:
    card_chosen(s, seat, kind, VALUE[kind])
    s.buying = kind
    begin_payment(s, seat, VALUE[kind])


@rule
def buy_nothing(s: State, seat: int) -> None:
    bought_nothing(s, seat)
    end_buying(s)
