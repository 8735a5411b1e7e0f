"""RAISE. Roll, choose in secret, then overtake or pass: the last marker takes all. R1 … R15 are in RULES.md.

What is in the box is in components.py, the state in state.py; here, the first step of a round is in dealing.py with all
other chance, steps 2 and 3 are in raising.py, what follows them in rounds.py; what a seat knows in redeal.py and
observation.py.
"""

from stolik.core.bitset import size
from stolik.core.game import DEALER, never, places_by_score
from stolik.core.rule import NOBODY, Row, rule
from stolik.games.raise_.components import ALL_CARDS, ALL_SCORING_CARDS, FACES
from stolik.games.raise_.options import SEATS, Options
from stolik.games.raise_.rules.dealing import chances, deal, possible, ticket
from stolik.games.raise_.rules.observation import OBSERVATION, invariants, observe
from stolik.games.raise_.rules.raising import choose, legal_plays, legal_raises, may_choose, pass_, raise_with
from stolik.games.raise_.rules.redeal import redeal
from stolik.games.raise_.state import (
    CHOOSING,
    MORE_ROUNDS_THAN_PLAYERS,
    MOST_CHOICES,
    MOVES,
    NOTHING,
    OVER,
    PASS,
    PLAY,
    RAISE,
    RAISING,
    State,
    points_of,
)

__all__ = [
    "MOVES",
    "OBSERVATION",
    "VERSION",
    "VOTES",
    "State",
    "apply",
    "awaited",
    "blur",
    "chances",
    "invariants",
    "legal",
    "max_length",
    "muted",
    "observe",
    "over",
    "pause",
    "places",
    "possible",
    "quiet",
    "redeal",
    "score",
    "start",
    "ticket",
    "to_act",
]

VERSION = 2
VOTES = ()  # nothing is voted on


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.rounds = options.players + MORE_ROUNDS_THAN_PLAYERS
    s.unseen = ALL_SCORING_CARDS
    s.holder = s.last_winner = NOBODY
    for seat in range(s.players):
        s.deck[seat] = ALL_CARDS
    for seat in range(SEATS):
        s.choice[seat] = NOTHING
        s.track[seat] = NOBODY
    for face in range(len(FACES)):
        s.multiplier[face] = 1


def max_length(options: Options) -> int:
    """Who has the dice first; every card drawn once and played once; and, in every round, the scoring card, the roll,
    all choices, and a pass of each.
    """
    rounds = options.players + MORE_ROUNDS_THAN_PLAYERS
    return 1 + options.players * 2 * size(ALL_CARDS) + rounds * (2 + options.players * (MOST_CHOICES + 1))


@rule
def to_act(s: State) -> int:
    if s.phase == RAISING:
        return 1 << s.track[0]  # R7
    return may_choose(s) if s.phase == CHOOSING else 0


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


quiet = muted = never


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
    return s.points[seat] + points_of(s.hand[seat])


places = places_by_score(score)
blur = redeal
