"""The hard level: it hopes (hopes.py), dares (daring.py), outbids (outbidding.py) and buys."""

from stolik.core.kit import Row, members
from stolik.core.levels import Book
from stolik.core.rule import rule
from stolik.games.dycha.book import moment
from stolik.games.dycha.components import COLOR_COUNT, NUMBERS, VALUE
from stolik.games.dycha.daring import LOSS, dare
from stolik.games.dycha.hopes import (
    Held,
    Hopes,
    gain,
    hope_for,
    market_gain,
    money_worth,
    spare,
    wealth,
    weigh_rivals,
)
from stolik.games.dycha.normal_bot import buy_what_is_worth_it
from stolik.games.dycha.outbidding import outbid
from stolik.games.dycha.paying_well import pay
from stolik.games.dycha.scoring import ALL_NUMBERS, MASKS
from stolik.games.dycha.state import (
    AUCTION,
    BUY_CARD,
    DECIDE,
    FIASCO,
    FIASCO_TOKEN,
    FIASCO_WORTH,
    GO_SHOPPING,
    MARKET,
    NO_BUY,
    PAY,
    SPEND_CARD,
    State,
)


@rule
def hard(s: State, seat: int, moves: Row, n: int, rng: Row, book: Book) -> int:
    if n == 1:
        return moves[0]
    if s.phase == PAY:
        return pay_sparing(s, seat, moves, n, book)
    if s.last_purchases > 0:
        return buy_what_is_worth_it(s, seat)
    hopes = [0] * (MASKS * COLOR_COUNT * s.sides)
    held = [0] * (COLOR_COUNT * s.sides)
    rivals = [0] * s.sides
    for side in range(s.sides):
        hope_for(s, book, side, hopes, held)
    weigh_rivals(s, seat, book, hopes, held, rivals)
    if s.phase == AUCTION:
        return outbid(s, seat, book, hopes, held, rivals)
    if s.phase == DECIDE:
        return dare(s, seat, book, best_profit(s, seat, book, hopes, held, rivals), hopes, held, rivals)
    if s.phase == FIASCO:
        return shop_or_not(s, seat, book, hopes, held, rivals)
    kind = best_purchase(s, seat, book, hopes, held, rivals)
    return NO_BUY if kind < 0 else BUY_CARD + kind


@rule
def shop_or_not(s: State, seat: int, book: Book, hopes: Hopes, held: Held, rivals: list[int]) -> int:
    at = moment(s, seat)
    rich = wealth(s, seat, book, held)
    token = money_worth(book, at, rich + FIASCO_WORTH) - money_worth(book, at, rich)
    return GO_SHOPPING if best_profit(s, seat, book, hopes, held, rivals) > token else FIASCO_TOKEN


@rule
def profit(s: State, seat: int, book: Book, hopes: Hopes, held: Held, rivals: list[int], kind: int) -> int:
    """What a card of the market brings beyond its price, and that no other can buy it."""
    rich = wealth(s, seat, book, held)
    price = VALUE[kind]
    if price > rich:
        return LOSS
    at = moment(s, seat)
    found = gain(hopes, held, COLOR_COUNT * seat, kind)
    found -= money_worth(book, at, rich) - money_worth(book, at, rich - price)
    if not s.twice[MARKET] >> kind & 1:
        for other in range(s.sides):
            if other != seat:
                found += market_gain(s, book, other, hopes, held, kind) * rivals[other] // 100
    return found


@rule
def best_purchase(s: State, seat: int, book: Book, hopes: Hopes, held: Held, rivals: list[int]) -> int:
    """The most profitable kind of card; −1: none is worth it."""
    best = 0
    chosen = -1
    for kind in members(s.once[MARKET] & ~s.once[seat]):
        found = profit(s, seat, book, hopes, held, rivals, kind)
        if found > best:
            best = found
            chosen = kind
    return chosen


@rule
def best_profit(s: State, seat: int, book: Book, hopes: Hopes, held: Held, rivals: list[int]) -> int:
    kind = best_purchase(s, seat, book, hopes, held, rivals)
    return profit(s, seat, book, hopes, held, rivals, kind) if kind >= 0 else 0


@rule
def pay_sparing(s: State, seat: int, moves: Row, n: int, book: Book) -> int:
    """A duplicate or a card that can be spared, then as all do."""
    if s.last_purchases == 0:
        held = [0] * (COLOR_COUNT * s.sides)
        for color in range(COLOR_COUNT):
            held[COLOR_COUNT * seat + color] = s.jokers[seat] & ALL_NUMBERS
        if s.buying >= 0:
            held[COLOR_COUNT * seat + s.buying // NUMBERS] |= 1 << s.buying % NUMBERS
        for k in range(n):
            kind = moves[k] - SPEND_CARD
            if (
                kind >= 0
                and (s.twice[seat] >> kind | spare(s, seat, book, kind // NUMBERS, held) >> kind % NUMBERS) & 1
            ):
                return moves[k]
    return pay(s, seat, moves, n)
