"""No Thanks!, assembled."""

from stolik.core.game import Game
from stolik.games.no_thanks import bots, messages, rules
from stolik.games.no_thanks.options import Options
from stolik.games.no_thanks.state import State

GAME: Game[State, Options] = Game("no_thanks", rules, messages, bots)
