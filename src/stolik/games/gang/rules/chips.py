"""Chips: all act at the same time, in order of arrival (R4 … R7, R17, R21, R42)."""

from stolik.core.rule import NOBODY, Row, put, rule
from stolik.games.gang.codes import AGREE, READY, REFUSE, RETURN, UNREADY, take_code
from stolik.games.gang.options import SEATS
from stolik.games.gang.rules.specialists import legal_cards, legal_proposals
from stolik.games.gang.state import (
    State,
    chip_of,
    everyone,
    is_automatic,
    is_kept,
    is_out_of_moves,
    seats_without_chip,
    would_lock,
)
from stolik.games.gang.tellings import returned, said_ready, took, took_ready_back


@rule
def can_propose(s: State) -> bool:
    return s.specialist != 0 and s.specialist_used == 0 and s.proposer == NOBODY and not is_automatic(s)


@rule
def can_be_ready(s: State) -> bool:
    """Everyone has a chip and no proposal is open; with `instant` nobody is asked (R6)."""
    return not s.instant and s.proposer == NOBODY and seats_without_chip(s) == 0


@rule
def can_act(s: State, seat: int) -> bool:
    if is_out_of_moves(s, seat):
        return chip_of(s, seat) == 0 or s.chooser == seat
    if not is_kept(s, seat) or can_be_ready(s) or can_propose(s):
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
    if is_out_of_moves(s, seat):
        return legal_last_moves(s, seat, moves)
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
    if not is_kept(s, seat):
        n = legal_takes(s, seat, moves, n)
    if can_propose(s):
        n = legal_proposals(s, moves, n)
    return n


@rule
def legal_last_moves(s: State, seat: int, moves: Row) -> int:
    """What the table still waits for (R42): a card that must be chosen, a chip from the centre."""
    n = legal_cards(s, seat, moves, 0) if s.chooser == seat else 0
    return legal_takes_from_centre(s, moves, n) if chip_of(s, seat) == 0 else n


@rule
def legal_takes(s: State, seat: int, moves: Row, n: int) -> int:
    if chip_of(s, seat) > 0:
        n = put(moves, n, RETURN)
    n = legal_takes_from_centre(s, moves, n)
    first = (s.round - 1) * SEATS
    for other in range(s.players):
        stars = s.chip[first + other]
        if other != seat and stars > 0 and not is_kept(s, other):
            n = put(moves, n, take_code(stars, other))
    return n


@rule
def legal_takes_from_centre(s: State, moves: Row, n: int) -> int:
    first = (s.round - 1) * SEATS
    held = 0
    for other in range(s.players):
        held |= 1 << s.chip[first + other]
    for stars in range(1, s.players + 1):
        if not held >> stars & 1:
            n = put(moves, n, take_code(stars, NOBODY))
    return n


@rule
def take(s: State, seat: int, stars: int, giver: int) -> None:
    locked = would_lock(s, s.round, stars) or is_out_of_moves(s, seat)
    took(s, seat, stars, giver, chip_of(s, seat), locked)
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
    s.ready = s.out_of_moves  # R6, R42
    s.chip_moves[seat] += 1


@rule
def say_ready(s: State, seat: int) -> None:
    said_ready(s, seat)
    s.ready |= 1 << seat


@rule
def take_ready_back(s: State, seat: int) -> None:
    took_ready_back(s, seat)
    s.ready &= ~(1 << seat)
