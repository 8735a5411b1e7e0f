"""What goes in and out of No Thanks!: options, moves, events and views, and which code stands for which message."""

from functools import lru_cache
from typing import Annotated, TypeAlias

import msgspec

from stolik.core.bitset import members
from stolik.core.game import DEALER, NO_CODE, always_up_to_date, same_options
from stolik.core.messages import Message
from stolik.core.rule import NOBODY
from stolik.core.tell import EventDecoder
from stolik.games.no_thanks import rules, state, tellings
from stolik.games.no_thanks.options import SEATS, Options
from stolik.games.no_thanks.rules import added_cost
from stolik.games.no_thanks.state import State

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

NAME = "No Thanks!"

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
Card: TypeAlias = Annotated[int, msgspec.Meta(ge=state.LOWEST, le=state.HIGHEST)]


# Moves


class Take(Message, frozen=True, tag="take"):
    """Take the card and the chips on it."""


class Decline(Message, frozen=True, tag="decline"):
    """Put a chip on the card: no thanks."""


class FirstPlayer(Message, frozen=True, tag="first_player"):
    seat: Seat


class TurnUp(Message, frozen=True, tag="turn_up"):
    card: Card


Move: TypeAlias = Take | Decline
Deal: TypeAlias = FirstPlayer | TurnUp


def encode(s: State, seat: int, move: Move | Deal) -> int:
    match move:
        case Take():
            return state.TAKE
        case Decline():
            return state.DECLINE
        case FirstPlayer(first) if s.turn == NOBODY:
            return first
        case TurnUp(card) if s.turn != NOBODY:
            return card
    return NO_CODE


def decode(s: State, seat: int, code: int) -> Move | Deal:
    if seat == DEALER:
        return FirstPlayer(code) if s.turn == NOBODY else TurnUp(code)
    return Take() if code == state.TAKE else Decline()


rematch = same_options
out_of_date = always_up_to_date


# Events


class Started(Message, frozen=True, tag="started"):
    """This seat turns up the first card."""

    seat: Seat


class TurnedUp(Message, frozen=True, tag="turned_up"):
    seat: Seat
    card: Card


class Declined(Message, frozen=True, tag="declined"):
    seat: Seat


class Taken(Message, frozen=True, tag="taken"):
    seat: Seat
    card: Card
    chips: int


class SetAside(Message, frozen=True, tag="set_aside"):
    """After the end: the cards that were never in the pile."""

    cards: list[Card]


class Scored(Message, frozen=True, tag="scored"):
    """After the end: fewest points win."""

    seat: Seat
    points: int
    chips: int


Event: TypeAlias = Started | TurnedUp | Declined | Taken | SetAside | Scored


event: EventDecoder[Event] = EventDecoder()
event.when(tellings.started)(Started)
event.when(tellings.turned_up)(TurnedUp)
event.when(tellings.declined)(Declined)
event.when(tellings.taken)(Taken)
event.when(tellings.set_aside)(lambda cards: SetAside(list(members(cards))))


@event.when(tellings.scored)
def _scored(seat: int, cards: int, chips: int) -> Scored:
    return Scored(seat, points=rules.cost(cards) - chips, chips=chips)


# Views


class SeatView(msgspec.Struct, frozen=True):
    runs: tuple[tuple[Card, ...], ...]
    """The cards in front of the player; neighbours lie together."""
    cost: int
    """What they count now."""
    chips: int | None
    points: int | None
    """Cost less chips; like the chips, null while they are secret."""


class Public(msgspec.Struct, frozen=True):
    turn: Seat | None
    card: Card | None
    pot: int
    pile: int
    seats: list[SeatView]
    out: tuple[Card, ...]
    """Known to be out of the game."""
    set_aside: list[Card] | None
    """Shown after the end."""


class Private(msgspec.Struct, frozen=True):
    chips: int
    points: int
    points_if_taken: int | None
    """What the points would be after taking the card on the table; null between cards."""


def public(s: State) -> Public:
    ended = rules.over(s)
    shown = ended or s.open_chips
    return Public(
        turn=None if ended or s.turn == NOBODY else s.turn,
        card=s.card or None,
        pot=s.pot,
        pile=s.pile,
        seats=[_seat(s.cards[seat], s.chips[seat] if shown else None) for seat in range(s.players)],
        out=_in_order(state.ALL_CARDS & ~rules.cards_in_play(s)),
        set_aside=list(members(s.unseen)) if ended else None,
    )


def private(s: State, seat: int) -> Private:
    cards, chips = s.cards[seat], s.chips[seat]
    points = _cost(cards) - chips
    return Private(chips, points, points + added_cost(cards, s.card) - s.pot if s.card else None)


@lru_cache(maxsize=16384)
def _seat(cards: int, chips: int | None) -> SeatView:
    cost = _cost(cards)
    return SeatView(runs=_runs(cards), cost=cost, chips=chips, points=None if chips is None else cost - chips)


_cost = lru_cache(maxsize=65536)(rules.cost)
"""A set of cards is looked at for every move while it lies there."""


@lru_cache(maxsize=256)
def _in_order(cards: int) -> tuple[int, ...]:
    return tuple(members(cards))


@lru_cache(maxsize=16384)
def _runs(cards: int) -> tuple[tuple[int, ...], ...]:
    runs: list[list[int]] = []
    for card in members(cards):
        if runs and card == runs[-1][-1] + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return tuple(map(tuple, runs))
