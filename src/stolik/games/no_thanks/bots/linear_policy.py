"""A linear policy: the score of taking the card on the table is the sum of sixteen weighted features.

Chips can be counted (R12), so the features use them all. Weights were found by training, for one kind of table: each
number of players has its own, and so has the tactical variant, which differs in chips and cards (R11).
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rule import left_of, rule
from stolik.games.no_thanks.rules import added_cost
from stolik.games.no_thanks.state import State

FEATURES = 16
TRAINING_POPULATIONS = 3  # weights were evolved among all sorts of players, nearly all alike, half of them alike
KINDS, TACTICAL = 8, 5  # kinds of tables: 3 to 7 players, then tactical 3 to 5
FEWEST = 3  # players
SET_ASIDE = 9  # cards, where it is not tactical
DEAR, CHEAP, BARGAIN = 40, 20, 10  # points that a card may cost a rival
MANY, FEW = 16, 5  # chips


@rule
def kind_of_table(s: State) -> int:
    """Which weights are for this table. The tactical variant is known by how many cards were set aside (R3, R11)."""
    tactical = size(s.unseen) - s.pile < SET_ASIDE
    return s.players - FEWEST + (TACTICAL if tactical else 0)


@rule
def take_score(s: State, seat: int, weights: Weights, at: int) -> int:
    """The score of taking the card, by the weights that begin there: above zero the seat takes it."""
    pot, pile, chips = s.pot, s.pile, s.chips[seat]
    gain = pot - added_cost(s.cards[seat], s.card)
    score = weights[at] * 8
    score += weights[at + 1] * gain
    score += weights[at + 2] * pot
    score += weights[at + 3] * min(chips, MANY)
    score += weights[at + 4] * max(0, FEW - chips)
    score += weights[at + 5] * pile
    score += weights[at + 6] * (gain * pile >> 3)
    score += weights[at + 7] * (pot * pile >> 3)
    score += rival_features(s, seat, weights, at + 8)
    return score + future_card_features(s, seat, weights, at + 13)


@rule
def rival_features(s: State, seat: int, weights: Weights, at: int) -> int:
    """The features of the rivals, weighted: how cheap the card will be for one who may take it before it comes round
    again, whether somebody must take it for lack of chips, and what the poorest has.
    """
    rival, poorest, forced = DEAR, MANY, 0
    chips_by_then = s.pot + 1
    other = left_of(seat, s.players)
    while other != seat:
        poorest = min(poorest, s.chips[other])
        if forced == 0:
            rival = min(rival, added_cost(s.cards[other], s.card) - chips_by_then)
        if s.chips[other] == 0:
            forced = 1
        chips_by_then += 1
        other = left_of(other, s.players)
    score = weights[at] * rival
    score += weights[at + 1] * max(0, CHEAP - rival)
    score += weights[at + 2] * max(0, BARGAIN - rival)
    score += weights[at + 3] * 8 * forced
    return score + weights[at + 4] * poorest


@rule
def future_card_features(s: State, seat: int, weights: Weights, at: int) -> int:
    """The features of cards to come, weighted: neighbours of this card, and those that close a gap to the own cards."""
    card, unseen, mine = s.card, s.unseen, s.cards[seat]
    above, below = unseen >> card + 1 & 1, unseen >> card - 1 & 1
    gaps = (above & mine >> card + 2) + (below & mine >> card - 2)
    return (weights[at] * above + weights[at + 1] * below + weights[at + 2] * gaps) * 4
