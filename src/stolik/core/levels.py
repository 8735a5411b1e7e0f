"""How a game describes the levels of its bots: a policy, or a search that a policy guides."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from stolik.core.game import Policy, Seat, State
from stolik.core.rule import rule

ENDLESS: Final = 1_000_000


@rule
def never(_s: State, _seat: Seat) -> bool:
    return False


class Search(NamedTuple):
    """Tries moves in many imagined worlds, each played on by a policy, and takes the one that came out best.

    It runs only compiled. Everything in it is marked @rule.
    """

    rollout: Policy
    """Who plays on for everybody."""
    playouts: int
    """So many for one decision, shared out among the moves: the better half of them is tried on."""
    point: int = 0
    """What a point more than the best rival has is worth at the end of a playout, where a win is worth a million."""
    reflex: Callable[[State, Seat], bool] = never
    """Where the policy's own move is as good as any."""
    horizon: int = ENDLESS
    """Decisions after which a playout stops."""


Level: TypeAlias = Policy | Search
