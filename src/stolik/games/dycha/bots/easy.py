"""The easy level: stops at a random threshold, and does not look ahead."""

from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.dycha.bots.payment import pay
from stolik.games.dycha.components import VALUE
from stolik.games.dycha.rules.auction import lowest_bid
from stolik.games.dycha.rules.scoring import best_value
from stolik.games.dycha.state import (
    AUCTION,
    BID,
    BUY_CARD,
    DECIDE,
    DRAW,
    FIASCO,
    FIASCO_TOKEN,
    LOWEST_SOLO_BID,
    NO_BUY,
    PASS,
    PAY,
    TAKE_NUMBERS,
    State,
)


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Stops early, now and then makes the lowest bid, and buys the first card that makes a run longer."""
    if s.phase == DECIDE:
        return decide_by_threshold(s, moves, n, rng)
    if s.phase == AUCTION:
        return bid_lowest(s, seat, rng)
    if s.phase == PAY:
        return pay(s, seat, moves, n)
    if s.phase == FIASCO:
        return FIASCO_TOKEN
    return buy_first_gain(s, seat, moves, n)


@rule
def decide_by_threshold(s: State, moves: Row, n: int, rng: Row) -> int:
    if s.pile > 0 and s.total < 3 + below(rng, 4) and s.currency < 7:
        return DRAW
    return TAKE_NUMBERS if s.numbers > 0 else moves[n - 1]


@rule
def bid_lowest(s: State, seat: int, rng: Row) -> int:
    amount = lowest_bid(s)
    most = max(s.tokens[seat] // 2, LOWEST_SOLO_BID if s.solo_limit > 0 else 0)
    return BID - 1 + amount if amount <= min(most, s.tokens[seat]) and below(rng, 3) > 0 else PASS


@rule
def buy_first_gain(s: State, seat: int, moves: Row, n: int) -> int:
    now = best_value(s.once[seat], s.jokers[seat])
    for k in range(n):
        kind = moves[k] - BUY_CARD
        helps = kind >= 0 and best_value(s.once[seat] | 1 << kind, s.jokers[seat]) > now
        if helps and VALUE[kind] <= s.tokens[seat]:
            return moves[k]
    return NO_BUY
