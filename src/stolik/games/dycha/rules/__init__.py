"""DYCHA. Turn up cards as far as you dare, and collect runs in four colors. R1 … R30 are in RULES.md.

What is in the box is in components.py, the state in state.py, what is told in tellings.py. A turn goes through
drawing.py, auction.py (jokers), buying.py and payment.py; turns.py says what follows; chance is in dealing.py, what
counts in scoring.py, and what a seat knows in redeal.py and observation.py.
"""

from stolik.core.game import DEALER, never
from stolik.core.rule import Row, rule
from stolik.games.dycha.rules.auction import bid, legal_bids, pass_
from stolik.games.dycha.rules.buying import buy, buy_nothing, legal_purchases
from stolik.games.dycha.rules.dealing import chances, deal, possible, ticket
from stolik.games.dycha.rules.drawing import (
    go_shopping,
    legal_after_fiasco,
    legal_decisions,
    take_currency,
    take_fiasco_token,
    take_numbers,
)
from stolik.games.dycha.rules.observation import OBSERVATION, invariants, observe
from stolik.games.dycha.rules.payment import legal_payments, settle, spend_card, spend_fiasco
from stolik.games.dycha.rules.redeal import redeal
from stolik.games.dycha.rules.scoring import places, score
from stolik.games.dycha.state import (
    AUCTION,
    BID,
    BUY,
    BUY_CARD,
    DECIDE,
    DRAW,
    FIASCO,
    FIASCO_TOKEN,
    GO_SHOPPING,
    MOVES,
    NO_BUY,
    OVER,
    PASS,
    PAY,
    SETTLE,
    SPEND_CARD,
    SPEND_FIASCO,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    TURN_UP,
    State,
    max_length,
    start,
)

VERSION = 3
VOTES = ()  # nothing is voted on

__all__ = [
    "MOVES",
    "OBSERVATION",
    "VERSION",
    "VOTES",
    "State",
    "apply",
    "awaited",
    "blur",
    "chances",
    "invariants",
    "legal",
    "max_length",
    "muted",
    "observe",
    "over",
    "pause",
    "places",
    "possible",
    "quiet",
    "redeal",
    "score",
    "start",
    "ticket",
    "to_act",
]


@rule
def to_act(s: State) -> int:
    return 1 << s.turn if DECIDE <= s.phase <= PAY else 0


awaited = to_act
pause = quiet = muted = never
blur = redeal


@rule
def over(s: State) -> bool:
    return s.phase == OVER


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    if s.phase == DECIDE:
        return legal_decisions(s, moves)
    if s.phase == AUCTION:
        return legal_bids(s, seat, moves)
    if s.phase == PAY:
        return legal_payments(s, seat, moves)
    if s.phase == BUY:
        return legal_purchases(s, seat, moves)
    return legal_after_fiasco(moves) if s.phase == FIASCO else 0


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        deal(s, code)
    elif code >= BID:
        bid(s, seat, code - BID + 1)
    elif code >= SPEND_CARD:
        spend_card(s, seat, code - SPEND_CARD)
    elif code >= BUY_CARD:
        buy(s, seat, code - BUY_CARD)
    elif code == DRAW:
        s.phase = TURN_UP
    elif code == TAKE_NUMBERS:
        take_numbers(s, seat)
    elif code == TAKE_CURRENCY:
        take_currency(s, seat)
    elif code == PASS:
        pass_(s, seat)
    else:
        apply_rarer(s, seat, code)


@rule
def apply_rarer(s: State, seat: int, code: int) -> None:
    if code == NO_BUY:
        buy_nothing(s, seat)
    elif code == SETTLE:
        settle(s, seat)
    elif code == SPEND_FIASCO:
        spend_fiasco(s, seat)
    elif code == FIASCO_TOKEN:
        take_fiasco_token(s, seat)
    elif code == GO_SHOPPING:
        go_shopping(s, seat)
