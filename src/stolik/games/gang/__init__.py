"""Gang, poker played together against the bank. Start with RULES.md, then components.py, state.py and rules/."""

from stolik.core.game import Game
from stolik.games.gang import bots, messages, rules
from stolik.games.gang.options import Options
from stolik.games.gang.state import State

GAME: Game[State, Options] = Game("gang", rules, messages, bots)
