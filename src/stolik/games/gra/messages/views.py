"""What everybody sees of a table of GRA, and what one seat sees besides."""

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from stolik.core.bitset import lowest, members, size
from stolik.core.rule import NOBODY
from stolik.games.gra import state
from stolik.games.gra.rules.bidding import lowest_raise
from stolik.games.gra.rules.rounds import place
from stolik.games.gra.state import State

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=state.SEATS)]
Value: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=state.VALUES)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=state.PACK)]
Card: TypeAlias = tuple[Value, Value]
"""The values at its ends, the smaller one first."""

Phase: TypeAlias = Literal["first_player", "deal", "choose", "declare", "bid", "reveal", "over"]
Direction: TypeAlias = Literal["clockwise", "counterclockwise"]

_PHASES: tuple[Phase, ...] = ("first_player", "deal", "choose", "declare", "bid", "over")
_DIRECTIONS: dict[int, Direction] = {1: "clockwise", -1: "counterclockwise"}
_VALUES = range(1, state.VALUES + 1)


class SeatView(msgspec.Struct, frozen=True):
    hand_size: int
    cards: int
    """How many are in the hand now."""
    status: Literal["playing", "watching", "out"]
    """Out: lost an extra round, or eliminated. Watching: others play extra rounds, or the match is over."""
    chosen: bool
    """The cards are turned. What they show is secret."""
    place: int | None
    """1 is first; null while it is open."""


class BidView(msgspec.Struct, frozen=True):
    seat: Seat
    count: Count
    value: Value


class ShownCard(msgspec.Struct, frozen=True):
    ends: Card
    showing: Value
    counts: bool
    """For the bid that was checked, as a joker too."""


class ShownHand(msgspec.Struct, frozen=True):
    seat: Seat
    cards: tuple[ShownCard, ...]
    matching: int
    """How many of them count."""


class CheckView(msgspec.Struct, frozen=True):
    """The last check, with all hands as they were shown."""

    round: int
    extra: bool
    """It was an extra round of tied players."""
    checker: Seat
    bidder: Seat
    count: Count
    value: Value
    jokers: bool
    """1s counted as every value."""
    hands: tuple[ShownHand, ...]
    found: int
    """How many cards counted."""
    right: bool
    """The bid was right: there were at least so many."""
    loser: Seat
    winner: Seat
    size_before: int
    """The loser's hand size in that round."""
    size_after: int
    effect: Literal["more", "fewer", "out", "ended"]
    """The loser got a card more, or a card fewer, or is out; or that hand size ended the match."""


class Public(msgspec.Struct, frozen=True):
    phase: Phase
    """What the table waits for. Reveal: people look at the hands of a check; then the dealer goes on."""
    round: int
    extra: bool
    """Extra rounds of tied players: whoever loses one is out, and hand sizes stay."""
    starter: Seat | None
    turn: Seat | None
    """Who declares a direction, or bids or checks."""
    direction: Direction | None
    """Null until it is declared."""
    seats: list[SeatView]
    total: int
    """Cards in all hands of this round: the largest count that can be bid."""
    bids: list[BidView]
    """All of this round, lowest first: the order in which they were made."""
    bid: BidView | None
    """The highest so far: the one that can be checked."""
    raises: list[int | None] | None
    """For each value, 1s first: the smallest count that can be bid on it now, null if none. Null when nobody bids."""
    ones: Literal["plain", "jokers", "switched_off"]
    """What 1s are now. Switched off: they would be jokers, but the first bid of this round was on 1s."""
    last: CheckView | None
    winner: Seat | None
    last_size: int
    """The hand size that ends the match, or with `longer` puts a player out."""
    bid_order: Literal["value", "count"]
    joker: bool
    directions: bool
    fewer: bool
    longer: bool


class OwnCard(msgspec.Struct, frozen=True):
    ends: Card
    showing: Value | None


class Private(msgspec.Struct, frozen=True):
    cards: tuple[OwnCard, ...]
    """In the order dealt."""
    choice: tuple[Value, ...] | None
    """What they show; null until it is chosen."""
    counts: tuple[int, ...] | None
    """How many of them count for a bid on each value, 1s first, jokers included; null until it is chosen."""
    could_count: tuple[int, ...]
    """How many of them can be turned so that they count for it."""
    needed: int | None
    """How many cards of the others must count so that the highest bid is right; null without a bid."""


def public(s: State) -> Public:
    bids = _bids(s)
    return Public(
        phase="reveal" if s.shown and s.phase == state.DEAL else _PHASES[s.phase],
        round=s.round,
        extra=bool(s.tied),
        starter=_seat_or_none(s.starter),
        turn=_seat_or_none(s.turn),
        direction=_DIRECTIONS.get(s.direction),
        seats=[_seat(s, seat) for seat in range(s.players)],
        total=s.total,
        bids=bids,
        bid=bids[-1] if bids else None,
        raises=[_lowest_raise(s, value) for value in _VALUES] if s.phase == state.BIDDING else None,
        ones="jokers" if s.jokers else "switched_off" if s.joker and s.count else "plain",
        last=_last_check(s) if s.last_checker != NOBODY else None,
        winner=lowest(s.playing) if s.phase == state.OVER else None,
        last_size=state.last_size(s),
        bid_order="count" if s.by_count else "value",
        joker=bool(s.joker),
        directions=bool(s.directions),
        fewer=bool(s.fewer),
        longer=bool(s.longer),
    )


def private(s: State, seat: int) -> Private:
    hand, faces = s.hands[seat], s.faces[seat]
    chosen = bool(s.chosen >> seat & 1)
    counts = _counts(hand, faces, s.jokers) if chosen else None
    return Private(
        cards=_own_cards(hand, faces if chosen else None),
        choice=tuple(shown_values(hand, faces)) if chosen else None,
        counts=counts,
        could_count=_could_count(hand, s.jokers),
        needed=max(0, s.count - counts[s.value - 1]) if counts and s.count else None,
    )


def card(kind: int) -> Card:
    return state.LOW[kind], state.HIGH[kind]


def ends(hand: int) -> list[Card]:
    """The cards of a hand, in the order dealt."""
    return [card(state.kind_at(hand, place)) for place in range(state.hand_length(hand))]


def shown_values(hand: int, faces: int) -> list[int]:
    return [state.showing(hand, faces, place) for place in range(state.hand_length(hand))]


@lru_cache(maxsize=4096)
def shown_cards(hand: int, faces: int, counting: int) -> tuple[ShownCard, ...]:
    """`counting`: the set of places whose cards count."""
    pairs = zip(ends(hand), shown_values(hand, faces), strict=True)
    return tuple(ShownCard(both, value, bool(counting >> place & 1)) for place, (both, value) in enumerate(pairs))


@lru_cache(maxsize=4096)
def _own_cards(hand: int, faces: int | None) -> tuple[OwnCard, ...]:
    values = [None] * state.LARGEST_HAND if faces is None else shown_values(hand, faces)
    return tuple(OwnCard(both, value) for both, value in zip(ends(hand), values, strict=False))


@lru_cache(maxsize=4096)
def _counts(hand: int, faces: int, jokers: int) -> tuple[int, ...]:
    return tuple(size(state.matching(hand, faces, value, jokers)) for value in _VALUES)


@lru_cache(maxsize=4096)
def _could_count(hand: int, jokers: int) -> tuple[int, ...]:
    cards = ends(hand)
    return tuple(sum(value in both or (bool(jokers) and 1 in both) for both in cards) for value in _VALUES)


def _seat(s: State, seat: int) -> SeatView:
    playing, out = s.playing >> seat & 1, s.out_at[seat] > 0
    return SeatView(
        hand_size=s.sizes[seat],
        cards=state.hand_length(s.hands[seat]),
        status="playing" if playing else "out" if out else "watching",
        chosen=bool(s.chosen >> seat & 1),
        place=place(s, seat) if out or s.phase == state.OVER else None,
    )


def _bids(s: State) -> list[BidView]:
    if not s.count:
        return []
    found = [
        BidView(k // state.VALUES, count, k % state.VALUES + 1)
        for k, counts in enumerate(s.bids)
        if counts
        for count in members(counts)
    ]
    if s.by_count:
        return sorted(found, key=lambda bid: (bid.count, bid.value))
    return sorted(found, key=lambda bid: (bid.value, bid.count))


def _lowest_raise(s: State, value: int) -> int | None:
    count = lowest_raise(s, value)
    return count if count <= s.total else None


def _last_check(s: State) -> CheckView:
    hands = _shown_hands(tuple(s.last_hands), tuple(s.last_faces), s.last_value, s.last_jokers)
    right = sum(hand.matching for hand in hands) >= s.last_count
    loser, winner = (s.last_checker, s.last_bidder) if right else (s.last_bidder, s.last_checker)
    before, after = state.hand_length(s.last_hands[loser]), s.sizes[loser]
    return CheckView(
        round=s.round if s.shown else s.round - 1,
        extra=before == after,  # R11: in all other rounds it changes
        checker=s.last_checker,
        bidder=s.last_bidder,
        count=s.last_count,
        value=s.last_value,
        jokers=bool(s.last_jokers),
        hands=hands,
        found=sum(hand.matching for hand in hands),
        right=right,
        loser=loser,
        winner=winner,
        size_before=before,
        size_after=after,
        effect=_effect(s, loser),
    )


def _effect(s: State, loser: int) -> Literal["more", "fewer", "out", "ended"]:
    if s.out_at[loser]:
        return "out"
    if s.sizes[loser] == state.last_size(s):
        return "ended"
    return "fewer" if s.fewer else "more"


@lru_cache(maxsize=4096)
def _shown_hands(hands: tuple[int, ...], faces: tuple[int, ...], value: int, jokers: int) -> tuple[ShownHand, ...]:
    """They are looked at for every move until the next check."""
    counting = [state.matching(hand, turned, value, jokers) for hand, turned in zip(hands, faces, strict=True)]
    return tuple(
        ShownHand(seat, shown_cards(hand, faces[seat], counting[seat]), size(counting[seat]))
        for seat, hand in enumerate(hands)
        if hand
    )


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat
