"""What the bots of GRA know: how many cards of a value to expect, and that others mostly show what they bid."""

from stolik.core.game import Policy
from stolik.core.kit import Row, below, size
from stolik.core.rule import rule
from stolik.games.gra.state import (
    BIDDING,
    CHECK,
    CHOOSE,
    CHOOSING,
    HIGH,
    LOW,
    VALUES,
    State,
    bids_of,
    count_of,
    hand_length,
    kind_at,
    matching,
    value_of,
)

PLAIN, BACKED, OTHER, ONES = 0.17, 0.55, 0.13, 0.25
DODGE = 0.5
HEIGHT = 3
NOISE = 4
SHY = 0.0


@rule
def chance_of(cards: int, wanted: int, each: float) -> float:
    """That at least so many of the cards count, if each of them does with this probability."""
    if wanted <= 0:
        return 1.0
    term = 1.0
    for _ in range(cards):
        term *= 1.0 - each
    fewer = 0.0
    for found in range(wanted):
        fewer += term
        term *= (cards - found) * each / ((found + 1) * (1.0 - each))
    return 1.0 - fewer


@rule
def inclination(s: State, other: int, value: int) -> float:
    """How likely a card of this player counts for a bid on the value."""
    each = PLAIN
    if bids_of(s, other, value) != 0:
        each = BACKED
    else:
        for another in range(1, VALUES + 1):
            if bids_of(s, other, another) != 0:
                each = OTHER
    return each + ONES if s.jokers and value != 1 else each


@rule
def likelihood(s: State, seat: int, count: int, value: int) -> float:
    """Of a bid, as this seat sees it."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    cards = s.total - s.sizes[seat]
    each = 0.0
    for other in range(s.players):
        if other != seat and s.playing >> other & 1:
            each += s.sizes[other] * inclination(s, other, value)
    return chance_of(cards, count - own, each / cards)


@rule
def plausibility(s: State, seat: int, count: int, value: int) -> float:
    """Of a bid that this seat would make, as the others see it."""
    each = s.sizes[seat] * (BACKED + (ONES if s.jokers and value != 1 else 0.0))
    for other in range(s.players):
        if other != seat and s.playing >> other & 1:
            each += s.sizes[other] * inclination(s, other, value)
    return chance_of(s.total, count, each / s.total)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    if s.phase == CHOOSING:
        return turn_cards(s, seat, rng)
    if s.phase != BIDDING:
        return moves[below(rng, n)]
    rest = 1.0 - 1.0 / size(s.playing)
    best = -1.0
    chosen = moves[0]
    for k in range(n):
        if moves[k] == CHECK:
            worth = 1.0 - likelihood(s, seat, s.count, s.value)
        else:
            count = count_of(moves[k])
            value = value_of(moves[k])
            checked = 1.0 - plausibility(s, seat, count, value)
            if value < VALUES and not s.by_count:
                checked *= DODGE
            if value == VALUES and count == s.total:
                checked = 1.0
            worth = checked * likelihood(s, seat, count, value) + (1.0 - checked) * rest - SHY * count
        worth += below(rng, 1000) * NOISE / 100000
        if worth > best:
            best = worth
            chosen = moves[k]
    return chosen


@rule
def turn_cards(s: State, seat: int, rng: Row) -> int:
    hand = s.hands[seat]
    best = -1
    target = 0
    for value in range(1, VALUES + 1):
        worth = below(rng, 10) + value * HEIGHT
        for place in range(hand_length(hand)):
            kind = kind_at(hand, place)
            if LOW[kind] == value or HIGH[kind] == value:
                worth += 20
        if worth > best:
            best = worth
            target = value
    faces = 0
    for place in range(hand_length(hand)):
        kind = kind_at(hand, place)
        if HIGH[kind] == target or (LOW[kind] != target and not (s.joker and LOW[kind] == 1) and below(rng, 10) < 7):
            faces |= 1 << place
    return CHOOSE + faces


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    return moves[below(rng, n)]


LEVELS: dict[str, Policy] = {"easy": easy, "normal": normal}
