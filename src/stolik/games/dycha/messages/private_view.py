"""What one player sees besides: what could be bought, bid and paid, and what it would count. None of it is secret."""

from typing import Literal, TypeAlias

import msgspec

from stolik.core.bitset import members
from stolik.games.dycha.components import NUMBER_KINDS, VALUE
from stolik.games.dycha.messages.cards import NUMBER_CARDS, NumberCard
from stolik.games.dycha.messages.moves import Payment
from stolik.games.dycha.messages.payment_options import (
    BidPayment,
    Way,
    bid_payments,
    cards_to_buy,
    cards_to_go_on,
    points_when_bought,
    proposal_to_buy,
    proposal_to_go_on,
    ways_to_buy,
    ways_to_go_on,
)
from stolik.games.dycha.rules.auction import highest_bid, lowest_bid
from stolik.games.dycha.rules.drawing import may_take_numbers
from stolik.games.dycha.rules.scoring import best_value, points
from stolik.games.dycha.state import AUCTION, BUY, DECIDE, FIASCO, MARKET, PAY, State, own_joker, resources

Obstacle: TypeAlias = Literal["owned", "too_dear"]


class OwnOffer(msgspec.Struct, frozen=True):
    """What a card of the market is to this player."""

    card: NumberCard
    why_not: Obstacle | None
    """Null: it can be bought in a buy phase."""
    points: int
    """What the collection would count with it, the payment left aside."""
    points_paid: int
    """What it would count with it, and without what the cheapest payment takes; if it cannot be bought, as now."""
    proposal: tuple[Payment, ...]
    """The cheapest payment, to be sent after `buy`. Only in the own buy phase, and if it can be bought."""
    ways: tuple[Way, ...]
    """All payments, with cards out of `spendable`. Only in the own buy phase, and if it can be bought."""


class Bidding(msgspec.Struct, frozen=True):
    lowest: int
    """The lowest bid that is allowed."""
    highest: int
    """The highest that one could pay. If it is below the lowest, one must pass."""
    points: int
    """What the collection would count with the joker, the payment left aside."""
    payments: tuple[BidPayment, ...]
    """What each bid would be paid with, the lowest first."""


class Private(msgspec.Struct, frozen=True):
    points: int
    """What the collection counts now."""
    points_if_taken: int | None
    """In the own turn, if the numbers may be taken: what it would count with them. There may be none: then as now."""
    must_draw: bool
    """In the own turn: one cannot stop yet."""
    offers: tuple[OwnOffer, ...]
    """The market, by color and number. Only when it matters: in the own turn, unless there is an auction, and in the
    own last purchase.
    """
    bidding: Bidding | None
    """If it is this player's turn to bid."""
    proposal: tuple[Payment, ...]
    """In a payment of one's own: the cheapest way to complete it."""
    ways: tuple[Way, ...]
    """In a payment of one's own: all ways to complete it, with cards out of `spendable`."""
    spendable: tuple[NumberCard, ...]
    """In the own buy phase, and in a payment of one's own: the cards that may pay, in the order of spending."""


def private(s: State, seat: int) -> Private:
    own = s.turn == seat
    deciding = own and s.phase == DECIDE
    return Private(
        points=points(s, seat),
        points_if_taken=_points_with_row(s, seat) if deciding and may_take_numbers(s) else None,
        must_draw=deciding and s.length == 0 and not may_take_numbers(s),
        offers=_offers(s, seat) if own and s.phase in (DECIDE, FIASCO, BUY) else (),
        bidding=_bidding(s, seat) if own and s.phase == AUCTION else None,
        proposal=proposal_to_go_on(s, seat) if own and s.phase == PAY else (),
        ways=ways_to_go_on(s, seat) if own and s.phase == PAY else (),
        spendable=_spendable(s, seat) if own else (),
    )


def _spendable(s: State, seat: int) -> tuple[NumberCard, ...]:
    if s.phase == PAY:
        return cards_to_go_on(s, seat)
    return cards_to_buy(s, seat) if s.phase == BUY else ()


def _points_with_row(s: State, seat: int) -> int:
    numbers = s.once[seat]
    for kind in s.laid[: s.length]:
        if kind < NUMBER_KINDS:
            numbers |= 1 << kind
    return best_value(numbers, s.jokers[seat]) >> 3


def _offers(s: State, seat: int) -> tuple[OwnOffer, ...]:
    return tuple(_own_offer(s, seat, kind) for kind in members(s.once[MARKET]))


def _own_offer(s: State, seat: int, kind: int) -> OwnOffer:
    why_not = _obstacle(s, seat, kind)
    shopping = s.phase == BUY and s.turn == seat and why_not is None
    return OwnOffer(
        card=NUMBER_CARDS[kind],
        why_not=why_not,
        points=best_value(s.once[seat] | 1 << kind, s.jokers[seat]) >> 3,
        points_paid=points(s, seat) if why_not is not None else points_when_bought(s, seat, kind),
        proposal=proposal_to_buy(s, seat, kind) if shopping else (),
        ways=ways_to_buy(s, seat, kind) if shopping else (),
    )


def _obstacle(s: State, seat: int, kind: int) -> Obstacle | None:
    if s.once[seat] >> kind & 1:
        return "owned"
    return "too_dear" if VALUE[kind] > resources(s, seat) else None


def _bidding(s: State, seat: int) -> Bidding:
    with_joker = own_joker(s.jokers[seat], s.joker)
    after = best_value(s.once[seat], with_joker) >> 3
    return Bidding(lowest_bid(s), highest_bid(s, seat), after, bid_payments(s, seat))
