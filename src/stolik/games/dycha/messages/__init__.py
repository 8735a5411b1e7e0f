"""What goes in and out of DYCHA: options and events here, moves in moves.py, views in views.py."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from stolik.core.messages import Message
from stolik.core.tell import Telling
from stolik.games.dycha import state
from stolik.games.dycha.components import CURRENCY, NUMBER_KINDS
from stolik.games.dycha.messages.best_runs import Arrangement, arrangement
from stolik.games.dycha.messages.cards import (
    CARD_OF,
    CURRENCY_CARDS,
    NUMBER_CARDS,
    Card,
    CurrencyCard,
    Joker,
    NumberCard,
    Seat,
    Who,
    joker_of,
    number_cards,
)
from stolik.games.dycha.messages.moves import Deal, Move, decode, encode
from stolik.games.dycha.messages.private_view import Private, private
from stolik.games.dycha.messages.public_view import Public, public
from stolik.games.dycha.options import HIGHEST_SOLO_LIMIT, Options
from stolik.games.dycha.rules.dealing import PACKED as PACKED_CURRENCY
from stolik.games.dycha.rules.payment import PACKED
from stolik.games.dycha.rules.scoring import beats_ten
from stolik.games.dycha.state import State

__all__ = ["Deal", "Event", "Move", "Options", "Private", "Public", "decode", "encode", "private", "public", "rematch"]

NAME = "DYCHA"


def rematch(s: State, options: Options) -> Options:
    """Whoever beats TEN goes on with the next limit (R29)."""
    if options.solo_limit is None or options.solo_limit == HIGHEST_SOLO_LIMIT or not beats_ten(s):
        return options
    return msgspec.structs.replace(options, solo_limit=options.solo_limit + 1)


# Events. A seat may be "ten", in a solo game.


class Started(Message, frozen=True, tag="started"):
    """This seat begins."""

    seat: Seat


class TurnedUp(Message, frozen=True, tag="turned_up"):
    """A card comes to the row or, if it is a joker, to an auction, which begins at once."""

    seat: Who
    card: Card
    total: int
    """Of the row, with this card: numbers less currency."""
    currency: int
    """Of the row, with this card."""
    deck: int
    """How many cards are left."""


class TookNumbers(Message, frozen=True, tag="took_numbers"):
    """The number cards of the row go to a collection."""

    seat: Who
    cards: tuple[NumberCard, ...]


class TookCurrency(Message, frozen=True, tag="took_currency"):
    """This seat takes the row's currency as its reward; `tokens_received` says how many tokens it can keep."""

    seat: Seat
    value: int


class Failed(Message, frozen=True, tag="failed"):
    """A fiasco."""

    seat: Who
    by: Literal["number", "currency"]
    """What kind of card broke the row."""
    total: int
    currency: int


class TokensReceived(Message, frozen=True, tag="tokens_received"):
    """From the bank, for the currency of a row."""

    seat: Who
    kept: int
    returned: int
    """What was above the limit of ten tokens went back."""
    tokens: int
    """How many it has now."""


class CurrencyDiscarded(Message, frozen=True, tag="currency_discarded"):
    """The currency cards of the row leave the game."""

    seat: Who
    cards: tuple[CurrencyCard, ...]


class MovedToMarket(Message, frozen=True, tag="moved_to_market"):
    """The number cards of the row go to the market."""

    seat: Seat
    cards: tuple[NumberCard, ...]


class FiascoTokenTaken(Message, frozen=True, tag="fiasco_token_taken"):
    seat: Who
    fiascos: int
    """How many it has now."""


class WentShopping(Message, frozen=True, tag="went_shopping"):
    """Instead of taking the fiasco token."""

    seat: Seat


class NothingToTake(Message, frozen=True, tag="nothing_to_take"):
    """The deck ended, and there were only jokers in this turn."""

    seat: Who


class BidMade(Message, frozen=True, tag="bid_made"):
    seat: Who
    amount: int


class Passed(Message, frozen=True, tag="passed"):
    """Did not bid."""

    seat: Who


class JokerDiscarded(Message, frozen=True, tag="joker_discarded"):
    """Nobody wanted it."""

    joker: Joker


class JokerWon(Message, frozen=True, tag="joker_won"):
    """It is paid for, and goes to a collection."""

    seat: Who
    joker: Joker
    price: int


class CardChosen(Message, frozen=True, tag="card_chosen"):
    """To be bought: the payment follows."""

    seat: Seat
    card: NumberCard
    price: int


class CardSpent(Message, frozen=True, tag="card_spent"):
    """An own card pays 1, and leaves the game."""

    seat: Who
    card: NumberCard
    due: int
    """What is still to be paid."""


class FiascoSpent(Message, frozen=True, tag="fiasco_spent"):
    """A fiasco token pays 3."""

    seat: Who
    due: int
    """What is still to be paid."""
    lost: int
    """Paid too much."""


class Paid(Message, frozen=True, tag="paid"):
    """A payment is complete: all of it together."""

    seat: Who
    tokens: int
    fiascos: int
    cards: tuple[NumberCard, ...]
    lost: int
    """Paid too much: no change is given."""


class Bought(Message, frozen=True, tag="bought"):
    """A card of the market is paid for, and goes to a collection."""

    seat: Seat
    card: NumberCard
    price: int


class BoughtNothing(Message, frozen=True, tag="bought_nothing"):
    seat: Seat


class LastPurchasesBegan(Message, frozen=True, tag="last_purchases_began"):
    """The deck is used up, and the last turn is over: all may buy once more, this seat first."""

    seat: Seat


class Scored(Message, frozen=True, tag="scored"):
    """After the end: the best arrangement of what somebody owns. Most points win; then currency; then fewer cards."""

    seat: Who
    best: Arrangement
    currency: int
    """Tokens and fiasco tokens that are left."""


class SoloEnded(Message, frozen=True, tag="solo_ended"):
    won: bool
    limit: int
    """Of TEN."""


Event: TypeAlias = (
    Started
    | TurnedUp
    | TookNumbers
    | TookCurrency
    | Failed
    | TokensReceived
    | CurrencyDiscarded
    | MovedToMarket
    | FiascoTokenTaken
    | WentShopping
    | NothingToTake
    | BidMade
    | Passed
    | JokerDiscarded
    | JokerWon
    | CardChosen
    | CardSpent
    | FiascoSpent
    | Paid
    | Bought
    | BoughtNothing
    | LastPurchasesBegan
    | Scored
    | SoloEnded
)


def event(told: Telling) -> Event:
    return _EVENTS[told.what](told)


def _who(told: Telling) -> Who:
    return "ten" if told.who == state.TEN_ITSELF else told.who


def _row(told: Telling) -> list[int]:
    """The kinds of card that `tell_row` told."""
    cards, kinds = told.a, []
    while cards:
        kinds.append((cards & 0b111111) - 1)
        cards >>= 6
    return kinds


def _numbers(told: Telling) -> tuple[NumberCard, ...]:
    return tuple(NUMBER_CARDS[kind] for kind in _row(told) if kind < NUMBER_KINDS)


def _currency(told: Telling) -> tuple[CurrencyCard, ...]:
    return tuple(CURRENCY_CARDS[kind - CURRENCY] for kind in _row(told) if kind >= NUMBER_KINDS)


def _turned_up(told: Telling) -> TurnedUp:
    total, currency = divmod(told.b, PACKED_CURRENCY)
    return TurnedUp(_who(told), CARD_OF[told.a], total, currency, told.c)


def _paid(told: Telling) -> Paid:
    below = (1 << PACKED) - 1
    cards = number_cards(told.a & below, told.b & below, told.c & below)
    return Paid(_who(told), told.a >> PACKED, told.b >> PACKED, cards, told.c >> PACKED)


_EVENTS: dict[int, Callable[[Telling], Event]] = {
    state.STARTED: lambda told: Started(told.who),
    state.TURNED_UP: _turned_up,
    state.TOOK_NUMBERS: lambda told: TookNumbers(_who(told), _numbers(told)),
    state.TOOK_CURRENCY: lambda told: TookCurrency(told.who, told.a),
    state.FAILED: lambda told: Failed(_who(told), "number" if told.a else "currency", told.b, told.c),
    state.TOKENS_RECEIVED: lambda told: TokensReceived(_who(told), told.a, told.b, told.c),
    state.CURRENCY_DISCARDED: lambda told: CurrencyDiscarded(_who(told), _currency(told)),
    state.TO_MARKET: lambda told: MovedToMarket(told.who, _numbers(told)),
    state.FIASCO_TOKEN_TAKEN: lambda told: FiascoTokenTaken(_who(told), told.a),
    state.WENT_SHOPPING: lambda told: WentShopping(told.who),
    state.NOTHING_TO_TAKE: lambda told: NothingToTake(_who(told)),
    state.BID_MADE: lambda told: BidMade(_who(told), told.a),
    state.PASSED: lambda told: Passed(_who(told)),
    state.JOKER_DISCARDED: lambda told: JokerDiscarded(joker_of(told.a)),
    state.JOKER_WON: lambda told: JokerWon(_who(told), joker_of(told.a), told.b),
    state.CARD_CHOSEN: lambda told: CardChosen(told.who, NUMBER_CARDS[told.a], told.b),
    state.CARD_SPENT: lambda told: CardSpent(_who(told), NUMBER_CARDS[told.a], told.b),
    state.FIASCO_SPENT: lambda told: FiascoSpent(_who(told), max(told.a, 0), max(-told.a, 0)),
    state.PAID: _paid,
    state.BOUGHT: lambda told: Bought(told.who, NUMBER_CARDS[told.a], told.b),
    state.BOUGHT_NOTHING: lambda told: BoughtNothing(told.who),
    state.LAST_PURCHASES: lambda told: LastPurchasesBegan(told.who),
    state.SCORED: lambda told: Scored(_who(told), arrangement(told.a, told.b), told.c),
    state.SOLO_ENDED: lambda told: SoloEnded(bool(told.a), told.b),
}
