"""Rounds of GRA between three or more: estimates, from the bids, of what others show and whether the next one checks.

The parameters of the estimates are trained. They are at the head of the weights, in thousandths, a set for each bid
order with jokers or without, and for each number of players who are still in the game.
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rng import below
from stolik.core.rule import Row, rule
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
FACE_PER_VALUE, FACE_NOISE, FACE_JOKER = range(16, 19)
"""Turning cards, where so many with the same value are worth their square: what a higher value is worth more, how much
is noise, and what a joker is worth more than one more card of the best value."""
OPENING_LEAST = 19
"""Nobody opens with a bid that is less likely right, if another is likelier."""
SET_SIZE = 20
FEWEST_PLAYERS = 3
PLAYER_COUNTS = SEATS - FEWEST_PLAYERS + 1
PARAMETERS_END = 4 * PLAYER_COUNTS * SET_SIZE  # the strategies for two follow, their index first
STARTERS_JOKER = 0.5  # in place of FACE_JOKER: who alone can switch jokers off never turns one away


@rule
def parameter_set(by_count: int, joker: int, playing: int) -> int:
    """The number of the set for such rounds. Between two, where strategies know no answer, that for the fewest."""
    return (2 * by_count + joker) * PLAYER_COUNTS + max(playing - FEWEST_PLAYERS, 0)


@rule
def parameter(s: State, weights: Weights, which: int) -> float:
    return weights[parameter_set(s.by_count, s.joker, size(s.playing)) * SET_SIZE + which] / 1000


# Turning cards


@rule
def choose_faces_among_many(s: State, seat: int, rng: Row, weights: Weights) -> int:
    """The way that shows most: many of one value count more than the same of several."""
    best = -1000.0
    chosen = 0
    for faces in range(1 << s.sizes[seat]):
        worth = faces_worth(s, seat, faces, weights) + below(rng, 1000) / 1000 * parameter(s, weights, FACE_NOISE)
        if worth > best:
            best = worth
            chosen = faces
    return CHOOSE + chosen


@rule
def faces_worth(s: State, seat: int, faces: int, weights: Weights) -> float:
    """What cards turned so are worth. Jokers add to the value that gains most by them."""
    hand = s.hands[seat]
    per_value = parameter(s, weights, FACE_PER_VALUE)
    jokers = size(matching(hand, faces, 1, 0)) if s.joker else 0
    worth = (STARTERS_JOKER if s.starter == seat else parameter(s, weights, FACE_JOKER)) * jokers
    most = 0.0
    for value in range(2 if s.joker else 1, VALUES + 1):
        count = size(matching(hand, faces, value, 0))
        worth += count * count + per_value * count * value
        most = max(most, (2 * count + jokers) * jokers + per_value * jokers * value)
    return worth + most


# Bidding


@rule
def bid_among_many(s: State, seat: int, rng: Row, weights: Weights) -> int:
    """The bid, or check, that is least likely to lose the round."""
    best = -1.0
    chosen = CHECK
    wrong = -1.0
    noise = parameter(s, weights, BID_NOISE)
    opening_least = parameter(s, weights, OPENING_LEAST) if s.count == 0 else 0.0
    for value in range(1, VALUES + 1):
        expected = expected_matches(s, seat, value, weights)
        least = lowest_raise(s, value)
        first = s.count if value == s.value else least
        for count in range(first, s.total + 1):
            likely = bid_probability(s, seat, count, value, expected)
            if count < least:
                wrong = 1.0 - likely  # the bid that can be checked
                continue
            if count > 1 and likely < opening_least:
                break
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
    if s.joker:
        share = share_with_jokers(s, value, share, parameter(s, weights, SHARE_OF_JOKERS))
    return min(max(share, 0.01), 0.99)


@rule
def share_with_jokers(s: State, value: int, share: float, jokers: float) -> float:
    """Where 1s are jokers they are shown for their own sake, also in a round whose first bid made them 1s again."""
    if value == 1:
        return jokers
    return share * (1.0 - jokers) + (jokers if s.jokers else 0.0)
