"""What goes in and out of Gang: options, moves and deals, and which code stands for which message."""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from stolik.core.game import DEALER, NO_CODE
from stolik.core.messages import Message
from stolik.core.rule import NOBODY
from stolik.games.gang import codes, components, state
from stolik.games.gang.messages.cards import (
    CARD_NAMES,
    CATEGORIES,
    RANKS,
    Card,
    Category,
    Number,
    Rank,
    Seat,
    Stars,
    card_named,
)
from stolik.games.gang.messages.event_decoder import event
from stolik.games.gang.messages.events import Event
from stolik.games.gang.messages.view_builder import private, public
from stolik.games.gang.messages.view_types import Private, Public
from stolik.games.gang.options import SEATS, Options
from stolik.games.gang.state import State

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

NAME = "Gang"


# Moves


class Take(Message, frozen=True, tag="take"):
    """A chip of this round, from a seat or from the centre; the own one goes back to the centre."""

    stars: Stars
    from_: Seat | None = msgspec.field(name="from")
    """Null: the centre."""


class Return(Message, frozen=True, tag="return"):
    """The own chip of this round to the centre."""


class Ready(Message, frozen=True, tag="ready"):
    """The chips may stay as they are; or, after a heist: go on."""


class Unready(Message, frozen=True, tag="unready"):
    pass


class Propose(Message, frozen=True, tag="propose", omit_defaults=True):
    """This seat should use the specialist."""

    seat: Seat
    other: Seat | None = None
    """Informant: to whom a card is shown."""
    rank: Rank | None = None
    """Mastermind: which cards are counted."""


class Agree(Message, frozen=True, tag="agree"):
    proposal: int


class Refuse(Message, frozen=True, tag="refuse"):
    proposal: int


class Choose(Message, frozen=True, tag="choose"):
    """One of the own pocket cards, to show, pass or discard."""

    card: Card


class PickRank(Message, frozen=True, tag="pick_rank"):
    rank: Rank


class PickCategory(Message, frozen=True, tag="pick_category"):
    category: Category


class Confirm(Message, frozen=True, tag="confirm"):
    """What all have picked is meant."""


class Seen(Message, frozen=True, tag="seen"):
    """The own cards, before they are gathered."""


class DealCard(Message, frozen=True, tag="deal"):
    seat: Seat
    card: Card


class Reveal(Message, frozen=True, tag="reveal"):
    """One community card."""

    card: Card


class DrawChallenge(Message, frozen=True, tag="challenge"):
    number: Number


class DrawSpecialist(Message, frozen=True, tag="specialist"):
    number: Number


Move: TypeAlias = (
    Take | Return | Ready | Unready | Propose | Agree | Refuse | Choose | PickRank | PickCategory | Confirm | Seen
)
Deal: TypeAlias = DealCard | Reveal | DrawChallenge | DrawSpecialist

_SINGLE: dict[type[Message], int] = {
    Return: codes.RETURN,
    Ready: codes.READY,
    Unready: codes.UNREADY,
    Confirm: codes.CONFIRM,
    Seen: codes.SEEN,
}
_SINGLE_MOVES: dict[int, Move] = {
    codes.RETURN: Return(),
    codes.READY: Ready(),
    codes.UNREADY: Unready(),
    codes.CONFIRM: Confirm(),
    codes.SEEN: Seen(),
}
_DRAWING_CHALLENGE = (state.DRAW_STANDING, state.DRAW_CHALLENGE)


def encode(s: State, seat: int, move: Move | Deal) -> int:
    if type(move) in _SINGLE:
        return _SINGLE[type(move)]
    match move:
        case Take(stars, giver):
            return codes.take_code(stars, NOBODY if giver is None else giver)
        case Agree(proposal) | Refuse(proposal):
            if proposal != s.proposals or s.proposer == NOBODY:
                return NO_CODE
            return codes.AGREE if isinstance(move, Agree) else codes.REFUSE
        case Propose():
            return _encode_proposal(s, move)
        case Choose(card):
            return codes.choose_code(card_named(card))
        case PickRank(rank):
            return codes.pick_rank_code(RANKS.index(rank))
        case PickCategory(category):
            return codes.pick_category_code(CATEGORIES.index(category))
        case DealCard() | Reveal() | DrawChallenge() | DrawSpecialist():
            return _encode_deal(s, move)
    return NO_CODE


def _encode_proposal(s: State, move: Propose) -> int:
    """What the specialist in play needs to know, and no more."""
    needs_other, needs_rank = s.specialist == components.INFORMANT, s.specialist == components.MASTERMIND
    if (move.other is not None) != needs_other or (move.rank is not None) != needs_rank:
        return NO_CODE
    about = move.other if move.other is not None else RANKS.index(move.rank) if move.rank is not None else 0
    return codes.propose_code(move.seat, about)


def _encode_deal(s: State, deal: Deal) -> int:
    match deal:
        case DealCard(seat, card) if state.is_dealing_pocket_card(s) and seat == s.drawer:
            return card_named(card)
        case Reveal(card) if s.phase == state.REVEAL:
            return card_named(card)
        case DrawChallenge(number) if s.phase in _DRAWING_CHALLENGE:
            return number
        case DrawSpecialist(number) if s.phase == state.DRAW_SPECIALIST:
            return number
    return NO_CODE


def decode(s: State, seat: int, code: int) -> Move | Deal:
    if seat == DEALER:
        return _decode_deal(s, code)
    if code in _SINGLE_MOVES:
        return _SINGLE_MOVES[code]
    if code in (codes.AGREE, codes.REFUSE):
        return Agree(s.proposals) if code == codes.AGREE else Refuse(s.proposals)
    if codes.is_take(code):
        giver = codes.taken_from(code)
        return Take(codes.stars_taken(code), None if giver == NOBODY else giver)
    if codes.is_choice(code):
        return Choose(CARD_NAMES[codes.card_chosen(code)])
    if codes.is_rank_pick(code):
        return PickRank(RANKS[codes.answer_picked(code)])
    if codes.is_category_pick(code):
        return PickCategory(CATEGORIES[codes.answer_picked(code)])
    return _decode_proposal(s, codes.user_proposed(code), codes.proposed_about(code))


def _decode_proposal(s: State, seat: int, about: int) -> Propose:
    if s.specialist == components.MASTERMIND:
        return Propose(seat, rank=RANKS[about])
    if s.specialist == components.INFORMANT and about < SEATS:
        return Propose(seat, other=about)
    if s.specialist != components.INFORMANT and about == 0:
        return Propose(seat)
    raise ValueError(f"specialist {s.specialist} cannot be proposed about {about}")


def _decode_deal(s: State, code: int) -> Deal:
    if state.is_dealing_pocket_card(s):
        return DealCard(s.drawer, CARD_NAMES[code])
    if s.phase == state.REVEAL:
        return Reveal(CARD_NAMES[code])
    if s.phase in _DRAWING_CHALLENGE:
        return DrawChallenge(code)
    if s.phase == state.DRAW_SPECIALIST:
        return DrawSpecialist(code)
    raise ValueError("it is not the dealer's turn")


def out_of_date(s: State, seat: int, move: Move) -> bool:
    """Somebody else was quicker: the chip is elsewhere (R7), the proposal another, the guess made, the round over."""
    chips = s.phase == state.CHIPS
    match move:
        case Take(stars, giver):
            where = state.holder_of(s, s.round, stars) if chips else NOBODY
            return not chips or (stars <= s.players and where not in (NOBODY if giver is None else giver, seat))
        case Return():
            return not chips or state.chip_of(s, seat) == 0
        case Ready():
            return chips and not s.instant and not s.ready >> seat & 1
        case Unready():
            return chips and not s.instant
        case Agree(proposal) | Refuse(proposal):
            return proposal != s.proposals or s.proposer == NOBODY or s.chooser != NOBODY
        case Propose():
            return s.specialist != 0 and not state.is_automatic(s) and (s.proposer != NOBODY or bool(s.specialist_used))
        case PickRank() | PickCategory() | Confirm():
            return s.target not in (NOBODY, seat)
        case Choose():
            return s.specialist == components.COORDINATOR and bool(s.specialist_used)
    return False


def rematch(s: State, options: Options) -> Options:
    """The decks go on (R15)."""
    return replace(
        options,
        challenges=s.challenge_on_top or "shuffled",
        specialists=s.specialist_on_top or "shuffled",
        challenges_gone=s.challenges_gone >> 1 if s.challenge_on_top == state.SHUFFLED else 0,
        specialists_gone=s.specialists_gone >> 1 if s.specialist_on_top == state.SHUFFLED else 0,
    )
