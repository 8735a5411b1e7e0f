"""What the rules of DYCHA tell, each thing with its fields. All of it is public.

A card is told by its kind (see components.py). A field `seat` is always a seat; a field `side` may be TEN as well, to
which `told_side` gives a number that no seat has.
"""

from itertools import islice
from typing import Any, TypeAlias

from stolik.core.rule import rule, when_compiled
from stolik.core.tell import telling
from stolik.games.dycha.options import SEATS
from stolik.games.dycha.state import TEN, State

TOLD_TEN = SEATS  # in the state TEN has the place of a seat that is free in a solo game: see state.TEN

RowCards: TypeAlias = tuple[int, ...]
"""The kinds of the cards in the row, in the order turned up."""


@rule
def told_side(s: State, side: int) -> int:
    """A side as a telling names it: a seat, or TOLD_TEN."""
    return TOLD_TEN if side == TEN and s.solo_limit > 0 else side  # is_ten, written out: this is asked in every step


def row_cards(s: Any) -> RowCards:
    """The row as a telling keeps it: a copy, since the row is soon cleared. Compiled there is none: nobody listens."""
    return () if s.told is None else tuple(islice(s.laid, s.length))


@when_compiled(row_cards)
def _no_row_cards(s: Any) -> int:
    return 0


# A turn


@telling
def started(s: State, seat: int) -> None:
    """This seat begins."""


@telling
def turned_up(s: State, side: int, card: int, total: int, currency: int, deck: int) -> None:
    """A card comes to the row or to an auction: the row's total and currency with it, and the cards left."""


@telling
def took_numbers(s: State, side: int, row: RowCards) -> None:
    """The number cards of the row go to a collection."""


@telling
def took_currency(s: State, seat: int, value: int) -> None:
    """The row's currency is the reward."""


@telling
def failed(s: State, side: int, by_number: int, total: int, currency: int) -> None:
    """A fiasco, by a number card (1) or by a currency card (0), and what the row came to."""


@telling
def tokens_received(s: State, side: int, kept: int, returned: int, tokens: int) -> None:
    """Tokens from the bank: kept, returned because of the limit, and how many the side has now."""


@telling
def currency_discarded(s: State, side: int, row: RowCards) -> None:
    """The currency cards of the row leave the game."""


@telling
def moved_to_market(s: State, seat: int, row: RowCards) -> None:
    """The number cards of the row go to the market."""


@telling
def fiasco_token_taken(s: State, side: int, fiascos: int) -> None:
    """One more fiasco token: so many the side has now."""


@telling
def went_shopping(s: State, seat: int) -> None:
    """In the variant: a purchase instead of the fiasco token."""


@telling
def nothing_to_take(s: State, side: int) -> None:
    """The deck has ended, and the row is empty."""


# Auctions


@telling
def bid_made(s: State, side: int, amount: int) -> None:
    """A bid that leads."""


@telling
def passed(s: State, side: int) -> None:
    """No bid."""


@telling
def joker_discarded(s: State, joker: int) -> None:
    """Nobody has bid for it."""


@telling
def joker_won(s: State, side: int, joker: int, price: int) -> None:
    """The joker is paid for."""


# Purchases and payments


@telling
def card_chosen(s: State, seat: int, card: int, price: int) -> None:
    """A card of the market is to be bought."""


@telling
def card_spent(s: State, side: int, card: int, due: int) -> None:
    """A number card pays 1: so much is still due."""


@telling
def fiasco_spent(s: State, side: int, still_due: int) -> None:
    """A fiasco token pays 3. Below 0: so much was paid too much."""


@telling
def paid(s: State, side: int, tokens: int, fiascos: int, once: int, twice: int, thrice: int, lost: int) -> None:
    """A whole payment. Its number cards are sets of kinds: those spent at least once, twice, and three times."""


@telling
def bought(s: State, seat: int, card: int, price: int) -> None:
    """A card of the market is paid for."""


@telling
def bought_nothing(s: State, seat: int) -> None:
    """A buy phase ends without a card."""


# The end


@telling
def last_purchases_began(s: State, seat: int) -> None:
    """The deck is used up: everybody may buy once more, this seat first."""


@telling
def scored(s: State, side: int, numbers: int, jokers: int, currency: int) -> None:
    """After the end: the set of kinds of number cards, the set of own jokers, and the currency that a side has."""


@telling
def solo_ended(s: State, won: int, limit: int) -> None:
    """After the end of a solo game: whether TEN is beaten, and its limit."""
