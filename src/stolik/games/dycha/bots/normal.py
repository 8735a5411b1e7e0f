"""The normal level: sound play by plain guesses. Everything is weighed in thousandths of a point."""

from stolik.core.bitset import size
from stolik.core.rule import Row, left_of, rule
from stolik.games.dycha.bots.heuristic_values import DUPLICATE, token, worth
from stolik.games.dycha.bots.payment import pay
from stolik.games.dycha.bots.purchases import best_profit, buy_what_is_worth_it
from stolik.games.dycha.components import BOX_OF, CARDS_OF, JOKERS, NUMBER_KINDS, VALUE
from stolik.games.dycha.rules.auction import highest_bid, lowest_bid
from stolik.games.dycha.rules.drawing import breaks
from stolik.games.dycha.state import (
    AUCTION,
    BID,
    DECIDE,
    DRAW,
    FIASCO,
    FIASCO_TOKEN,
    FIASCO_WORTH,
    GO_SHOPPING,
    LIMIT,
    LOWEST_SOLO_BID,
    PASS,
    PAY,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    TEN,
    State,
    auction_resources,
    count_duplicates,
    money,
    own_joker,
)

RIVALS = 55  # percent: what others gain is bad, but it is shared out among them
JOKER_TO_COME = 150  # an auction of which one may have something
LOSS = -1_000_000  # worse than any move


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Draws as long as the next card is worth the risk, by its exact odds; bids and buys what is worth its price."""
    if s.phase == DECIDE:
        return decide(s, seat, moves, n)
    if s.phase == AUCTION:
        return bid_what_it_is_worth(s, seat)
    if s.phase == PAY:
        return pay(s, seat, moves, n)
    if s.phase == FIASCO:
        return GO_SHOPPING if best_profit(s, seat) > FIASCO_WORTH * token(s) else FIASCO_TOKEN
    return buy_what_is_worth_it(s, seat)


# Draw or stop


@rule
def gift(s: State, seat: int, currency: int) -> int:
    """What the others would get, as far as it hurts."""
    tokens = 0
    for other in range(s.sides):
        if other != seat:
            tokens += min(currency, LIMIT - s.tokens[other])
    return tokens * token(s) * RIVALS // (100 * (s.sides - 1))


@rule
def decide(s: State, seat: int, moves: Row, n: int) -> int:
    if n == 1:
        return moves[0]
    row = 0
    for place in range(s.length):
        if s.laid[place] < NUMBER_KINDS:
            row |= 1 << s.laid[place]
    shopping = max(best_profit(s, seat), 0)
    before = worth(s, s.once[seat], s.jokers[seat])
    by_numbers = numbers_taken(s, seat, row, s.currency, shopping) - before if s.numbers > 0 else LOSS
    by_currency = currency_taken(s, seat, s.currency) if s.length > s.numbers else LOSS
    stop = max(by_numbers, by_currency)
    if s.pile > 0 and drawn(s, seat, row, stop, before, shopping) > stop * s.pile:
        return DRAW
    return TAKE_NUMBERS if by_numbers >= by_currency else TAKE_CURRENCY


@rule
def numbers_taken(s: State, seat: int, row: int, currency: int, shopping: int) -> int:
    duplicates = size(row & s.once[seat]) * token(s) * DUPLICATE // 100
    return worth(s, s.once[seat] | row, s.jokers[seat]) + duplicates + shopping - gift(s, seat, currency)


@rule
def currency_taken(s: State, seat: int, currency: int) -> int:
    return min(currency, LIMIT - s.tokens[seat]) * token(s)


@rule
def drawn(s: State, seat: int, row: int, stop: int, before: int, shopping: int) -> int:
    """What one more card brings if one stops then, summed over all cards of the deck."""
    consolation = FIASCO_WORTH * token(s)
    if s.fiasco_variant == 1:
        consolation = max(consolation, shopping)
    in_currency = currency_taken(s, seat, s.currency) if s.length > s.numbers else LOSS
    total = 0
    counted = 0
    for kind in range(JOKERS):
        copies = size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind])
        if copies == 0:
            continue
        counted += copies
        if breaks(s, kind):
            found = consolation - (gift(s, seat, s.currency) if kind < NUMBER_KINDS else 0)
        elif kind < NUMBER_KINDS:
            found = max(numbers_taken(s, seat, row | 1 << kind, s.currency, shopping) - before, in_currency)
        else:
            currency = s.currency + VALUE[kind]
            found = currency_taken(s, seat, currency)
            if s.numbers > 0:
                found = max(found, numbers_taken(s, seat, row, currency, shopping) - before)
        total += copies * found
    return total + (s.pile - counted) * (stop + JOKER_TO_COME)


# Auctions


@rule
def bid_what_it_is_worth(s: State, seat: int) -> int:
    amount = lowest_bid(s)
    price = fair_price(s, seat)
    if s.solo_limit > 0 and s.active == TEN:
        price = price_against_ten(s, seat, price)
        return BID - 1 + price if price >= amount else PASS
    if price < amount:
        return PASS
    side = seat
    while side != s.active:  # those who bid later: none of them shall want to pay more
        side = left_of(side, s.sides)
        amount = max(amount, min(price, fair_price(s, side)))
    return BID - 1 + amount


@rule
def joker_gain(s: State, side: int) -> int:
    """What the joker on auction would bring to somebody."""
    return worth(s, s.once[side], own_joker(s.jokers[side], s.joker)) - worth(s, s.once[side], s.jokers[side])


@rule
def fair_price(s: State, side: int) -> int:
    """What the joker is worth to somebody, as far as it can be paid without a card that may count."""
    return min(joker_gain(s, side) // token(s), money(s, side) + count_duplicates(s, side), highest_bid(s, side))


@rule
def price_against_ten(s: State, seat: int, price: int) -> int:
    """TEN will go one higher if it can (R27): so win with all that it has, or make it spend that."""
    most = auction_resources(s, TEN)
    if most <= price or most <= LOWEST_SOLO_BID:
        return max(most, LOWEST_SOLO_BID) if price >= LOWEST_SOLO_BID else 0
    return min(most - 1, highest_bid(s, seat))
