"""The hard level: it hopes (hopes.py), dares (daring.py), outbids (outbidding.py) and buys."""

from stolik.core.bitset import members
from stolik.core.bot_levels import Weights
from stolik.core.rule import Row, rule
from stolik.games.dycha.bots.auction import outbid
from stolik.games.dycha.bots.draw_or_stop import LOSS, dare
from stolik.games.dycha.bots.learned_values import (
    Held,
    Hopes,
    gain,
    hope_for,
    market_gain,
    money_worth,
    wealth,
)
from stolik.games.dycha.bots.payment import pay
from stolik.games.dycha.bots.purchases import buy_what_is_worth_it
from stolik.games.dycha.bots.weights_layout import moment, rivalry
from stolik.games.dycha.components import COLOR_COUNT, VALUE
from stolik.games.dycha.rules.scoring import MASKS
from stolik.games.dycha.state import (
    AUCTION,
    BUY_CARD,
    DECIDE,
    FIASCO,
    FIASCO_TOKEN,
    FIASCO_WORTH,
    GO_SHOPPING,
    MARKET,
    NO_BUY,
    PAY,
    State,
)


@rule
def hard(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    if n == 1:
        return moves[0]
    if s.phase == PAY:
        return pay(s, seat, moves, n)
    if s.last_purchases > 0:
        return buy_what_is_worth_it(s, seat)
    hopes = [0] * (MASKS * COLOR_COUNT * s.sides)
    held = [0] * (COLOR_COUNT * s.sides)
    for side in range(s.sides):
        hope_for(s, weights, side, hopes, held)
    if s.phase == AUCTION:
        return outbid(s, seat, weights, hopes, held)
    if s.phase == DECIDE:
        return dare(s, seat, weights, best_profit(s, seat, weights, hopes, held), hopes, held)
    if s.phase == FIASCO:
        return shop_or_not(s, seat, weights, hopes, held)
    kind = best_purchase(s, seat, weights, hopes, held)
    return NO_BUY if kind < 0 else BUY_CARD + kind


@rule
def shop_or_not(s: State, seat: int, weights: Weights, hopes: Hopes, held: Held) -> int:
    at = moment(s, seat)
    rich = wealth(s, seat)
    token = money_worth(weights, at, rich + FIASCO_WORTH) - money_worth(weights, at, rich)
    return GO_SHOPPING if best_profit(s, seat, weights, hopes, held) > token else FIASCO_TOKEN


@rule
def profit(s: State, seat: int, weights: Weights, hopes: Hopes, held: Held, kind: int) -> int:
    """What a card of the market brings beyond its price, and that no other can buy it."""
    rich = wealth(s, seat)
    price = VALUE[kind]
    if price > rich:
        return LOSS
    at = moment(s, seat)
    found = gain(hopes, held, COLOR_COUNT * seat, kind)
    found -= money_worth(weights, at, rich) - money_worth(weights, at, rich - price)
    if not s.twice[MARKET] >> kind & 1:
        percent = rivalry(s, seat, weights)
        for other in range(s.sides):
            if other != seat:
                found += market_gain(s, weights, other, hopes, held, kind) * percent // 100
    return found


@rule
def best_purchase(s: State, seat: int, weights: Weights, hopes: Hopes, held: Held) -> int:
    """The most profitable kind of card; −1: none is worth it."""
    best = 0
    chosen = -1
    for kind in members(s.once[MARKET] & ~s.once[seat]):
        found = profit(s, seat, weights, hopes, held, kind)
        if found > best:
            best = found
            chosen = kind
    return chosen


@rule
def best_profit(s: State, seat: int, weights: Weights, hopes: Hopes, held: Held) -> int:
    kind = best_purchase(s, seat, weights, hopes, held)
    return profit(s, seat, weights, hopes, held, kind) if kind >= 0 else 0
