"""The hard level: learned values (learned_values.py), expectimax (draw_or_stop.py), backward induction (auction.py)."""

from stolik.core.bitset import members
from stolik.core.bot_levels import Weights
from stolik.core.rule import Row, rule
from stolik.games.dycha.bots.auction import choose_bid
from stolik.games.dycha.bots.draw_or_stop import draw_or_stop
from stolik.games.dycha.bots.heuristic_values import WORST
from stolik.games.dycha.bots.learned_values import (
    ColorValues,
    Held,
    card_gain,
    fill_side_values,
    free_money,
    market_gain,
    money_value,
)
from stolik.games.dycha.bots.payment import pay
from stolik.games.dycha.bots.purchases import choose_purchase
from stolik.games.dycha.bots.weights_layout import bucket_of, rivalry
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
        return choose_purchase(s, seat)
    color_values = [0] * (MASKS * COLOR_COUNT * s.sides)
    held = [0] * (COLOR_COUNT * s.sides)
    for side in range(s.sides):
        fill_side_values(s, weights, side, color_values, held)
    if s.phase == AUCTION:
        return choose_bid(s, seat, weights, color_values, held)
    if s.phase == DECIDE:
        return draw_or_stop(s, seat, weights, best_profit(s, seat, weights, color_values, held), color_values, held)
    if s.phase == FIASCO:
        return shop_or_token(s, seat, weights, color_values, held)
    kind = best_purchase(s, seat, weights, color_values, held)
    return NO_BUY if kind < 0 else BUY_CARD + kind


@rule
def shop_or_token(s: State, seat: int, weights: Weights, color_values: ColorValues, held: Held) -> int:
    bucket = bucket_of(s, seat)
    free = free_money(s, seat)
    token_value = money_value(weights, bucket, free + FIASCO_WORTH) - money_value(weights, bucket, free)
    return GO_SHOPPING if best_profit(s, seat, weights, color_values, held) > token_value else FIASCO_TOKEN


@rule
def profit(s: State, seat: int, weights: Weights, color_values: ColorValues, held: Held, kind: int) -> int:
    """The gain by a card of the market less its price, and that no opponent can buy it."""
    free = free_money(s, seat)
    price = VALUE[kind]
    if price > free:
        return WORST
    bucket = bucket_of(s, seat)
    found = card_gain(color_values, held, COLOR_COUNT * seat, kind)
    found -= money_value(weights, bucket, free) - money_value(weights, bucket, free - price)
    if not s.twice[MARKET] >> kind & 1:
        percent = rivalry(s, seat, weights)
        for other in range(s.sides):
            if other != seat:
                found += market_gain(s, weights, other, color_values, held, kind) * percent // 100
    return found


@rule
def best_purchase(s: State, seat: int, weights: Weights, color_values: ColorValues, held: Held) -> int:
    """The most profitable kind of card; −1: none is worth it."""
    best = 0
    chosen = -1
    for kind in members(s.once[MARKET] & ~s.once[seat]):
        found = profit(s, seat, weights, color_values, held, kind)
        if found > best:
            best = found
            chosen = kind
    return chosen


@rule
def best_profit(s: State, seat: int, weights: Weights, color_values: ColorValues, held: Held) -> int:
    kind = best_purchase(s, seat, weights, color_values, held)
    return profit(s, seat, weights, color_values, held, kind) if kind >= 0 else 0
