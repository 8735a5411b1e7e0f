"""The buy phase (R15): one card of the market, or nothing."""

from stolik.core.bitset import members
from stolik.core.rule import Row, put, rule
from stolik.games.dycha.components import VALUE
from stolik.games.dycha.rules.payment import begin_payment
from stolik.games.dycha.rules.turns import end_buying
from stolik.games.dycha.state import (
    BOUGHT_NOTHING,
    BUY_CARD,
    CARD_CHOSEN,
    MARKET,
    NO_BUY,
    State,
    report,
    resources,
)


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
    report(s, CARD_CHOSEN, seat, kind, VALUE[kind])
    s.buying = kind
    begin_payment(s, seat, VALUE[kind])


@rule
def buy_nothing(s: State, seat: int) -> None:
    report(s, BOUGHT_NOTHING, seat)
    end_buying(s)
