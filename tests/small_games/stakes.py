"""Stakes: a hidden card each, then all choose a stake at once and in secret, then everything is shown.

Has hidden cards drawn late, simultaneous secret choices that can be changed (not for ever), and a pause at the reveal.
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
from stolik.core.rng import below, pick
from stolik.core.rule import Row, put, rule
from stolik.core.tell import EventDecoder, Secret, telling

NAME, VERSION = "Stakes", 1
SEATS, ROUNDS, CARDS = 4, 2, 0b1111111110
MOVES = 3  # a stake of 0, 1 or 2
MOST_CHOICES = 5  # of one seat in a round
OBSERVATION = 2 + 3 * SEATS


@packed
class State:
    players: int
    round: int  # rounds already shown
    deck: int  # set: cards not dealt this game
    hand: list[int] = row(SEATS)  # 0: none yet
    stake: list[int] = row(SEATS)  # one more than the stake; 0: not chosen
    last_hand: list[int] = row(SEATS)
    last_stake: list[int] = row(SEATS)
    points: list[int] = row(SEATS)
    choices: list[int] = row(SEATS)  # made in this round


@telling
def dealt(s: State, to: int, seat: int, card: Secret) -> None: ...


@telling
def chosen(s: State, to: int, seat: int, stake: Secret) -> None: ...


@telling
def shown(s: State, seat: int, card: int, stake: int) -> None: ...


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=SEATS)]


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.deck = CARDS


def max_length(options: Options) -> int:
    return ROUNDS * options.players * (1 + MOST_CHOICES)


@rule
def over(s: State) -> bool:
    return s.round == ROUNDS


@rule
def without_card(s: State) -> int:
    """The first seat that has no card; `players` if all have."""
    seat = 0
    while seat < s.players and s.hand[seat] > 0:
        seat += 1
    return seat


@rule
def to_act(s: State) -> int:
    able = 0
    if not over(s) and without_card(s) == s.players:
        for seat in range(s.players):
            if s.choices[seat] < MOST_CHOICES:
                able |= 1 << seat
    return able


@rule
def awaited(s: State) -> int:
    waiting = to_act(s)
    for seat in range(s.players):
        if s.stake[seat] > 0:
            waiting &= ~(1 << seat)
    return waiting


@rule
def pause(s: State) -> bool:
    return s.round > 0 and not over(s) and s.hand[0] == 0


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    n = 0
    for stake in range(MOVES):
        n = put(moves, n, stake)
    return n


@rule
def chances(s: State) -> int:
    return 0 if over(s) or without_card(s) == s.players else size(s.deck)


@rule
def ticket(s: State, k: int) -> int:
    return nth(s.deck, k)


@rule
def possible(s: State, code: int) -> bool:
    return chances(s) > 0 and 0 <= code < 16 and s.deck >> code & 1 == 1


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        deal(s, without_card(s), code)
    else:
        choose(s, seat, code)


@rule
def deal(s: State, seat: int, card: int) -> None:
    dealt(s, 1 << seat, seat, card)
    s.hand[seat] = card
    s.deck &= ~(1 << card)


@rule
def choose(s: State, seat: int, stake: int) -> None:
    chosen(s, 1 << seat, seat, stake)
    s.stake[seat] = stake + 1
    s.choices[seat] += 1
    if awaited(s) == 0:
        show(s)


@rule
def show(s: State) -> None:
    for seat in range(s.players):
        shown(s, seat, s.hand[seat], s.stake[seat] - 1)
        s.points[seat] += s.hand[seat] * (s.stake[seat] - 1) - 4 * (s.stake[seat] - 1)
        s.last_hand[seat] = s.hand[seat]
        s.last_stake[seat] = s.stake[seat]
        s.hand[seat] = 0
        s.stake[seat] = 0
        s.choices[seat] = 0
    s.round += 1


@rule
def score(s: State, seat: int) -> int:
    return s.points[seat]


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    pool = s.deck
    for other in range(s.players):
        if other != seat and s.hand[other] > 0:
            pool |= 1 << s.hand[other]
    for other in range(s.players):
        if other != seat:
            if s.hand[other] > 0:
                s.hand[other] = pick(rng, pool)
                pool &= ~(1 << s.hand[other])
            if s.stake[other] > 0:
                s.stake[other] = 1 + below(rng, MOVES)
    s.deck = pool


@rule
def observe(s: State, seat: int, out: Row) -> None:
    out[0] = s.hand[seat]
    out[1] = s.stake[seat]
    for other in range(SEATS):
        out[2 + other] = s.stake[other] > 0
        out[2 + SEATS + other] = s.last_hand[other]
        out[2 + 2 * SEATS + other] = s.points[other]


def invariants(s: State) -> dict[str, int]:
    held = [card for card in s.hand if card]
    shown = s.round * s.players
    return {
        "cards": size(s.deck) + len(held) + shown,
        "cards held twice": len(held) - len(set(held)) + sum(s.deck >> card & 1 for card in held),
    }


class Choose(Message, frozen=True, tag="choose"):
    stake: Annotated[int, msgspec.Meta(ge=0, lt=MOVES)]


class DealCard(Message, frozen=True, tag="deal"):
    seat: int
    card: Annotated[int, msgspec.Meta(ge=1, le=9)]


class Dealt(Message, frozen=True, tag="dealt"):
    seat: int
    card: int | None


class Chosen(Message, frozen=True, tag="chosen"):
    seat: int
    stake: int | None


class Shown(Message, frozen=True, tag="shown"):
    seat: int
    card: int
    stake: int


Move: TypeAlias = Choose
Deal: TypeAlias = DealCard
Event: TypeAlias = Dealt | Chosen | Shown


def encode(s: State, seat: int, move: Choose | DealCard) -> int:
    if isinstance(move, Choose):
        return move.stake
    return move.card if move.seat == without_card(s) else NO_CODE


def decode(s: State, seat: int, code: int) -> Choose | DealCard:
    return DealCard(without_card(s), code) if seat == DEALER else Choose(code)


event: EventDecoder[Event] = EventDecoder()
event.when_secret(dealt)(Dealt)
event.when_secret(chosen)(Chosen)
event.when(shown)(Shown)


class Public(msgspec.Struct, frozen=True):
    round: int
    chosen: list[int]
    last: list[tuple[int, int]]
    points: list[int]


class Private(msgspec.Struct, frozen=True):
    hand: int
    stake: int


def public(s: State) -> Public:
    return Public(
        s.round,
        [seat for seat in range(s.players) if s.stake[seat]],
        list(zip(s.last_hand, s.last_stake, strict=True)),
        list(s.points),
    )


def private(s: State, seat: int) -> Private:
    return Private(s.hand[seat], s.stake[seat])


# What it has in common with most games

quiet = muted = never
blur = redeal
places = places_by_score(score)
rematch = same_options
out_of_date = always_up_to_date
reason = no_reason
remember = no_memory
BotState = State
VOTES: tuple[int, ...] = ()
LEVELS: dict[str, Level] = {}
