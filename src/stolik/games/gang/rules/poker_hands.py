"""Poker hands: the best five of some cards, and how they compare (R9, R25, R34).

Cards are the numbers of components.py. Gathered in one set they are thirteen bits a suit, one a rank, and the Jack; all
else are operations on sets of ranks.

A strength is a category, major ranks and minor ranks (of two pairs: the pairs, the kicker), thirteen bits for each set.
Sets of equally many ranks compare as their highest ranks do, so strengths compare as hands do.
"""

from typing import Any

from stolik.core.bitset import members, size
from stolik.core.rule import Row, lookup_table, rule
from stolik.games.gang.components import (
    ACE,
    ALL_RANKS,
    FIVE,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    JACK,
    JACK_RANK,
    NO_SUIT,
    RANKS,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUITS,
    rank_of,
    suit_of,
)

MAJOR_COPIES = lookup_table([0, 2, 2, 3, 1, 0, 3, 4, 1, 1])  # by category: how many of each major rank are in the hand
MINOR_COPIES = lookup_table([1, 1, 1, 1, 0, 1, 2, 1, 0, 0])


@rule
def strength(cards: Row, count: int) -> int:
    """The best five of the first `count` cards, at most eight: the larger the stronger, equal only in a perfect tie.

    Fewer than five are compared as far as they reach.
    """
    return strength_of(card_set(cards, count), count)


@rule
def strengths(hands: Any, count: int, out: Row) -> None:
    """Of many hands at once, a row of cards each; `out` holds 64 bits. For compiled code, called from Python."""
    for i in range(len(out)):
        out[i] = card_set(hands[i], count)
    for i in range(len(out)):  # apart, this is compiled to work on several hands at once
        out[i] = strength_of(out[i], count)


@rule
def category(strength: int) -> int:
    return strength >> 2 * RANKS


@rule
def category_of(cards: Row, count: int) -> int:
    """What two to eight cards make."""
    return category(strength(cards, count))


@rule
def best_five(cards: Row, count: int) -> int:
    """The set of positions of the cards that make the hand: of equal ones, the first."""
    held = card_set(cards, count)
    value = strength_of(held, count)
    kind = category(value)
    suited = kind in (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)
    suit = flush_suit(held)
    wanted = wanted_ranks(kind, value)
    chosen = 0
    for i in range(count):
        card = int(cards[i])
        place = 4 * rank_of(card)
        if wanted >> place & 15 != 0 and (not suited or suit_of(card) == suit):
            wanted -= 1 << place
            chosen |= 1 << i
    return chosen


# From cards to sets of ranks


@rule
def card_set(cards: Row, count: int) -> int:
    """The first `count` cards of a row as a set."""
    found = 0
    for i in range(count):
        found |= 1 << int(cards[i])
    return found


@rule
def suited_ranks(cards: int, suit: int) -> int:
    return cards >> RANKS * suit & ALL_RANKS


@rule
def jack_rank_if_held(cards: int) -> int:
    """The rank of the Jack without suit as a set, empty if it is not there."""
    return cards >> JACK - JACK_RANK & 1 << JACK_RANK


@rule
def flush_suit(cards: int) -> int:
    """The suit of five cards or more, else NO_SUIT. (Eight cards cannot have two.)"""
    for suit in range(SUITS):
        if size(suited_ranks(cards, suit)) >= 5:
            return suit
    return NO_SUIT


@rule
def highest(ranks: int) -> int:
    """The set of the highest rank alone, empty if there is none."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ ranks >> 1


@rule
def without_lowest(ranks: int, n: int) -> int:
    """The set without its n lowest ranks; n is at most three. (No branches: n is as good as random.)"""
    ranks &= ranks - (n > 0)
    ranks &= ranks - (n > 1)
    return ranks & ranks - (n > 2)


@rule
def straights(ranks: int) -> int:
    """The highest ranks of all straights. The ace is also below the 2, and nothing goes round it."""
    ladder = ranks << 1 | ranks >> ACE
    return (ladder & ladder >> 1 & ladder >> 2 & ladder >> 3 & ladder >> 4) << 3


# From sets to strengths


@rule
def hand(kind: int, major: int, minor: int) -> int:
    return kind << 2 * RANKS | major << RANKS | minor


@rule
def strength_of(cards: int, count: int) -> int:
    """The same for a set of `count` cards."""
    plain = strength_of_ranks(cards, count)
    suit = flush_suit(cards)
    if suit == NO_SUIT:
        return plain
    return max(plain, strength_of_flush(suited_ranks(cards, suit)))


@rule
def strength_of_flush(ranks: int) -> int:
    top = highest(straights(ranks))
    if top == 0:
        return hand(FLUSH, 0, without_lowest(ranks, size(ranks) - 5))
    return hand(ROYAL_FLUSH if top == 1 << ACE else STRAIGHT_FLUSH, top, 0)


@rule
def strength_of_ranks(cards: int, count: int) -> int:
    """As if there were no suits."""
    one, two, three, four, five = copies(cards)
    if three != 0 and (four != 0 or size(two) > 1):
        return strength_of_many(one, two, three, four, five)
    tops = straights(one)
    if tops != 0:
        return hand(STRAIGHT, highest(tops), 0)
    return strength_of_few(one, two, three, count)


@rule
def copies(cards: int) -> tuple[int, int, int, int, int]:
    """The ranks of which there is at least one card, at least two, … five."""
    clubs = suited_ranks(cards, 0)
    diamonds = suited_ranks(cards, 1)
    hearts = suited_ranks(cards, 2)
    spades = suited_ranks(cards, 3)
    minor = clubs | diamonds
    both_minor = clubs & diamonds
    major = hearts | spades
    both_major = hearts & spades
    one = minor | major
    two = both_minor | both_major | minor & major
    three = both_minor & major | minor & both_major
    four = both_minor & both_major
    jack = jack_rank_if_held(cards)
    if jack == 0:
        return one, two, three, four, 0
    return one | jack, two | one & jack, three | two & jack, four | three & jack, four & jack


@rule
def strength_of_many(one: int, two: int, three: int, four: int, five: int) -> int:
    if four != 0:
        top = highest(four)
        return hand(FOUR_OF_A_KIND, top, highest(one ^ top | five))
    top = highest(three)
    return hand(FULL_HOUSE, top, highest(two ^ top))


@rule
def strength_of_few(one: int, two: int, three: int, count: int) -> int:
    """Three of a kind or less: all of `two` is in the hand but a third and a fourth pair, and count − 5 cards are not.

    Nine hands in ten come here, and no branch is left to guess wrong.
    """
    pairs = size(two)
    surplus = max(pairs - 2, 0)
    major = without_lowest(two, surplus)
    minor = without_lowest(one ^ major, count - 5 - surplus)
    return hand(pairs - surplus + 2 * (three != 0), major, minor)


# What tells two hands apart


@rule
def deciding_kickers(one: int, other: int) -> int:
    """How many kickers must be named of each of two strengths until they differ; 0 if they differ in what the hand is
    called by (the pair, the highest card of a flush), or are equal.
    """
    kind = category(one)
    if one == other or one >> RANKS != other >> RANKS or kind == FULL_HOUSE:
        return 0
    differing = highest((one ^ other) & ALL_RANKS)
    alike = size(one & ALL_RANKS & ~((differing << 1) - 1))
    return alike if kind in (HIGH_CARD, FLUSH) else alike + 1


# And back


@rule
def wanted_ranks(kind: int, strength: int) -> int:
    """How many cards of each rank are in the hand, four bits a rank."""
    major = strength >> RANKS & ALL_RANKS
    if kind in (STRAIGHT, STRAIGHT_FLUSH, ROYAL_FLUSH):
        major = ladder_below(major)
    wanted = 0
    for rank in members(major):
        wanted += MAJOR_COPIES[kind] << 4 * rank
    for rank in members(strength & ALL_RANKS):
        wanted += MINOR_COPIES[kind] << 4 * rank
    return wanted


@rule
def ladder_below(top: int) -> int:
    """The five ranks of a straight."""
    if top == 1 << FIVE:
        return 1 << ACE | 0b1111  # 2 to 5
    return (top << 1) - (top >> 4)
