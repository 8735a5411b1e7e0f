"""Reading the chips: what each seat's moves in this round say about where its hand stands.

Everybody is thought to take the chip of the rank to be expected, for all that the others' chips say so far; so a
chip taken or left says in which part of the yardstick a hand is, and the next one reckons with that. Who takes a chip
from another says: mine is higher than yours (or lower), so far as I can read you; who takes it back has thought of
that. What is read is doubted a little: people have ideas of their own.

The yardstick has MARKS marks. `weights` says, for each seat, how likely its hand is at each of them, and `under` how
likely it is below: in thousandths, a row of MARKS for each seat.
"""

from stolik.core.rule import NOBODY, Row, lookup_table, rule
from stolik.games.gang.options import SEATS
from stolik.games.gang.state import (
    AGREE,
    CHOOSE,
    NOTED,
    PLACES,
    READY,
    RETURN,
    TAKE,
    State,
    would_lock,
)

MARKS = 128
WEIGHT = 1 << 20
"""Of all marks together, about."""
LIKELY, NEAR, FAR = 24, 3, 1
"""How likely a move is where it is the one to be expected, where a chip beside that would be, and elsewhere."""
PATIENCE = lookup_table([0, 3, 3, 3, 6])
"""By round: chip moves after which a seat leaves the chips of others alone."""
BOLD = 500
"""Thousandths: how likely one must be right to contest a chip. Likelier than not: taking one is an honest word."""


@rule
def read(s: State, weights: Row, under: Row) -> None:
    """All that happened in this round. `weights` hold what was thought before it."""
    for seat in range(s.players):
        add_up(seat, weights, under)
    chips = [0] * SEATS
    moved = [0] * SEATS
    for k in range(s.noted):
        seat = s.notes[k] // CHOOSE
        code = s.notes[k] % CHOOSE
        if code == AGREE:
            for mark in range(MARKS):
                weights[seat * MARKS + mark] = WEIGHT // MARKS
            add_up(seat, weights, under)
        elif code != RETURN:
            stars = chips[seat] if code == READY else (code - TAKE) // PLACES + 1
            understand(s, seat, stars, chips, moved[seat], weights, under)
        move_chip(seat, code, chips, moved)


@rule
def move_chip(seat: int, code: int, chips: Row, moved: Row) -> None:
    if code == RETURN:
        chips[seat] = 0
        moved[seat] += 1
    elif code >= TAKE:
        giver = (code - TAKE) % PLACES - 1
        if giver != NOBODY:
            chips[giver] = 0
        chips[seat] = (code - TAKE) // PLACES + 1
        moved[seat] += 1


@rule
def understand(s: State, seat: int, stars: int, chips: Row, moved: int, weights: Row, under: Row) -> None:
    """The seat has taken this chip, or kept it: where would that be expected?"""
    owners = owners_of(s, chips)
    total = 0
    first = seat * MARKS
    for mark in range(MARKS):
        away = abs(chip_for(s, seat, mark, chips[seat], owners, moved, under) - stars)
        weights[first + mark] *= LIKELY if away == 0 else NEAR if away == 1 else FAR
        total += weights[first + mark]
    for mark in range(MARKS):
        weights[first + mark] = max(weights[first + mark] * WEIGHT // total, 1)
    add_up(seat, weights, under)


@rule
def add_up(seat: int, weights: Row, under: Row) -> None:
    total = 0
    for mark in range(seat * MARKS, (seat + 1) * MARKS):
        total += weights[mark]
    so_far = 0
    for mark in range(seat * MARKS, (seat + 1) * MARKS):
        under[mark] = (2 * so_far + weights[mark]) * 500 // total
        so_far += weights[mark]


@rule
def owners_of(s: State, chips: Row) -> Row:
    """By stars."""
    owners = [NOBODY] * (SEATS + 1)
    for seat in range(s.players):
        if chips[seat] > 0:
            owners[chips[seat]] = seat
    return owners


# Which chip


@rule
def chip_for(s: State, seat: int, mark: int, held: int, owners: Row, moved: int, under: Row) -> int:
    """The chip that a seat whose hand is at this mark takes, or keeps."""
    rank = 1000
    for other in range(s.players):
        if other != seat:
            rank += under[other * MARKS + mark]
    base = held if held > 0 else nearest_free(s, owners, rank)
    if moved >= PATIENCE[s.round] or s.noted == NOTED or (held > 0 and would_lock(s, s.round, held)):
        return base
    higher = walk(s, seat, mark, base, 1, rank, owners, under)
    if higher != base:
        return higher
    return walk(s, seat, mark, base, -1, rank, owners, under)


@rule
def nearest_free(s: State, owners: Row, rank: int) -> int:
    best = 0
    for stars in range(1, s.players + 1):
        if owners[stars] == NOBODY and (best == 0 or abs(1000 * stars - rank) < abs(1000 * best - rank)):
            best = stars
    return best


@rule
def walk(s: State, seat: int, mark: int, base: int, step: int, rank: int, owners: Row, under: Row) -> int:
    """From chip to chip, as long as the hand is likely enough to be beyond its holder's, or a free one fits better."""
    best = base
    stars = base + step
    while 1 <= stars <= s.players:
        owner = owners[stars]
        if owner == NOBODY:
            if abs(1000 * stars - rank) >= abs(1000 * best - rank):
                break
            best = stars
        else:
            beyond = under[owner * MARKS + mark]
            if (beyond if step > 0 else 1000 - beyond) <= BOLD:
                break
            if not would_lock(s, s.round, stars):
                best = stars
        stars += step
    return best
