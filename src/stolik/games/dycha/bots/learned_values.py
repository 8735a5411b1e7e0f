"""Learned values, for the hard bot: the expected value of a collection at the end of the game.

A missing card will still be got with a learned chance, by how many copies lie in the deck and whether one lies on the
market. From these chances follows the expected value of a color, for every set of its numbers that a side might own
now. Everything is in thousandths of a point.
"""

from stolik.core.bitset import members, size
from stolik.core.bot_levels import Weights
from stolik.core.rule import rule
from stolik.games.dycha.bots.heuristic_values import POINT
from stolik.games.dycha.bots.weights_layout import (
    CHANCE_UNIT,
    CHANCES,
    GAP_WEIGHT_UNIT,
    GAP_WEIGHTS,
    GAPS,
    MONEY_STEPS,
    MONEY_VALUES,
    MOST_MONEY,
    bucket_of,
)
from stolik.games.dycha.components import BOX_OF, CARDS_OF, COLOR_COUNT, NUMBERS, OWN_FULL
from stolik.games.dycha.rules.scoring import ALL_NUMBERS, MASKS, RUN, color_index
from stolik.games.dycha.state import MARKET, State, count_duplicates, money

RUN_UNIT = POINT // 8  # RUN counts eight for a point

ColorValues = list[int]
"""The expected value of a color, at MASKS × (COLOR_COUNT × side + color) + its numbers, for all sets that may come."""
Held = list[int]
"""The set of numbers of each color, of each side in turn: its cards, and numbered jokers where they gain the most."""


@rule
def copies(s: State, kind: int) -> int:
    """In the deck."""
    return size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind])


@rule
def extends_run(s: State, side: int, kind: int) -> bool:
    """Whether this card would make a run longer, or would if one gap were filled."""
    index = color_index(s.once[side], s.jokers[side], kind // NUMBERS) + MASKS
    return RUN[index | 1 << kind % NUMBERS] > RUN[index]


@rule
def chance(s: State, weights: Weights, bucket: int, kind: int, on_market: int) -> int:
    """To get this card in the rest of the game, of CHANCE_UNIT."""
    return weights[CHANCES + (8 * bucket + 4 * on_market + copies(s, kind)) * NUMBERS + kind % NUMBERS]


@rule
def run_value(weights: Weights, bucket: int, index: int) -> int:
    """The expected value of a color that gets no more cards: jokers to come may fill gaps."""
    value = 0
    for gaps in range(GAPS):
        value += weights[GAP_WEIGHTS + GAPS * bucket + gaps] * RUN[index + MASKS * gaps]
    return value * RUN_UNIT // GAP_WEIGHT_UNIT


@rule
def fill_color_values(
    s: State, weights: Weights, bucket: int, color: int, index: int, color_values: ColorValues, place: int
) -> None:
    """Fill in the expected values of a color, from what it has (`index`: see `color_index`) upwards."""
    own = index & ALL_NUMBERS
    missing = ALL_NUMBERS ^ own
    more = missing
    while True:
        color_values[place + (own | more)] = run_value(weights, bucket, index | more)
        if more == 0:
            break
        more = (more - 1) & missing
    for number in members(missing):
        kind = NUMBERS * color + number
        probability = chance(s, weights, bucket, kind, s.once[MARKET] >> kind & 1)
        if probability > 0:
            weigh_in_card(color_values, place + own, missing ^ 1 << number, 1 << number, probability)


@rule
def weigh_in_card(color_values: ColorValues, place: int, others: int, card: int, probability: int) -> None:
    """Average over one card that is got with this probability, whatever else is got."""
    more = others
    while True:
        without = place + more
        color_values[without] += (color_values[without + card] - color_values[without]) * probability // CHANCE_UNIT
        if more == 0:
            break
        more = (more - 1) & others


@rule
def fill_side_values(s: State, weights: Weights, side: int, color_values: ColorValues, held: Held) -> None:
    """Fill in the expected values of all colors of a side, and what it holds."""
    bucket = bucket_of(s, side)
    first = COLOR_COUNT * side
    full = full_joker_color(s, side)
    for color in range(COLOR_COUNT):
        index = color_index(s.once[side], s.jokers[side], color) + MASKS * (color == full)
        fill_color_values(s, weights, bucket, color, index, color_values, MASKS * (first + color))
        held[first + color] = index & ALL_NUMBERS
    for number in members(s.jokers[side] & ALL_NUMBERS):
        color = best_color(color_values, held, first, 1 << number, -1)
        if color >= 0:
            held[first + color] |= 1 << number


@rule
def full_joker_color(s: State, side: int) -> int:
    """The color that gains the most by the full joker; −1: there is none."""
    best = -1
    chosen = -1
    if s.jokers[side] >> OWN_FULL & 1:
        for color in range(COLOR_COUNT):
            index = color_index(s.once[side], s.jokers[side], color)
            use = 16 * (RUN[index + MASKS] - RUN[index]) + RUN[index]
            if use > best:
                best = use
                chosen = color
    return chosen


@rule
def best_color(color_values: ColorValues, held: Held, first: int, card: int, refused: int) -> int:
    """The color that gains the most by a numbered joker; −1: none gains."""
    best = 0
    chosen = -1
    for color in range(COLOR_COUNT):
        if color != refused:
            gain = color_gain(color_values, held, first, color, card)
            if gain > best:
                best = gain
                chosen = color
    return chosen


@rule
def color_gain(color_values: ColorValues, held: Held, first: int, color: int, card: int) -> int:
    place = MASKS * (first + color)
    own = held[first + color]
    return color_values[place + (own | card)] - color_values[place + own]


@rule
def card_gain(color_values: ColorValues, held: Held, first: int, kind: int) -> int:
    """By a card that is not owned. Where a joker stood for it, that is free for another color."""
    color = kind // NUMBERS
    card = 1 << kind % NUMBERS
    if held[first + color] & card == 0:
        return color_gain(color_values, held, first, color, card)
    other = best_color(color_values, held, first, card, color)
    return color_gain(color_values, held, first, other, card) if other >= 0 else 0


@rule
def market_gain(s: State, weights: Weights, side: int, color_values: ColorValues, held: Held, kind: int) -> int:
    """By which the value of a side changes if this card lies on the market: it is likelier to be got."""
    if s.once[side] >> kind & 1:
        return 0
    bucket = bucket_of(s, side)
    off = chance(s, weights, bucket, kind, 0)
    on = chance(s, weights, bucket, kind, 1)
    now = on if s.once[MARKET] >> kind & 1 else off
    if on <= off or now >= CHANCE_UNIT:
        return 0
    return card_gain(color_values, held, COLOR_COUNT * side, kind) * (on - off) // (CHANCE_UNIT - now)


@rule
def free_money(s: State, side: int) -> int:
    """What can be paid without a card that may count in the end."""
    return money(s, side) + count_duplicates(s, side)


@rule
def money_value(weights: Weights, bucket: int, amount: int) -> int:
    return weights[MONEY_VALUES + MONEY_STEPS * bucket + max(0, min(MOST_MONEY, amount))]
