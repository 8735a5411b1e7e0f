"""Rounds of GRA between three or more: what others show is guessed from their bids, and what the next one will do.

The numbers in the guesses are trained: they stand at the head of the weights, in thousandths, a set for each bid order
with jokers or without, and for each number of players who are still in the game.
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rng import below
from stolik.core.rule import Row, lookup_table, rule
from stolik.games.gra.bots.card_odds import chance_of
from stolik.games.gra.options import SEATS
from stolik.games.gra.rules.bidding import lowest_raise
from stolik.games.gra.rules.knowledge import highest
from stolik.games.gra.rules.rounds import next_seat
from stolik.games.gra.state import CHECK, CHOOSE, VALUES, State, bid_code, bids_of, matching

QUIET, HEIGHT, ELSEWHERE, TRUST, BOLDNESS, JOKERS = range(6)
"""Of somebody's cards, so many show a value: of who has not bid yet; more with each higher value; of who has bid on
others; of who has bid on it, and more with boldness. And so many show jokers."""
SEEN, SEEN_BOLD = range(6, 8)
"""The same as TRUST and BOLDNESS for what the next player thinks of this seat."""
WARY, CALM, EASE, STUBBORN = range(8, 12)
"""The next player checks WARY times as often as he doubts, less CALM; EASE times as often where a higher value is left
to bid, and STUBBORN times as often if he has bid on the value."""
LATER, LATER_MORE, LATER_DOUBT, NOISE = range(12, 16)
"""What it is worth not to be checked: so much, more with each player, less for a bid that is not likely right."""
RISING, TURNING, JOKER, PAIRING = range(16, 20)
"""Turning cards: what a higher value is worth more, how much is left to chance, what a joker is worth, and what another
card with the same value."""
SET = 20
LEAST = 3
CROWDS = SEATS - LEAST + 1
NUMBERS = 4 * CROWDS * SET

_BY_VALUE = (170, 20, 110, 170, 800, 280, 170, 800, 2000, 150, 400, 1000, 700, 0, 0, 10, 300, 500, 0, 1000)
_BY_COUNT = (170, 0, 110, 260, 620, 280, 260, 620, 1400, 500, 1000, 1000, 850, 0, 0, 10, 0, 500, 0, 1000)
UNTRAINED = lookup_table((*_BY_VALUE * (2 * CROWDS), *_BY_COUNT * (2 * CROWDS)))


@rule
def set_of(by_count: int, joker: int, playing: int) -> int:
    """The number of the set for such rounds."""
    return (2 * by_count + joker) * CROWDS + playing - LEAST


@rule
def trained(s: State, weights: Weights, which: int) -> float:
    return weights[set_of(s.by_count, s.joker, size(s.playing)) * SET + which] / 1000


# Turning cards


@rule
def turn_for_many(s: State, seat: int, rng: Row, weights: Weights) -> int:
    """The way that shows most: many of one value count more than the same of several."""
    hand = s.hands[seat]
    best = -1000.0
    chosen = 0
    for faces in range(1 << s.sizes[seat]):
        worth = below(rng, 1000) / 1000 * trained(s, weights, TURNING)
        for value in range(1, VALUES + 1):
            count = size(matching(hand, faces, value, 0))
            worth += trained(s, weights, PAIRING) * count * count + trained(s, weights, RISING) * count * value
            if value == 1 and s.joker:
                worth += trained(s, weights, JOKER) * count
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
    noise = trained(s, weights, NOISE)
    for value in range(1, VALUES + 1):
        expected = others_expected(s, seat, value, weights)
        least = lowest_raise(s, value)
        first = s.count if value == s.value else least
        for count in range(first, s.total + 1):
            likely = right(s, seat, count, value, expected)
            if count < least:
                wrong = 1.0 - likely  # the bid that can be checked
                continue
            safety = safety_of_bid(s, seat, count, value, expected, likely, weights) + noise * below(rng, 1000) / 1000
            if safety > best:
                best = safety
                chosen = bid_code(count, value)
            if likely < 0.02:
                break
    return CHECK if wrong >= best else chosen


@rule
def right(s: State, seat: int, count: int, value: int, expected: float) -> float:
    """How likely a bid is right, as this seat sees it."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    cards = s.total - s.sizes[seat]
    return chance_of(cards, count - own, expected / cards)


@rule
def safety_of_bid(
    s: State, seat: int, count: int, value: int, expected: float, likely: float, weights: Weights
) -> float:
    """How likely a bid does not lose: it is right, or it is not checked and somebody else loses later."""
    checked = checked_by_next(s, seat, count, value, expected, weights)
    later = trained(s, weights, LATER) + trained(s, weights, LATER_MORE) * (size(s.playing) - 4)
    later -= trained(s, weights, LATER_DOUBT) * (1.0 - likely)
    return checked * likely + (1.0 - checked) * later


@rule
def checked_by_next(s: State, seat: int, count: int, value: int, expected: float, weights: Weights) -> float:
    """How likely the next player checks: he sees what all have bid, but not this seat's cards."""
    if value == VALUES and count == s.total:
        return 1.0  # R7: nothing else is left
    mine = trained(s, weights, SEEN) + trained(s, weights, SEEN_BOLD) * count / s.total
    share = (s.sizes[seat] * min(max(mine, 0.01), 0.95) + expected) / s.total
    doubt = 1.0 - chance_of(s.total, count, min(share, 0.99))
    checked = trained(s, weights, WARY) * doubt - trained(s, weights, CALM)
    if value < VALUES:
        checked *= trained(s, weights, EASE)
    if bids_of(s, next_seat(s, seat), value) != 0:
        checked *= trained(s, weights, STUBBORN)
    return min(max(checked, 0.0), 1.0)


# Guessing


@rule
def others_expected(s: State, seat: int, value: int, weights: Weights) -> float:
    """How many cards of the others count for a bid on this value, on average."""
    expected = 0.0
    for other in range(s.players):
        if other != seat and s.playing >> other & 1:
            expected += s.sizes[other] * share_of(s, other, value, weights)
    return expected


@rule
def share_of(s: State, other: int, value: int, weights: Weights) -> float:
    """Of somebody's cards, how many count for a bid on this value, judged by what they have bid."""
    made = bids_of(s, other, value)
    if made != 0:
        share = trained(s, weights, TRUST) + trained(s, weights, BOLDNESS) * highest(made) / s.total
        return min(max(share, 0.01), 0.99)
    share = trained(s, weights, QUIET) + trained(s, weights, HEIGHT) * (value - 3.5)
    for another in range(1, VALUES + 1):
        if bids_of(s, other, another) != 0:
            share = trained(s, weights, ELSEWHERE)
    if s.jokers and value != 1:
        share += (1.0 - share) * trained(s, weights, JOKERS)
    return min(max(share, 0.01), 0.99)
