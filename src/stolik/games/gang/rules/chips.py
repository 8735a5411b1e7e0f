"""Chips: all act at the same time, in order of arrival (R4 … R7, R17, R21)."""

from stolik.core.rule import NOBODY, Row, put, rule
from stolik.games.gang.codes import AGREE, READY, REFUSE, RETURN, UNREADY, take_code
from stolik.games.gang.options import SEATS
from stolik.games.gang.rules.specialists import legal_cards, legal_proposals
from stolik.games.gang.state import State, chip_of, everyone, is_automatic, seats_without_chip, would_lock
from stolik.games.gang.tellings import returned, said_ready, took, took_ready_back

MOST_CHIP_MOVES = 99


@rule
def can_propose(s: State) -> bool:
    return s.specialist != 0 and s.specialist_used == 0 and s.proposer == NOBODY and not is_automatic(s)


@rule
def can_be_ready(s: State) -> bool:
    """Everyone has a chip and no proposal is open; with `instant` nobody is asked (R6)."""
    return not s.instant and s.proposer == NOBODY and seats_without_chip(s) == 0


@rule
def is_locked(s: State, seat: int) -> bool:
    """This seat keeps its chip of this round, whatever comes (R17, R21)."""
    stars = chip_of(s, seat)
    return stars > 0 and would_lock(s, s.round, stars)


@rule
def can_act(s: State, seat: int) -> bool:
    if not is_locked(s, seat) or can_be_ready(s) or can_propose(s):
        return True
    return s.proposer != NOBODY and s.chooser in (NOBODY, seat)


@rule
def to_act_with_chips(s: State) -> int:
    able = 0
    for seat in range(s.players):
        if can_act(s, seat):
            able |= 1 << seat
    return able


@rule
def awaited_with_chips(s: State) -> int:
    """Who keeps the round from ending: by having no chip, not agreeing, not choosing, not being ready."""
    waiting = seats_without_chip(s)
    if s.proposer != NOBODY:
        return waiting | (everyone(s) & ~s.agreed if s.chooser == NOBODY else 1 << s.chooser)
    return waiting if waiting != 0 else everyone(s) & ~s.ready


@rule
def legal_with_chips(s: State, seat: int, moves: Row) -> int:
    n = 0
    if can_be_ready(s):
        n = put(moves, n, UNREADY if s.ready >> seat & 1 else READY)
    if s.proposer != NOBODY:
        if s.chooser == seat:
            n = legal_cards(s, seat, moves, n)
        elif s.chooser == NOBODY:
            if not s.agreed >> seat & 1:
                n = put(moves, n, AGREE)
            n = put(moves, n, REFUSE)
    if not is_locked(s, seat):
        n = legal_takes(s, seat, moves, n)
    if can_propose(s):
        n = legal_proposals(s, moves, n)
    return n


@rule
def legal_takes(s: State, seat: int, moves: Row, n: int) -> int:
    if chip_of(s, seat) > 0:
        n = put(moves, n, RETURN)
    first = (s.round - 1) * SEATS
    held = 0
    for other in range(s.players):
        held |= 1 << s.chip[first + other]
    for stars in range(1, s.players + 1):
        if not held >> stars & 1:
            n = put(moves, n, take_code(stars, NOBODY))
    for other in range(s.players):
        stars = s.chip[first + other]
        if other != seat and stars > 0 and not would_lock(s, s.round, stars):
            n = put(moves, n, take_code(stars, other))
    return n


@rule
def take(s: State, seat: int, stars: int, giver: int) -> None:
    took(s, seat, stars, giver, chip_of(s, seat), would_lock(s, s.round, stars))
    if giver != NOBODY:
        s.chip[(s.round - 1) * SEATS + giver] = 0
    s.chip[(s.round - 1) * SEATS + seat] = stars
    count_chip_move(s, seat)


@rule
def return_chip(s: State, seat: int) -> None:
    returned(s, seat, chip_of(s, seat))
    s.chip[(s.round - 1) * SEATS + seat] = 0
    count_chip_move(s, seat)


@rule
def count_chip_move(s: State, seat: int) -> None:
    s.ready = 0  # R6
    s.chip_moves[seat] = min(s.chip_moves[seat] + 1, MOST_CHIP_MOVES)


@rule
def say_ready(s: State, seat: int) -> None:
    said_ready(s, seat)
    s.ready |= 1 << seat


@rule
def take_ready_back(s: State, seat: int) -> None:
    took_ready_back(s, seat)
    s.ready &= ~(1 << seat)
