"""Two players: each move is evaluated by a small neural network, in whole numbers.

Its inputs are the position after the move, as the seat may know it, in some sixty numbers. There is one hidden layer of
leaky rectified units, and one output: the logarithm of the odds to win the match. There is no search: between two,
imagined worlds did not help a player that judges like this.
"""

from stolik.core.bitset import members, size
from stolik.core.bot_levels import Weights
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.raise_.bots.move_evaluation import LOSS, PARAMETERS_BEGIN, SET_SIZE, cards_spent
from stolik.games.raise_.bots.position_value import reach
from stolik.games.raise_.components import BLANK, NUMBER, SYMBOL
from stolik.games.raise_.options import SEATS
from stolik.games.raise_.state import (
    CHOOSING,
    HAND,
    MORE_ROUNDS_THAN_PLAYERS,
    PASS,
    RAISING,
    State,
    points_of,
    value,
)

ONE = 256
"""An input of 1, about the largest usual size of each, in fixed point."""

BIAS = 0
TO_COME = BIAS + 1  # one for each number of rounds to come
ROUND = TO_COME + MORE_ROUNDS_THAN_PLAYERS + 2
CHOSEN, CHOSEN_VALUE, STAKE, GAVE_UP, IS_AHEAD, LEAD, POT = range(ROUND, ROUND + 7)
POINTS, POINTS_IF_WON, POINTS_IF_LOST, LEADS_IF_WON, OWN_SPENT, RIVAL_SPENT, MEAN_STAKE = range(ROUND + 7, ROUND + 14)
PROSPECTS = ROUND + 14
RIVALS_VALUE, RIVALS_DEVIATION, RIVALS_MEAN_VALUE, LAST_WORD, NO_ANSWER = range(PROSPECTS, PROSPECTS + 5)
LEFT = PROSPECTS + 5
HAND_VALUE, HAND_SIZE, HAND_POINTS, HAND_REACH, DECK_CARDS, DECK_REACH, DECK_POINTS = range(LEFT, LEFT + 7)
RIVALS_HAND_SIZE, RIVALS_DECK_CARDS, RIVALS_REACH, RIVALS_POINTS, MORE_CARDS, MORE_REACH = range(LEFT + 7, LEFT + 13)
BEST_CARDS = LEFT + 13  # as many as a hand has: how far each carries, the best first
DICE = BEST_CARDS + HAND  # for each symbol its multiplier,
OWN_SYMBOLS = DICE + BLANK  # how many cards with it are left,
RIVALS_SYMBOLS = OWN_SYMBOLS + BLANK  # and how many the rival has
INPUTS = RIVALS_SYMBOLS + BLANK
HIDDEN_UNITS = 64

HIDDEN_WEIGHTS = PARAMETERS_BEGIN + (SEATS - 1) * SET_SIZE  # where they begin: for each input, those of all units
OUTPUT_WEIGHTS = HIDDEN_WEIGHTS + INPUTS * HIDDEN_UNITS  # then one for each unit
WEIGHT_SCALE = 4096
"""A weight of 1, in fixed point."""
LEAK = 128
"""Below zero, a unit has one in so many of its slope."""
SHIFT = 8  # bits by which sums are shortened
CHOICE_NOISE = 200
"""Thousandths of the log odds, at most, that are added to each first card, so that nobody can tell which it will be."""
CLIP = 4  # standard deviations


@rule
def integer_root(square: int) -> int:
    """The whole part of the square root."""
    found = square
    better = (found + 1) // 2
    while better < found:
        found = better
        better = (found + square // found) // 2
    return found


@rule
def encode_inputs(s: State, seat: int, code: int, inputs: Row) -> None:
    """The position after this move."""
    for i in range(INPUTS):
        inputs[i] = 0
    rival = 1 - seat
    cards = 0 if code == PASS else cards_spent(s, seat, code)
    encode_round(s, seat, rival, code, cards, inputs)
    encode_cards(s, seat, rival, s.hand[seat] ^ cards, inputs)
    if code != PASS:
        encode_rival(s, seat, rival, cards, inputs)


@rule
def encode_round(s: State, seat: int, rival: int, code: int, cards: int, inputs: Row) -> None:
    inputs[BIAS] = ONE
    inputs[TO_COME + s.rounds - s.round] = ONE
    ahead = s.points[seat] - s.points[rival]
    if s.phase == CHOOSING:
        inputs[CHOSEN] = ONE
        inputs[CHOSEN_VALUE] = ONE * value(s, cards) // 20
        inputs[STAKE] = ONE * s.prize // 20
    else:
        pot = s.prize + points_of(cards) + points_of(s.played[seat]) + points_of(s.played[rival])
        inputs[OWN_SPENT] = ONE * points_of(s.played[seat]) // 10
        inputs[RIVAL_SPENT] = ONE * points_of(s.played[rival]) // 10
        if code == PASS:
            inputs[GAVE_UP] = ONE
            ahead -= pot
        else:
            inputs[IS_AHEAD] = ONE
            inputs[LEAD] = ONE * (s.field[seat] + value(s, cards) - s.field[rival]) // 20
            inputs[POT] = ONE * pot // 20
            inputs[POINTS_IF_WON] = ONE * (ahead + pot) // 30
            inputs[POINTS_IF_LOST] = ONE * (ahead - pot) // 30
            inputs[LEADS_IF_WON] = ONE * (ahead + pot > 0)
    inputs[POINTS] = ONE * ahead // 30
    for symbol in range(BLANK):
        inputs[DICE + symbol] = ONE * (s.multiplier[symbol] - 1) // 3
    stakes = 0
    for points in members(s.unseen):
        stakes += points
    inputs[MEAN_STAKE] = ONE * stakes // (10 * max(size(s.unseen), 1))


@rule
def encode_cards(s: State, seat: int, rival: int, hand: int, inputs: Row) -> None:
    deck = s.deck[seat]
    left = s.hand[rival] | s.deck[rival]
    inputs[HAND_VALUE] = ONE * value(s, hand) // 30
    inputs[HAND_SIZE] = ONE * size(hand) // 6
    inputs[HAND_POINTS] = ONE * points_of(hand) // 10
    inputs[HAND_REACH] = ONE * reach(hand) // 150
    inputs[DECK_CARDS] = ONE * size(deck) // 20
    inputs[DECK_REACH] = ONE * reach(deck) // 400
    inputs[DECK_POINTS] = ONE * points_of(deck) // 30
    inputs[RIVALS_HAND_SIZE] = ONE * size(s.hand[rival]) // 6
    inputs[RIVALS_DECK_CARDS] = ONE * size(s.deck[rival]) // 20
    inputs[RIVALS_REACH] = ONE * reach(left) // 500
    inputs[RIVALS_POINTS] = ONE * points_of(left) // 30
    inputs[MORE_CARDS] = ONE * (size(hand) + size(deck) - size(left)) // 6
    inputs[MORE_REACH] = ONE * (reach(hand) + reach(deck) - reach(left)) // 150
    for card in members(hand | deck):
        inputs[OWN_SYMBOLS + SYMBOL[card]] += ONE // 6
    for card in members(left):
        inputs[RIVALS_SYMBOLS + SYMBOL[card]] += ONE // 6
    end = BEST_CARDS
    for card in members(hand):
        carries = ONE * NUMBER[card] * s.multiplier[SYMBOL[card]] // 15
        at = end
        while at > BEST_CARDS and inputs[at - 1] < carries:
            inputs[at] = inputs[at - 1]
            at -= 1
        inputs[at] = carries
        end += 1


@rule
def encode_rival(s: State, seat: int, rival: int, cards: int, inputs: Row) -> None:
    """How far the rival's hand may carry, being any of the cards that are left, beside the own one.

    Where none is left, these inputs stay 0: that there is no card says it all.
    """
    left = s.hand[rival] | s.deck[rival]
    count = size(left)
    if count == 0:
        return
    total = 0
    squares = 0
    for card in members(left):
        carries = NUMBER[card] * s.multiplier[SYMBOL[card]]
        total += carries
        squares += carries * carries
    to_play = size(s.hand[rival])
    if s.phase == CHOOSING:
        to_play -= 1
    usual = total * to_play // count
    variance = (squares * count - total * total) * to_play * (count - to_play) // (count * count * count)
    deviation = integer_root(ONE * (variance + 1))  # in sixteenths
    inputs[RIVALS_VALUE] = ONE * usual // 30
    inputs[RIVALS_DEVIATION] = 16 * deviation // 10
    inputs[RIVALS_MEAN_VALUE] = ONE * total // (10 * count)
    in_hand = value(s, s.hand[seat])
    if s.phase == RAISING:
        ahead = s.field[seat] - s.field[rival] - usual
        inputs[NO_ANSWER] = standardized(ahead + value(s, cards), deviation)
    else:
        ahead = -usual - total // count
    inputs[LAST_WORD] = standardized(ahead + in_hand, deviation)


@rule
def standardized(ahead: int, deviation: int) -> int:
    """A lead in standard deviations, clipped."""
    return max(-CLIP * ONE // 2, min(8 * ONE * ahead // deviation, CLIP * ONE // 2))


@rule
def log_odds(inputs: Row, sums: Row, weights: Weights) -> int:
    """The output of the network: the logarithm of the odds to win the match, but for a constant."""
    for unit in range(HIDDEN_UNITS):
        sums[unit] = 0
    at = HIDDEN_WEIGHTS
    for i in range(INPUTS):
        number = inputs[i]
        if number != 0:
            for unit in range(HIDDEN_UNITS):
                sums[unit] += number * weights[at + unit]
        at += HIDDEN_UNITS
    output = 0
    for unit in range(HIDDEN_UNITS):
        total = sums[unit]
        output += ((total if total > 0 else total // LEAK) >> SHIFT) * weights[OUTPUT_WEIGHTS + unit]
    return output


@rule
def choose_move_by_net(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """The move after which the match looks best."""
    inputs = [0] * INPUTS
    sums = [0] * HIDDEN_UNITS
    thousandth = (ONE * WEIGHT_SCALE >> SHIFT) * WEIGHT_SCALE // 1000
    chosen = moves[0]
    best = LOSS
    for k in range(n):
        encode_inputs(s, seat, moves[k], inputs)
        output = log_odds(inputs, sums, weights)
        if s.phase == CHOOSING:
            output += below(rng, CHOICE_NOISE) * thousandth
        if output > best:
            best = output
            chosen = moves[k]
    return chosen
