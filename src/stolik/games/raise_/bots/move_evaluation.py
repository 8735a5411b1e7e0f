"""The expected gain of a move: the chance to win the round with it, times what there is to win, less what its cards
could do later (their opportunity cost).

How much others are thought to spend, how uncertain that is and so on, are trained parameters, a set for each number of
players. What a card could do later comes from the weights of the position value.
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rule import Row, rule
from stolik.games.raise_.bots.position_value import (
    FEATURES,
    PER_CARD,
    PER_CARD_SQUARED,
    PER_FIVE,
    PER_POINT,
    PER_REACH,
    PER_REACH_IN_HAND,
    REACH,
    WEIGHT_SETS,
    reach,
    weights_at,
)
from stolik.games.raise_.components import CARDS_OF, DECK_SIZE, FIVE_POINTS
from stolik.games.raise_.options import SEATS
from stolik.games.raise_.state import CHOOSING, PASS, PLAY, RAISE, State, picked, points_of, value

PARAMETERS_BEGIN = WEIGHT_SETS * FEATURES  # in the weights
RIVALS_SPEND, OWN_SPEND, OWN_SPEND_AGAINST_ONE, UNCERTAINTY, COST_FACTOR, GIFT_FACTOR, POT_GROWTH = range(7)
"""Percent of their hands that rivals spend if need be, and that one spends oneself, or against a single rival; tenths
of cards by which one may be wrong about a rival; percent of an opportunity cost that count, and of a point that a rival
may win; tenths of points that each adds to the pot after the first card."""
SET_SIZE = 7
UNTRAINED = (*(900, 100, -1000, 0, 2000, 150) * WEIGHT_SETS, *(90, 50, 88, 8, 80, 90, 18) * (SEATS - 1))
"""Weights for those who have none: about what training finds, and the same for any number of players and rounds."""

LOSS = -(1 << 40)  # worse than any move
FIELD_BITS = 12
MEAN_REACH = sum(REACH) // DECK_SIZE
MEAN_POINTS = 1000 * points_of((1 << DECK_SIZE) - 1) // DECK_SIZE


@rule
def cards_spent(s: State, seat: int, code: int) -> int:
    """What a play or a raise would spend."""
    if code >= RAISE:
        return picked(s.hand[seat], code - RAISE + 1)
    equals = s.hand[seat] & CARDS_OF[code - PLAY]
    return equals & -equals


@rule
def parameters_at(s: State) -> int:
    """Where in the weights the set for so many players begins."""
    return PARAMETERS_BEGIN + (s.players - 2) * SET_SIZE


@rule
def expected_pot(s: State, weights: Weights) -> int:
    """In thousandths."""
    pot = s.prize
    for seat in range(s.players):
        pot += points_of(s.played[seat])
    pot *= 1000
    return pot + 100 * weights[parameters_at(s) + POT_GROWTH] * size(s.playing) if s.phase == CHOOSING else pot


@rule
def opportunity_cost(s: State, seat: int, cards: int, weights: Weights) -> int:
    """What these cards could win later if they were kept, in thousandths of a point; after the last round, what they
    count, beside those that one would draw instead.
    """
    drawn = min(size(cards), size(s.deck[seat]))
    if s.round == s.rounds:
        return 1000 * points_of(cards) - drawn * MEAN_POINTS
    at = weights_at(s.players, s.rounds - s.round)
    reached = reach(cards)
    before = size(s.hand[seat] | s.deck[seat])
    after = before - size(cards)
    more = (
        weights[at + PER_REACH] * reached
        + weights[at + PER_CARD] * size(cards)
        + weights[at + PER_CARD_SQUARED] * (before * before - after * after)
        + weights[at + PER_FIVE] * size(cards & FIVE_POINTS)
        + weights[at + PER_REACH_IN_HAND] * (reached - drawn * MEAN_REACH)
    )
    return 1000 * more // weights[at + PER_POINT]


@rule
def is_rival(s: State, seat: int) -> bool:
    return s.playing >> seat & 1 == 1 and (s.phase == CHOOSING or s.field[seat] > 0)


@rule
def count_rivals(s: State, seat: int) -> int:
    rivals = 0
    for rival in range(s.players):
        rivals += rival != seat and is_rival(s, rival)
    return rivals


@rule
def predict_rivals(s: State, seat: int, weights: Weights) -> tuple[int, int]:
    """Where the rivals will end, as far as one can tell, and how much that is in doubt: a few bits for each.

    A rival's hand is thought to be like all the cards that the rival has left.
    """
    at = parameters_at(s)
    ends = 0
    doubts = 0
    for rival in range(s.players):
        if rival != seat and is_rival(s, rival):
            cards = s.hand[rival] | s.deck[rival]
            usual = 100 * value(s, cards) // max(size(cards), 1)
            in_hand = 100 * size(s.hand[rival])
            end = s.field[rival]
            if s.phase == CHOOSING:
                in_hand -= 100
                end += usual // 100
            end += usual * in_hand * weights[at + RIVALS_SPEND] // 1_000_000
            doubt = usual * weights[at + UNCERTAINTY] // 1000 if in_hand > 0 else 0
            ends = ends << FIELD_BITS | end
            doubts = doubts << FIELD_BITS | doubt
    return ends, doubts


@rule
def round_win_probability(own_end: int, rivals: int, ends: int, doubts: int) -> int:
    """Against all rivals, in thousandths."""
    chance = 1000
    for _ in range(rivals):
        lead = own_end - (ends & (1 << FIELD_BITS) - 1)
        doubt = doubts & (1 << FIELD_BITS) - 1
        chance = chance * (500 + 500 * lead // (abs(lead) + doubt + 1)) // 1000
        ends >>= FIELD_BITS
        doubts >>= FIELD_BITS
    return chance


@rule
def choose_move(s: State, seat: int, moves: Row, n: int, thrift: int, weights: Weights) -> int:
    """The move with the largest expected gain, in points; passing gains nothing. Thrift: percent of the opportunity
    cost that are thought of.
    """
    at = parameters_at(s)
    pot = expected_pot(s, weights)
    rivals = count_rivals(s, seat)
    ends, doubts = predict_rivals(s, seat, weights)
    thrift = thrift * weights[at + COST_FACTOR] // 100
    spends = weights[at + OWN_SPEND_AGAINST_ONE] if rivals == 1 else weights[at + OWN_SPEND]
    in_hand = value(s, s.hand[seat])
    chosen = moves[0]
    best = LOSS if s.phase == CHOOSING else 0
    for k in range(n):
        if moves[k] != PASS:
            cards = cards_spent(s, seat, moves[k])
            gain = value(s, cards)
            own_end = s.field[seat] + gain + (in_hand - gain) * spends // 100
            chance = round_win_probability(own_end, rivals, ends, doubts)
            cost = opportunity_cost(s, seat, cards, weights) * thrift // 100
            gained = expected_gain(s, cards, chance, pot, weights) - cost
            if gained > best:
                best = gained
                chosen = moves[k]
    return chosen


@rule
def expected_gain(s: State, cards: int, chance: int, pot: int, weights: Weights) -> int:
    """What these cards would bring, in thousandths of a point, with this chance to win the round."""
    points = 1000 * points_of(cards)
    won = chance * (pot + points) // 1000
    given_away = (1000 - chance) * points // 1000 * weights[parameters_at(s) + GIFT_FACTOR] // 100
    return won - given_away
