"""How a game describes the levels of its bots: a policy, one with trained weights, or a search."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from stolik.core.rule import Row, Seat, State, rule

ENDLESS: Final = 1_000_000

Policy: TypeAlias = Callable[[State, Seat, Row, int, Row], int]
"""policy(s, seat, moves, n, rng) -> one of the n legal codes in `moves`; s is redealt: it holds no true secret."""

Weights: TypeAlias = Sequence[int]
"""Trained weights, each of 16 bits: `array("h")` in Python, a NumPy row when compiled."""


@rule
def never(_s: State, _seat: Seat) -> bool:
    return False


@rule
def nowhere(_s: State) -> bool:
    return False


@rule
def unvalued(_s: State, _seat: Seat, _weights: Weights) -> int:
    return 0


@rule
def nothing_more(_s: State, _seat: Seat, _rng: Row) -> None:
    pass


class Trained(NamedTuple):
    """A policy with trained weights."""

    policy: Callable[[State, Seat, Row, int, Row, Weights], int]
    weights: str
    """Where it lies: `package:name` is `name.json` in that package (see `stolik.bots.weights`)."""


class Search(NamedTuple):
    """Sequential halving over determinized rollouts: tries moves in sampled worlds, each played out by a policy, and
    takes the one that came out best.

    It runs only compiled. Everything in it is marked @rule.
    """

    rollout: Policy | Trained
    """The policy of playouts, for every seat."""
    playouts: int
    """The budget of one decision, shared out among the moves by sequential halving."""
    point: int = 0
    """What a point more than the best rival has is worth at the end of a playout, where a win is worth a million."""
    reflex: Callable[[State, Seat], bool] = never
    """Where the policy's own move is as good as any."""
    horizon: int = ENDLESS
    """Decisions after which a playout stops."""
    believe: Callable[[State, Seat, Row], None] = nothing_more
    """Makes a redealt world a likelier one: what others did says something about what they have."""
    resting: Callable[[State], bool] = nowhere
    """Where a playout may stop as well: between rounds, say."""
    value: Callable[[State, Seat, Weights], int] = unvalued
    """What a position is worth to a seat where a playout stops before the end, a sure win being a million. Without it,
    as much as if that were the end."""
    simultaneous: Callable[[State, Seat], bool] = never
    """Where several seats move simultaneously, and in secret: the move is then drawn by regret matching. Each of
    those seats has as many playouts."""
    effort: int = 1
    """How long a decision takes, roughly and at most, on one core: as many times the 60 milliseconds that every level
    is given. At a table no move appears sooner: when it does must not tell how much there was to think about."""


Level: TypeAlias = Policy | Trained | Search


def weights_name(level: Any) -> str:
    """The name of the weights that a level needs, or nothing."""
    if isinstance(level, Search):
        return weights_name(level.rollout)
    return level.weights if isinstance(level, Trained) else ""


class Reason(msgspec.Struct, frozen=True):
    """A number behind a move: what it is, in a word that every language of the pages knows, and how large."""

    kind: str
    value: float
