"""DYCHA, assembled."""

from stolik.core.game import Game
from stolik.games.dycha import bots, messages, rules
from stolik.games.dycha.options import Options
from stolik.games.dycha.state import State

GAME: Game[State, Options] = Game("dycha", rules, messages, bots)
