"""What the bots of DYCHA know. All is public but the order of the deck, so the odds of the next card are exact."""

from stolik.core.levels import Level, Trained
from stolik.games.dycha.book import NAME
from stolik.games.dycha.easy_bot import easy
from stolik.games.dycha.hard_bot import hard
from stolik.games.dycha.normal_bot import normal
from stolik.games.dycha.reasons import reason

__all__ = ["LEVELS", "reason"]

LEVELS: dict[str, Level] = {"easy": easy, "normal": normal, "hard": Trained(hard, NAME)}
