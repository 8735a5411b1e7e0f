"""Two players: what a move leads to, judged by a net of trained numbers.

For each move the net is shown the table as it would be afterwards, as the seat may know it, in some sixty numbers. A
layer of units weighs them; a unit that comes out below zero hardly counts; what the units say together is how likely
the match is won. There is no search: between two, imagined worlds did not help a player that judges like this.
"""

from stolik.core.bitset import members, size
from stolik.core.bot_levels import Weights
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.raise_.bots.move_evaluation import HABIT_COUNT, HABITS, LOSS, cards_of
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
    value,
    worth,
)

ONE = 256
"""In what the net is shown: about the largest usual size of each number."""

ALWAYS = 0
TO_COME = ALWAYS + 1  # one for each number of rounds to come
ROUND = TO_COME + MORE_ROUNDS_THAN_PLAYERS + 2
CHOSEN, CHOSEN_VALUE, STAKE, GAVE_UP, IS_AHEAD, LEAD, POT = range(ROUND, ROUND + 7)
POINTS, POINTS_IF_WON, POINTS_IF_LOST, LEADS_IF_WON, OWN_SPENT, RIVAL_SPENT, USUAL_STAKE = range(ROUND + 7, ROUND + 14)
PROSPECTS = ROUND + 14
RIVALS_VALUE, RIVALS_SPREAD, RIVALS_USUAL, LAST_WORD, NO_ANSWER = range(PROSPECTS, PROSPECTS + 5)
LEFT = PROSPECTS + 5
VALUE, CARDS, WORTH, REACH, DECK, DECK_REACH, DECK_WORTH = range(LEFT, LEFT + 7)
RIVALS_CARDS, RIVALS_DECK, RIVALS_REACH, RIVALS_WORTH, MORE_CARDS, MORE_REACH = range(LEFT + 7, LEFT + 13)
BEST_CARDS = LEFT + 13  # as many as a hand has: how far each carries, the best first
DICE = BEST_CARDS + HAND  # for each symbol its multiplier,
OWN_SYMBOLS = DICE + BLANK  # how many cards with it are left,
RIVALS_SYMBOLS = OWN_SYMBOLS + BLANK  # and how many the rival has
SHOWN = RIVALS_SYMBOLS + BLANK
UNITS = 64

NET = HABITS + (SEATS - 1) * HABIT_COUNT  # where it begins in the weights: what each unit makes of each number shown,
SAYS = NET + SHOWN * UNITS  # then how much each unit has to say
WEIGHT = 4096
"""A weight of one, as it is stored."""
FAINT = 128
"""A unit below zero has one in so many of its voice."""
FINE = 8  # bits by which sums are shortened
WAVER = (
    200  # a thousandth of the odds, as many times: by so much first cards are confused, so that nobody can tell them
)

CERTAIN = 4  # spreads


@rule
def root(square: int) -> int:
    """Its whole part."""
    found = square
    better = (found + 1) // 2
    while better < found:
        found = better
        better = (found + square // found) // 2
    return found


@rule
def show(s: State, seat: int, code: int, shown: Row) -> None:
    """The table after this move, for the net."""
    for i in range(SHOWN):
        shown[i] = 0
    rival = 1 - seat
    cards = 0 if code == PASS else cards_of(s, seat, code)
    show_round(s, seat, rival, code, cards, shown)
    show_cards(s, seat, rival, s.hand[seat] ^ cards, shown)
    if code != PASS:
        show_prospects(s, seat, rival, cards, shown)


@rule
def show_round(s: State, seat: int, rival: int, code: int, cards: int, shown: Row) -> None:
    shown[ALWAYS] = ONE
    shown[TO_COME + s.rounds - s.round] = ONE
    ahead = s.points[seat] - s.points[rival]
    if s.phase == CHOOSING:
        shown[CHOSEN] = ONE
        shown[CHOSEN_VALUE] = ONE * value(s, cards) // 20
        shown[STAKE] = ONE * s.prize // 20
    else:
        pot = s.prize + worth(cards) + worth(s.played[seat]) + worth(s.played[rival])
        shown[OWN_SPENT] = ONE * worth(s.played[seat]) // 10
        shown[RIVAL_SPENT] = ONE * worth(s.played[rival]) // 10
        if code == PASS:
            shown[GAVE_UP] = ONE
            ahead -= pot
        else:
            shown[IS_AHEAD] = ONE
            shown[LEAD] = ONE * (s.field[seat] + value(s, cards) - s.field[rival]) // 20
            shown[POT] = ONE * pot // 20
            shown[POINTS_IF_WON] = ONE * (ahead + pot) // 30
            shown[POINTS_IF_LOST] = ONE * (ahead - pot) // 30
            shown[LEADS_IF_WON] = ONE * (ahead + pot > 0)
    shown[POINTS] = ONE * ahead // 30
    for symbol in range(BLANK):
        shown[DICE + symbol] = ONE * (s.times[symbol] - 1) // 3
    stakes = 0
    for points in members(s.unseen):
        stakes += points
    shown[USUAL_STAKE] = ONE * stakes // (10 * max(size(s.unseen), 1))


@rule
def show_cards(s: State, seat: int, rival: int, hand: int, shown: Row) -> None:
    deck = s.deck[seat]
    left = s.hand[rival] | s.deck[rival]
    shown[VALUE] = ONE * value(s, hand) // 30
    shown[CARDS] = ONE * size(hand) // 6
    shown[WORTH] = ONE * worth(hand) // 10
    shown[REACH] = ONE * reach(hand) // 150
    shown[DECK] = ONE * size(deck) // 20
    shown[DECK_REACH] = ONE * reach(deck) // 400
    shown[DECK_WORTH] = ONE * worth(deck) // 30
    shown[RIVALS_CARDS] = ONE * size(s.hand[rival]) // 6
    shown[RIVALS_DECK] = ONE * size(s.deck[rival]) // 20
    shown[RIVALS_REACH] = ONE * reach(left) // 500
    shown[RIVALS_WORTH] = ONE * worth(left) // 30
    shown[MORE_CARDS] = ONE * (size(hand) + size(deck) - size(left)) // 6
    shown[MORE_REACH] = ONE * (reach(hand) + reach(deck) - reach(left)) // 150
    for card in members(hand | deck):
        shown[OWN_SYMBOLS + SYMBOL[card]] += ONE // 6
    for card in members(left):
        shown[RIVALS_SYMBOLS + SYMBOL[card]] += ONE // 6
    end = BEST_CARDS
    for card in members(hand):
        carries = ONE * NUMBER[card] * s.times[SYMBOL[card]] // 15
        at = end
        while at > BEST_CARDS and shown[at - 1] < carries:
            shown[at] = shown[at - 1]
            at -= 1
        shown[at] = carries
        end += 1


@rule
def show_prospects(s: State, seat: int, rival: int, cards: int, shown: Row) -> None:
    """How far the rival's hand may carry, being any of the cards that are left, beside the own one.

    Where none is left, nothing is shown: that there is no card says it all.
    """
    left = s.hand[rival] | s.deck[rival]
    count = size(left)
    if count == 0:
        return
    total = 0
    squares = 0
    for card in members(left):
        carries = NUMBER[card] * s.times[SYMBOL[card]]
        total += carries
        squares += carries * carries
    to_play = size(s.hand[rival])
    if s.phase == CHOOSING:
        to_play -= 1
    usual = total * to_play // count
    variance = (squares * count - total * total) * to_play * (count - to_play) // (count * count * count)
    spread = root(ONE * (variance + 1))  # in sixteenths
    shown[RIVALS_VALUE] = ONE * usual // 30
    shown[RIVALS_SPREAD] = 16 * spread // 10
    shown[RIVALS_USUAL] = ONE * total // (10 * count)
    in_hand = value(s, s.hand[seat])
    if s.phase == RAISING:
        ahead = s.field[seat] - s.field[rival] - usual
        shown[NO_ANSWER] = in_spreads(ahead + value(s, cards), spread)
    else:
        ahead = -usual - total // count
    shown[LAST_WORD] = in_spreads(ahead + in_hand, spread)


@rule
def in_spreads(ahead: int, spread: int) -> int:
    return max(-CERTAIN * ONE // 2, min(8 * ONE * ahead // spread, CERTAIN * ONE // 2))


@rule
def judge(shown: Row, sums: Row, weights: Weights) -> int:
    """What the units say together: the logarithm of the odds to win the match, but for a constant."""
    for unit in range(UNITS):
        sums[unit] = 0
    at = NET
    for i in range(SHOWN):
        number = shown[i]
        if number != 0:
            for unit in range(UNITS):
                sums[unit] += number * weights[at + unit]
        at += UNITS
    said = 0
    for unit in range(UNITS):
        loud = sums[unit]
        said += ((loud if loud > 0 else loud // FAINT) >> FINE) * weights[SAYS + unit]
    return said


@rule
def duel(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """The move after which the match looks best."""
    shown = [0] * SHOWN
    sums = [0] * UNITS
    thousandth = (ONE * WEIGHT >> FINE) * WEIGHT // 1000
    chosen = moves[0]
    best = LOSS
    for k in range(n):
        show(s, seat, moves[k], shown)
        said = judge(shown, sums, weights)
        if s.phase == CHOOSING:
            said += below(rng, WAVER) * thousandth
        if said > best:
            best = said
            chosen = moves[k]
    return chosen
