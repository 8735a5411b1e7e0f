"""The percentile of a hand among all hands, in thousandths, for all that its owner sees: what all levels go by.

On the river that is the share of all other hands which it beats, half of the equal ones included: counted. Before, it
is found from the chance to beat any other hand in the end: for two pocket cards alone from a table, else by Monte Carlo
runs of the cards to come. As chances lie close together while many cards are to come, a second table gives how many
hands have a lower one. The random runs depend on the cards alone: the same hand is measured alike every time.
"""

from stolik.core.bitset import lowest, size
from stolik.core.rng import below
from stolik.core.rule import Row, lookup_table, rule
from stolik.games.gang.components import ALL_CARDS, RANKS, rank_of, suit_of
from stolik.games.gang.rules.poker_hands import strength_of
from stolik.games.gang.rules.redeal import draw
from stolik.games.gang.rules.showdown import power, power_of
from stolik.games.gang.state import COMMUNITY, State, community_cards, pocket_size

MIDDLE = 500
STEPS = 20  # from chances to shares, every fiftieth
WORD = 0xFFFFFFFF

# Two cards before the flop: of the row's and the column's rank, suited where the row's is higher.
POCKET_PERCENTILES = lookup_table(
    [
        *(521, 5, 14, 32, 23, 41, 80, 149, 234, 318, 415, 528, 677),
        *(56, 646, 50, 71, 62, 89, 101, 183, 258, 354, 460, 558, 722),
        *(95, 134, 750, 125, 116, 140, 158, 207, 294, 379, 478, 597, 744),
        *(110, 167, 228, 860, 173, 198, 222, 270, 309, 406, 514, 618, 784),
        *(107, 164, 216, 279, 919, 249, 285, 327, 370, 430, 546, 662, 775),
        *(131, 189, 240, 300, 348, 960, 342, 391, 442, 490, 588, 686, 821),
        *(192, 213, 264, 333, 385, 436, 971, 451, 499, 576, 637, 732, 845),
        *(243, 276, 303, 360, 421, 484, 540, 975, 567, 627, 704, 796, 879),
        *(336, 363, 397, 400, 469, 534, 606, 650, 980, 695, 757, 836, 910),
        *(424, 466, 472, 505, 537, 603, 653, 713, 790, 984, 805, 870, 929),
        *(508, 552, 582, 609, 643, 668, 716, 769, 830, 864, 989, 891, 938),
        *(612, 656, 671, 710, 738, 766, 814, 857, 897, 903, 923, 993, 950),
        *(763, 811, 827, 854, 851, 885, 900, 916, 944, 956, 964, 967, 998),
    ]
)
# How many hands have a lower chance: before the flop (three cards), after it, after the turn.
PERCENTILES_BY_CHANCE = lookup_table(
    [
        *(0, 0, 0, 0, 0, 0, 0, 8, 94, 308, 566, 788, 881, 938, 974, 994, 997, 998, 1000, 1000, 1000),
        *(0, 0, 0, 2, 38, 110, 188, 263, 356, 452, 538, 618, 689, 755, 810, 862, 904, 946, 968, 990, 1000),
        *(0, 0, 12, 54, 114, 179, 251, 323, 391, 464, 524, 595, 652, 702, 750, 802, 849, 897, 938, 972, 1000),
    ]
)


@rule
def percentile(s: State, seat: int, runs: int) -> int:
    """Of the seat's hand: by so many runs, where it cannot be counted."""
    hand = s.hand[seat]
    if hand == 0:
        return MIDDLE
    if s.community_count == 0 and size(hand) == 2 and hand & ALL_CARDS == hand and pocket_size(s) == 2:
        return pocket_percentile(hand)
    if s.community_count == COMMUNITY and pocket_size(s) == 2:
        return exact_percentile(s, seat)
    chance = chance_to_win(s, seat, hand, runs)
    return chance if s.community_count == COMMUNITY else percentile_of_chance(s.community_count, chance)


@rule
def rough_percentile(s: State, seat: int, runs: int) -> int:
    """The same by few runs alone."""
    chance = chance_to_win(s, seat, s.hand[seat], runs) if s.hand[seat] != 0 else MIDDLE
    return chance if s.community_count == COMMUNITY else percentile_of_chance(s.community_count, chance)


@rule
def pocket_percentile(hand: int) -> int:
    one = lowest(hand)
    two = lowest(hand & (hand - 1))
    low = min(rank_of(one), rank_of(two))
    high = max(rank_of(one), rank_of(two))
    if suit_of(one) == suit_of(two):
        return POCKET_PERCENTILES[high * RANKS + low]
    return POCKET_PERCENTILES[low * RANKS + high]


@rule
def percentile_of_chance(community_count: int, chance: int) -> int:
    """From the table, with what lies between two of its entries in proportion."""
    step = min(chance * STEPS // 1000, STEPS - 1)
    first = max(community_count - 2, 0) * (STEPS + 1) + step
    beyond = chance - step * 1000 // STEPS
    rise = PERCENTILES_BY_CHANCE[first + 1] - PERCENTILES_BY_CHANCE[first]
    return PERCENTILES_BY_CHANCE[first] + rise * beyond * STEPS // 1000


@rule
def unseen_by(s: State, seat: int) -> int:
    """All cards that may be anywhere, for all that the seat has seen."""
    return ALL_CARDS & ~(s.hand[seat] | s.discarded[seat] | community_cards(s, s.community_count))


@rule
def exact_percentile(s: State, seat: int) -> int:
    """On the river, against all pairs."""
    board = community_cards(s, COMMUNITY)
    own = power(s, seat)
    rest = unseen_by(s, seat)
    won = 0
    hands = 0
    while rest != 0:
        one = rest & -rest
        rest ^= one
        others = rest
        while others != 0:
            two = others & -others
            others ^= two
            theirs = power_of(strength_of(board | one | two, COMMUNITY + 2), 0)
            won += 2 * (own > theirs) + (own == theirs)
            hands += 2
    return 1000 * won // hands


@rule
def chance_to_win(s: State, seat: int, hand: int, runs: int) -> int:
    """The chance of such a hand to beat any other in the end."""
    rng = rng_of_cards(hand, community_cards(s, s.community_count))
    unseen = unseen_by(s, seat)
    shared = community_cards(s, s.community_count)
    own_cards = COMMUNITY + size(hand)
    their_cards = pocket_size(s)
    won = 0
    for _ in range(runs):
        board = shared | draw(unseen, COMMUNITY - s.community_count, rng)
        other = board | draw(unseen & ~board, their_cards, rng)
        own = power_of(strength_of(board | hand, own_cards), s.muscle_holder == seat)
        theirs = power_of(strength_of(other, COMMUNITY + their_cards), 0)
        won += 2 * (own > theirs) + (own == theirs)
    return 1000 * won // (2 * runs)


@rule
def rng_of_cards(hand: int, board: int) -> Row:
    """Random numbers that the cards alone decide."""
    rng = [hand & WORD, hand >> 32, board & WORD | 1, board >> 32]
    for _ in range(8):
        below(rng, 2)
    return rng
