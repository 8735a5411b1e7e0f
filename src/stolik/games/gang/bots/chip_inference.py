"""Bayesian inference from chips: what each seat's moves in this round say about the percentile of its hand.

Everybody is thought to take the chip of the rank to be expected, for all that the others' chips say so far; so a
chip taken or left says between which percentiles a hand is, and the next one reckons with that. Who takes a chip
from another says: mine is higher than yours (or lower), so far as I can read you; who takes it back has thought of
that. What is inferred is doubted a little: people have ideas of their own.

Percentiles are sorted into BINS. For each seat there is a row of BINS numbers in `belief`, how likely its hand is in
each of them, and in `share_below`, how likely it is below, in thousandths.
"""

from stolik.core.rule import NOBODY, Row, lookup_table, rule
from stolik.games.gang.bots.memory import ROUND_LOG, BotState, code_of_entry, seat_of_entry
from stolik.games.gang.codes import AGREE, READY, RETURN, is_take, stars_taken, taken_from
from stolik.games.gang.options import SEATS
from stolik.games.gang.state import State, is_out_of_moves, would_lock

BINS = 128
TOTAL_BELIEF = 1 << 20
"""Of all bins of a seat together, about."""
LIKELY, NEAR, FAR = 24, 3, 1
"""How likely a move is where it is the one to be expected, where a chip beside that would be, and elsewhere."""
PATIENCE = lookup_table([0, 3, 3, 3, 6])
"""By round: chip moves after which a seat leaves the chips of others alone."""
BOLD = 500
"""Thousandths: how likely one must be right to contest a chip. Likelier than not: taking one is an honest word."""


@rule
def infer_percentiles(s: BotState, belief: Row, share_below: Row) -> None:
    """From all that happened in this round. `belief` holds what was thought before it."""
    for seat in range(s.players):
        update_share_below(seat, belief, share_below)
    chips = [0] * SEATS
    moved = [0] * SEATS
    for k in range(s.logged):
        seat = seat_of_entry(s.round_log[k])
        code = code_of_entry(s.round_log[k])
        if code == AGREE:  # the specialist was used: its user's hand may be another
            for bin_ in range(BINS):
                belief[seat * BINS + bin_] = TOTAL_BELIEF // BINS
            update_share_below(seat, belief, share_below)
        elif code != RETURN:
            stars = chips[seat] if code == READY else stars_taken(code)
            update_belief(s, seat, stars, chips, moved[seat], belief, share_below)
        move_chip(seat, code, chips, moved)


@rule
def move_chip(seat: int, code: int, chips: Row, moved: Row) -> None:
    if code == RETURN:
        chips[seat] = 0
        moved[seat] += 1
    elif is_take(code):
        giver = taken_from(code)
        if giver != NOBODY:
            chips[giver] = 0
        chips[seat] = stars_taken(code)
        moved[seat] += 1


@rule
def update_belief(s: BotState, seat: int, stars: int, chips: Row, moved: int, belief: Row, share_below: Row) -> None:
    """The seat has taken this chip, or kept it: where would that be expected?"""
    holders = holders_by_stars(s, chips)
    total = 0
    first = seat * BINS
    for bin_ in range(BINS):
        away = abs(expected_chip(s, seat, bin_, chips[seat], holders, moved, share_below) - stars)
        belief[first + bin_] *= LIKELY if away == 0 else NEAR if away == 1 else FAR
        total += belief[first + bin_]
    for bin_ in range(BINS):
        belief[first + bin_] = max(belief[first + bin_] * TOTAL_BELIEF // total, 1)
    update_share_below(seat, belief, share_below)


@rule
def update_share_below(seat: int, belief: Row, share_below: Row) -> None:
    total = 0
    for bin_ in range(seat * BINS, (seat + 1) * BINS):
        total += belief[bin_]
    so_far = 0
    for bin_ in range(seat * BINS, (seat + 1) * BINS):
        share_below[bin_] = (2 * so_far + belief[bin_]) * 500 // total
        so_far += belief[bin_]


@rule
def holders_by_stars(s: State, chips: Row) -> Row:
    """By stars."""
    holders = [NOBODY] * (SEATS + 1)
    for seat in range(s.players):
        if chips[seat] > 0:
            holders[chips[seat]] = seat
    return holders


# Which chip


@rule
def expected_chip(s: BotState, seat: int, bin_: int, held: int, holders: Row, moved: int, share_below: Row) -> int:
    """The chip that a seat whose hand is in this bin takes, or keeps."""
    rank = 1000
    for other in range(s.players):
        if other != seat:
            rank += share_below[other * BINS + bin_]
    base = held if held > 0 else nearest_free_chip(s, holders, rank)
    if moved >= PATIENCE[s.round] or s.logged == ROUND_LOG or (held > 0 and would_lock(s, s.round, held)):
        return base
    if is_out_of_moves(s, seat):
        return base
    higher = chip_beyond(s, seat, bin_, base, 1, rank, holders, share_below)
    if higher != base:
        return higher
    return chip_beyond(s, seat, bin_, base, -1, rank, holders, share_below)


@rule
def nearest_free_chip(s: State, holders: Row, rank: int) -> int:
    best = 0
    for stars in range(1, s.players + 1):
        if holders[stars] == NOBODY and (best == 0 or abs(1000 * stars - rank) < abs(1000 * best - rank)):
            best = stars
    return best


@rule
def chip_beyond(s: State, seat: int, bin_: int, base: int, step: int, rank: int, holders: Row, share_below: Row) -> int:
    """From chip to chip, as long as the hand is likely enough to be beyond its holder's, or a free one fits better."""
    best = base
    stars = base + step
    while 1 <= stars <= s.players:
        holder = holders[stars]
        if holder == NOBODY:
            if abs(1000 * stars - rank) >= abs(1000 * best - rank):
                break
            best = stars
        else:
            beyond = share_below[holder * BINS + bin_]
            if (beyond if step > 0 else 1000 - beyond) <= BOLD:
                break
            if not would_lock(s, s.round, stars) and not is_out_of_moves(s, holder):
                best = stars
        stars += step
    return best
