"""How GRA's trained strategies for rounds between two are laid out: the abstraction that they use, and what is where.

There is a behavioural strategy for every bid order, jokers or not, own hand size, hand size of the other, and for who
starts. Its information sets are an abstraction: a *showing* (the values that the own cards show) and a *node* of the
bidding (the highest bid, whether jokers are off, and whether this is the first bid to answer). All bids before the
highest one are forgotten: recall is imperfect. A strategy holds, one after the other,

* a weight for every showing: how gladly one turns the cards so;
* for every node and every showing (an information set) some cells. Whoever plays takes any cell; it names two actions
  and how often to take the second: 0 is to check, n is the n-th next bid of the order.
"""

from stolik.core.bot_levels import Weights
from stolik.core.rule import lookup_table, rule
from stolik.games.gra.state import LARGEST_HAND, VALUES, kind_at, showing

ACTION_BITS = 6
MIXES = 8  # the second action of a cell is taken in mix of 2 · (MIXES − 1) cases
HIGH_PART = 1 << 15  # weights have 16 bits: a larger number is two of them, the first in units of this
INDEX_ENTRY = 3  # numbers in the index for each strategy: where it begins, in two, and cells per information set
STRATEGIES = 2 * 2 * LARGEST_HAND * LARGEST_HAND * 2


def _multisets(kinds: int, cards: int) -> int:
    found = 1 if kinds or not cards else 0
    for k in range(1, kinds):
        found = found * (cards + k) // k
    return found


MULTISETS = lookup_table(_multisets(kinds, cards) for kinds in range(VALUES + 1) for cards in range(LARGEST_HAND + 1))
"""How many ways there are to show so many cards with so many kinds of values: `MULTISETS[6 * kinds + cards]`."""


@rule
def showing_count(own: int, other: int) -> int:
    """How many showings are told apart. With one card each, the hidden end counts too."""
    if own == 1 and other == 1:
        return 30
    return MULTISETS[(LARGEST_HAND + 1) * VALUES + own]


@rule
def showing_number(hand: int, faces: int, own: int, other: int) -> int:
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
def highest_known_count(cards: int, joker: int) -> int:
    """The largest count that the strategies know; larger ones are hardly ever right."""
    if cards <= LARGEST_HAND:
        return cards
    return cards // 2 + (3 if joker else 2)


@rule
def bid_rank(count: int, value: int, top: int, by_count: int) -> int:
    """The place of a bid in the order of all bids up to the count `top`."""
    return VALUES * (count - 1) + value - 1 if by_count else top * (value - 1) + count - 1


@rule
def count_of_rank(rank: int, top: int, by_count: int) -> int:
    return rank // VALUES + 1 if by_count else rank % top + 1


@rule
def value_of_rank(rank: int, top: int, by_count: int) -> int:
    return rank % VALUES + 1 if by_count else rank // top + 1


@rule
def node_number(rank: int, later: int, off: int, top: int, joker: int) -> int:
    """The node after the bid of this rank; 0 is the opening. `later`: not at the own first turn; `off`: 1s were jokers
    and are no more.
    """
    return 1 + (later * (1 + joker) + off) * VALUES * top + rank


@rule
def strategy_number(by_count: int, joker: int, own: int, other: int, starts: int) -> int:
    """Of a strategy, among all."""
    return (((2 * by_count + joker) * LARGEST_HAND + own - 1) * LARGEST_HAND + other - 1) * 2 + starts


@rule
def strategy_begin(weights: Weights, index: int, number: int) -> int:
    """Where a strategy begins; the index begins at `index`."""
    at = index + INDEX_ENTRY * number
    return HIGH_PART * weights[at] + weights[at + 1]


@rule
def cells_per_infoset(weights: Weights, index: int, number: int) -> int:
    return weights[index + INDEX_ENTRY * number + 2]


@rule
def decoded_weight(number: int, heaviest: int) -> int:
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
