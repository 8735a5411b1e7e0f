"""RAISE, assembled."""

from stolik.core.game import Game
from stolik.games.raise_ import bots, messages, rules
from stolik.games.raise_.options import Options
from stolik.games.raise_.state import State

GAME: Game[State, Options] = Game("raise", rules, messages, bots)
