"""A heuristic for chips: the one whose share of all hands fits the own percentile, and how far a bot insists on it.

A chip stands for a share of all hands: of four, the chip with three stars for those that beat 50 to 75 in a hundred.
A free chip is taken; one that another holds, if the own hand is beyond its border, and the further the more often its
holder has moved for it.
"""

from stolik.core.rule import NOBODY, Row, rule
from stolik.games.gang.codes import is_take, stars_taken, take_code, taken_from
from stolik.games.gang.state import State, chip_of, holder_of


@rule
def choose_chip(s: State, seat: int, moves: Row, n: int, percentile: int, step: int, patience: int) -> int:
    """The chip that fits best of those that are free or worth contesting; or the own one, and ready."""
    held = chip_of(s, seat)
    base = held if held > 0 else best_free_chip(s, moves, n, percentile)
    best = base
    if s.chip_moves[seat] < patience:
        for k in range(n):
            if is_take(moves[k]):
                stars = stars_taken(moves[k])
                fits_better = misfit(s, stars, percentile) < misfit(s, best, percentile)
                if fits_better and is_worth_taking(s, moves[k], base, percentile, step):
                    best = stars
    return take_or_keep(s, seat, moves, best)


@rule
def take_or_keep(s: State, seat: int, moves: Row, stars: int) -> int:
    """Take this chip, or be content with it."""
    if stars == chip_of(s, seat):
        return moves[0]
    return take_code(stars, holder_of(s, s.round, stars))


@rule
def misfit(s: State, stars: int, percentile: int) -> int:
    """How far a hand is from the middle of the share that the chip stands for."""
    return abs(2 * s.players * percentile - 1000 * (2 * stars - 1))


@rule
def is_worth_taking(s: State, code: int, base: int, percentile: int, step: int) -> bool:
    """A free chip always; one that is held, if the hand is beyond its border by a step for each of its moves."""
    stars = stars_taken(code)
    giver = taken_from(code)
    if giver == NOBODY:
        return True
    claim = step * s.chip_moves[giver]
    if stars > base:
        return percentile - 1000 * (stars - 1) // s.players > claim
    return 1000 * stars // s.players - percentile > claim


@rule
def best_free_chip(s: State, moves: Row, n: int, percentile: int) -> int:
    """The stars of the chip in the centre that fits best; 0: none is there."""
    best = 0
    for k in range(n):
        if is_take(moves[k]) and taken_from(moves[k]) == NOBODY:
            stars = stars_taken(moves[k])
            if best == 0 or misfit(s, stars, percentile) < misfit(s, best, percentile):
                best = stars
    return best


@rule
def any_free_chip(s: State, moves: Row, n: int, skipped: int) -> int:
    """One of the chips in the centre."""
    found = moves[0]
    for k in range(n):
        if is_take(moves[k]) and taken_from(moves[k]) == NOBODY:
            found = moves[k]
            if skipped == 0:
                return found
            skipped -= 1
    return found
