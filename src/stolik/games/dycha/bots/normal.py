"""The normal level: one card of lookahead and hand-made heuristics. Values are in thousandths of a point."""

from stolik.core.bitset import size
from stolik.core.rule import Row, left_of, rule
from stolik.games.dycha.bots.heuristic_values import DUPLICATE, ONLY_TO_BUY, WORST, collection_value, token_value
from stolik.games.dycha.bots.payment import pay
from stolik.games.dycha.bots.purchases import best_profit, choose_purchase
from stolik.games.dycha.components import BOX_OF, CARDS_OF, JOKERS, NUMBER_KINDS, VALUE
from stolik.games.dycha.rules.auction import highest_bid, lowest_bid
from stolik.games.dycha.rules.drawing import breaks, may_take_numbers
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

RIVALRY = 55  # percent: what opponents gain is bad, but it is shared out among them
JOKER_BONUS = 150  # the value of an auction to come


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Draws as long as the next card is worth the risk, by its exact odds; bids and buys what is worth its price."""
    if s.phase == DECIDE:
        return decide(s, seat, moves, n)
    if s.phase == AUCTION:
        return choose_bid(s, seat)
    if s.phase == PAY:
        return pay(s, seat, moves, n)
    if s.phase == FIASCO:
        return GO_SHOPPING if best_profit(s, seat) > FIASCO_WORTH * token_value(s) else FIASCO_TOKEN
    return choose_purchase(s, seat)


# Draw or stop


@rule
def opponents_gain(s: State, seat: int, currency: int) -> int:
    """What it costs that the opponents get tokens."""
    tokens = 0
    for other in range(s.sides):
        if other != seat:
            tokens += min(currency, LIMIT - s.tokens[other])
    return tokens * token_value(s) * RIVALRY // (100 * (s.sides - 1))


@rule
def decide(s: State, seat: int, moves: Row, n: int) -> int:
    if n == 1:
        return moves[0]
    row = 0
    for place in range(s.length):
        if s.laid[place] < NUMBER_KINDS:
            row |= 1 << s.laid[place]
    purchase_value = max(best_profit(s, seat), 0)
    before = collection_value(s, s.once[seat], s.jokers[seat])
    by_numbers = numbers_value(s, seat, row, s.currency, purchase_value) - before if may_take_numbers(s) else WORST
    by_currency = currency_value(s, seat, s.currency) if s.length > s.numbers else WORST
    stop = max(by_numbers, by_currency)
    if s.pile > 0 and draw_value(s, seat, row, stop, before, purchase_value) > stop * s.pile:
        return DRAW
    return TAKE_NUMBERS if by_numbers >= by_currency else TAKE_CURRENCY


@rule
def numbers_value(s: State, seat: int, row: int, currency: int, purchase_value: int) -> int:
    if row == 0:
        purchase_value = purchase_value * ONLY_TO_BUY // 100
    duplicates = size(row & s.once[seat]) * token_value(s) * DUPLICATE // 100
    return (
        collection_value(s, s.once[seat] | row, s.jokers[seat])
        + duplicates
        + purchase_value
        - opponents_gain(s, seat, currency)
    )


@rule
def currency_value(s: State, seat: int, currency: int) -> int:
    return min(currency, LIMIT - s.tokens[seat]) * token_value(s)


@rule
def draw_value(s: State, seat: int, row: int, stop: int, before: int, purchase_value: int) -> int:
    """The value of one more card if one stops then, summed over all cards of the deck."""
    consolation = FIASCO_WORTH * token_value(s)
    if s.fiasco_variant == 1:
        consolation = max(consolation, purchase_value)
    by_currency = currency_value(s, seat, s.currency) if s.length > s.numbers else WORST
    total = 0
    counted = 0
    for kind in range(JOKERS):
        copies = size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind])
        if copies == 0:
            continue
        counted += copies
        if breaks(s, kind):
            found = consolation - (opponents_gain(s, seat, s.currency) if kind < NUMBER_KINDS else 0)
        elif kind < NUMBER_KINDS:
            found = max(numbers_value(s, seat, row | 1 << kind, s.currency, purchase_value) - before, by_currency)
        else:
            currency = s.currency + VALUE[kind]
            found = currency_value(s, seat, currency)
            if s.numbers > 0 or s.number_needed == 0:
                found = max(found, numbers_value(s, seat, row, currency, purchase_value) - before)
        total += copies * found
    return total + (s.pile - counted) * (stop + JOKER_BONUS)


# Auctions


@rule
def choose_bid(s: State, seat: int) -> int:
    amount = lowest_bid(s)
    limit = bidding_limit(s, seat)
    if s.solo_limit > 0 and s.active == TEN:
        limit = bid_against_ten(s, seat, limit)
        return BID - 1 + limit if limit >= amount else PASS
    if limit < amount:
        return PASS
    side = seat
    while side != s.active:  # those who bid later: none of them shall want to pay more
        side = left_of(side, s.sides)
        amount = max(amount, min(limit, bidding_limit(s, side)))
    return BID - 1 + amount


@rule
def joker_gain(s: State, side: int) -> int:
    """The gain of a side by the joker on auction."""
    return collection_value(s, s.once[side], own_joker(s.jokers[side], s.joker)) - collection_value(
        s, s.once[side], s.jokers[side]
    )


@rule
def bidding_limit(s: State, side: int) -> int:
    """The value of the joker to a side, in tokens, as far as it can pay without a card that may count."""
    return min(joker_gain(s, side) // token_value(s), money(s, side) + count_duplicates(s, side), highest_bid(s, side))


@rule
def bid_against_ten(s: State, seat: int, limit: int) -> int:
    """TEN will go one higher if it can (R27): so win with all that it has, or make it spend that."""
    most = auction_resources(s, TEN)
    if most <= limit or most <= LOWEST_SOLO_BID:
        return max(most, LOWEST_SOLO_BID) if limit >= LOWEST_SOLO_BID else 0
    return min(most - 1, highest_bid(s, seat))
