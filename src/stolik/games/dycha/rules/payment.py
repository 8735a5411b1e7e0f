"""A payment in small steps, spelled in one way: cards in ascending order, fiasco tokens, the rest in tokens (R16)."""

from stolik.core.bitset import lowest, members, size
from stolik.core.rule import Row, put, rule
from stolik.games.dycha.rules.drawing import continue_turn
from stolik.games.dycha.rules.turns import end_buying
from stolik.games.dycha.state import (
    FIASCO_WORTH,
    MARKET,
    NOTHING,
    PAY,
    SETTLE,
    SPEND_CARD,
    SPEND_FIASCO,
    SPENT,
    State,
    own_joker,
    put_card,
    take_card,
)
from stolik.games.dycha.tellings import bought, card_spent, fiasco_spent, joker_won, paid, told_side


@rule
def begin_payment(s: State, seat: int, price: int) -> None:
    open_account(s, price)
    s.turn = seat
    s.phase = PAY


@rule
def open_account(s: State, price: int) -> None:
    s.price = price
    s.still_due = price
    s.spent_fiascos = 0
    s.spent_from = 0
    s.once[SPENT] = s.twice[SPENT] = s.thrice[SPENT] = 0


@rule
def spendable(s: State, side: int) -> int:
    """The kinds of number cards that may pay; in solo auctions only what is there twice (R25)."""
    return s.twice[side] if only_duplicates(s) else s.once[side]


@rule
def only_duplicates(s: State) -> bool:
    return s.solo_limit > 0 and s.joker != NOTHING


@rule
def count_spendable(s: State, side: int, first: int) -> int:
    """Cards of this kind or a later one that may pay."""
    cards = size(s.twice[side] >> first) + size(s.thrice[side] >> first)
    return cards if only_duplicates(s) else cards + size(s.once[side] >> first)


@rule
def can_be_exact(due: int, fiascos: int, ones: int) -> bool:
    """So many fiasco tokens at 3, and tokens or cards at 1, can make up the sum to the point."""
    return due >= 0 and due - FIASCO_WORTH * min(fiascos, due // FIASCO_WORTH) <= ones


@rule
def may_spend_fiasco(s: State, side: int) -> bool:
    """Too much may be paid with fiasco tokens alone: a card or a token could be left out (R16)."""
    left = s.fiascos[side] - 1
    if left < 0 or s.still_due <= 0:
        return False
    due = s.still_due - FIASCO_WORTH
    if can_be_exact(due, left, s.tokens[side]):
        return True
    return s.once[SPENT] == 0 and due <= FIASCO_WORTH * left


@rule
def legal_payments(s: State, seat: int, moves: Row) -> int:
    n = 0
    due = s.still_due - 1
    if due >= 0 and s.spent_fiascos == 0:
        for kind in members(spendable(s, seat) >> s.spent_from << s.spent_from):
            ones = count_spendable(s, seat, kind) - 1 + s.tokens[seat]
            if can_be_exact(due, s.fiascos[seat], ones):
                n = put(moves, n, SPEND_CARD + kind)
    if may_spend_fiasco(s, seat):
        n = put(moves, n, SPEND_FIASCO)
    if s.still_due <= s.tokens[seat]:
        n = put(moves, n, SETTLE)
    return n


@rule
def spend_card(s: State, side: int, kind: int) -> None:
    take_card(s, side, kind)
    put_card(s, SPENT, kind)
    s.spent_from = kind
    s.discarded += 1
    s.still_due -= 1
    card_spent(s, told_side(s, side), kind, s.still_due)


@rule
def spend_fiasco(s: State, side: int) -> None:
    s.fiascos[side] -= 1
    s.spent_fiascos += 1
    s.still_due -= FIASCO_WORTH
    fiasco_spent(s, told_side(s, side), s.still_due)


@rule
def settle(s: State, seat: int) -> None:
    tokens = max(s.still_due, 0)
    s.tokens[seat] -= tokens
    s.still_due -= tokens
    hand_over(s, seat, tokens)


@rule
def hand_over(s: State, side: int, tokens: int) -> None:
    """All is paid. A purchase ends the buy phase (R15); after an auction the turn goes on (R18)."""
    once, twice, thrice = s.once[SPENT], s.twice[SPENT], s.thrice[SPENT]
    paid(s, told_side(s, side), tokens, s.spent_fiascos, once, twice, thrice, -s.still_due)
    s.once[SPENT] = s.twice[SPENT] = s.thrice[SPENT] = 0
    s.spent_fiascos = s.still_due = 0
    if s.joker != NOTHING:
        joker_won(s, told_side(s, side), s.joker, s.price)
        s.jokers[side] = own_joker(s.jokers[side], s.joker)
        s.joker = NOTHING
        s.price = 0
        continue_turn(s)
    else:
        bought(s, side, s.buying, s.price)
        take_card(s, MARKET, s.buying)
        put_card(s, side, s.buying)
        s.buying = NOTHING
        s.price = 0
        end_buying(s)


@rule
def ten_pays(s: State, side: int, price: int) -> None:  # R28
    """Item by item: tokens, fiasco tokens, duplicates; what is too much is lost."""
    open_account(s, price)
    tokens = min(price, s.tokens[side])
    s.tokens[side] -= tokens
    s.still_due -= tokens
    while s.still_due > 0 and s.fiascos[side] > 0:
        spend_fiasco(s, side)
    while s.still_due > 0:
        spend_card(s, side, lowest(s.twice[side]))
    hand_over(s, side, tokens)
