"""Fists: rock, paper, scissors for two. A coin says first whether winning with the rock counts one point or three.

Has simultaneous secret choices, and a balance that is known: the more the rock counts, the more often one plays paper.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec

from stolik.core import messages
from stolik.core.bot_levels import Level
from stolik.core.game import (
    DEALER,
    NO_CODE,
    always_up_to_date,
    never,
    no_memory,
    no_reason,
    places_by_score,
    same_options,
)
from stolik.core.messages import Message
from stolik.core.packed import packed, row
from stolik.core.rng import below
from stolik.core.rule import Row, put, rule
from stolik.core.tell import EventDecoder, Secret, telling

NAME, VERSION = "Fists", 1
SEATS = 2
MOVES = 3
MOST_CHOICES = 5  # of one seat
ROCK, PAPER, SCISSORS = range(3)
OBSERVATION = 3


@packed
class State:
    players: int
    rock: int  # what winning with it counts; 0 before the toss
    shown: int  # 1: it is over
    fist: list[int] = row(SEATS)  # one more than what was chosen; 0: not chosen
    points: list[int] = row(SEATS)
    choices: list[int] = row(SEATS)


@telling
def tossed(s: State, rock: int) -> None: ...


@telling
def chosen(s: State, to: int, seat: int, fist: Secret) -> None: ...


@telling
def shown(s: State, first: int, second: int) -> None: ...


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=SEATS)]


def start(s: State, options: Options) -> None:
    s.players = options.players


def max_length(options: Options) -> int:
    return 1 + SEATS * MOST_CHOICES


@rule
def over(s: State) -> bool:
    return s.shown == 1


@rule
def to_act(s: State) -> int:
    if s.rock == 0 or s.shown == 1:
        return 0
    return (s.choices[0] < MOST_CHOICES) | (s.choices[1] < MOST_CHOICES) << 1


@rule
def awaited(s: State) -> int:
    return to_act(s) & ((s.fist[0] == 0) | (s.fist[1] == 0) << 1)


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    n = 0
    for fist in range(MOVES):
        n = put(moves, n, fist)
    return n


@rule
def chances(s: State) -> int:
    return 2 if s.rock == 0 else 0


@rule
def ticket(s: State, k: int) -> int:
    return 1 + 2 * k


@rule
def possible(s: State, code: int) -> bool:
    return s.rock == 0 and code in (1, 3)


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        s.rock = code
        tossed(s, code)
        return
    chosen(s, 1 << seat, seat, code)
    s.fist[seat] = code + 1
    s.choices[seat] += 1
    if s.fist[0] > 0 and s.fist[1] > 0:
        show(s)


@rule
def show(s: State) -> None:
    s.shown = 1
    shown(s, s.fist[0] - 1, s.fist[1] - 1)
    for seat in range(SEATS):
        if (s.fist[seat] - s.fist[1 - seat]) % 3 == 1:
            s.points[seat] = s.rock if s.fist[seat] == ROCK + 1 else 1


@rule
def score(s: State, seat: int) -> int:
    return s.points[seat]


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    for other in range(SEATS):
        if other != seat and s.fist[other] > 0 and s.shown == 0:
            s.fist[other] = 1 + below(rng, MOVES)


@rule
def observe(s: State, seat: int, out: Row) -> None:
    out[0] = s.rock
    out[1] = s.fist[seat]
    out[2] = s.fist[1 - seat] > 0


def invariants(s: State) -> dict[str, int]:
    return {"both win": s.points[0] * s.points[1]}


Fist: TypeAlias = Literal["rock", "paper", "scissors"]
FISTS: tuple[Fist, ...] = ("rock", "paper", "scissors")


class Choose(Message, frozen=True, tag="choose"):
    fist: Fist


class Toss(Message, frozen=True, tag="toss"):
    rock: int


class Tossed(Message, frozen=True, tag="tossed"):
    rock: int


class Chosen(Message, frozen=True, tag="chosen"):
    seat: int
    fist: Fist | None


class Shown(Message, frozen=True, tag="shown"):
    fists: tuple[Fist, Fist]


Move: TypeAlias = Choose
Deal: TypeAlias = Toss
Event: TypeAlias = Tossed | Chosen | Shown


def encode(s: State, seat: int, move: Choose | Toss) -> int:
    if isinstance(move, Choose):
        return FISTS.index(move.fist)
    return move.rock if move.rock in (1, 3) else NO_CODE


def decode(s: State, seat: int, code: int) -> Choose | Toss:
    return Toss(code) if seat == DEALER else Choose(FISTS[code])


event: EventDecoder[Event] = EventDecoder()
event.when(tossed)(lambda rock: Tossed(rock))
event.when_secret(chosen)(lambda seat, fist: Chosen(seat, None if fist is None else FISTS[fist]))
event.when(shown)(lambda first, second: Shown((FISTS[first], FISTS[second])))


class Public(msgspec.Struct, frozen=True):
    rock: int
    chosen: list[int]
    fists: list[Fist]
    points: list[int]


class Private(msgspec.Struct, frozen=True):
    fist: int


def public(s: State) -> Public:
    fists = [FISTS[fist - 1] for fist in s.fist] if s.shown else []
    return Public(s.rock, [seat for seat in range(SEATS) if s.fist[seat]], fists, list(s.points))


def private(s: State, seat: int) -> Private:
    return Private(s.fist[seat])


# What it has in common with most games

pause = quiet = muted = never
blur = redeal
places = places_by_score(score)
rematch = same_options
out_of_date = always_up_to_date
reason = no_reason
remember = no_memory
BotState = State
VOTES: tuple[int, ...] = ()
LEVELS: dict[str, Level] = {}
