"""The value of a position between two rounds: a linear function of a seat's points and cards, with trained weights.

There is a set of weights for each number of players and of rounds to come, one for each of six features. The chances of
all seats to win the match are the softmax of their values: each unit more is e times the chance.
"""

from math import exp

from stolik.core.bitset import members, size
from stolik.core.bot_levels import Weights
from stolik.core.rule import lookup_table, rule
from stolik.games.raise_.components import CARDS, FIVE_POINTS, SIDES, SIDES_WITH
from stolik.games.raise_.options import SEATS
from stolik.games.raise_.state import MORE_ROUNDS_THAN_PLAYERS, State

PER_POINT, PER_REACH, PER_CARD, PER_CARD_SQUARED, PER_FIVE, PER_REACH_IN_HAND = range(6)
"""The features: points in the score pile; of the cards in hand and deck together, how far they reach, how many they
are, the square of that (of many cards, not all can be used), and how many count five; how far the hand alone reaches.
"""
FEATURES = 6
MOST_ROUNDS_TO_COME = SEATS + MORE_ROUNDS_THAN_PLAYERS - 1
WEIGHT_SETS = (SEATS - 1) * MOST_ROUNDS_TO_COME
UNIT = 1 << 14  # of a value, in fixed point

WIN = 1_000_000
STEPS = 256  # to a unit
FURTHEST = 8  # units; beyond, a chance is as good as none
ODDS = lookup_table(int(1000 * exp(step / STEPS)) for step in range(-FURTHEST * STEPS, FURTHEST * STEPS + 1))

REACH = lookup_table(kind.number * (SIDES + SIDES_WITH[kind.symbol]) for kind in CARDS)
"""How far each card carries a marker on average, in sixths."""


@rule
def weights_at(players: int, to_come: int) -> int:
    """Where the weights for so many players and rounds to come begin."""
    return ((players - 2) * MOST_ROUNDS_TO_COME + to_come - 1) * FEATURES


@rule
def reach(cards: int) -> int:
    total = 0
    for card in members(cards):
        total += REACH[card]
    return total


@rule
def position_value(s: State, seat: int, weights: Weights, at: int) -> int:
    hand = s.hand[seat]
    cards = hand | s.deck[seat]
    return (
        weights[at + PER_POINT] * s.points[seat]
        + weights[at + PER_REACH] * reach(cards)
        + weights[at + PER_CARD] * size(cards)
        + weights[at + PER_CARD_SQUARED] * size(cards) ** 2
        + weights[at + PER_FIVE] * size(cards & FIVE_POINTS)
        + weights[at + PER_REACH_IN_HAND] * reach(hand)
    )


@rule
def match_win_probability(s: State, seat: int, weights: Weights) -> int:
    """In millionths, when a round is over and others are to come."""
    at = weights_at(s.players, s.rounds - s.round)
    own = position_value(s, seat, weights, at)
    odds = 0
    for other in range(s.players):
        ahead = (position_value(s, other, weights, at) - own) * STEPS // UNIT
        odds += ODDS[max(0, min(ahead + FURTHEST * STEPS, 2 * FURTHEST * STEPS))]
    return 1000 * WIN // odds
