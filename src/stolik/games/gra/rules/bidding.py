"""Choosing, declaring, bidding and checking in GRA."""

from stolik.core.bitset import size
from stolik.core.rule import NOBODY, Row, put, rule
from stolik.games.gra.rules.rounds import lose_round, next_seat
from stolik.games.gra.state import (
    ALL_CARDS,
    BIDDING,
    CHECK,
    CHOOSE,
    CLOCKWISE,
    DECLARING,
    MOST_CHOICES,
    VALUES,
    State,
    bid_code,
    count_of,
    matching,
    value_of,
)
from stolik.games.gra.tellings import bid_made, checked, choice_stands, chosen, counted, declared, settled, shown

# Choosing


@rule
def may_choose(s: State) -> int:
    """The seats that may choose, or change their mind: all who play but those whose choice stands (R4, R17)."""
    able = s.playing
    for seat in range(s.players):
        if s.choices[seat] == MOST_CHOICES:
            able &= ~(1 << seat)
    return able


@rule
def legal_choices(s: State, seat: int, moves: Row) -> int:
    n = 0
    for faces in range(1 << s.sizes[seat]):
        n = put(moves, n, CHOOSE + faces)
    return n


@rule
def choose(s: State, seat: int, faces: int) -> None:  # R4
    chosen(s, 1 << seat, seat, s.chosen >> seat & 1, s.hands[seat], faces)
    s.faces[seat] = faces
    s.chosen |= 1 << seat
    s.choices[seat] += 1
    if s.chosen != s.playing:
        if s.choices[seat] == MOST_CHOICES:  # R17
            choice_stands(s, seat)
    else:
        settled(s, s.starter)
        s.turn = s.starter
        s.phase = DECLARING if s.directions else BIDDING


# Declaring a direction


@rule
def declare(s: State, seat: int, code: int) -> None:  # R13
    declared(s, seat, code == CLOCKWISE)
    s.direction = 1 if code == CLOCKWISE else -1
    s.phase = BIDDING


# Bidding


@rule
def lowest_raise(s: State, value: int) -> int:
    """The smallest count with which this value can be bid now (R6); more than there are cards: it cannot."""
    if s.count == 0:
        return 1
    if s.by_count:
        return s.count if value > s.value else s.count + 1
    if value == s.value:
        return s.count + 1
    return 1 if value > s.value else s.total + 1


@rule
def legal_bids(s: State, moves: Row) -> int:
    n = 0
    if s.count > 0:
        n = put(moves, n, CHECK)
    for value in range(1, VALUES + 1):
        none = bid_code(0, value)
        for code in range(none + lowest_raise(s, value), none + s.total + 1):
            moves[n] = code  # as `put` does: in Python, calling it for every bid would take longer than all the rest
            n += 1
    return n


@rule
def bid(s: State, seat: int, code: int) -> None:  # R5
    value = value_of(code)
    jokers_off = s.jokers == 1 and s.count == 0 and value == 1
    if jokers_off:  # R12
        s.jokers = 0
    s.count = count_of(code)
    s.value = value
    s.bidder = seat
    s.bids[VALUES * seat + value - 1] |= 1 << s.count
    bid_made(s, seat, s.count, value, jokers_off)
    s.turn = next_seat(s, seat)


# Checking


@rule
def check(s: State, seat: int) -> None:  # R8
    bidder = s.bidder
    checked(s, seat, bidder, s.count, s.value)
    s.last_checker = seat
    s.last_bidder = bidder
    s.last_count = s.count
    s.last_value = s.value
    s.last_jokers = s.jokers
    found = show_hands(s)
    counted(s, found, s.count, s.value)
    s.turn = NOBODY
    s.shown = 1
    if found >= s.count:
        lose_round(s, seat, bidder)
    else:
        lose_round(s, bidder, seat)


@rule
def show_hands(s: State) -> int:
    """All hands become the last result, and their cards go back into the deck; how many count for the bid."""
    found = 0
    for seat in range(s.players):
        s.last_hands[seat] = s.hands[seat]
        s.last_faces[seat] = s.faces[seat]
        if s.hands[seat] != 0:
            counting = matching(s.hands[seat], s.faces[seat], s.value, s.jokers)
            found += size(counting)
            shown(s, seat, s.hands[seat], s.faces[seat], counting, found)
        s.hands[seat] = 0
        s.faces[seat] = 0
        s.choices[seat] = 0
    s.chosen = 0
    s.deck = ALL_CARDS
    return found
