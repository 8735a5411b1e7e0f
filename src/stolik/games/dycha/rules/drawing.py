"""A turn up to its reward: the row grows, the player stops and takes, or fails. And how TEN does it (R23)."""

from stolik.core.rule import Row, put, rule
from stolik.games.dycha.components import CURRENCY, NUMBER_KINDS, VALUE
from stolik.games.dycha.rules.turns import begin_buying, end_turn
from stolik.games.dycha.state import (
    BY_CURRENCY,
    BY_NUMBERS,
    DECIDE,
    DRAW,
    EMPTY_HANDED,
    FAILED_BY_CURRENCY,
    FAILED_BY_NUMBER,
    FIASCO,
    FIASCO_TOKEN,
    GO_SHOPPING,
    LIMIT,
    MARKET,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    TURN_UP,
    State,
    is_ten,
    put_card,
)
from stolik.games.dycha.tellings import (
    currency_discarded,
    failed,
    fiasco_token_taken,
    moved_to_market,
    nothing_to_take,
    row_cards,
    tokens_received,
    told_side,
    took_currency,
    took_numbers,
    turned_up,
    went_shopping,
)


@rule
def legal_decisions(s: State, moves: Row) -> int:  # R9
    n = 0
    if s.pile > 0:
        n = put(moves, n, DRAW)
    if may_take_numbers(s):
        n = put(moves, n, TAKE_NUMBERS)
    if s.length > s.numbers:
        n = put(moves, n, TAKE_CURRENCY)
    return n


@rule
def may_take_numbers(s: State) -> bool:
    """In a turn: there are some or, after any card at all, none may be taken just to go and buy (R9, R31)."""
    return s.numbers > 0 or (s.number_needed == 0 and s.turned == 1)


@rule
def legal_after_fiasco(moves: Row) -> int:  # R14, R15
    return put(moves, put(moves, 0, FIASCO_TOKEN), GO_SHOPPING)


@rule
def limit(s: State) -> int:
    """What a row may reach: ours, or TEN's own (R22)."""
    return s.solo_limit if is_ten(s, s.active) else LIMIT


@rule
def breaks(s: State, kind: int) -> bool:
    """Whether this card would be a fiasco (R8, R23)."""
    if kind < NUMBER_KINDS:
        return s.total + VALUE[kind] > LIMIT and not is_ten(s, s.active)
    return s.currency + VALUE[kind] > limit(s)


@rule
def lay_out(s: State, kind: int) -> None:
    """A number or currency card comes to the row (R7)."""
    broken = breaks(s, kind)
    is_number = kind < NUMBER_KINDS
    s.laid[s.length] = kind
    s.length += 1
    if is_number:
        s.numbers += 1
        s.total += VALUE[kind]
    else:
        s.currency += VALUE[kind]
        s.total -= VALUE[kind]
    turned_up(s, told_side(s, s.active), kind, s.total, s.currency, s.pile)
    if broken:
        fail(s, FAILED_BY_NUMBER if is_number else FAILED_BY_CURRENCY)
    else:
        continue_turn(s)


@rule
def continue_turn(s: State) -> None:
    """After a card or an auction: draw on, or decide."""
    if s.length == 0 and s.pile == 0 and (s.number_needed == 1 or is_ten(s, s.active)):  # R9, R23
        nothing_to_take(s, told_side(s, s.active))
        clear_row(s, EMPTY_HANDED)
        end_turn(s)
    elif is_ten(s, s.active):
        if s.total >= s.solo_limit or s.pile == 0:  # R23
            take_numbers(s, s.active)
        else:
            s.phase = TURN_UP
    else:
        s.turn = s.active
        s.phase = DECIDE


@rule
def take_numbers(s: State, side: int) -> None:  # R10, R23
    took_numbers(s, told_side(s, side), row_cards(s))
    give_numbers(s, side)
    pay_out(s, side)
    discard_currency(s)
    clear_row(s, BY_NUMBERS)
    if is_ten(s, side):
        end_turn(s)  # R28
    else:
        begin_buying(s, side)


@rule
def take_currency(s: State, seat: int) -> None:  # R11
    took_currency(s, seat, s.currency)
    receive(s, seat, s.currency)
    discard_currency(s)
    move_to_market(s)
    clear_row(s, BY_CURRENCY)
    end_turn(s)


@rule
def fail(s: State, how: int) -> None:  # R13, R14, R23
    side = s.active
    failed(s, told_side(s, side), how == FAILED_BY_NUMBER, s.total, s.currency)
    if is_ten(s, side):
        took_numbers(s, told_side(s, side), row_cards(s))
        give_numbers(s, side)
    else:
        move_to_market(s)
    if how == FAILED_BY_NUMBER:
        pay_out(s, side)
    discard_currency(s)
    clear_row(s, how)
    if s.fiasco_variant == 1 and not is_ten(s, side):
        s.turn = side
        s.phase = FIASCO
    else:
        take_fiasco_token(s, side)


@rule
def take_fiasco_token(s: State, side: int) -> None:
    s.fiascos[side] += 1
    fiasco_token_taken(s, told_side(s, side), s.fiascos[side])
    end_turn(s)


@rule
def go_shopping(s: State, seat: int) -> None:  # R14
    went_shopping(s, seat)
    begin_buying(s, seat)


@rule
def pay_out(s: State, taker: int) -> None:
    """All others get the row's currency."""
    if s.currency > 0:
        for other in range(s.sides):
            if other != taker:
                receive(s, other, s.currency)


@rule
def receive(s: State, side: int, amount: int) -> None:  # R12
    kept = min(amount, LIMIT - s.tokens[side])
    s.tokens[side] += kept
    tokens_received(s, told_side(s, side), kept, amount - kept, s.tokens[side])


@rule
def give_numbers(s: State, holder: int) -> None:
    for place in range(s.length):
        if s.laid[place] < NUMBER_KINDS:
            put_card(s, holder, s.laid[place])


@rule
def move_to_market(s: State) -> None:
    if s.numbers > 0:
        moved_to_market(s, s.active, row_cards(s))
        give_numbers(s, MARKET)


@rule
def discard_currency(s: State) -> None:
    if s.length > s.numbers:
        currency_discarded(s, told_side(s, s.active), row_cards(s))
        s.discarded += s.length - s.numbers


@rule
def clear_row(s: State, how: int) -> None:
    s.last_active = s.active
    s.last_end = how
    s.last_length = s.length
    s.last_total = s.total
    s.last_currency = s.currency
    for place in range(s.length):
        s.last_laid[place] = s.laid[place]
    s.length = 0
    s.numbers = 0
    s.total = 0
    s.currency = 0


assert CURRENCY == NUMBER_KINDS, "what is no number card and comes to a row is currency"
