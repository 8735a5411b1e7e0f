"""Ways to play No Thanks!, as different as people are: whom `no_thanks_field.py` lets the hard bots meet."""

from stolik.core.bot_levels import Level
from stolik.core.rng import below
from stolik.core.rule import Row, left_of, lookup_table, rule
from stolik.games.no_thanks.bots import LEVELS
from stolik.games.no_thanks.bots.linear_policy import take_score
from stolik.games.no_thanks.rules import price
from stolik.games.no_thanks.state import DECLINE, TAKE, State

EVOLVED_AMONG_FEW = lookup_table((66, 100, 66, -54, 8, 45, -5, 111, -108, -15, -56, 58, 5, 128, 18, 72))
"""Weights evolved with three players, half of them itself."""
EVOLVED_AMONG_MANY = lookup_table((91, 100, 25, -120, 29, 26, -11, 53, -37, 0, -67, 21, 45, 121, -75, 223))
"""The same with seven."""


@rule
def greedy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Waits until the card costs no more than six points, whatever happens."""
    return TAKE if n == 1 or price(s, seat) <= 6 else DECLINE


@rule
def half_pot(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Takes when the chips are half of what the card says; never looks at runs."""
    return TAKE if n == 1 or 2 * s.pot >= s.card else DECLINE


@rule
def run_builder(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Pays well for whatever lies within two of its own cards, and hardly anything for the rest."""
    near = s.cards[seat] >> s.card - 2 & 0b11011
    return TAKE if n == 1 or price(s, seat) <= (16 if near else 5) else DECLINE


@rule
def hoarder(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Takes only what costs nothing, until the last chips are in danger."""
    return TAKE if n == 1 or price(s, seat) <= (15 if s.chips[seat] < 6 else 0) else DECLINE


@rule
def milker(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Pays ten points, more when poor, but lets a card go round for chips while nobody else seems to want it."""
    if n == 1:
        return TAKE
    if price(s, seat) > 10 + max(0, 10 - s.chips[seat]):
        return DECLINE
    chips = 1
    other = left_of(seat, s.players)
    while other != seat:
        if s.chips[other] == 0 or price(s, other) - chips <= 17:
            return TAKE
        chips += 1
        other = left_of(other, s.players)
    return DECLINE if s.chips[seat] > 1 else TAKE


@rule
def timid(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Is afraid to be left without chips: takes early and dear, by a mood."""
    return TAKE if n == 1 or price(s, seat) <= 12 + below(rng, 8) else DECLINE


@rule
def moody(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Takes one card in four that come by, without looking."""
    return TAKE if n == 1 or below(rng, 4) == 0 else DECLINE


@rule
def evolved_among_few(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    return TAKE if n == 1 or take_score(s, seat, EVOLVED_AMONG_FEW, 0) > 0 else DECLINE


@rule
def evolved_among_many(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    return TAKE if n == 1 or take_score(s, seat, EVOLVED_AMONG_MANY, 0) > 0 else DECLINE


STYLES: dict[str, Level] = {
    "greedy": greedy,
    "half pot": half_pot,
    "run-builder": run_builder,
    "hoarder": hoarder,
    "milker": milker,
    "timid": timid,
    "moody": moody,
    "evolved, few": evolved_among_few,
    "evolved, many": evolved_among_many,
    "copy of normal": LEVELS["normal"],
}
