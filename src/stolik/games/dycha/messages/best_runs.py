"""How a collection is best laid out (R20), card by card: for views and for the result, to be looked at."""

from functools import lru_cache
from typing import NamedTuple

import msgspec

from stolik.core.bitset import members
from stolik.games.dycha.components import COLOR_COUNT, NUMBERS, OWN_FULL
from stolik.games.dycha.messages.cards import COLORS, Color, Joker, Number, own_jokers
from stolik.games.dycha.rules.scoring import ALL_NUMBERS, MASKS, RUN, best_value, color_index


class RunCard(msgspec.Struct, frozen=True):
    number: Number
    joker: Joker | None
    """What stands in for the number; null: the own number card."""


class Run(msgspec.Struct, frozen=True):
    color: Color
    cards: tuple[RunCard, ...]
    complete: bool
    """From 1 to 9: that is one point more."""
    points: int


class Arrangement(msgspec.Struct, frozen=True):
    points: int
    cards: int
    """How many are in the runs: fewer are better in a tie."""
    runs: tuple[Run, ...]
    """The one run of each color that counts; colors without any card are left out."""
    idle: tuple[Joker, ...]
    """Jokers that are of no use now."""


class _Shares(NamedTuple):
    """Which numbered jokers each color gets, and which color the full one (−1: none)."""

    numbered: tuple[int, ...]
    full: int


@lru_cache(maxsize=65536)
def arrangement(numbers: int, jokers: int) -> Arrangement:
    """The best use of the jokers, with a set of kinds of number cards."""
    shares = _best_shares(numbers, jokers)
    runs = [_run(color, numbers, jokers, shares) for color in range(COLOR_COUNT)]
    idle = list(own_jokers(jokers))
    for card in (card for run in runs for card in run.cards):
        if card.joker is not None:
            idle.remove(card.joker)
    return Arrangement(
        points=sum(run.points for run in runs),
        cards=sum(len(run.cards) for run in runs),
        runs=tuple(run for run in runs if run.cards),
        idle=tuple(idle),
    )


def _best_shares(numbers: int, jokers: int) -> _Shares:
    """As `best_value` finds it, in pairs of colors."""
    at = [color_index(numbers, jokers, color) for color in range(COLOR_COUNT)]
    numbered = jokers & ALL_NUMBERS
    fulls = (-1,) if not jokers >> OWN_FULL & 1 else (-1, 0, 1, 2, 3)
    wanted = best_value(numbers, jokers)
    for part in _parts(numbered):
        for full in fulls:
            first, left = _best_pair(at[0], at[1], part, full)
            second, right = _best_pair(at[2], at[3], numbered ^ part, full - 2)
            if first + second == wanted:
                return _Shares((left, part ^ left, right, numbered ^ part ^ right), full)
    raise AssertionError("the best value can be reached")


def _best_pair(one: int, two: int, numbered: int, full: int) -> tuple[int, int]:
    """The value of two colors, and the numbered jokers that the first gets. `full`: 0 or 1, who has the full one."""
    one, two = one + MASKS * (full == 0), two + MASKS * (full == 1)
    return max((RUN[one | part] + RUN[two | numbered ^ part], part) for part in _parts(numbered))


def _parts(set_: int) -> list[int]:
    parts = [0]
    for member in members(set_):
        parts += [part | 1 << member for part in parts]
    return parts


def _run(color: int, numbers: int, jokers: int, shares: _Shares) -> Run:
    """The longest run, with as few jokers as possible."""
    own = numbers >> NUMBERS * color & ALL_NUMBERS
    free = [joker for joker in own_jokers(jokers) if joker.color == COLORS[color]]
    free += [Joker(None, None)] * (shares.full == color)
    length, low = _place(own, shares.numbered[color], len(free))
    cards = []
    for number in range(low + 1, low + length + 1):
        if own >> number - 1 & 1:
            cards.append(RunCard(number, None))
        elif shares.numbered[color] >> number - 1 & 1:
            cards.append(RunCard(number, Joker(None, number)))
        else:
            cards.append(RunCard(number, free.pop(0)))
    complete = length == NUMBERS
    return Run(COLORS[color], tuple(cards), complete, length + complete)


def _place(own: int, numbered: int, free: int) -> tuple[int, int]:
    """Length and beginning of the run."""
    for length in range(NUMBERS, 0, -1):
        fitting = []
        for low in range(NUMBERS - length + 1):
            gaps = ((1 << length) - 1) << low & ~own
            if (gaps & ~numbered).bit_count() <= free:
                fitting.append((gaps.bit_count(), low))
        if fitting:
            return length, min(fitting)[1]
    return 0, 0
