"""What goes in and out of RAISE: options, moves, deals and events, and which code stands for which message."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from stolik.core.game import DEALER, NO_CODE
from stolik.core.messages import Message
from stolik.core.rule import NOBODY
from stolik.core.tell import Telling
from stolik.games.raise_ import state
from stolik.games.raise_.components import DICE_COUNT
from stolik.games.raise_.messages.cards import (
    CARD_OF,
    FACES,
    SYMBOLS,
    Card,
    Face,
    ScoringCard,
    Seat,
    faces_shown,
    in_order,
    kind_of,
    slots_of,
)
from stolik.games.raise_.messages.views import Private, Public, private, public
from stolik.games.raise_.options import Options
from stolik.games.raise_.rules.dealing import BITS, face_of
from stolik.games.raise_.rules.raising import FIELDS
from stolik.games.raise_.state import State, picked, worth

__all__ = ["Deal", "Event", "Move", "Options", "Private", "Public", "private", "public"]

NAME = "RAISE"


# Moves


class Play(Message, frozen=True, tag="play"):
    """Choose the card to begin the round with, in secret; another may be chosen until all have chosen."""

    card: Card


class Raise(Message, frozen=True, tag="raise"):
    """Overtake the next marker with these cards, in any order."""

    cards: tuple[Card, ...]


class Pass(Message, frozen=True, tag="pass"):
    """Leave the round and fill up the hand."""


class FirstPlayer(Message, frozen=True, tag="first_player"):
    """This seat has the dice first."""

    seat: Seat


class Draw(Message, frozen=True, tag="draw"):
    seat: Seat
    card: Card


class TurnUp(Message, frozen=True, tag="scoring_card"):
    points: ScoringCard


class Roll(Message, frozen=True, tag="roll"):
    """Die 1 first."""

    faces: tuple[Face, ...]


Move: TypeAlias = Play | Raise | Pass
Deal: TypeAlias = FirstPlayer | Draw | TurnUp | Roll


def encode(s: State, seat: int, move: Move | Deal) -> int:
    match move:
        case Pass():
            return state.PASS
        case Play(card):
            return state.PLAY + kind_of(card) if kind_of(card) != NO_CODE else NO_CODE
        case Raise(cards) if s.phase == state.RAISING:
            slots = slots_of(s.hand[seat], cards)
            return state.RAISE - 1 + slots if slots else NO_CODE
        case FirstPlayer(first) if s.phase == state.FIRST_PLAYER:
            return first
        case Draw(drawer, card) if s.phase == state.DRAW and drawer == s.drawer:
            return kind_of(card)
        case TurnUp(points) if s.phase == state.SCORING_CARD:
            return points
        case Roll(faces) if s.phase == state.ROLL and len(faces) == DICE_COUNT:
            return sum(FACES.index(face) << BITS * die for die, face in enumerate(faces))
    return NO_CODE


def decode(s: State, seat: int, code: int) -> Move | Deal:
    if seat == DEALER:
        return _decode_deal(s, code)
    if code == state.PASS:
        return Pass()
    if code < state.RAISE:
        return Play(CARD_OF[code - state.PLAY])
    slots = code - state.RAISE + 1
    cards = picked(s.hand[seat], slots)
    if cards.bit_count() != slots.bit_count():
        raise IndexError(f"seat {seat} has fewer cards than the code {code} needs")
    return Raise(in_order(cards))


def out_of_date(s: State, seat: int, move: Move) -> bool:
    """Another card is chosen while the last one chooses: the cards are on the table already (R5)."""
    return isinstance(move, Play) and s.phase == state.RAISING


def _decode_deal(s: State, code: int) -> Deal:
    match s.phase:
        case state.FIRST_PLAYER:
            return FirstPlayer(code)
        case state.DRAW:
            return Draw(s.drawer, CARD_OF[code])
        case state.SCORING_CARD:
            return TurnUp(code)
        case state.ROLL:
            return Roll(_faces(code))
    raise ValueError("it is not the dealer's turn")


def _faces(code: int) -> tuple[Face, ...]:
    return faces_shown(face_of(code, die) for die in range(DICE_COUNT))


# Events


class Started(Message, frozen=True, tag="started"):
    """This seat has the dice first."""

    seat: Seat


class Drew(Message, frozen=True, tag="drew"):
    """A card from the own deck; null for the others."""

    seat: Seat
    card: Card | None


class TurnedUp(Message, frozen=True, tag="scoring_card_turned_up"):
    """A round begins: this is at stake. What was played in the round before is taken from the table."""

    seat: Seat
    points: ScoringCard
    round: int
    rounds: int


class Multipliers(msgspec.Struct, frozen=True):
    diamond: int
    gear: int
    cloud: int
    hourglass: int
    bell: int


class Rolled(Message, frozen=True, tag="rolled"):
    seat: Seat
    faces: tuple[Face, ...]
    multipliers: Multipliers


class SatOut(Message, frozen=True, tag="sat_out"):
    """Without a card in hand, this seat has no part in the round."""

    seat: Seat


class Chosen(Message, frozen=True, tag="chosen"):
    """A card lies face down; null for the others."""

    seat: Seat
    again: bool
    """Instead of one chosen before."""
    card: Card | None


class Played(Message, frozen=True, tag="played"):
    """The chosen card is shown: all are, together."""

    seat: Seat
    card: Card
    value: int


class Placed(Message, frozen=True, tag="placed"):
    """The marker comes onto the track."""

    seat: Seat
    field: int
    onto: Seat | None
    """Whose marker is right beneath."""


class Raised(Message, frozen=True, tag="raised"):
    seat: Seat
    cards: tuple[Card, ...]
    before: int
    """The field that the marker left."""
    field: int
    onto: Seat | None
    """Whose marker is right beneath."""


class Passed(Message, frozen=True, tag="passed"):
    """The marker leaves the track; the hand is filled up next."""

    seat: Seat
    field: int
    """Where it was."""


class RoundWon(Message, frozen=True, tag="round_won"):
    seat: Seat
    scoring_card: ScoringCard
    cards: int
    """How many number cards, played by anyone."""
    points: int
    """All of it."""


class RoundLost(Message, frozen=True, tag="round_lost"):
    """Nobody had a card to play: the scoring card leaves the game."""

    scoring_card: ScoringCard


class Scored(Message, frozen=True, tag="scored"):
    """After the end: the hand joins the score pile. Most points win."""

    seat: Seat
    hand: tuple[Card, ...]
    hand_points: int
    points: int
    """All of it."""


Event: TypeAlias = (
    Started
    | Drew
    | TurnedUp
    | Rolled
    | SatOut
    | Chosen
    | Played
    | Placed
    | Raised
    | Passed
    | RoundWon
    | RoundLost
    | Scored
)


def event(told: Telling) -> Event:
    return _EVENTS[told.what](told)


def _rolled(seat: int, faces: tuple[Face, ...]) -> Rolled:
    return Rolled(seat, faces, Multipliers(*(1 + faces.count(symbol) for symbol in SYMBOLS)))


def _secret(told: Telling) -> Card | None:
    return None if told.secret is None else CARD_OF[told.secret]


def _seat(seat: int) -> Seat | None:
    return None if seat == NOBODY else seat


def _raised(told: Telling) -> Raised:
    before, field = divmod(told.b, FIELDS)
    return Raised(told.who, in_order(told.a), before, field, _seat(told.c))


def _scored(told: Telling) -> Scored:
    in_hand = worth(told.a)
    return Scored(told.who, in_order(told.a), in_hand, in_hand + told.b)


_EVENTS: dict[int, Callable[[Telling], Event]] = {
    state.STARTED: lambda told: Started(told.who),
    state.DREW: lambda told: Drew(told.who, _secret(told)),
    state.TURNED_UP: lambda told: TurnedUp(told.who, told.a, told.b, told.c),
    state.ROLLED: lambda told: _rolled(told.who, _faces(told.a)),
    state.SAT_OUT: lambda told: SatOut(told.who),
    state.CHOSEN: lambda told: Chosen(told.who, bool(told.a), _secret(told)),
    state.SHOWN: lambda told: Played(told.who, CARD_OF[told.a], told.b),
    state.PLACED: lambda told: Placed(told.who, told.a, _seat(told.b)),
    state.RAISED: _raised,
    state.PASSED: lambda told: Passed(told.who, told.a),
    state.WON: lambda told: RoundWon(told.who, told.a, told.b, told.c),
    state.LOST: lambda told: RoundLost(told.a),
    state.SCORED: _scored,
}
