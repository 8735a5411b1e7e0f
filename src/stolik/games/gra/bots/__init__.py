"""What the bots of GRA know: `easy` counts, `normal` also listens to the others, `hard` has been trained.

In rounds between two `hard` plays a trained strategy near an equilibrium (two_player.py); among more it estimates, by
trained parameters, what others show and whether they will check (multiplayer.py).
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Level, Trained, Weights
from stolik.core.game import no_memory
from stolik.core.rng import below
from stolik.core.rule import NOBODY, Row, rule
from stolik.games.gra.bots.card_odds import at_least
from stolik.games.gra.bots.multiplayer import PARAMETERS_END, bid_among_many, choose_faces_among_many
from stolik.games.gra.bots.reasons import reason
from stolik.games.gra.bots.two_player import bid_by_strategy, choose_faces_by_strategy
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

__all__ = ["LEVELS", "BotState", "reason", "remember"]

WEIGHTS = "stolik.games.gra.bots:strategy"

SHARE = 0.18  # of somebody's cards, this part shows a given value
SHARE_WITH_BID = 0.32  # of the cards of who has bid on it
SHARE_OF_JOKERS = 0.18  # more, where 1s are jokers
UNCHECKED_BONUS = 0.2  # a wrong bid may still not be checked
BID_NOISE = 0.3  # added to what a bid is worth, at most
NOISE_BY_VALUE, NOISE_BY_COUNT = 0.9, 0.6  # the same at a table for two: steadier players can hardly be beaten there
EASY_NOISE_BETWEEN_TWO = 7  # in place of the number of players: more than at any other table
BLUFF_BONUS = 0.35  # for a value drawn at random, now and then


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: counts the own cards, thinks that of the others every sixth shows a value, and rarely bluffs.

    The more play, the vaguer it is all to them; but vague it is between two as well.
    """
    noise = EASY_NOISE_BETWEEN_TWO if s.players == 2 else s.players
    if s.phase == CHOOSING:
        value = most_held_value(s, seat, rng) if below(rng, 2) else 1 + below(rng, VALUES)
        return choose_faces_towards(s, seat, value, rng)
    if s.phase != BIDDING:
        return moves[below(rng, n)]
    if s.count > 0 and 6 * s.count > expected_sixths(s, seat, s.value) + 6 * below(rng, noise):
        return CHECK
    best = -1000
    chosen = CHECK
    for value in range(1, VALUES + 1):
        count = lowest_raise(s, value)
        if below(rng, 4) == 0:
            count += 1  # a little bold
        room = expected_sixths(s, seat, value) - 6 * count + below(rng, 6 + 3 * noise)
        if count <= s.total and room > best:
            best = room
            chosen = bid_code(count, value)
    return chosen


@rule
def expected_sixths(s: State, seat: int, value: int) -> int:
    """Sixths of cards: the own that count, and one or (with jokers) two sixths of each of the others'."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    return 6 * own + (s.total - s.sizes[seat]) * (2 if s.jokers and value != 1 else 1)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Bids what is likely right for the own cards and what others have bid; checks what is not; bluffs now and then."""
    if s.phase == CHOOSING:
        return choose_faces_towards(s, seat, most_held_value(s, seat, rng), rng)
    if s.phase == BIDDING:
        return most_probable_bid(s, seat, rng)
    return towards_smaller_hand(s, seat, rng)


# Turning cards


@rule
def most_held_value(s: State, seat: int, rng: Row) -> int:
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
def choose_faces_towards(s: State, seat: int, value: int, rng: Row) -> int:
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
def towards_smaller_hand(s: State, seat: int, rng: Row) -> int:
    """The way round in which the next player has fewer cards, and knows less."""
    left = s.sizes[neighbour(s, seat, 1)]
    right = s.sizes[neighbour(s, seat, -1)]
    if left == right:
        return CLOCKWISE + below(rng, 2)
    return CLOCKWISE if left < right else COUNTERCLOCKWISE


# Bidding


@rule
def most_probable_bid(s: State, seat: int, rng: Row) -> int:
    """The bid that is most likely right, unless it is likelier that the last one was wrong; now and then, a bluff."""
    best = 1.0 - bid_probability(s, seat, s.count, s.value) if s.count > 0 else -1.0
    chosen = CHECK
    bluff = 1 + below(rng, 4 * VALUES)
    noise = BID_NOISE
    if s.players == 2:
        noise = NOISE_BY_COUNT if s.by_count else NOISE_BY_VALUE
    for value in range(1, VALUES + 1):
        count = lowest_raise(s, value)
        if count <= s.total:
            worth = bid_probability(s, seat, count, value) + UNCHECKED_BONUS + noise * below(rng, 100) / 100
            if value == bluff:
                worth += BLUFF_BONUS
            if worth > best:
                best = worth
                chosen = bid_code(count, value)
    return chosen


@rule
def bid_probability(s: State, seat: int, count: int, value: int) -> float:
    """How likely a bid is right, as this seat sees it."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    cards = s.total - s.sizes[seat]
    expected = 0.0
    for other in range(s.players):
        if other != seat and s.playing >> other & 1:
            share = SHARE_WITH_BID if bids_of(s, other, value) != 0 else SHARE
            if s.jokers and value != 1:
                share += SHARE_OF_JOKERS
            expected += s.sizes[other] * share
    return at_least(cards, count - own, expected / cards)


# Trained


@rule
def hard(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Between two, a trained strategy; else by estimates whose parameters were trained."""
    if size(s.playing) == 2:
        if s.phase == CHOOSING:
            return choose_faces_by_strategy(s, seat, rng, weights, PARAMETERS_END)
        if s.phase == BIDDING:
            code = bid_by_strategy(s, seat, rng, weights, PARAMETERS_END)
            return code if code != NOBODY else bid_among_many(s, seat, rng, weights)
    return play_among_many(s, seat, moves, n, rng, weights)


@rule
def play_among_many(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    if s.phase == CHOOSING:
        return choose_faces_among_many(s, seat, rng, weights)
    if s.phase == BIDDING:
        return bid_among_many(s, seat, rng, weights)
    return towards_smaller_hand(s, seat, rng)


LEVELS: dict[str, Level] = {"easy": easy, "normal": normal, "hard": Trained(hard, WEIGHTS)}

BotState = State
remember = no_memory
