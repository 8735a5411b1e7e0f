"""Small games made for the tests: they have what No Thanks! lacks. A module each, rules and messages together."""

from small_games import blackout, fists, stakes, whispers, yacht
from stolik.core.game import Game

STAKES = Game("stakes", stakes, stakes, stakes)
WHISPERS = Game("whispers", whispers, whispers, whispers)
BLACKOUT = Game("blackout", blackout, blackout, blackout)
YACHT = Game("yacht", yacht, yacht, yacht)
FISTS = Game("fists", fists, fists, fists)

SMALL_GAMES = {game.key: game for game in (STAKES, WHISPERS, BLACKOUT, YACHT, FISTS)}
