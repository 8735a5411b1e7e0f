"""How GRA's trained strategy is laid out: what a player of a round between two looks up, and where.

There is a table for every bid order, jokers or not, own hand size, hand size of the other, and for who starts. It
knows the own showing values, the highest bid, whether jokers are off, and whether this is the first bid to answer; it
has forgotten all bids before the highest one. A table holds, one after the other,

* a weight for every *showing*: how gladly one turns the cards so;
* for every *place* (a moment of the bidding) and every showing some cells. Whoever looks takes any cell; it names two
  actions and how often the second is better: 0 is to check, n is the n-th next bid of the order.
"""

from stolik.core.bot_levels import Weights
from stolik.core.rule import lookup_table, rule
from stolik.games.gra.state import HIGH, LARGEST_HAND, LOW, VALUES, kind_at, showing

ACTION_BITS = 6
MIXES = 8  # the second action of a cell is taken in mix of 2 · (MIXES − 1) cases
TIMES = 2  # places are kept apart by when they come: at the own first turn, and later
WORD = 1 << 15  # large numbers are split by it
ENTRY = 3  # numbers in the index for each table: where it begins, in two, and how many cells
TABLES = 2 * 2 * LARGEST_HAND * LARGEST_HAND * 2


def _multisets(kinds: int, cards: int) -> int:
    found = 1 if kinds or not cards else 0
    for k in range(1, kinds):
        found = found * (cards + k) // k
    return found


MULTISETS = lookup_table(_multisets(kinds, cards) for kinds in range(VALUES + 1) for cards in range(LARGEST_HAND + 1))
"""How many ways there are to show so many cards with so many kinds of values: `MULTISETS[6 * kinds + cards]`."""


@rule
def showings(own: int, other: int) -> int:
    """How many showings are told apart. With one card each, the hidden end counts too."""
    if own == 1 and other == 1:
        return 30
    return MULTISETS[(LARGEST_HAND + 1) * VALUES + own]


@rule
def showing_of(hand: int, faces: int, own: int, other: int) -> int:
    """The number of a showing: in the order of how many 6s there are, then of how many 5s, and so on."""
    if own == 1 and other == 1:
        return 2 * kind_at(hand, 0) + faces
    rank = 0
    left = own
    for value in range(VALUES, 1, -1):
        for place in range(own):
            if showing(hand, faces, place) == value:
                rank += MULTISETS[(LARGEST_HAND + 1) * (value - 1) + left]
                left -= 1
    return rank


@rule
def highest_count(cards: int, joker: int) -> int:
    """The largest count that the tables know; larger ones are hardly ever right."""
    if cards <= LARGEST_HAND:
        return cards
    return cards // 2 + (3 if joker else 2)


@rule
def ladder(count: int, value: int, top: int, by_count: int) -> int:
    """The place of a bid in the order of all bids."""
    return VALUES * (count - 1) + value - 1 if by_count else top * (value - 1) + count - 1


@rule
def count_at(step: int, top: int, by_count: int) -> int:
    return step // VALUES + 1 if by_count else step % top + 1


@rule
def value_at(step: int, top: int, by_count: int) -> int:
    return step % VALUES + 1 if by_count else step // top + 1


@rule
def places(top: int, joker: int) -> int:
    """How many moments of the bidding a table has: the opening, and for each time and ladder all the bids."""
    return 1 + TIMES * (1 + joker) * VALUES * top


@rule
def place_of(step: int, time: int, off: int, top: int, joker: int) -> int:
    """The moment after the bid at this step; `off`: 1s were jokers and are no more."""
    return 1 + ((time * (1 + joker)) + off) * VALUES * top + step


@rule
def number_of(by_count: int, joker: int, own: int, other: int, starts: int) -> int:
    """Of a table, among all."""
    return (((2 * by_count + joker) * LARGEST_HAND + own - 1) * LARGEST_HAND + other - 1) * 2 + starts


@rule
def begin_of(weights: Weights, start: int, number: int) -> int:
    """Where a table begins; the index begins at `start`."""
    at = start + ENTRY * number
    return WORD * weights[at] + weights[at + 1]


@rule
def cells_of(weights: Weights, start: int, number: int) -> int:
    return weights[start + ENTRY * number + 2]


@rule
def weight_of(number: int, heaviest: int) -> int:
    """A weight has five bits after the first and a power of two.

    It is set against the heaviest that the hand can show: all 32 ways to turn five cards together weigh less than 2³¹.
    """
    power = (number >> 5) - (heaviest >> 5) + 20
    return 32 + (number & 31) << power if power >= 0 else 0


@rule
def first_action(cell: int) -> int:
    return cell & (1 << ACTION_BITS) - 1


@rule
def second_action(cell: int) -> int:
    return cell >> ACTION_BITS & (1 << ACTION_BITS) - 1


@rule
def mix_of(cell: int) -> int:
    return cell >> 2 * ACTION_BITS


@rule
def shows(kind: int, face: int) -> int:
    return HIGH[kind] if face else LOW[kind]
