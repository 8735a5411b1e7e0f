"""Auctions (R17, R18), and how TEN bids in them (R25 … R27)."""

from stolik.core.rule import NOBODY, Row, left_of, put, rule
from stolik.games.dycha.rules.drawing import continue_turn
from stolik.games.dycha.rules.payment import begin_payment, ten_pays
from stolik.games.dycha.state import (
    AUCTION,
    BID,
    HAS_PASSED,
    HIGHEST_BID,
    LOWEST_SOLO_BID,
    NOTHING,
    PASS,
    TEN,
    State,
    auction_resources,
    is_ten,
)
from stolik.games.dycha.tellings import TOLD_TEN, bid_made, joker_discarded, passed, told_side


@rule
def begin_auction(s: State, joker: int) -> None:
    s.joker = joker
    s.highest = 0
    s.leader = NOBODY
    for side in range(s.sides):
        s.bids[side] = 0
    next_bidder(s, left_of(s.active, s.sides))


@rule
def lowest_bid(s: State) -> int:
    return max(s.highest + 1, LOWEST_SOLO_BID if s.solo_limit > 0 else 1)


@rule
def highest_bid(s: State, side: int) -> int:
    return min(auction_resources(s, side), HIGHEST_BID)


@rule
def legal_bids(s: State, seat: int, moves: Row) -> int:
    n = put(moves, 0, PASS)
    for amount in range(lowest_bid(s), highest_bid(s, seat) + 1):
        n = put(moves, n, BID - 1 + amount)
    return n


@rule
def bid(s: State, side: int, amount: int) -> None:
    bid_made(s, told_side(s, side), amount)
    s.bids[side] = amount
    s.highest = amount
    s.leader = side
    advance_bidding(s, side)


@rule
def pass_(s: State, side: int) -> None:
    passed(s, told_side(s, side))
    s.bids[side] = HAS_PASSED
    advance_bidding(s, side)


@rule
def advance_bidding(s: State, side: int) -> None:
    """The next one bids; the active player is the last to bid."""
    if side == s.active:
        end_auction(s)
    else:
        next_bidder(s, left_of(side, s.sides))


@rule
def next_bidder(s: State, side: int) -> None:
    s.turn = side
    s.phase = AUCTION
    if is_ten(s, side):
        let_ten_bid(s)


@rule
def let_ten_bid(s: State) -> None:
    amount = amount_of_ten(s)
    if amount > auction_resources(s, TEN):
        passed(s, TOLD_TEN)
        s.bids[TEN] = HAS_PASSED
    else:
        bid_made(s, TOLD_TEN, amount)
        s.bids[TEN] = amount
        s.highest = amount
        s.leader = TEN
    if s.active == TEN:
        end_auction(s)
    else:
        s.turn = s.active


@rule
def amount_of_ten(s: State) -> int:
    """More than TEN has: it passes."""
    if s.active == TEN:
        return lowest_bid(s)  # R27
    return max(LOWEST_SOLO_BID, min(auction_resources(s, TEN), auction_resources(s, 0)))  # R26


@rule
def end_auction(s: State) -> None:  # R18
    if s.leader == NOBODY:
        joker_discarded(s, s.joker)
        s.joker = NOTHING
        s.discarded += 1
        continue_turn(s)
    elif is_ten(s, s.leader):
        ten_pays(s, TEN, s.highest)
    else:
        begin_payment(s, s.leader, s.highest)
