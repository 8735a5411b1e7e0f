"""Chips by a glance: the one whose share of all hands fits, and how far a bot insists on it.

A chip stands for a share of all hands: of four, the chip with three stars for those that beat 50 to 75 in a hundred.
A free chip is taken; one that another holds, if the own hand is beyond its border, and the further the more often its
holder has moved for it.
"""

from stolik.core.rule import NOBODY, Row, rule
from stolik.games.gang.state import CHOOSE, PLACES, TAKE, State, chip_of, holder_of


@rule
def settle(s: State, seat: int, moves: Row, n: int, stands: int, step: int, patience: int) -> int:
    """The chip that fits best of those that are free or worth contesting; or the own one, and ready."""
    held = chip_of(s, seat)
    base = held if held > 0 else fitting_free(s, moves, n, stands)
    best = base
    if s.stirred[seat] < patience:
        for k in range(n):
            if TAKE <= moves[k] < CHOOSE:
                stars = (moves[k] - TAKE) // PLACES + 1
                if misfit(s, stars, stands) < misfit(s, best, stands) and is_worth(s, moves[k], base, stands, step):
                    best = stars
    return hold(s, seat, moves, best)


@rule
def hold(s: State, seat: int, moves: Row, stars: int) -> int:
    """Take this chip, or be content with it."""
    if stars == chip_of(s, seat):
        return moves[0]
    return TAKE + (stars - 1) * PLACES + holder_of(s, s.round, stars) + 1


@rule
def misfit(s: State, stars: int, stands: int) -> int:
    """How far a hand is from the middle of the share that the chip stands for."""
    return abs(2 * s.players * stands - 1000 * (2 * stars - 1))


@rule
def is_worth(s: State, code: int, base: int, stands: int, step: int) -> bool:
    """A free chip always; one that is held, if the hand is beyond its border by a step for each of its moves."""
    stars = (code - TAKE) // PLACES + 1
    giver = (code - TAKE) % PLACES - 1
    if giver == NOBODY:
        return True
    claim = step * s.stirred[giver]
    if stars > base:
        return stands - 1000 * (stars - 1) // s.players > claim
    return 1000 * stars // s.players - stands > claim


@rule
def fitting_free(s: State, moves: Row, n: int, stands: int) -> int:
    """The stars of the chip in the centre that fits best; 0: none is there."""
    best = 0
    for k in range(n):
        if TAKE <= moves[k] < CHOOSE and (moves[k] - TAKE) % PLACES == 0:
            stars = (moves[k] - TAKE) // PLACES + 1
            if best == 0 or misfit(s, stars, stands) < misfit(s, best, stands):
                best = stars
    return best


@rule
def from_centre(s: State, moves: Row, n: int, skipped: int) -> int:
    """One of the chips in the centre."""
    found = moves[0]
    for k in range(n):
        if TAKE <= moves[k] < CHOOSE and (moves[k] - TAKE) % PLACES == 0:
            found = moves[k]
            if skipped == 0:
                return found
            skipped -= 1
    return found
