"""What goes in and out of GRA: options, moves and events, and which code stands for which message. See views.py too."""

from typing import Annotated, TypeAlias

import msgspec

from stolik.core.bitset import members, size
from stolik.core.game import DEALER, NO_CODE, same_options
from stolik.core.messages import Message
from stolik.core.tell import EventDecoder, Secret
from stolik.games.gra import state, tellings
from stolik.games.gra.messages.views import (
    Card,
    Count,
    Private,
    Public,
    Seat,
    ShownCard,
    Value,
    card,
    ends,
    private,
    public,
    shown_cards,
    shown_values,
)
from stolik.games.gra.options import Options
from stolik.games.gra.state import State

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

NAME = "GRA"


# Moves


class Choose(Message, frozen=True, tag="choose"):
    """Turn the own cards: the value that each is to show, in the order dealt."""

    values: Annotated[tuple[Value, ...], msgspec.Meta(max_length=state.LARGEST_HAND)]


class Direction(Message, frozen=True, tag="direction"):
    clockwise: bool


class Bid(Message, frozen=True, tag="bid"):
    """In all hands together, at least so many cards show this value."""

    count: Count
    value: Value


class Check(Message, frozen=True, tag="check"):
    """The bid just before is wrong, say I: all hands are shown."""


class FirstPlayer(Message, frozen=True, tag="first_player"):
    seat: Seat


class DealCard(Message, frozen=True, tag="deal"):
    seat: Seat
    card: Card


Move: TypeAlias = Choose | Direction | Bid | Check
Deal: TypeAlias = FirstPlayer | DealCard

_KINDS = {card(kind): kind for kind in range(state.KINDS)}


def encode(s: State, seat: int, move: Move | Deal) -> int:
    match move:
        case Check():
            return state.CHECK
        case Direction(clockwise):
            return state.CLOCKWISE if clockwise else state.COUNTERCLOCKWISE
        case Choose(values):
            return _encode_choice(ends(s.hands[seat]), values)
        case Bid(count, value):
            return state.bid_code(count, value)
        case FirstPlayer(first) if s.phase == state.FIRST_PLAYER:
            return first
        case DealCard(to, dealt) if s.phase == state.DEAL and to == s.receiver:
            return _KINDS.get(dealt, NO_CODE)
    return NO_CODE


def _encode_choice(cards: list[Card], values: tuple[int, ...]) -> int:
    if len(cards) != len(values) or not all(value in both for both, value in zip(cards, values, strict=True)):
        return NO_CODE
    faces = sum((value == both[1]) << place for place, (both, value) in enumerate(zip(cards, values, strict=True)))
    return state.CHOOSE + faces


def decode(s: State, seat: int, code: int) -> Move | Deal:
    if seat == DEALER:
        return FirstPlayer(code) if s.phase == state.FIRST_PLAYER else DealCard(s.receiver, card(code))
    if code >= state.BID:
        return Bid(state.count_of(code), state.value_of(code))
    if code >= state.CHOOSE:
        return _decode_choice(s.hands[seat], code - state.CHOOSE)
    return Check() if code == state.CHECK else Direction(code == state.CLOCKWISE)


def _decode_choice(hand: int, faces: int) -> Choose:
    if faces >> state.hand_length(hand):
        raise ValueError("there are not so many cards in this hand")
    return Choose(tuple(shown_values(hand, faces)))


def out_of_date(s: State, seat: int, move: Move) -> bool:
    """Too late to choose: the last one has chosen (R4)."""
    chosen = s.phase in (state.DECLARING, state.BIDDING) and isinstance(move, Choose)
    return chosen and encode(s, seat, move) != NO_CODE


rematch = same_options


# Events


class Started(Message, frozen=True, tag="started"):
    """This seat starts the first round."""

    seat: Seat


class RoundBegan(Message, frozen=True, tag="round_began"):
    """All cards were shuffled."""

    round: int
    starter: Seat
    cards: int
    """How many will be in all hands."""
    extra: bool
    """Only the tied play; whoever loses is out."""


class Dealt(Message, frozen=True, tag="dealt"):
    seat: Seat
    number: int
    """This is the first, second, … card of the hand."""
    of: int
    """The hand size."""
    card: Card | None
    """Known to its owner alone."""


class Chosen(Message, frozen=True, tag="chosen"):
    seat: Seat
    again: bool
    """A choice that was made before is changed, or made again."""
    values: tuple[Value, ...] | None
    """Known to its owner alone."""


class ChoiceStands(Message, frozen=True, tag="choice_stands"):
    """It was the last one that the seat has in this round."""

    seat: Seat


class Settled(Message, frozen=True, tag="settled"):
    """The last one has chosen: all choices stand, and the starter goes on."""

    starter: Seat


class Declared(Message, frozen=True, tag="declared"):
    seat: Seat
    clockwise: bool


class BidMade(Message, frozen=True, tag="bid_made"):
    seat: Seat
    count: Count
    value: Value
    jokers_off: bool
    """The first bid is on 1s: in this round they are no jokers."""


class Checked(Message, frozen=True, tag="checked"):
    seat: Seat
    bidder: Seat
    count: Count
    value: Value


class Shown(Message, frozen=True, tag="shown"):
    """One hand after the other."""

    seat: Seat
    cards: tuple[ShownCard, ...]
    matching: int
    """How many of them count for the bid."""
    found: int
    """How many have been counted so far, these included."""


class Counted(Message, frozen=True, tag="counted"):
    found: int
    count: Count
    value: Value
    right: bool
    """At least as many as were bid."""


class Lost(Message, frozen=True, tag="lost"):
    """The round. The winner starts the next one, if there is one and the winner plays in it."""

    seat: Seat
    winner: Seat
    size_before: int
    size_after: int
    """The hand size; in an extra round the same as before."""


class Ended(Message, frozen=True, tag="ended"):
    """This seat has the hand size that ends the match."""

    seat: Seat
    hand_size: int


class Tied(Message, frozen=True, tag="tied"):
    """They play extra rounds."""

    seats: tuple[Seat, ...]


class WentOut(Message, frozen=True, tag="went_out"):
    seat: Seat
    place: int


class Won(Message, frozen=True, tag="won"):
    seat: Seat


Event: TypeAlias = (
    Started
    | RoundBegan
    | Dealt
    | Chosen
    | ChoiceStands
    | Settled
    | Declared
    | BidMade
    | Checked
    | Shown
    | Counted
    | Lost
    | Ended
    | Tied
    | WentOut
    | Won
)


event: EventDecoder[Event] = EventDecoder()
event.when(tellings.started)(Started)
event.when(tellings.choice_stands)(ChoiceStands)
event.when(tellings.settled)(Settled)
event.when(tellings.declared)(lambda seat, clockwise: Declared(seat, bool(clockwise)))
event.when(tellings.checked)(Checked)
event.when(tellings.counted)(lambda found, count, value: Counted(found, count, value, right=found >= count))
event.when(tellings.lost)(Lost)
event.when(tellings.ended)(Ended)
event.when(tellings.tied)(lambda seats: Tied(tuple(members(seats))))
event.when(tellings.went_out)(WentOut)
event.when(tellings.won)(Won)


@event.when(tellings.round_began)
def _round_began(number: int, starter: int, cards: int, extra: int) -> RoundBegan:
    return RoundBegan(number, starter, cards, bool(extra))


@event.when_secret(tellings.dealt)
def _dealt(seat: int, number: int, hand_size: int, kind: Secret) -> Dealt:
    return Dealt(seat, number, hand_size, None if kind is None else card(kind))


@event.when_secret(tellings.chosen)
def _chosen(seat: int, again: int, hand: Secret, faces: Secret) -> Chosen:
    values = None if hand is None or faces is None else tuple(shown_values(hand, faces))
    return Chosen(seat, bool(again), values)


@event.when(tellings.bid_made)
def _bid_made(seat: int, count: int, value: int, jokers_off: int) -> BidMade:
    return BidMade(seat, count, value, bool(jokers_off))


@event.when(tellings.shown)
def _shown(seat: int, hand: int, faces: int, counting: int, found: int) -> Shown:
    return Shown(seat, shown_cards(hand, faces, counting), size(counting), found)
