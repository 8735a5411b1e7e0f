"""Rounds of GRA between two by trained strategies (see strategy_layout.py), mixed as near an equilibrium."""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rng import below
from stolik.core.rule import NOBODY, Row, rule
from stolik.games.gra.bots.strategy_layout import (
    MIXES,
    bid_rank,
    cells_per_infoset,
    count_of_rank,
    decoded_weight,
    first_action,
    highest_known_count,
    mix_of,
    node_number,
    second_action,
    showing_count,
    showing_number,
    strategy_begin,
    strategy_number,
    value_of_rank,
)
from stolik.games.gra.rules.rounds import neighbour
from stolik.games.gra.state import CHECK, CHOOSE, LARGEST_HAND, VALUES, State, bid_code, bids_of


@rule
def choose_faces_by_strategy(s: State, seat: int, rng: Row, weights: Weights, index: int) -> int:
    """Each way to turn the cards as often as its showing weighs."""
    return choose_faces_against(s, seat, s.sizes[neighbour(s, seat, 1)], rng, weights, index)


@rule
def choose_faces_against(s: State, seat: int, other: int, rng: Row, weights: Weights, index: int) -> int:
    """As if playing against so many cards alone."""
    own = s.sizes[seat]
    at = strategy_begin(weights, index, strategy_for(s, seat, own, other))
    heaviest = 0
    for faces in range(1 << own):
        heaviest = max(heaviest, weights[at + showing_number(s.hands[seat], faces, own, other)])
    total = 0
    for faces in range(1 << own):
        total += decoded_weight(weights[at + showing_number(s.hands[seat], faces, own, other)], heaviest)
    ticket = below(rng, total)
    for faces in range(1 << own):
        ticket -= decoded_weight(weights[at + showing_number(s.hands[seat], faces, own, other)], heaviest)
        if ticket < 0:
            return CHOOSE + faces
    return CHOOSE


@rule
def bid_by_strategy(s: State, seat: int, rng: Row, weights: Weights, index: int) -> int:
    """A bid, or a check; NOBODY if the strategies do not know so high a bid."""
    own = s.sizes[seat]
    other = s.sizes[neighbour(s, seat, 1)]
    top = highest_known_count(own + other, s.joker)
    if s.count > top:
        return NOBODY
    action = sample_action(s, seat, other, node_of(s, seat, s.count, top), rng, weights, index)
    rank = action + (bid_rank(s.count, s.value, top, s.by_count) if s.count > 0 else -1)
    if action == 0 or rank >= VALUES * top:
        return CHECK
    return bid_code(count_of_rank(rank, top, s.by_count), value_of_rank(rank, top, s.by_count))


@rule
def sample_action(s: State, seat: int, other: int, node: int, rng: Row, weights: Weights, index: int) -> int:
    """What the strategy against so many cards does at a node: 0 is to check, n the n-th next bid."""
    own = s.sizes[seat]
    number = strategy_for(s, seat, own, other)
    shown = showing_count(own, other)
    cells = cells_per_infoset(weights, index, number)
    at = strategy_begin(weights, index, number) + shown
    at += (node * shown + showing_number(s.hands[seat], s.faces[seat], own, other)) * cells
    cell = weights[at + below(rng, cells)]
    return second_action(cell) if below(rng, 2 * (MIXES - 1)) < mix_of(cell) else first_action(cell)


@rule
def strategy_for(s: State, seat: int, own: int, other: int) -> int:
    starts = int(s.starter == seat)
    return strategy_number(s.by_count, s.joker, min(own, LARGEST_HAND), min(other, LARGEST_HAND), starts)


@rule
def node_of(s: State, seat: int, count: int, top: int) -> int:
    """The node of the bidding, if the highest bid were so many of its value."""
    if count == 0:
        return 0
    made = 0
    for value in range(1, VALUES + 1):
        made += size(bids_of(s, seat, value))
    later = made > (s.starter == seat)
    off = s.joker and not s.jokers
    return node_number(bid_rank(count, s.value, top, s.by_count), int(later), int(off), top, s.joker)
