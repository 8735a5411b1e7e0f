"""The events of DYCHA as messages. A seat may be "ten", in a solo game."""

from typing import Literal, TypeAlias

from stolik.core.messages import Message
from stolik.games.dycha.messages.best_runs import Arrangement
from stolik.games.dycha.messages.cards import Card, CurrencyCard, Joker, NumberCard, Seat, Who


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
