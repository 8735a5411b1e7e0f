"""Auctions, for the hard bot: backward induction, from the last bidder to the one who bids now.

What everybody can pay is public, and each bids once. Everybody is taken to know the value of the joker to everybody;
then each makes the bid that is best, given how those after will bid.
"""

from stolik.core.bot_levels import Weights
from stolik.core.rule import NOBODY, left_of, rule
from stolik.games.dycha.bots.heuristic_values import WORST
from stolik.games.dycha.bots.learned_values import (
    ColorValues,
    Held,
    best_color,
    color_gain,
    fill_color_values,
    free_money,
    full_joker_color,
    money_value,
)
from stolik.games.dycha.bots.weights_layout import bucket_of, rivalry
from stolik.games.dycha.components import COLOR_COUNT, COLORED, FULL, NUMBERED
from stolik.games.dycha.options import SEATS
from stolik.games.dycha.rules.auction import highest_bid, lowest_bid
from stolik.games.dycha.rules.scoring import MASKS, color_index
from stolik.games.dycha.state import BID, LOWEST_SOLO_BID, PASS, TEN, State, auction_resources

BID_CAP = 40
"""No bid that makes sense is higher."""
LEADERS = SEATS + 1  # and nobody


@rule
def joker_gain(s: State, side: int, weights: Weights, color_values: ColorValues, held: Held) -> int:
    """The gain of a side by the joker on auction."""
    first = COLOR_COUNT * side
    if s.joker < COLORED:
        card = 1 << s.joker - NUMBERED
        color = best_color(color_values, held, first, card, -1)
        return color_gain(color_values, held, first, color, card) if color >= 0 else 0
    best = 0
    for color in range(COLOR_COUNT):
        if s.joker == FULL or s.joker == COLORED + color:
            best = max(best, free_joker_gain(s, side, weights, color_values, held, color))
    return best


@rule
def free_joker_gain(s: State, side: int, weights: Weights, color_values: ColorValues, held: Held, color: int) -> int:
    """The gain of a color by a joker that can be any of its numbers."""
    own = held[COLOR_COUNT * side + color]
    index = (color_index(s.once[side], s.jokers[side], color) | own) + MASKS
    if color == full_joker_color(s, side):
        index += MASKS
    with_joker = [0] * MASKS
    fill_color_values(s, weights, bucket_of(s, side), color, index, with_joker, 0)
    return with_joker[own] - color_values[MASKS * (COLOR_COUNT * side + color) + own]


@rule
def fill_bidders(
    s: State, weights: Weights, color_values: ColorValues, held: Held, win_values: list[int], limits: list[int]
) -> None:
    """For each side: the value of winning at each price, and the bidding limit."""
    for side in range(s.sides):
        bucket = bucket_of(s, side)
        free = free_money(s, side)
        gain = joker_gain(s, side, weights, color_values, held)
        before = money_value(weights, bucket, free)
        limits[side] = min(BID_CAP, free, highest_bid(s, side))
        for price in range(BID_CAP + 1):
            win_values[side * (BID_CAP + 1) + price] = gain - before + money_value(weights, bucket, free - price)


@rule
def outcome_value(seat: int, percent: int, win_values: list[int], winner: int, price: int) -> int:
    """The value to a seat of somebody getting the joker at a price."""
    if winner == NOBODY:
        return 0
    value = win_values[winner * (BID_CAP + 1) + price]
    return value if winner == seat else -value * percent // 100


@rule
def choose_bid(s: State, seat: int, weights: Weights, color_values: ColorValues, held: Held) -> int:
    win_values = [0] * (SEATS * (BID_CAP + 1))
    limits = [0] * SEATS
    fill_bidders(s, weights, color_values, held, win_values, limits)
    percent = rivalry(s, seat, weights)
    if s.solo_limit > 0:
        return choose_bid_against_ten(s, percent, win_values, limits)
    outcomes = [0] * (LEADERS * (BID_CAP + 1))
    fill_final_outcomes(outcomes)
    bidders = 1
    side = seat
    while side != s.active:
        side = left_of(side, s.sides)
        bidders += 1
    for later in range(bidders - 1, 0, -1):
        induct_backwards((seat + later) % s.sides, percent, win_values, limits, outcomes)
    amount = best_bid(seat, percent, win_values, limits, outcomes, min(s.highest, BID_CAP), s.leader)
    return BID - 1 + amount if amount > 0 else PASS


@rule
def fill_final_outcomes(outcomes: list[int]) -> None:
    """When all have bid, who leads has it. An outcome is a leader (NOBODY is the last) and a bid, as one number; it
    stands at the place of the leader and the bid from which it follows.
    """
    for leader in range(LEADERS):
        for highest in range(BID_CAP + 1):
            outcomes[leader * (BID_CAP + 1) + highest] = leader * (BID_CAP + 1) + highest


@rule
def value_of_outcome(seat: int, percent: int, win_values: list[int], outcome: int) -> int:
    winner = outcome // (BID_CAP + 1)
    return outcome_value(seat, percent, win_values, NOBODY if winner == SEATS else winner, outcome % (BID_CAP + 1))


@rule
def best_bid(
    side: int, percent: int, win_values: list[int], limits: list[int], outcomes: list[int], highest: int, leader: int
) -> int:
    """0: pass. The lowest of equally good ones."""
    passed = SEATS if leader == NOBODY else leader
    best = value_of_outcome(side, percent, win_values, outcomes[passed * (BID_CAP + 1) + highest])
    chosen = 0
    for amount in range(highest + 1, limits[side] + 1):
        found = value_of_outcome(side, percent, win_values, outcomes[side * (BID_CAP + 1) + amount])
        if found > best:
            best = found
            chosen = amount
    return chosen


@rule
def induct_backwards(side: int, percent: int, win_values: list[int], limits: list[int], outcomes: list[int]) -> None:
    """One step: whatever was bid before, this side makes the bid that is best for it."""
    best = WORST
    outcome = 0
    for highest in range(BID_CAP - 1, -1, -1):
        if highest < limits[side]:
            found = value_of_outcome(side, percent, win_values, outcomes[side * (BID_CAP + 1) + highest + 1])
            if found >= best:
                best = found
                outcome = outcomes[side * (BID_CAP + 1) + highest + 1]
        for leader in range(LEADERS):
            place = leader * (BID_CAP + 1) + highest
            if leader != side and best > value_of_outcome(side, percent, win_values, outcomes[place]):
                outcomes[place] = outcome


@rule
def choose_bid_against_ten(s: State, percent: int, win_values: list[int], limits: list[int]) -> int:
    """How TEN bids is known (R26, R27), so every bid can be judged by what follows."""
    lowest = lowest_bid(s)
    best = value_against_ten(s, percent, win_values, 0)
    chosen = PASS
    for amount in range(lowest, limits[0] + 1):
        found = value_against_ten(s, percent, win_values, amount)
        if found > best:
            best = found
            chosen = BID - 1 + amount
    for amount in range(max(lowest, limits[0] + 1), min(BID_CAP - 1, highest_bid(s, 0)) + 1):
        if s.active == TEN and amount < auction_resources(s, TEN):  # it need not be paid
            found = value_against_ten(s, percent, win_values, amount)
            if found > best:
                best = found
                chosen = BID - 1 + amount
    return chosen


@rule
def value_against_ten(s: State, percent: int, win_values: list[int], amount: int) -> int:
    """The value of a bid (0: none), with TEN's answer."""
    if s.active != TEN:
        if amount > 0:
            return outcome_value(0, percent, win_values, 0, amount)
        return outcome_value(0, percent, win_values, s.leader, min(BID_CAP, s.highest))
    answer = max(amount + 1, LOWEST_SOLO_BID)
    if answer <= auction_resources(s, TEN):
        return outcome_value(0, percent, win_values, TEN, min(BID_CAP, answer))
    return outcome_value(0, percent, win_values, 0 if amount > 0 else NOBODY, amount)
