"""What the hard bot's weights are, and where. Each number of players has its own page; so has TEN at each limit."""

from stolik.core.bot_levels import Weights
from stolik.core.rule import rule
from stolik.games.dycha.components import NUMBERS
from stolik.games.dycha.state import State, is_ten

NAME = "stolik.games.dycha.bots:weights"

TABLES = 4 + 7 + 7  # for two to five players; alone at TEN's limits 4 … 10; TEN itself at them
STAGES = 14
MOMENTS = TABLES * STAGES
CHANCE = 1024
MIXTURE = 1024
GAPS = 3
RICHEST = 24
MONEY = RICHEST + 1

RIVALRY = 0
"""How much of what another gains is one's own loss, in percent, on each page."""
JOKER_TO_COME = TABLES
"""What it is worth that a joker may turn up."""
DEPTH = TABLES + 1
"""Cards that are thought ahead: one or two."""
CHANCES = 32
"""To get a card that is missing: by moment, four for none on the market and four for some, by copies in the deck."""
MIXES = CHANCES + MOMENTS * 8 * NUMBERS
"""By moment: what a color counts is made of its run as it is, with one gap filled, and with two."""
WORTHS = MIXES + MOMENTS * GAPS
"""By moment: what it is worth to be able to pay so much."""
SIZE = WORTHS + MOMENTS * MONEY


@rule
def page(s: State, side: int) -> int:
    if s.solo_limit == 0:
        return s.players - 2
    return s.solo_limit - 4 + (11 if is_ten(s, side) else 4)


@rule
def stage(pile: int) -> int:
    """Of the game, by what is left of the deck: finer towards the end."""
    reached = 0
    bound = 1
    while pile >= bound:
        reached += 1
        bound += 1 + reached
    return min(reached, STAGES - 1)


@rule
def moment(s: State, side: int) -> int:
    return STAGES * page(s, side) + stage(s.pile)


@rule
def rivalry(s: State, side: int, weights: Weights) -> int:
    """How much of what another gains is one's own loss, in percent."""
    return weights[RIVALRY + page(s, side)]
