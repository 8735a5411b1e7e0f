"""What the bots of GRA know: how many cards of a value to expect, and that others mostly show what they bid.

The shares below were counted in matches between such bots, until they agreed with what happened in them. The rest won
against other styles: bold, timid, trusting, doubting, and players who just count, with 2 to 6 players in both orders.
"""

from stolik.core.game import Policy
from stolik.core.kit import Row, below, size
from stolik.core.rule import rule
from stolik.games.gra.bidding import lowest_raise
from stolik.games.gra.flow import neighbour
from stolik.games.gra.knowing import highest
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

QUIET = 0.17  # of the cards of somebody who has not bid yet, so many show a given value
HEIGHT = 0.02  # so many more with each higher value, where bids rise by value: people keep high ones for the end
ELSEWHERE = 0.11  # of somebody who has bid on other values
JOKERS = 0.28  # of all cards, so many show a 1 where 1s are jokers


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: counts the own cards, thinks that of the others every sixth shows a value, and rarely bluffs."""
    if s.phase == CHOOSING:
        return turn_to(s, seat, favourite(s, seat, rng) if below(rng, 2) else 1 + below(rng, VALUES), rng)
    if s.phase != BIDDING:
        return moves[below(rng, n)]
    if s.count > 0 and 6 * s.count > hoped_for(s, seat, s.value) + 6 * below(rng, 3):
        return CHECK
    best = -1000
    chosen = CHECK
    for value in range(1, VALUES + 1):
        count = lowest_raise(s, value)
        if below(rng, 5) == 0:
            count += 1  # a little bold
        room = hoped_for(s, seat, value) - 6 * count + below(rng, 9)
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
    """Bids what is likely right, or what the next player is likely to believe; checks if that is safer."""
    if s.phase == CHOOSING:
        return turn_to(s, seat, favourite(s, seat, rng), rng)
    if s.phase == BIDDING:
        return safest(s, seat, rng)
    return quieter_side(s, seat, rng)


# Turning cards


@rule
def favourite(s: State, seat: int, rng: Row) -> int:
    """The value that most of the own cards have. Where bids rise by value, high ones are worth more: they are last."""
    best = -1
    found = 0
    for value in range(1, VALUES + 1):
        worth = below(rng, 10) + (0 if s.by_count else 6 * value)
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
def safest(s: State, seat: int, rng: Row) -> int:
    """The bid, or check, that is least likely to lose the round."""
    best = 1.0 - likelihood(s, seat, s.count, s.value) if s.count > 0 else -1.0
    chosen = CHECK
    for value in range(1, VALUES + 1):
        for count in range(lowest_raise(s, value), s.total + 1):
            safety = safety_of(s, seat, count, value) + below(rng, 100) / 10000
            if safety > best:
                best = safety
                chosen = bid_code(count, value)
    return chosen


@rule
def safety_of(s: State, seat: int, count: int, value: int) -> float:
    """How likely a bid does not lose: it is right, or it is not checked and somebody else loses later."""
    checked = risk_of_check(s, seat, count, value)
    later = 0.85 if s.by_count else 0.7
    return checked * likelihood(s, seat, count, value) + (1.0 - checked) * later


@rule
def risk_of_check(s: State, seat: int, count: int, value: int) -> float:
    if value == VALUES and count == s.total:
        return 1.0  # R7: nothing else is left
    doubt = 1.0 - chance_of(s.total, count, share_of_all(s, seat, count, value))
    if s.by_count:
        checked = 1.4 * doubt - 0.5
    else:
        checked = 2.0 * doubt - 0.15
        if value < VALUES:
            checked *= 0.4  # the next one can go on to a higher value
    return min(max(checked, 0.0), 1.0)


@rule
def likelihood(s: State, seat: int, count: int, value: int) -> float:
    """That a bid is right, as this seat sees it."""
    own = size(matching(s.hands[seat], s.faces[seat], value, s.jokers))
    cards = s.total - s.sizes[seat]
    return chance_of(cards, count - own, cards_expected(s, seat, value) / cards)


@rule
def share_of_all(s: State, seat: int, count: int, value: int) -> float:
    """Of all cards, how many others will expect to count when this seat has made this bid."""
    return (s.sizes[seat] * trusted_share(s, count) + cards_expected(s, seat, value)) / s.total


@rule
def cards_expected(s: State, seat: int, value: int) -> float:
    """How many cards of the others count for a bid on this value, on average."""
    expected = 0.0
    for other in range(s.players):
        if other != seat and s.playing >> other & 1:
            expected += s.sizes[other] * expected_share(s, other, value)
    return expected


@rule
def expected_share(s: State, other: int, value: int) -> float:
    """Of somebody's cards, how many count for a bid on this value, judged by what they have bid."""
    if bids_of(s, other, value) != 0:
        return trusted_share(s, highest(bids_of(s, other, value)))
    share = QUIET if s.by_count else QUIET + HEIGHT * (value - 3.5)
    for another in range(1, VALUES + 1):
        if bids_of(s, other, another) != 0:
            share = ELSEWHERE
    return share + (1.0 - share) * JOKERS if s.jokers and value != 1 else share


@rule
def trusted_share(s: State, count: int) -> float:
    """Of the cards of somebody who has bid so many, how many count for it: the bolder the bid, the more."""
    boldness = count / s.total
    return 0.26 + 0.62 * boldness if s.by_count else min(0.17 + 0.8 * boldness, 0.95)


@rule
def chance_of(cards: int, wanted: int, share: float) -> float:
    """That at least so many of the cards count, if each of them does with this probability (binomial)."""
    if wanted <= 0:
        return 1.0
    if wanted > cards:
        return 0.0
    term = 1.0
    for _ in range(cards):
        term *= 1.0 - share
    fewer = 0.0
    for found in range(wanted):
        fewer += term
        term *= (cards - found) * share / ((found + 1) * (1.0 - share))
    return 1.0 - fewer


LEVELS: dict[str, Policy] = {"easy": easy, "normal": normal}
