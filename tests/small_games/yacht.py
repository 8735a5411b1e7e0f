"""Yacht: roll five dice at once, up to three times, and reach a goal; alone or in turn.

Has a dealer with very many tickets, a game for one, options of every kind, places of its own (one can lose alone), and
a list of moves sent as one.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec

from stolik.core import messages
from stolik.core.bot_levels import Level
from stolik.core.game import DEALER, NO_CODE, always_up_to_date, never, no_memory, no_reason, same_options
from stolik.core.messages import Message
from stolik.core.packed import packed, row
from stolik.core.rule import Row, put, rule
from stolik.core.tell import EventDecoder, telling

NAME, VERSION = "Yacht", 1
SEATS, DICE, ROLLS = 2, 5, 3
KEEP, AGAIN, MARK = range(3)
MOVES = 3
MOST_MARKS = 2  # between two rolls
OBSERVATION = 3 + DICE


@packed
class State:
    players: int
    goal: int
    pairs_count_double: int
    turn: int
    rolls: int  # left for this player
    to_roll: int  # 1: the dealer rolls
    marks: int  # small moves made since the roll
    dice: list[int] = row(DICE)
    points: list[int] = row(SEATS)


@telling
def rolled(s: State, seat: int, dice: int) -> None: ...


@telling
def kept(s: State, seat: int, points: int) -> None: ...


@telling
def marked(s: State, seat: int) -> None: ...


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
    pairs: Literal["plain", "double"] = "plain"
    goal: Annotated[int, msgspec.Meta(ge=19, le=21)] | None = None


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.goal = options.goal or 18
    s.pairs_count_double = int(options.pairs == "double")
    s.rolls = ROLLS
    s.to_roll = 1


def max_length(options: Options) -> int:
    return options.players * ROLLS * (1 + MOST_MARKS + 1)


@rule
def over(s: State) -> bool:
    return s.turn == s.players


@rule
def to_act(s: State) -> int:
    return 0 if over(s) or s.to_roll else 1 << s.turn


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    n = put(moves, 0, KEEP)
    if s.rolls > 0:
        n = put(moves, n, AGAIN)
    if s.marks < MOST_MARKS:
        n = put(moves, n, MARK)
    return n


@rule
def chances(s: State) -> int:
    return 6**DICE if s.to_roll and not over(s) else 0


@rule
def ticket(s: State, k: int) -> int:
    return k


@rule
def possible(s: State, code: int) -> bool:
    return 0 <= code < chances(s)


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        roll(s, code)
    elif code == MARK:
        marked(s, seat)
        s.marks += 1
    elif code == AGAIN:
        s.to_roll = 1
    else:
        keep(s, seat)


@rule
def roll(s: State, code: int) -> None:
    rolled(s, s.turn, code)
    for die in range(DICE):
        s.dice[die] = 1 + code % 6
        code //= 6
    s.rolls -= 1
    s.to_roll = 0
    s.marks = 0


@rule
def keep(s: State, seat: int) -> None:
    s.points[seat] = total(s)
    kept(s, seat, s.points[seat])
    s.turn += 1
    s.rolls = ROLLS
    s.to_roll = s.turn < s.players


@rule
def total(s: State) -> int:
    found = 0
    for die in range(DICE):
        found += s.dice[die]
        if s.pairs_count_double and die > 0 and s.dice[die] == s.dice[die - 1]:
            found += s.dice[die]
    return found


@rule
def score(s: State, seat: int) -> int:
    return s.points[seat]


@rule
def places(s: State, out: Row) -> None:
    for seat in range(s.players):
        out[seat] = 1 if s.points[seat] >= s.goal else 2


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    pass


@rule
def observe(s: State, seat: int, out: Row) -> None:
    out[0] = s.turn
    out[1] = s.rolls
    out[2] = s.goal
    for die in range(DICE):
        out[3 + die] = s.dice[die]


def invariants(s: State) -> dict[str, int]:
    return {"dice out of range": sum(not 0 <= die <= 6 for die in s.dice)}


class Keep(Message, frozen=True, tag="keep"):
    pass


class Again(Message, frozen=True, tag="again"):
    pass


class Mark(Message, frozen=True, tag="mark"):
    pass


class Roll(Message, frozen=True, tag="roll"):
    faces: tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...]


class Happened(Message, frozen=True, tag="happened"):
    what: str
    seat: int
    number: int


Move: TypeAlias = Keep | Again | Mark
Deal: TypeAlias = Roll
Event: TypeAlias = Happened


def encode(s: State, seat: int, move: Move | Deal) -> int:
    match move:
        case Keep():
            return KEEP
        case Again():
            return AGAIN
        case Mark():
            return MARK
        case Roll(faces) if len(faces) == DICE:
            return sum((face - 1) * 6**die for die, face in enumerate(faces))
    return NO_CODE


def decode(s: State, seat: int, code: int) -> Move | Deal:
    if seat == DEALER:
        return Roll(tuple(1 + code // 6**die % 6 for die in range(DICE)))
    return (Keep(), Again(), Mark())[code]


event: EventDecoder[Event] = EventDecoder()
event.when(rolled)(lambda seat, dice: Happened("rolled", seat, dice))
event.when(kept)(lambda seat, points: Happened("kept", seat, points))
event.when(marked)(lambda seat: Happened("marked", seat, 0))


class Public(msgspec.Struct, frozen=True):
    turn: int
    rolls: int
    dice: list[int]
    points: list[int]


def public(s: State) -> Public:
    return Public(s.turn, s.rolls, list(s.dice), list(s.points))


class Private(msgspec.Struct, frozen=True):
    pass


def private(s: State, seat: int) -> Private:
    return Private()


# What it has in common with most games

awaited = to_act
pause = quiet = muted = never
blur = redeal
rematch = same_options
out_of_date = always_up_to_date
reason = no_reason
remember = no_memory
BotState = State
VOTES: tuple[int, ...] = ()
LEVELS: dict[str, Level] = {}
