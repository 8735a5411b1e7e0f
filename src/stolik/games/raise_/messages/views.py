"""What is seen of a table of RAISE: a page or a terminal can draw it from this alone."""

from typing import Literal, TypeAlias

import msgspec

from stolik.core.bitset import members, size
from stolik.core.rule import NOBODY
from stolik.games.raise_.components import SIDES_WITH
from stolik.games.raise_.messages.cards import (
    CARD_OF,
    SYMBOLS,
    Card,
    Face,
    ScoringCard,
    Seat,
    Symbol,
    Valued,
    by_symbol,
    faces_shown,
    in_order,
    valued,
)
from stolik.games.raise_.rules.raising import lag
from stolik.games.raise_.state import CHOOSING, NOTHING, OVER, RAISING, ROLL, State, is_decided, points_of, value

Phase: TypeAlias = Literal["first_player", "draw", "scoring_card", "roll", "choosing", "raising", "over"]
Part: TypeAlias = Literal["waiting", "choosing", "chosen", "in", "passed", "sitting_out", "won"]

PHASES: tuple[Phase, ...] = ("first_player", "draw", "scoring_card", "roll", "choosing", "raising", "over")


class SymbolView(msgspec.Struct, frozen=True):
    """A line of the board."""

    symbol: Symbol
    dice: int
    """How many dice show it now."""
    multiplier: int
    sides: int
    """On how many of the dice's 42 sides it is."""


class Space(msgspec.Struct, frozen=True):
    """A field of the track with markers on it."""

    field: int
    seats: tuple[Seat, ...]
    """From the lowest marker to the one on top."""


class Overtake(msgspec.Struct, frozen=True):
    """What the seat whose turn it is must do to stay in."""

    seat: Seat
    """Whose marker is the next ahead, or beneath on the same field."""
    field: int
    needed: int
    """What the cards of a raise must be worth together, at least."""


class SeatView(msgspec.Struct, frozen=True):
    part: Part
    """In this round. After it, who has won; `waiting`: for the next one."""
    field: int | None
    """Where its marker is; null: not on the track."""
    hand: int
    """How many cards."""
    deck: int
    played: tuple[Valued, ...]
    """This round; the cards lie there until the next scoring card is turned up."""
    unplayed: tuple[tuple[int, ...], ...]
    """Numbers of the cards that it has in hand or deck, all decks being alike; a row for each symbol."""
    points: int
    """Of its score pile; after the end, with the hand."""
    cards: int
    """Number cards in the score pile."""
    scoring_cards: tuple[ScoringCard, ...]
    shown_hand: tuple[Card, ...] | None
    """After the end, when it counts too."""


class RoundResult(msgspec.Struct, frozen=True):
    round: int
    winner: Seat | None
    """Null: nobody had a card to play, and the scoring card left the game."""
    scoring_card: ScoringCard
    points: int
    """All that the winner got."""
    cards: list[tuple[Card, ...]]
    """What each seat played."""


class Public(msgspec.Struct, frozen=True):
    phase: Phase
    """What the table waits for."""
    round: int
    """From 1; 0 before the first."""
    rounds: int
    scoring_card: ScoringCard | None
    """Of this round. It lies there until the next is turned up."""
    pot: int
    """What the round's winner gets, as things lie: the scoring card and every card played."""
    unseen: tuple[ScoringCard, ...]
    """Scoring cards in the pile, and those that left the game before it began: nobody can tell which are which."""
    lost: tuple[ScoringCard, ...]
    """Scoring cards that left the game because nobody had a card to play."""
    dice: tuple[Face, ...]
    """As they were rolled, die 1 first; none before the roll."""
    symbols: list[SymbolView]
    holder: Seat | None
    """Who has the dice."""
    turn: Seat | None
    """Who must raise or pass."""
    overtake: Overtake | None
    chosen: list[Seat]
    """Who has chosen a card, while others have not."""
    track: list[Space]
    """From the back to the front."""
    seats: list[SeatView]
    last: RoundResult | None
    """The last round that is decided."""


class Private(msgspec.Struct, frozen=True):
    hand: tuple[Valued, ...]
    """By symbol, number and points."""
    hand_points: int
    """What the hand would count at the end."""
    hand_value: int
    """How far all cards in hand would carry the marker."""
    chosen: Card | None
    """The card chosen in secret; it can be exchanged until the last one has chosen."""
    needed: int | None
    """What a raise must be worth at least, in the own turn. If the whole hand is worth less, one must pass."""
    must_pass: bool


def public(s: State) -> Public:
    turn = s.track[0] if s.phase == RAISING else None
    return Public(
        phase=PHASES[s.phase],
        round=s.round,
        rounds=s.rounds,
        scoring_card=s.prize or None,
        pot=_pot(s),
        unseen=tuple(members(s.unseen)),
        lost=tuple(members(s.lost)),
        dice=() if s.round == 0 or s.phase == ROLL else faces_shown(s.dice),
        symbols=[
            SymbolView(symbol, s.multiplier[number] - 1, s.multiplier[number], SIDES_WITH[number])
            for number, symbol in enumerate(SYMBOLS)
        ],
        holder=None if s.holder == NOBODY else s.holder,
        turn=turn,
        overtake=None if turn is None else Overtake(s.track[1], s.field[s.track[1]], lag(s) + 1),
        chosen=[seat for seat in range(s.players) if s.choice[seat] != NOTHING],
        track=_track(s),
        seats=[_seat(s, seat, _part(s, seat)) for seat in range(s.players)],
        last=_last(s),
    )


def private(s: State, seat: int) -> Private:
    hand = s.hand[seat]
    mine = s.phase == RAISING and s.track[0] == seat
    hand_value = value(s, hand)
    return Private(
        hand=valued(hand, tuple(s.multiplier)),
        hand_points=points_of(hand),
        hand_value=hand_value,
        chosen=None if s.choice[seat] == NOTHING else CARD_OF[s.choice[seat]],
        needed=lag(s) + 1 if mine else None,
        must_pass=mine and hand_value <= lag(s),
    )


def _pot(s: State) -> int:
    return s.prize + sum(points_of(s.played[seat]) for seat in range(s.players))


def _track(s: State) -> list[Space]:
    spaces: list[Space] = []
    for seat in s.track[: s.markers]:
        field = s.field[seat]
        if spaces and spaces[-1].field == field:
            spaces[-1] = Space(field, (seat, *spaces[-1].seats))  # further on in the row is further down
        else:
            spaces.append(Space(field, (seat,)))
    return spaces


def _part(s: State, seat: int) -> Part:
    if s.round == 0 or s.phase == ROLL:
        return "waiting"
    if is_decided(s):
        return "won" if s.last_winner == seat else "waiting"
    if not s.playing >> seat & 1:
        return "sitting_out"
    if s.phase == CHOOSING:
        return "choosing" if s.waiting >> seat & 1 else "chosen"
    return "in" if s.field[seat] else "passed"


def _seat(s: State, seat: int, part: Part) -> SeatView:
    ended = s.phase == OVER
    hand = s.hand[seat]
    return SeatView(
        part=part,
        field=s.field[seat] or None,
        hand=size(hand),
        deck=size(s.deck[seat]),
        played=valued(s.played[seat], tuple(s.multiplier)),
        unplayed=by_symbol(hand | s.deck[seat]),
        points=s.points[seat] + (points_of(hand) if ended else 0),
        cards=s.cards[seat],
        scoring_cards=tuple(members(s.scoring[seat])),
        shown_hand=in_order(hand) if ended else None,
    )


def _last(s: State) -> RoundResult | None:
    if s.last_round == 0:
        return None
    return RoundResult(
        round=s.last_round,
        winner=None if s.last_winner == NOBODY else s.last_winner,
        scoring_card=s.last_prize,
        points=s.last_points,
        cards=[in_order(s.last_played[seat]) for seat in range(s.players)],
    )
