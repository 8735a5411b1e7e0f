"""What the hard bot hopes for: how much a collection will count at the end, by what was learned from many games.

A card that somebody lacks will still be got with a chance that depends on how many copies lie in the deck and whether
one lies on the market. From these chances follows what a color will count on average, for whatever set of its numbers
one might own now. Everything is in thousandths of a point.
"""

from stolik.core.bitset import members, size
from stolik.core.bot_levels import Weights
from stolik.core.rule import rule
from stolik.games.dycha.bots.weights_layout import (
    CHANCE,
    CHANCES,
    GAPS,
    MIXES,
    MIXTURE,
    MONEY,
    RICHEST,
    WORTHS,
    moment,
)
from stolik.games.dycha.components import BOX_OF, CARDS_OF, COLOR_COUNT, NUMBERS, OWN_FULL
from stolik.games.dycha.rules.scoring import ALL_NUMBERS, MASKS, RUN, color_index
from stolik.games.dycha.state import MARKET, State, count_duplicates, money

POINT = 1000
RUN_UNIT = POINT // 8  # RUN counts eight for a point

Hopes = list[int]
"""What a color will count, at MASKS × (COLOR_COUNT × side + color) + its numbers; filled for all that may come."""
Held = list[int]
"""The numbers of each color, of each side in turn: its cards, and the numbered jokers where they are of most use."""


@rule
def copies(s: State, kind: int) -> int:
    """In the deck."""
    return size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind])


@rule
def is_missed(s: State, side: int, kind: int) -> bool:
    """Whether this card would make a run longer, or would if one gap were filled."""
    index = color_index(s.once[side], s.jokers[side], kind // NUMBERS) + MASKS
    return RUN[index | 1 << kind % NUMBERS] > RUN[index]


@rule
def chance(s: State, weights: Weights, at: int, kind: int, on_market: int) -> int:
    """To get this card in the rest of the game, of CHANCE."""
    return weights[CHANCES + (8 * at + 4 * on_market + copies(s, kind)) * NUMBERS + kind % NUMBERS]


@rule
def run_worth(weights: Weights, at: int, index: int) -> int:
    """Of a color without further cards of it: jokers to come may fill gaps."""
    worth = 0
    for gaps in range(GAPS):
        worth += weights[MIXES + GAPS * at + gaps] * RUN[index + MASKS * gaps]
    return worth * RUN_UNIT // MIXTURE


@rule
def hope(s: State, weights: Weights, at: int, color: int, index: int, hopes: Hopes, place: int) -> None:
    """Fill in what a color will count, from what it has (`index`: see `color_index`) upwards."""
    own = index & ALL_NUMBERS
    missing = ALL_NUMBERS ^ own
    more = missing
    while True:
        hopes[place + (own | more)] = run_worth(weights, at, index | more)
        if more == 0:
            break
        more = (more - 1) & missing
    for number in members(missing):
        kind = NUMBERS * color + number
        likely = chance(s, weights, at, kind, s.once[MARKET] >> kind & 1)
        if likely > 0:
            expect(hopes, place + own, missing ^ 1 << number, 1 << number, likely)


@rule
def expect(hopes: Hopes, place: int, others: int, card: int, likely: int) -> None:
    """One card will be got with this chance, whatever else is got."""
    more = others
    while True:
        without = place + more
        hopes[without] += (hopes[without + card] - hopes[without]) * likely // CHANCE
        if more == 0:
            break
        more = (more - 1) & others


@rule
def hope_for(s: State, weights: Weights, side: int, hopes: Hopes, held: Held) -> None:
    """All colors of a side."""
    at = moment(s, side)
    first = COLOR_COUNT * side
    wild = full_color(s, side)
    for color in range(COLOR_COUNT):
        index = color_index(s.once[side], s.jokers[side], color) + MASKS * (color == wild)
        hope(s, weights, at, color, index, hopes, MASKS * (first + color))
        held[first + color] = index & ALL_NUMBERS
    for number in members(s.jokers[side] & ALL_NUMBERS):
        color = best_color(hopes, held, first, 1 << number, -1)
        if color >= 0:
            held[first + color] |= 1 << number


@rule
def full_color(s: State, side: int) -> int:
    """Where the full joker is of most use; −1: there is none."""
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
def best_color(hopes: Hopes, held: Held, first: int, card: int, refused: int) -> int:
    """Where a numbered joker is of most use; −1: nowhere."""
    best = 0
    chosen = -1
    for color in range(COLOR_COUNT):
        if color != refused:
            gain = color_gain(hopes, held, first, color, card)
            if gain > best:
                best = gain
                chosen = color
    return chosen


@rule
def color_gain(hopes: Hopes, held: Held, first: int, color: int, card: int) -> int:
    place = MASKS * (first + color)
    own = held[first + color]
    return hopes[place + (own | card)] - hopes[place + own]


@rule
def gain(hopes: Hopes, held: Held, first: int, kind: int) -> int:
    """What a card brings that is not owned. Where a joker stood for it, that is free for another color."""
    color = kind // NUMBERS
    card = 1 << kind % NUMBERS
    if held[first + color] & card == 0:
        return color_gain(hopes, held, first, color, card)
    other = best_color(hopes, held, first, card, color)
    return color_gain(hopes, held, first, other, card) if other >= 0 else 0


@rule
def market_gain(s: State, weights: Weights, side: int, hopes: Hopes, held: Held, kind: int) -> int:
    """What it means to a side that this card lies on the market: the chance to get it rises, or would fall."""
    if s.once[side] >> kind & 1:
        return 0
    at = moment(s, side)
    off = chance(s, weights, at, kind, 0)
    on = chance(s, weights, at, kind, 1)
    now = on if s.once[MARKET] >> kind & 1 else off
    if on <= off or now >= CHANCE:
        return 0
    return gain(hopes, held, COLOR_COUNT * side, kind) * (on - off) // (CHANCE - now)


@rule
def wealth(s: State, side: int) -> int:
    """What can be paid without a card that may count."""
    return money(s, side) + count_duplicates(s, side)


@rule
def money_worth(weights: Weights, at: int, amount: int) -> int:
    return weights[WORTHS + MONEY * at + max(0, min(RICHEST, amount))]
