"""The layout of the hard bot's weights: which number means what, and where it is.

Positions are put into buckets, by setup and by stage. A setup is a number of players, a solo player at one of TEN's
limits, or TEN itself at one; a stage is how much of the deck is left.
"""

from stolik.core.bot_levels import Weights
from stolik.core.rule import rule
from stolik.games.dycha.components import NUMBERS
from stolik.games.dycha.state import State, is_ten

NAME = "stolik.games.dycha.bots:weights"

SETUPS = 4 + 7 + 7  # for two to five players; alone at TEN's limits 4 … 10; TEN itself at them
STAGES = 14
BUCKETS = SETUPS * STAGES
CHANCE_UNIT = 1024
GAP_WEIGHT_UNIT = 1024
GAPS = 3
MOST_MONEY = 24
MONEY_STEPS = MOST_MONEY + 1

RIVALRY = 0
"""By setup: how much of what an opponent gains is one's own loss, in percent."""
JOKER_BONUS = SETUPS
"""The value of an auction to come, if the next card is a joker."""
SEARCH_DEPTH = SETUPS + 1
"""How many cards are looked ahead when drawing: one or two."""
CHANCES = 32
"""The chance to get a missing card: by bucket, whether one lies on the market, copies in the deck, and number."""
GAP_WEIGHTS = CHANCES + BUCKETS * 8 * NUMBERS
"""By bucket: how the expected value of a color is mixed from its run as it is, with one gap filled, and with two."""
MONEY_VALUES = GAP_WEIGHTS + BUCKETS * GAPS
"""By bucket: the value of being able to pay so much."""
SIZE = MONEY_VALUES + BUCKETS * MONEY_STEPS


@rule
def setup_of(s: State, side: int) -> int:
    if s.solo_limit == 0:
        return s.players - 2
    return s.solo_limit - 4 + (11 if is_ten(s, side) else 4)


@rule
def stage(pile: int) -> int:
    """Of the game, by the cards left in the deck: finer towards the end."""
    reached = 0
    bound = 1
    while pile >= bound:
        reached += 1
        bound += 1 + reached
    return min(reached, STAGES - 1)


@rule
def bucket_of(s: State, side: int) -> int:
    return STAGES * setup_of(s, side) + stage(s.pile)


@rule
def rivalry(s: State, side: int, weights: Weights) -> int:
    """How much of what an opponent gains is one's own loss, in percent."""
    return weights[RIVALRY + setup_of(s, side)]
