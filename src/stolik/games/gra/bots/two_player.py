"""Playing a round between two by trained tables (see layout.py), which mix their actions as an equilibrium does."""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rng import below
from stolik.core.rule import NOBODY, Row, rule
from stolik.games.gra.bots.strategy_layout import (
    MIXES,
    begin_of,
    cells_of,
    count_at,
    first_action,
    highest_count,
    ladder,
    mix_of,
    number_of,
    place_of,
    second_action,
    showing_of,
    showings,
    value_at,
    weight_of,
)
from stolik.games.gra.rules.rounds import neighbour
from stolik.games.gra.state import CHECK, CHOOSE, LARGEST_HAND, VALUES, State, bid_code, bids_of


@rule
def turn_by_table(s: State, seat: int, rng: Row, weights: Weights, index: int) -> int:
    """Each way to turn the cards as often as its showing weighs."""
    return turn_against(s, seat, s.sizes[neighbour(s, seat, 1)], rng, weights, index)


@rule
def turn_against(s: State, seat: int, other: int, rng: Row, weights: Weights, index: int) -> int:
    """As if playing against so many cards alone."""
    own = s.sizes[seat]
    at = begin_of(weights, index, table_of(s, seat, own, other))
    heaviest = 0
    for faces in range(1 << own):
        heaviest = max(heaviest, weights[at + showing_of(s.hands[seat], faces, own, other)])
    total = 0
    for faces in range(1 << own):
        total += weight_of(weights[at + showing_of(s.hands[seat], faces, own, other)], heaviest)
    ticket = below(rng, total)
    for faces in range(1 << own):
        ticket -= weight_of(weights[at + showing_of(s.hands[seat], faces, own, other)], heaviest)
        if ticket < 0:
            return CHOOSE + faces
    return CHOOSE


@rule
def bid_by_table(s: State, seat: int, rng: Row, weights: Weights, index: int) -> int:
    """A bid, or a check; NOBODY if the tables do not know so high a bid."""
    own = s.sizes[seat]
    other = s.sizes[neighbour(s, seat, 1)]
    top = highest_count(own + other, s.joker)
    if s.count > top:
        return NOBODY
    action = action_at(s, seat, other, moment_of(s, seat, s.count, top), rng, weights, index)
    step = ladder(s.count, s.value, top, s.by_count) if s.count > 0 else -1
    if action == 0 or step + action >= VALUES * top:
        return CHECK
    return bid_code(count_at(step + action, top, s.by_count), value_at(step + action, top, s.by_count))


@rule
def action_at(s: State, seat: int, other: int, place: int, rng: Row, weights: Weights, index: int) -> int:
    """What the table says at a place, against so many cards: 0 is to check, n the n-th next bid."""
    own = s.sizes[seat]
    number = table_of(s, seat, own, other)
    shown = showings(own, other)
    cells = cells_of(weights, index, number)
    at = begin_of(weights, index, number) + shown
    at += (place * shown + showing_of(s.hands[seat], s.faces[seat], own, other)) * cells
    cell = weights[at + below(rng, cells)]
    return second_action(cell) if below(rng, 2 * (MIXES - 1)) < mix_of(cell) else first_action(cell)


@rule
def table_of(s: State, seat: int, own: int, other: int) -> int:
    return number_of(s.by_count, s.joker, min(own, LARGEST_HAND), min(other, LARGEST_HAND), int(s.starter == seat))


@rule
def moment_of(s: State, seat: int, count: int, top: int) -> int:
    """Which place of the table is asked for now, if the highest bid were so many of its value."""
    if count == 0:
        return 0
    made = 0
    for value in range(1, VALUES + 1):
        made += size(bids_of(s, seat, value))
    later = made > (s.starter == seat)
    off = s.joker and not s.jokers
    return place_of(ladder(count, s.value, top, s.by_count), int(later), int(off), top, s.joker)
