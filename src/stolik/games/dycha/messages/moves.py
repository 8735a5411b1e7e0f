"""The moves and deals of DYCHA as messages, and which code stands for which."""

from typing import Annotated, TypeAlias

import msgspec

from stolik.core.game import DEALER, NO_CODE
from stolik.core.messages import Message
from stolik.games.dycha import state
from stolik.games.dycha.messages.cards import CARD_OF, NUMBER_CARDS, Card, NumberCard, Seat, kind_of
from stolik.games.dycha.state import State


class Draw(Message, frozen=True, tag="draw"):
    """Turn up the next card."""


class TakeNumbers(Message, frozen=True, tag="take_numbers"):
    """Stop, and take the number cards of the row; the others get its currency in tokens. Then one may buy.

    There may be no number card in the row, unless the table needs one.
    """


class TakeCurrency(Message, frozen=True, tag="take_currency"):
    """Stop, and take the row's currency in tokens; the number cards go to the market."""


class FiascoToken(Message, frozen=True, tag="fiasco_token"):
    """After a fiasco in the variant: take the token."""


class GoShopping(Message, frozen=True, tag="go_shopping"):
    """After a fiasco in the variant: buy instead of taking the token."""


class Bid(Message, frozen=True, tag="bid"):
    amount: Annotated[int, msgspec.Meta(ge=1)]


class Pass(Message, frozen=True, tag="pass"):
    """Do not bid."""


class Buy(Message, frozen=True, tag="buy"):
    """Choose a card of the market; the payment follows."""

    card: NumberCard


class NoBuy(Message, frozen=True, tag="no_buy"):
    """End the buy phase without a card."""


class SpendCard(Message, frozen=True, tag="spend_card"):
    """Pay 1 with an own number card. Cards are spent first, by color (blue, green, orange, pink) and number."""

    card: NumberCard


class SpendFiasco(Message, frozen=True, tag="spend_fiasco"):
    """Pay 3 with a fiasco token. They are spent after cards."""


class Settle(Message, frozen=True, tag="settle"):
    """Pay the rest in tokens, even if there is no rest. This ends every payment."""


class FirstPlayer(Message, frozen=True, tag="first_player"):
    seat: Seat


class TurnUp(Message, frozen=True, tag="turn_up"):
    card: Card


Payment: TypeAlias = SpendCard | SpendFiasco | Settle
Move: TypeAlias = (
    Draw
    | TakeNumbers
    | TakeCurrency
    | FiascoToken
    | GoShopping
    | Bid
    | Pass
    | Buy
    | NoBuy
    | SpendCard
    | SpendFiasco
    | Settle
)
Deal: TypeAlias = FirstPlayer | TurnUp

_PLAIN: dict[int, Move] = {
    state.DRAW: Draw(),
    state.TAKE_NUMBERS: TakeNumbers(),
    state.TAKE_CURRENCY: TakeCurrency(),
    state.FIASCO_TOKEN: FiascoToken(),
    state.GO_SHOPPING: GoShopping(),
    state.PASS: Pass(),
    state.NO_BUY: NoBuy(),
    state.SPEND_FIASCO: SpendFiasco(),
    state.SETTLE: Settle(),
}
_PLAIN_CODE = {type(move): code for code, move in _PLAIN.items()}


def encode(s: State, seat: int, move: Move | Deal) -> int:
    match move:
        case Bid(amount):
            return state.BID - 1 + amount if amount <= state.HIGHEST_BID else NO_CODE
        case Buy(card):
            return state.BUY_CARD + kind_of(card)
        case SpendCard(card):
            return state.SPEND_CARD + kind_of(card)
        case FirstPlayer(first):
            return first if s.phase == state.FIRST_PLAYER else NO_CODE
        case TurnUp(card):
            return kind_of(card) if s.phase == state.TURN_UP else NO_CODE
    return _PLAIN_CODE[type(move)]


def decode(s: State, seat: int, code: int) -> Move | Deal:
    if seat == DEALER:
        return FirstPlayer(code) if s.phase == state.FIRST_PLAYER else TurnUp(CARD_OF[code])
    if code < state.BUY_CARD:
        return _PLAIN[code]
    if code < state.SPEND_CARD:
        return Buy(NUMBER_CARDS[code - state.BUY_CARD])
    if code < state.BID:
        return SpendCard(NUMBER_CARDS[code - state.SPEND_CARD])
    return Bid(code - state.BID + 1)
