"""What the bots of GRA know: `easy` counts, `normal` also listens to the others, `hard` has been trained.

`hard` looks rounds between two up in tables (duel.py); among more it guesses what others show and will do (crowd.py).
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Level, Trained, Weights
from stolik.core.rng import below
from stolik.core.rule import NOBODY, Row, rule
from stolik.games.gra.bots.card_odds import chance_of
from stolik.games.gra.bots.multiplayer import NUMBERS, bid_among_many, turn_for_many
from stolik.games.gra.bots.reasons import reason
from stolik.games.gra.bots.two_player import bid_by_table, turn_by_table
from stolik.games.gra.rules.bidding import lowest_raise
from stolik.games.gra.rules.rounds import neighbour
from stolik.games.gra.state import (
    BIDDING,
    CHECK,
    CHOOSE,
    CHOOSING,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    HIGH,
    LOW,
    VALUES,
    State,
    bid_code,
    bids_of,
    hand_length,
    kind_at,
    matching,
)

ANYBODY = 0.18  # of somebody's cards, so many show a given value
BIDDER = 0.32  # of who has bid on it
JOKERS = 0.18  # so many more count where 1s are jokers
HOPE = 0.2  # a bid need not be checked
NERVES = 0.3  # so much seems one bid better than another without being so
NERVES_BY_VALUE, NERVES_BY_COUNT = 0.9, 0.6  # at a table for two: steadier players can hardly be beaten there
VAGUE_BETWEEN_TWO = 7  # easy is vaguer there than at any other table
BLUFF = 0.35


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: counts the own cards, thinks that of the others every sixth shows a value, and rarely bluffs.

    The more play, the vaguer it is all to them; but vague it is between two as well.
    """
    players = VAGUE_BETWEEN_TWO if s.players == 2 else s.players
    if s.phase == CHOOSING:
        return turn_to(s, seat, favourite(s, seat, rng) if below(rng, 2) else 1 + below(rng, VALUES), rng)
    if s.phase != BIDDING:
        return moves[below(rng, n)]
    if s.count > 0 and 6 * s.count > hoped_for(s, seat, s.value) + 6 * below(rng, players):
        return CHECK
    best = -1000
    chosen = CHECK
    for value in range(1, VALUES + 1):
        count = lowest_raise(s, value)
        if below(rng, 4) == 0:
            count += 1  # a little bold
        room = hoped_for(s, seat, value) - 6 * count + below(rng, 6 + 3 * players)
        if count <= s.total and room > best:
            best = room
            chosen = bid_code(count, value)
    return chosen


@rule
def hoped_for(s: State, seat: int, value: int) -> int:
    """Sixths of cards: the own that count, and one or (with jokers) two sixths of each of the others'."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    return 6 * own + (s.total - s.sizes[seat]) * (2 if s.jokers and value != 1 else 1)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Bids what is likely right for the own cards and what others have bid; checks what is not; bluffs now and then."""
    if s.phase == CHOOSING:
        return turn_to(s, seat, favourite(s, seat, rng), rng)
    if s.phase == BIDDING:
        return likeliest(s, seat, rng)
    return quieter_side(s, seat, rng)


# Turning cards


@rule
def favourite(s: State, seat: int, rng: Row) -> int:
    """The value that most of the own cards have."""
    best = -1
    found = 0
    for value in range(1, VALUES + 1):
        worth = below(rng, 10)
        for place in range(s.sizes[seat]):
            kind = kind_at(s.hands[seat], place)
            if value in (LOW[kind], HIGH[kind]):
                worth += 20
        if worth > best:
            best = worth
            found = value
    return found


@rule
def turn_to(s: State, seat: int, value: int, rng: Row) -> int:
    """The choice that shows this value where it can; else mostly jokers, or anything."""
    hand = s.hands[seat]
    faces = 0
    for place in range(hand_length(hand)):
        kind = kind_at(hand, place)
        high = HIGH[kind] == value or (LOW[kind] != value and below(rng, 2) == 1)
        if s.joker and LOW[kind] == 1:
            high = high and below(rng, 5) < 2
        faces |= high << place
    return CHOOSE + faces


# Declaring a direction


@rule
def quieter_side(s: State, seat: int, rng: Row) -> int:
    """The way round in which the next player has fewer cards, and knows less."""
    left = s.sizes[neighbour(s, seat, 1)]
    right = s.sizes[neighbour(s, seat, -1)]
    if left == right:
        return CLOCKWISE + below(rng, 2)
    return CLOCKWISE if left < right else COUNTERCLOCKWISE


# Bidding


@rule
def likeliest(s: State, seat: int, rng: Row) -> int:
    """The bid that is most likely right, unless it is likelier that the last one was wrong; now and then, a bluff."""
    best = 1.0 - likelihood(s, seat, s.count, s.value) if s.count > 0 else -1.0
    chosen = CHECK
    bluff = 1 + below(rng, 4 * VALUES)
    nerves = NERVES
    if s.players == 2:
        nerves = NERVES_BY_COUNT if s.by_count else NERVES_BY_VALUE
    for value in range(1, VALUES + 1):
        count = lowest_raise(s, value)
        if count <= s.total:
            trust = likelihood(s, seat, count, value) + HOPE + nerves * below(rng, 100) / 100
            if value == bluff:
                trust += BLUFF
            if trust > best:
                best = trust
                chosen = bid_code(count, value)
    return chosen


@rule
def likelihood(s: State, seat: int, count: int, value: int) -> float:
    """That a bid is right, as this seat sees it."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    cards = s.total - s.sizes[seat]
    expected = 0.0
    for other in range(s.players):
        if other != seat and s.playing >> other & 1:
            share = BIDDER if bids_of(s, other, value) != 0 else ANYBODY
            if s.jokers and value != 1:
                share += JOKERS
            expected += s.sizes[other] * share
    return chance_of(cards, count - own, expected / cards)


# Trained


@rule
def hard(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Between two, what tables say that were trained for it; else by guesses whose numbers were trained."""
    if size(s.playing) == 2:
        if s.phase == CHOOSING:
            return turn_by_table(s, seat, rng, weights, NUMBERS)
        if s.phase == BIDDING:
            code = bid_by_table(s, seat, rng, weights, NUMBERS)
            return code if code != NOBODY else bid_among_many(s, seat, rng, weights)
    return among_many(s, seat, moves, n, rng, weights)


@rule
def among_many(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    if s.phase == CHOOSING:
        return turn_for_many(s, seat, rng, weights)
    if s.phase == BIDDING:
        return bid_among_many(s, seat, rng, weights)
    return quieter_side(s, seat, rng)


LEVELS: dict[str, Level] = {"easy": easy, "normal": normal, "hard": Trained(hard, "stolik.games.gra.bots:strategy")}

__all__ = ["LEVELS", "reason"]
