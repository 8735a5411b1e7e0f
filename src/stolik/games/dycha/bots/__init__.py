"""What the bots of DYCHA know. All is public but the order of the deck, so the odds of the next card are exact."""

from stolik.core.bot_levels import Level, Trained
from stolik.core.game import no_memory
from stolik.games.dycha.bots.easy import easy
from stolik.games.dycha.bots.hard import hard
from stolik.games.dycha.bots.normal import normal
from stolik.games.dycha.bots.reasons import reason
from stolik.games.dycha.bots.weights_layout import NAME
from stolik.games.dycha.state import State

__all__ = ["LEVELS", "BotState", "reason", "remember"]

BotState = State
remember = no_memory

LEVELS: dict[str, Level] = {"easy": easy, "normal": normal, "hard": Trained(hard, NAME)}
