"""What a collection counts (R20): the best use of all jokers in all colors at once.

A value is 8 × points + complete runs, so the larger value has more points or, with as many points, fewer cards (R21): a
complete run has ten points for nine cards.
"""

from stolik.core.bitset import size
from stolik.core.rule import Row, lookup_table, rule
from stolik.games.dycha.components import COLOR_COUNT, NUMBERS, OWN_COLORED, OWN_FULL
from stolik.games.dycha.state import TEN, State, money

MASKS = 1 << NUMBERS
ALL_NUMBERS = MASKS - 1
MOST_FILLED = 5  # gaps: two #, the full joker, and two more for `value_bound`
COMPLETE = 8 * (NUMBERS + 1) + 1


def _longest(numbers: int, gaps: int) -> int:
    """The value of the longest run with at most so many numbers missing."""
    for length in range(NUMBERS, 0, -1):
        run = (1 << length) - 1
        if any((run << low & ~numbers).bit_count() <= gaps for low in range(NUMBERS - length + 1)):
            return COMPLETE if length == NUMBERS else 8 * length
    return 0


RUN = lookup_table(_longest(numbers, gaps) for gaps in range(MOST_FILLED + 1) for numbers in range(MASKS))
"""The value of one color, at MASKS × (jokers that can be any number) + the set of numbers."""


@rule
def color_index(numbers: int, jokers: int, color: int) -> int:
    """Where to look up a color: its numbers, and its # jokers."""
    colored = size(jokers >> OWN_COLORED + 2 * color & 0b11)
    return (numbers >> NUMBERS * color & ALL_NUMBERS) + MASKS * colored


@rule
def value_bound(numbers: int, jokers: int, more: int) -> int:
    """An upper bound of the value: as if every color had all numbered jokers, and so many # more."""
    value = 0
    by_full = 0
    for color in range(COLOR_COUNT):
        at = color_index(numbers, jokers, color) + MASKS * more | jokers & ALL_NUMBERS
        value += RUN[at]
        by_full = max(by_full, RUN[at + MASKS] - RUN[at])
    return value + by_full if jokers >> OWN_FULL & 1 else value


@rule
def best_of_two(one: int, two: int, numbered: int, full: int) -> int:
    """The value of two colors that share these numbered jokers, and the full one if it is theirs."""
    contested = numbered & ~(one | two)
    one |= numbered ^ contested  # where one of the two has the number, the joker is for the other
    two |= numbered ^ contested
    best = 0
    part = contested
    while True:
        first = one | part
        second = two | contested ^ part
        value = RUN[first] + RUN[second]
        if full:
            value = max(RUN[first + MASKS] + RUN[second], RUN[first] + RUN[second + MASKS])
        best = max(best, value)
        if part == 0:
            return best
        part = (part - 1) & contested


@rule
def best_value(numbers: int, jokers: int) -> int:
    """The value of number cards and jokers.

    Each way to deal the numbered jokers to the first two and the last two colors is tried, then each to the two of a
    pair: at most 2 × 3ⁿ for n jokers, where giving each to a color would be 4ⁿ. Most are spared: a joker is of no use
    to a color that has the number, and the search ends at the upper bound.
    """
    bound = value_bound(numbers, jokers, 0)
    if jokers & (ALL_NUMBERS | 1 << OWN_FULL) == 0:
        return bound
    blue = color_index(numbers, jokers, 0)
    green = color_index(numbers, jokers, 1)
    orange = color_index(numbers, jokers, 2)
    pink = color_index(numbers, jokers, 3)
    numbered = jokers & ALL_NUMBERS
    contested = numbered & ~(blue & green) & ~(orange & pink)
    settled = numbered ^ contested  # of use to one pair at most: the other may have it as well
    full = jokers >> OWN_FULL & 1
    best = 0
    part = contested
    while True:
        ours = part | settled
        others = contested ^ part | settled
        value = best_of_two(blue, green, ours, full) + best_of_two(orange, pink, others, 0)
        if full:
            value = max(value, best_of_two(blue, green, ours, 0) + best_of_two(orange, pink, others, 1))
        best = max(best, value)
        if part == 0 or best == bound:
            return best
        part = (part - 1) & contested


@rule
def value_of(s: State, side: int) -> int:
    return best_value(s.once[side], s.jokers[side])


@rule
def points(s: State, side: int) -> int:
    return value_of(s, side) >> 3


@rule
def score(s: State, seat: int) -> int:
    return points(s, seat)


@rule
def standing(s: State, side: int) -> int:
    """Larger is better: points, then currency, then fewer cards (R21)."""
    value = value_of(s, side)
    return ((value >> 3) * 1024 + money(s, side)) * 8 + (value & 0b111)


@rule
def beats_ten(s: State) -> bool:  # R29
    return points(s, 0) > points(s, TEN)


@rule
def places(s: State, out: Row) -> None:
    if s.solo_limit > 0:
        out[0] = 1 if beats_ten(s) else 2
        return
    for seat in range(s.players):
        out[seat] = standing(s, seat)
    found = 0  # four bits a seat: `out` still holds what is compared
    for seat in range(s.players):
        place = 1
        for other in range(s.players):
            place += out[other] > out[seat]
        found |= place << 4 * seat
    for seat in range(s.players):
        out[seat] = found >> 4 * seat & 0b1111


assert COLOR_COUNT == 4, "`best_value` names each of them"
