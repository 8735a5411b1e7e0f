"""Blackout: everyone takes a chip, openly and in any order; twice. After the first time all of it must be forgotten.

Has several seats acting at once without secrets, moves that can become out of date, forgetting, silence (in the first
round of all; in the second of the seat that was called, which may not even react), and a deck that goes on in a
rematch: the dealer's call comes from a drum that is turned after every match.
"""

from typing import Annotated, TypeAlias

import msgspec

from stolik.core import messages
from stolik.core.bot_levels import Level
from stolik.core.game import DEALER, NO_CODE, never, no_memory, no_reason, places_by_score
from stolik.core.messages import Message
from stolik.core.packed import packed, row
from stolik.core.rule import NOBODY, Row, put, rule
from stolik.core.tell import EventDecoder, forget, telling

NAME, VERSION = "Blackout", 1
SEATS = 4
MOVES = SEATS  # a chip
OBSERVATION = 2 + SEATS


@packed
class State:
    players: int
    round: int  # 0 before the dealer's call; 3 when it is over
    caller: int
    drum: int
    holder: list[int] = row(SEATS)  # one more than the seat that holds the chip; 0: nobody
    chip: list[int] = row(SEATS)  # one more than the chip that the seat holds; 0: none


@telling
def called(s: State, seat: int) -> None: ...


@telling
def took(s: State, seat: int, chip: int) -> None: ...


@telling
def round_began(s: State, round_: int) -> None: ...


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=SEATS)]
    drum: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.caller = NOBODY
    s.drum = options.drum


def max_length(options: Options) -> int:
    return 1 + 2 * options.players


@rule
def over(s: State) -> bool:
    return s.round == 3


@rule
def to_act(s: State) -> int:
    able = 0
    if 1 <= s.round <= 2:
        for seat in range(s.players):
            if s.chip[seat] == 0:
                able |= 1 << seat
    return able


@rule
def quiet(s: State) -> int:
    """In the first round all; in the second only the seat that was called."""
    if s.round == 1:
        return (1 << s.players) - 1
    return muted(s)


@rule
def muted(s: State) -> int:
    return 1 << s.caller if s.round == 2 else 0


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    n = 0
    for chip in range(s.players):
        if s.holder[chip] == 0:
            n = put(moves, n, chip)
    return n


@rule
def chances(s: State) -> int:
    return s.players if s.round == 0 else 0


@rule
def ticket(s: State, k: int) -> int:
    return k


@rule
def possible(s: State, code: int) -> bool:
    return s.round == 0 and 0 <= code < s.players


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        called(s, code)
        s.caller = code
        s.round = 1
    else:
        took(s, seat, code)
        s.holder[code] = seat + 1
        s.chip[seat] = code + 1
        if to_act(s) == 0:
            end_round(s)


@rule
def end_round(s: State) -> None:
    s.round += 1
    if s.round == 2:
        for seat in range(s.players):
            s.holder[seat] = 0
            s.chip[seat] = 0
        forget(s)
    round_began(s, s.round)


@rule
def score(s: State, seat: int) -> int:
    return s.chip[seat]


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    pass


@rule
def observe(s: State, seat: int, out: Row) -> None:
    out[0] = s.round
    out[1] = s.caller * 4 + s.drum
    for other in range(SEATS):
        out[2 + other] = s.chip[other]


def invariants(s: State) -> dict[str, int]:
    return {"chips without a holder": sum(chip > 0 for chip in s.chip) - sum(holder > 0 for holder in s.holder)}


class Take(Message, frozen=True, tag="take"):
    chip: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]


class Call(Message, frozen=True, tag="call"):
    seat: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]


class Happened(Message, frozen=True, tag="happened"):
    what: str
    seat: int
    number: int


Move: TypeAlias = Take
Deal: TypeAlias = Call
Event: TypeAlias = Happened


def encode(s: State, seat: int, move: Take | Call) -> int:
    if isinstance(move, Take):
        return move.chip
    return move.seat if move.seat < s.players else NO_CODE


def decode(s: State, seat: int, code: int) -> Take | Call:
    return Call(code) if seat == DEALER else Take(code)


def out_of_date(s: State, seat: int, move: Take) -> bool:
    """The chip was there a moment ago."""
    return move.chip < s.players and s.holder[move.chip] > 0


def rematch(s: State, options: Options) -> Options:
    return Options(players=s.players, drum=s.drum % 3 + 1)


event: EventDecoder[Event] = EventDecoder()
event.when(called)(lambda seat: Happened("called", seat, 0))
event.when(took)(lambda seat, chip: Happened("took", seat, chip))
event.when(round_began)(lambda round_: Happened("round", NOBODY, round_))


class Public(msgspec.Struct, frozen=True):
    round: int
    caller: int
    drum: int
    chips: list[int]


class Private(msgspec.Struct, frozen=True):
    chip: int


def public(s: State) -> Public:
    return Public(s.round, s.caller, s.drum, list(s.chip))


def private(s: State, seat: int) -> Private:
    return Private(s.chip[seat])


# What it has in common with most games

awaited = to_act
pause = never
blur = redeal
places = places_by_score(score)
reason = no_reason
remember = no_memory
BotState = State
VOTES: tuple[int, ...] = ()
LEVELS: dict[str, Level] = {}
