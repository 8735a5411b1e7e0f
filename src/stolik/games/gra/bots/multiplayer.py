"""Rounds of GRA between three or more: estimates, from the bids, of what others show and whether the next one checks.

The parameters of the estimates are trained. They are at the head of the weights, in thousandths, a set for each bid
order with jokers or without, and for each number of players who are still in the game.
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rng import below
from stolik.core.rule import Row, lookup_table, rule
from stolik.games.gra.bots.card_odds import at_least
from stolik.games.gra.options import SEATS
from stolik.games.gra.rules.bidding import lowest_raise
from stolik.games.gra.rules.observation import highest
from stolik.games.gra.rules.rounds import next_seat
from stolik.games.gra.state import CHECK, CHOOSE, VALUES, State, bid_code, bids_of, matching

SHARE_WITHOUT_BID, SHARE_PER_VALUE, SHARE_OTHER_BIDS, SHARE_WITH_BID, SHARE_PER_BOLDNESS, SHARE_OF_JOKERS = range(6)
"""The part of somebody's cards that shows a value: of who has not bid yet; more with each higher value; of who has bid
on others; of who has bid on it, and more with how bold the bid was. And the part that shows jokers."""
OWN_SHARE_WITH_BID, OWN_SHARE_PER_BOLDNESS = range(6, 8)
"""The same as SHARE_WITH_BID and SHARE_PER_BOLDNESS, for what the next player thinks of this seat."""
CHECK_PER_DOUBT, CHECK_THRESHOLD, CHECK_IF_VALUES_LEFT, CHECK_IF_OWN_VALUE = range(8, 12)
"""How likely the next player checks: so many times the doubt, less a threshold; all of it times a factor where a higher
value is left to bid, and times another if that player has bid on the value."""
UNCHECKED, UNCHECKED_PER_PLAYER, UNCHECKED_PER_DOUBT, BID_NOISE = range(12, 16)
"""What it is worth not to be checked: so much, more with each player, less for a bid that is not likely right. And how
much noise is added to what a bid is worth."""
FACE_PER_VALUE, FACE_NOISE, FACE_JOKER, FACE_PAIRS = range(16, 20)
"""Turning cards: what a higher value is worth more, how much is noise, what a joker is worth, and what another card
with the same value."""
SET_SIZE = 20
FEWEST_PLAYERS = 3
PLAYER_COUNTS = SEATS - FEWEST_PLAYERS + 1
PARAMETERS_END = 4 * PLAYER_COUNTS * SET_SIZE  # the strategies for two follow, their index first

_BY_VALUE = (170, 20, 110, 170, 800, 280, 170, 800, 2000, 150, 400, 1000, 700, 0, 0, 10, 300, 500, 0, 1000)
_BY_COUNT = (170, 0, 110, 260, 620, 280, 260, 620, 1400, 500, 1000, 1000, 850, 0, 0, 10, 0, 500, 0, 1000)
UNTRAINED = lookup_table((*_BY_VALUE * (2 * PLAYER_COUNTS), *_BY_COUNT * (2 * PLAYER_COUNTS)))


@rule
def parameter_set(by_count: int, joker: int, playing: int) -> int:
    """The number of the set for such rounds."""
    return (2 * by_count + joker) * PLAYER_COUNTS + playing - FEWEST_PLAYERS


@rule
def parameter(s: State, weights: Weights, which: int) -> float:
    return weights[parameter_set(s.by_count, s.joker, size(s.playing)) * SET_SIZE + which] / 1000


# Turning cards


@rule
def choose_faces_among_many(s: State, seat: int, rng: Row, weights: Weights) -> int:
    """The way that shows most: many of one value count more than the same of several."""
    hand = s.hands[seat]
    best = -1000.0
    chosen = 0
    for faces in range(1 << s.sizes[seat]):
        worth = below(rng, 1000) / 1000 * parameter(s, weights, FACE_NOISE)
        for value in range(1, VALUES + 1):
            count = size(matching(hand, faces, value, 0))
            pairs = parameter(s, weights, FACE_PAIRS) * count * count
            worth += pairs + parameter(s, weights, FACE_PER_VALUE) * count * value
            if value == 1 and s.joker:
                worth += parameter(s, weights, FACE_JOKER) * count
        if worth > best:
            best = worth
            chosen = faces
    return CHOOSE + chosen


# Bidding


@rule
def bid_among_many(s: State, seat: int, rng: Row, weights: Weights) -> int:
    """The bid, or check, that is least likely to lose the round."""
    best = -1.0
    chosen = CHECK
    wrong = -1.0
    noise = parameter(s, weights, BID_NOISE)
    for value in range(1, VALUES + 1):
        expected = expected_matches(s, seat, value, weights)
        least = lowest_raise(s, value)
        first = s.count if value == s.value else least
        for count in range(first, s.total + 1):
            likely = bid_probability(s, seat, count, value, expected)
            if count < least:
                wrong = 1.0 - likely  # the bid that can be checked
                continue
            safety = bid_safety(s, seat, count, value, expected, likely, weights) + noise * below(rng, 1000) / 1000
            if safety > best:
                best = safety
                chosen = bid_code(count, value)
            if likely < 0.02:
                break
    return CHECK if wrong >= best else chosen


@rule
def bid_probability(s: State, seat: int, count: int, value: int, expected: float) -> float:
    """How likely a bid is right, as this seat sees it."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    cards = s.total - s.sizes[seat]
    return at_least(cards, count - own, expected / cards)


@rule
def bid_safety(s: State, seat: int, count: int, value: int, expected: float, likely: float, weights: Weights) -> float:
    """How likely a bid does not lose: it is right, or it is not checked and somebody else loses later."""
    checked = check_probability(s, seat, count, value, expected, weights)
    later = parameter(s, weights, UNCHECKED) + parameter(s, weights, UNCHECKED_PER_PLAYER) * (size(s.playing) - 4)
    later -= parameter(s, weights, UNCHECKED_PER_DOUBT) * (1.0 - likely)
    return checked * likely + (1.0 - checked) * later


@rule
def check_probability(s: State, seat: int, count: int, value: int, expected: float, weights: Weights) -> float:
    """How likely the next player checks: he sees what all have bid, but not this seat's cards."""
    if value == VALUES and count == s.total:
        return 1.0  # R7: nothing else is left
    mine = parameter(s, weights, OWN_SHARE_WITH_BID) + parameter(s, weights, OWN_SHARE_PER_BOLDNESS) * count / s.total
    share = (s.sizes[seat] * min(max(mine, 0.01), 0.95) + expected) / s.total
    doubt = 1.0 - at_least(s.total, count, min(share, 0.99))
    checked = parameter(s, weights, CHECK_PER_DOUBT) * doubt - parameter(s, weights, CHECK_THRESHOLD)
    if value < VALUES:
        checked *= parameter(s, weights, CHECK_IF_VALUES_LEFT)
    if bids_of(s, next_seat(s, seat), value) != 0:
        checked *= parameter(s, weights, CHECK_IF_OWN_VALUE)
    return min(max(checked, 0.0), 1.0)


# Estimating


@rule
def expected_matches(s: State, seat: int, value: int, weights: Weights) -> float:
    """How many cards of the others count for a bid on this value, on average."""
    expected = 0.0
    for other in range(s.players):
        if other != seat and s.playing >> other & 1:
            expected += s.sizes[other] * matching_share(s, other, value, weights)
    return expected


@rule
def matching_share(s: State, other: int, value: int, weights: Weights) -> float:
    """Of somebody's cards, how many count for a bid on this value, judged by what they have bid."""
    made = bids_of(s, other, value)
    if made != 0:
        bold = parameter(s, weights, SHARE_PER_BOLDNESS) * highest(made) / s.total
        return min(max(parameter(s, weights, SHARE_WITH_BID) + bold, 0.01), 0.99)
    share = parameter(s, weights, SHARE_WITHOUT_BID) + parameter(s, weights, SHARE_PER_VALUE) * (value - 3.5)
    for another in range(1, VALUES + 1):
        if bids_of(s, other, another) != 0:
            share = parameter(s, weights, SHARE_OTHER_BIDS)
    if s.jokers and value != 1:
        share += (1.0 - share) * parameter(s, weights, SHARE_OF_JOKERS)
    return min(max(share, 0.01), 0.99)
