"""GRA, assembled."""

from stolik.core.game import Game
from stolik.games.gra import bots, messages, rules
from stolik.games.gra.options import Options
from stolik.games.gra.state import State

GAME: Game[State, Options] = Game("gra", rules, messages, bots)
