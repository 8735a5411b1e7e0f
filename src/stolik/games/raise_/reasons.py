"""The number behind a move: the chance to win the round, from imagined hands of the others."""

from stolik.core.hints import Reason
from stolik.core.kit import stream
from stolik.core.record import clone
from stolik.games.raise_.knowledge import redeal
from stolik.games.raise_.playing import lag
from stolik.games.raise_.state import PASS, RAISE, RAISING, State, value
from stolik.games.raise_.weighing import cards_of

WORLDS = 100
SPENT = 0.75
"""What players who fight for a round spend of their hands, in the end."""


def reason(s: State, seat: int, code: int) -> Reason | None:
    """For a raise, the chance to win the round with it (`win`); for a pass, the chance that one gives up (`stay`), if
    one could have raised. For the first card nothing: too much depends on what the others choose.
    """
    if s.phase != RAISING or s.track[0] != seat:
        return None
    if code >= RAISE:
        return Reason("win", chance_of_the_round(s, seat, cards_of(s, seat, code)))
    if code == PASS and value(s, s.hand[seat]) > lag(s):
        return Reason("stay", chance_of_the_round(s, seat, 0))
    return None


def chance_of_the_round(s: State, seat: int, cards: int) -> float:
    """With these cards, and then as players do: in each imagined world, whoever gets furthest by that wins."""
    own = s.field[seat] + value(s, cards) + SPENT * value(s, s.hand[seat] & ~cards)
    rivals = [rival for rival in s.track[: s.standing] if rival != seat]
    rng = stream("reason", s.round, s.prize)  # the same worlds for all moves of a position
    world = clone(s)
    won = 0
    for _ in range(WORLDS):
        redeal(world, seat, rng)
        won += all(s.field[rival] + SPENT * value(s, world.hand[rival]) < own for rival in rivals)
    return won / WORLDS
