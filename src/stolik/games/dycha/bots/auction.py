"""Auctions, for the hard bot. What everybody can pay is public, and each bids once: so think from the last bidder back.

Everybody is taken to know what the joker is worth to everybody, in points; then each bids as it is best given how those
after will bid.
"""

from stolik.core.bot_levels import Weights
from stolik.core.rule import NOBODY, left_of, rule
from stolik.games.dycha.bots.draw_or_stop import LOSS
from stolik.games.dycha.bots.learned_values import (
    Held,
    Hopes,
    best_color,
    color_gain,
    full_color,
    hope,
    money_worth,
    wealth,
)
from stolik.games.dycha.bots.weights_layout import moment, rivalry
from stolik.games.dycha.components import COLOR_COUNT, COLORED, FULL, NUMBERED
from stolik.games.dycha.options import SEATS
from stolik.games.dycha.rules.auction import highest_bid, lowest_bid
from stolik.games.dycha.rules.scoring import MASKS, color_index
from stolik.games.dycha.state import BID, LOWEST_SOLO_BID, PASS, TEN, State, auction_resources

MOST = 40
"""No bid that makes sense is higher."""
SIDES = SEATS + 1  # and nobody


@rule
def joker_gain(s: State, side: int, weights: Weights, hopes: Hopes, held: Held) -> int:
    """What the joker on auction would bring to a side."""
    first = COLOR_COUNT * side
    if s.joker < COLORED:
        card = 1 << s.joker - NUMBERED
        color = best_color(hopes, held, first, card, -1)
        return color_gain(hopes, held, first, color, card) if color >= 0 else 0
    best = 0
    for color in range(COLOR_COUNT):
        if s.joker == FULL or s.joker == COLORED + color:
            best = max(best, gap_gain(s, side, weights, hopes, held, color))
    return best


@rule
def gap_gain(s: State, side: int, weights: Weights, hopes: Hopes, held: Held, color: int) -> int:
    """What a color gains by a joker that can be any of its numbers."""
    own = held[COLOR_COUNT * side + color]
    index = (color_index(s.once[side], s.jokers[side], color) | own) + MASKS
    if color == full_color(s, side):
        index += MASKS
    filled = [0] * MASKS
    hope(s, weights, moment(s, side), color, index, filled, 0)
    return filled[own] - hopes[MASKS * (COLOR_COUNT * side + color) + own]


@rule
def note_bidders(s: State, weights: Weights, hopes: Hopes, held: Held, worths: list[int], most: list[int]) -> None:
    """What the joker at each price would bring to each side, and what each would bid at most."""
    for side in range(s.sides):
        at = moment(s, side)
        rich = wealth(s, side)
        brought = joker_gain(s, side, weights, hopes, held)
        before = money_worth(weights, at, rich)
        most[side] = min(MOST, rich, highest_bid(s, side))
        for price in range(MOST + 1):
            worths[side * (MOST + 1) + price] = brought - before + money_worth(weights, at, rich - price)


@rule
def outcome_worth(seat: int, percent: int, worths: list[int], winner: int, price: int) -> int:
    """What it means to a seat that somebody gets the joker at a price."""
    if winner == NOBODY:
        return 0
    worth = worths[winner * (MOST + 1) + price]
    return worth if winner == seat else -worth * percent // 100


@rule
def outbid(s: State, seat: int, weights: Weights, hopes: Hopes, held: Held) -> int:
    worths = [0] * (SEATS * (MOST + 1))
    most = [0] * SEATS
    note_bidders(s, weights, hopes, held, worths, most)
    percent = rivalry(s, seat, weights)
    if s.solo_limit > 0:
        return outbid_ten(s, percent, worths, most)
    ends = [0] * (SIDES * (MOST + 1))
    settle_ends(ends)
    bidders = 1
    side = seat
    while side != s.active:
        side = left_of(side, s.sides)
        bidders += 1
    for later in range(bidders - 1, 0, -1):
        think_back((seat + later) % s.sides, percent, worths, most, ends)
    amount = best_bid(seat, percent, worths, most, ends, min(s.highest, MOST), s.leader)
    return BID - 1 + amount if amount > 0 else PASS


@rule
def settle_ends(ends: list[int]) -> None:
    """When all have bid, who leads has it. `ends`: by leader (NOBODY is the last) and highest bid, the same packed."""
    for leader in range(SIDES):
        for highest in range(MOST + 1):
            ends[leader * (MOST + 1) + highest] = leader * (MOST + 1) + highest


@rule
def worth_of_end(seat: int, percent: int, worths: list[int], end: int) -> int:
    winner = end // (MOST + 1)
    return outcome_worth(seat, percent, worths, NOBODY if winner == SEATS else winner, end % (MOST + 1))


@rule
def best_bid(
    side: int, percent: int, worths: list[int], most: list[int], ends: list[int], highest: int, leader: int
) -> int:
    """0: pass. The lowest of equally good ones."""
    passed = SEATS if leader == NOBODY else leader
    best = worth_of_end(side, percent, worths, ends[passed * (MOST + 1) + highest])
    chosen = 0
    for amount in range(highest + 1, most[side] + 1):
        found = worth_of_end(side, percent, worths, ends[side * (MOST + 1) + amount])
        if found > best:
            best = found
            chosen = amount
    return chosen


@rule
def think_back(side: int, percent: int, worths: list[int], most: list[int], ends: list[int]) -> None:
    """Whatever was bid before, this side bids what is best for it."""
    best = LOSS
    end = 0
    for highest in range(MOST - 1, -1, -1):
        if highest < most[side]:
            found = worth_of_end(side, percent, worths, ends[side * (MOST + 1) + highest + 1])
            if found >= best:
                best = found
                end = ends[side * (MOST + 1) + highest + 1]
        for leader in range(SIDES):
            place = leader * (MOST + 1) + highest
            if leader != side and best > worth_of_end(side, percent, worths, ends[place]):
                ends[place] = end


@rule
def outbid_ten(s: State, percent: int, worths: list[int], most: list[int]) -> int:
    """How TEN bids is known (R26, R27), so every bid can be judged by what follows."""
    lowest = lowest_bid(s)
    best = ten_answers(s, percent, worths, 0)
    chosen = PASS
    for amount in range(lowest, most[0] + 1):
        found = ten_answers(s, percent, worths, amount)
        if found > best:
            best = found
            chosen = BID - 1 + amount
    for amount in range(max(lowest, most[0] + 1), min(MOST - 1, highest_bid(s, 0)) + 1):
        if s.active == TEN and amount < auction_resources(s, TEN):  # it need not be paid
            found = ten_answers(s, percent, worths, amount)
            if found > best:
                best = found
                chosen = BID - 1 + amount
    return chosen


@rule
def ten_answers(s: State, percent: int, worths: list[int], amount: int) -> int:
    """What a bid (0: none) comes to."""
    if s.active != TEN:
        if amount > 0:
            return outcome_worth(0, percent, worths, 0, amount)
        return outcome_worth(0, percent, worths, s.leader, min(MOST, s.highest))
    answer = max(amount + 1, LOWEST_SOLO_BID)
    if answer <= auction_resources(s, TEN):
        return outcome_worth(0, percent, worths, TEN, min(MOST, answer))
    return outcome_worth(0, percent, worths, 0 if amount > 0 else NOBODY, amount)
