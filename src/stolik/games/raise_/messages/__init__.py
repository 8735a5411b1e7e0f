"""What goes in and out of RAISE: options, moves and events, and which code stands for which message. See views.py."""

from typing import TypeAlias

import msgspec

from stolik.core.game import DEALER, NO_CODE, same_options
from stolik.core.messages import Message
from stolik.core.rule import NOBODY
from stolik.core.tell import EventDecoder
from stolik.games.raise_ import state, tellings
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
from stolik.games.raise_.state import State, picked, points_of

__all__ = [
    "NAME",
    "Deal",
    "Event",
    "Move",
    "Options",
    "Private",
    "Public",
    "decode",
    "encode",
    "event",
    "out_of_date",
    "private",
    "public",
    "rematch",
]

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


rematch = same_options


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


class ChoiceStands(Message, frozen=True, tag="choice_stands"):
    """It was the last one that the seat has in this round."""

    seat: Seat


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
    | ChoiceStands
    | Played
    | Placed
    | Raised
    | Passed
    | RoundWon
    | RoundLost
    | Scored
)


event: EventDecoder[Event] = EventDecoder()
event.when(tellings.started)(Started)
event.when_secret(tellings.drew)(lambda seat, kind: Drew(seat, _card_or_none(kind)))
event.when(tellings.turned_up)(lambda seat, points, number, rounds: TurnedUp(seat, points, round=number, rounds=rounds))
event.when(tellings.sat_out)(SatOut)
event.when_secret(tellings.chosen)(lambda seat, again, kind: Chosen(seat, bool(again), _card_or_none(kind)))
event.when(tellings.choice_stands)(ChoiceStands)
event.when(tellings.played)(lambda seat, kind, value: Played(seat, CARD_OF[kind], value))
event.when(tellings.placed)(lambda seat, field, onto: Placed(seat, field, _seat_or_none(onto)))
event.when(tellings.passed)(Passed)
event.when(tellings.round_won)(RoundWon)
event.when(tellings.round_lost)(RoundLost)


@event.when(tellings.rolled)
def _rolled(seat: int, faces: int) -> Rolled:
    shown = _faces(faces)
    return Rolled(seat, shown, Multipliers(*(1 + shown.count(symbol) for symbol in SYMBOLS)))


@event.when(tellings.raised)
def _raised(seat: int, cards: int, before: int, field: int, onto: int) -> Raised:
    return Raised(seat, in_order(cards), before, field, _seat_or_none(onto))


@event.when(tellings.scored)
def _scored(seat: int, hand: int, points: int) -> Scored:
    in_hand = points_of(hand)
    return Scored(seat, in_order(hand), hand_points=in_hand, points=in_hand + points)


def _card_or_none(kind: int | None) -> Card | None:
    return None if kind is None else CARD_OF[kind]


def _seat_or_none(seat: int) -> Seat | None:
    return None if seat == NOBODY else seat
