"""What all see of a table of DYCHA: a page or a terminal can draw it from this. What a seat sees: private_view.py."""

from typing import Literal, TypeAlias

import msgspec

from stolik.core.bitset import members, size
from stolik.core.rule import NOBODY, left_of
from stolik.games.dycha.components import BOX_OF, CARDS_OF, CURRENCY, JOKERS, NUMBER_KINDS, VALUE
from stolik.games.dycha.messages.best_runs import Arrangement, arrangement
from stolik.games.dycha.messages.card_counts import CardCounts, deck_counts, discard_counts
from stolik.games.dycha.messages.cards import (
    CURRENCY_CARDS,
    NUMBER_CARDS,
    CurrencyCard,
    Joker,
    NumberCard,
    Seat,
    Who,
    held,
    joker_of,
    own_jokers,
    who,
)
from stolik.games.dycha.options import HIGHEST_SOLO_LIMIT
from stolik.games.dycha.rules.auction import lowest_bid
from stolik.games.dycha.rules.drawing import breaks, limit
from stolik.games.dycha.rules.scoring import beats_ten, places
from stolik.games.dycha.state import (
    AUCTION,
    DECIDE,
    HAS_PASSED,
    LIMIT,
    MARKET,
    NOTHING,
    NOTHING_YET,
    OVER,
    PAY,
    SPENT,
    TEN,
    State,
    auction_resources,
    count_duplicates,
    is_ten,
    money,
    resources,
)

Phase: TypeAlias = Literal["first_player", "turn_up", "decide", "fiasco", "auction", "buy", "pay", "over"]
TurnEnd: TypeAlias = Literal["numbers", "currency", "fiasco_by_number", "fiasco_by_currency", "nothing"]

PHASES: tuple[Phase, ...] = ("first_player", "turn_up", "decide", "fiasco", "auction", "buy", "pay", "over")
TURN_ENDS: tuple[TurnEnd, ...] = ("nothing", "numbers", "currency", "fiasco_by_number", "fiasco_by_currency", "nothing")


class RowView(msgspec.Struct, frozen=True):
    """What is turned up in this turn, jokers apart."""

    cards: tuple[NumberCard | CurrencyCard, ...]
    """In the order turned up."""
    numbers: int
    """The sum of the number cards."""
    currency: int
    """The sum of the currency cards: what a reward would bring in tokens, to the player or to all others."""
    total: int
    """Numbers less currency."""
    limit: int
    """What neither the total nor the currency may exceed: 10, or TEN's limit in its turn."""
    safe_number: int | None
    """A number card above this would be a fiasco. Null in TEN's turn: numbers cannot break its row, only end it."""
    safe_currency: int
    """A currency card above this would be a fiasco; 5 and more: none can be."""
    breaking: int
    """How many cards of the deck would be a fiasco now: anybody could count them."""


class BidView(msgspec.Struct, frozen=True):
    seat: Who
    amount: int | None
    """Null: passed."""


class AuctionView(msgspec.Struct, frozen=True):
    joker: Joker
    bids: tuple[BidView, ...]
    """In the order in which they were made."""
    highest: int
    """0: nobody has bid yet."""
    leader: Who | None
    lowest: int
    """The lowest bid that is allowed now."""
    waiting: tuple[Seat, ...]
    """Who is still to bid, in order: the first is next, the active player is last."""


class PaymentView(msgspec.Struct, frozen=True):
    seat: Seat
    card: NumberCard | Joker
    """What is paid for."""
    price: int
    cards: tuple[NumberCard, ...]
    """Spent so far."""
    fiascos: int
    """Spent so far."""
    open: int
    """Still due: what `settle` would take in tokens."""
    lost: int
    """Paid too much, with a fiasco token: no change is given."""


class Offer(msgspec.Struct, frozen=True):
    """A kind of card that lies on the market."""

    card: NumberCard
    price: int
    copies: int


class Holdings(msgspec.Struct, frozen=True):
    """What a player owns, all of it public, and what can be done with it."""

    tokens: int
    fiascos: int
    """Fiasco tokens, worth 3 each."""
    currency: int
    """Tokens and fiasco tokens together: it decides a tie."""
    numbers: tuple[NumberCard, ...]
    """By color and number; equal cards beside each other."""
    duplicates: int
    """How many of them equal another one."""
    jokers: tuple[Joker, ...]
    can_pay: int
    """For a card of the market: tokens, fiasco tokens, number cards."""
    can_bid: int
    """For a joker: the same or, in a solo game, with duplicates only."""
    best: Arrangement
    """What it would count now, with the best use of jokers."""


class TenView(msgspec.Struct, frozen=True):
    """The opponent in a solo game."""

    limit: int
    holdings: Holdings


class TurnResult(msgspec.Struct, frozen=True):
    """How the last turn ended."""

    seat: Who
    end: TurnEnd
    cards: tuple[NumberCard | CurrencyCard, ...]
    """The row, in the order turned up."""
    total: int
    currency: int


class Standing(msgspec.Struct, frozen=True):
    seat: Who
    points: int
    currency: int
    cards: int
    """In the scoring runs."""
    place: int
    """1 is first; those who share a win share the place. In a solo game the winner has 1, the other 2."""


class SoloResult(msgspec.Struct, frozen=True):
    limit: int
    won: bool
    next_limit: int | None
    """What the winner may try next; null: lost, or there is no higher one."""


class Public(msgspec.Struct, frozen=True):
    phase: Phase
    """What the table waits for."""
    active: Who | None
    """Whose turn it is; null before the first, and in the last purchases."""
    turn: Seat | None
    """Who must decide now."""
    fiasco: bool
    """The variant in which one may go shopping after a fiasco."""
    deck: int
    deck_cards: CardCounts
    """What they are: only their order is unknown."""
    discarded: int
    discarded_cards: CardCounts
    row: RowView
    auction: AuctionView | None
    payment: PaymentView | None
    market: tuple[Offer, ...]
    """By color and number."""
    last_purchases: tuple[Seat, ...] | None
    """When the deck is used up: who may still buy, in order, the first now. Null before that."""
    seats: list[Holdings]
    ten: TenView | None
    last: TurnResult | None
    standings: list[Standing]
    """After the end; the best first."""
    solo: SoloResult | None
    """After the end of a solo game."""


def public(s: State) -> Public:
    return Public(
        phase=PHASES[s.phase],
        active=_side(s, s.active),
        turn=s.turn if DECIDE <= s.phase <= PAY else None,
        fiasco=bool(s.fiasco_variant),
        deck=s.pile,
        deck_cards=deck_counts(s),
        discarded=s.discarded,
        discarded_cards=discard_counts(s),
        row=_row(s),
        auction=_auction(s) if s.phase == AUCTION else None,
        payment=_payment(s) if s.phase == PAY else None,
        market=tuple(Offer(NUMBER_CARDS[kind], VALUE[kind], _copies(s, kind)) for kind in members(s.once[MARKET])),
        last_purchases=_last_purchases(s),
        seats=[_holdings(s, seat) for seat in range(s.players)],
        ten=TenView(s.solo_limit, _holdings(s, TEN)) if s.solo_limit else None,
        last=_last(s),
        standings=_standings(s) if s.phase == OVER else [],
        solo=_solo(s) if s.phase == OVER and s.solo_limit else None,
    )


def _side(s: State, side: int) -> Who | None:
    return None if side == NOBODY else who(s, side)


def _cards(kinds: list[int]) -> tuple[NumberCard | CurrencyCard, ...]:
    return tuple(NUMBER_CARDS[kind] if kind < NUMBER_KINDS else CURRENCY_CARDS[kind - CURRENCY] for kind in kinds)


def _row(s: State) -> RowView:
    most = limit(s)
    return RowView(
        cards=_cards(s.laid[: s.length]),
        numbers=s.total + s.currency,
        currency=s.currency,
        total=s.total,
        limit=most,
        safe_number=None if is_ten(s, s.active) else most - s.total,
        safe_currency=most - s.currency,
        breaking=_breaking(s),
    )


def _breaking(s: State) -> int:
    return sum(size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind]) for kind in range(JOKERS) if breaks(s, kind))


def _auction(s: State) -> AuctionView:
    order = [(s.active + step) % s.sides for step in range(1, s.sides + 1)]
    return AuctionView(
        joker=joker_of(s.joker),
        bids=tuple(
            BidView(who(s, side), None if s.bids[side] == HAS_PASSED else s.bids[side])
            for side in order
            if s.bids[side]
        ),
        highest=s.highest,
        leader=_side(s, s.leader),
        lowest=lowest_bid(s),
        waiting=tuple(side for side in order if not s.bids[side] and not is_ten(s, side)),
    )


def _payment(s: State) -> PaymentView:
    return PaymentView(
        seat=s.turn,
        card=NUMBER_CARDS[s.buying] if s.buying != NOTHING else joker_of(s.joker),
        price=s.price,
        cards=held(s, SPENT),
        fiascos=s.spent_fiascos,
        open=max(s.still_due, 0),
        lost=max(-s.still_due, 0),
    )


def _copies(s: State, kind: int) -> int:
    return 1 + (s.twice[MARKET] >> kind & 1) + (s.thrice[MARKET] >> kind & 1)


def _last_purchases(s: State) -> tuple[Seat, ...] | None:
    if s.last_purchases == 0:
        return () if s.phase == OVER else None
    waiting = [s.turn]
    while len(waiting) < s.last_purchases:
        waiting.append(left_of(waiting[-1], s.players))
    return tuple(waiting)


def _holdings(s: State, side: int) -> Holdings:
    return Holdings(
        tokens=s.tokens[side],
        fiascos=s.fiascos[side],
        currency=money(s, side),
        numbers=held(s, side),
        duplicates=count_duplicates(s, side),
        jokers=own_jokers(s.jokers[side]),
        can_pay=resources(s, side),
        can_bid=auction_resources(s, side),
        best=arrangement(s.once[side], s.jokers[side]),
    )


def _last(s: State) -> TurnResult | None:
    if s.last_end == NOTHING_YET:
        return None
    return TurnResult(
        seat=who(s, s.last_active),
        end=TURN_ENDS[s.last_end],
        cards=_cards(s.last_laid[: s.last_length]),
        total=s.last_total,
        currency=s.last_currency,
    )


def _standings(s: State) -> list[Standing]:
    reached = [0] * s.players
    places(s, reached)
    if s.solo_limit:
        reached.append(2 if beats_ten(s) else 1)
    found = []
    for side in range(s.sides):
        best = arrangement(s.once[side], s.jokers[side])
        found.append(Standing(who(s, side), best.points, money(s, side), best.cards, reached[side]))
    return sorted(found, key=lambda standing: standing.place)


def _solo(s: State) -> SoloResult:
    won = bool(beats_ten(s))
    return SoloResult(s.solo_limit, won, s.solo_limit + 1 if won and s.solo_limit < HIGHEST_SOLO_LIMIT else None)


assert LIMIT == HIGHEST_SOLO_LIMIT
