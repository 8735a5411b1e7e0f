"""RAISE. Roll, choose in secret, then overtake or pass: the last marker takes all. R1 … R14 are in RULES.md.

What is in the box is in components.py, the state in state.py; steps 2 and 3 of a round in playing.py, what follows them
in rounds.py, chance in dealing.py, and what a seat knows in knowledge.py.
"""

from stolik.core.game import DEALER
from stolik.core.rule import Row, rule
from stolik.games.raise_.rules.dealing import chances, deal, possible, ticket
from stolik.games.raise_.rules.knowledge import OBSERVATION, invariants, observe, redeal
from stolik.games.raise_.rules.raising import choose, legal_plays, legal_raises, pass_, raise_with
from stolik.games.raise_.state import CHOOSING, MOVES, OVER, PASS, PLAY, RAISE, RAISING, State, start, worth

VERSION = 1

__all__ = [
    "MOVES",
    "OBSERVATION",
    "VERSION",
    "State",
    "apply",
    "awaited",
    "chances",
    "invariants",
    "legal",
    "observe",
    "over",
    "pause",
    "possible",
    "redeal",
    "score",
    "start",
    "ticket",
    "to_act",
]


@rule
def to_act(s: State) -> int:
    if s.phase == RAISING:
        return 1 << s.track[0]  # R7
    return s.able if s.phase == CHOOSING else 0


@rule
def awaited(s: State) -> int:
    if s.phase == RAISING:
        return 1 << s.track[0]
    return s.waiting if s.phase == CHOOSING else 0


@rule
def over(s: State) -> bool:  # R13
    return s.phase == OVER


@rule
def pause(s: State) -> bool:
    """The round is won: people look at what was played before hands are filled up and the next scoring card comes."""
    return s.paused == 1


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    return legal_raises(s, seat, moves) if s.phase == RAISING else legal_plays(s, seat, moves)


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        deal(s, code)
    elif code >= RAISE:
        raise_with(s, seat, code - RAISE + 1)
    elif code >= PLAY:
        choose(s, seat, code - PLAY)
    elif code == PASS:
        pass_(s, seat)


@rule
def score(s: State, seat: int) -> int:  # R13: the hand counts too
    return s.points[seat] + worth(s.hand[seat])
