"""Whispers: everyone has a hidden card and, in turn, may offer to show it to one other, who agrees or refuses.

Has notes (a card seen stays known to the one who saw it, and to nobody else) and votes.
"""

from typing import Annotated, TypeAlias

import msgspec

from stolik.core import messages
from stolik.core.bitset import nth, size
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
from stolik.core.rng import pick
from stolik.core.rule import NOBODY, Row, put, rule
from stolik.core.tell import EventDecoder, Secret, telling

NAME, VERSION = "Whispers", 1
SEATS, CARDS = 3, 0b1111110
PASS, AGREE, REFUSE, OFFER = range(4)  # OFFER + seat
MOVES = OFFER + SEATS
VOTES = (AGREE, REFUSE)
OBSERVATION = 2 + SEATS


@packed
class State:
    players: int
    turn: int
    offered: int  # the seat asked to look; NOBODY
    deck: int  # set
    hand: list[int] = row(SEATS)
    notes: list[int] = row(SEATS * SEATS)  # what seat a saw of seat b, at a * SEATS + b


@telling
def dealt(s: State, to: int, seat: int, card: Secret) -> None: ...


@telling
def passed(s: State, seat: int) -> None: ...


@telling
def offered(s: State, seat: int, other: int) -> None: ...


@telling
def whispered(s: State, to: int, shown_by: int, seen_by: int, card: Secret) -> None: ...


@telling
def refused(s: State, seat: int) -> None: ...


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=3, le=3)] = 3


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.offered = NOBODY
    s.deck = CARDS


def max_length(options: Options) -> int:
    return 3 * options.players


@rule
def cards_dealt(s: State) -> int:
    """How many seats have their card."""
    return (s.hand[0] > 0) + (s.hand[1] > 0) + (s.hand[2] > 0)


@rule
def over(s: State) -> bool:
    return s.turn == s.players


@rule
def to_act(s: State) -> int:
    if over(s) or cards_dealt(s) < s.players:
        return 0
    return 1 << (s.turn if s.offered == NOBODY else s.offered)


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    if s.offered == seat:
        return put(moves, put(moves, 0, AGREE), REFUSE)
    n = put(moves, 0, PASS)
    for other in range(s.players):
        if other != seat:
            n = put(moves, n, OFFER + other)
    return n


@rule
def chances(s: State) -> int:
    return size(s.deck) if cards_dealt(s) < s.players else 0


@rule
def ticket(s: State, k: int) -> int:
    return nth(s.deck, k)


@rule
def possible(s: State, code: int) -> bool:
    return chances(s) > 0 and 0 <= code < 16 and s.deck >> code & 1 == 1


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        deal(s, code)
    elif code >= OFFER:
        offered(s, seat, code - OFFER)
        s.offered = code - OFFER
    else:
        if code == AGREE:
            whisper(s, s.turn, seat)
        elif code == REFUSE:
            refused(s, seat)
        else:
            passed(s, seat)
        s.offered = NOBODY
        s.turn += 1


@rule
def deal(s: State, card: int) -> None:
    seat = cards_dealt(s)
    dealt(s, 1 << seat, seat, card)
    s.hand[seat] = card
    s.deck &= ~(1 << card)


@rule
def whisper(s: State, shown_by: int, seen_by: int) -> None:
    whispered(s, 1 << shown_by | 1 << seen_by, shown_by, seen_by, s.hand[shown_by])
    s.notes[seen_by * SEATS + shown_by] = s.hand[shown_by]


@rule
def score(s: State, seat: int) -> int:
    total = 0
    for other in range(SEATS):
        total += s.notes[seat * SEATS + other] > 0
    return total


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    unknown = 0
    for other in range(SEATS):
        if other != seat and s.hand[other] > 0 and (seat == NOBODY or s.notes[seat * SEATS + other] == 0):
            unknown |= 1 << other
            s.deck |= 1 << s.hand[other]
    for other in range(SEATS):
        if unknown >> other & 1:
            s.hand[other] = pick(rng, s.deck)
            s.deck &= ~(1 << s.hand[other])
            for third in range(SEATS):
                if s.notes[third * SEATS + other] > 0:
                    s.notes[third * SEATS + other] = s.hand[other]


@rule
def observe(s: State, seat: int, out: Row) -> None:
    out[0] = s.hand[seat]
    out[1] = s.offered
    for other in range(SEATS):
        out[2 + other] = s.notes[seat * SEATS + other]


def invariants(s: State) -> dict[str, int]:
    held = [card for card in s.hand if card]
    return {
        "cards": size(s.deck) + len(held),
        "cards held twice": len(held) - len(set(held)) + sum(s.deck >> card & 1 for card in held),
        "wrong notes": sum(note not in (0, s.hand[at % SEATS]) for at, note in enumerate(s.notes)),
    }


class Pass(Message, frozen=True, tag="pass"):
    pass


class Agree(Message, frozen=True, tag="agree"):
    pass


class Refuse(Message, frozen=True, tag="refuse"):
    pass


class Offer(Message, frozen=True, tag="offer"):
    to: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]


class DealCard(Message, frozen=True, tag="deal"):
    seat: int
    card: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Happened(Message, frozen=True, tag="happened"):
    what: str
    seat: int
    other: int
    card: int | None


Move: TypeAlias = Pass | Agree | Refuse | Offer
Deal: TypeAlias = DealCard
Event: TypeAlias = Happened


def encode(s: State, seat: int, move: Move | Deal) -> int:
    match move:
        case Pass():
            return PASS
        case Agree():
            return AGREE
        case Refuse():
            return REFUSE
        case Offer(to):
            return OFFER + to
        case DealCard(to, card) if to == cards_dealt(s):
            return card
    return NO_CODE


def decode(s: State, seat: int, code: int) -> Move | Deal:
    if seat == DEALER:
        return DealCard(cards_dealt(s), code)
    if code >= OFFER:
        return Offer(code - OFFER)
    return (Pass(), Agree(), Refuse())[code]


event: EventDecoder[Event] = EventDecoder()
event.when_secret(dealt)(lambda seat, card: Happened("dealt", seat, 0, card))
event.when(passed)(lambda seat: Happened("passed", seat, 0, None))
event.when(offered)(lambda seat, other: Happened("offered", seat, other, None))
event.when_secret(whispered)(lambda shown_by, seen_by, card: Happened("whispered", shown_by, seen_by, card))
event.when(refused)(lambda seat: Happened("refused", seat, 0, None))


class Public(msgspec.Struct, frozen=True):
    turn: int
    offered: int


class Private(msgspec.Struct, frozen=True):
    hand: int
    notes: list[int]


def public(s: State) -> Public:
    return Public(s.turn, s.offered)


def private(s: State, seat: int) -> Private:
    return Private(s.hand[seat], s.notes[seat * SEATS : seat * SEATS + SEATS])


# What it has in common with most games

awaited = to_act
pause = quiet = muted = never
blur = redeal
places = places_by_score(score)
rematch = same_options
out_of_date = always_up_to_date
reason = no_reason
remember = no_memory
BotState = State
LEVELS: dict[str, Level] = {}
