"""How many heists of Gang succeed when all at the table are bots of one level. Matches end after three of one kind."""

from copy import copy
from math import sqrt
from typing import Any

import msgspec

from stolik import catalog
from stolik.core.rule import rule
from stolik.lab.simulation import simulate

SHIFT = 16


class Heists(msgspec.Struct):
    heists: int
    share: float
    error: float
    moves: float
    """In a heist, of all players together."""


@rule
def vaults_and_alarms(s: Any, seat: int) -> int:
    found: int = s.vaults * SHIFT + s.alarms
    return found


def heists(level: str, options: dict[str, Any], games: int, seed: str) -> Heists:
    game = copy(catalog.find("gang"))
    game.score = vaults_and_alarms
    results = simulate(game, options, games, policies=[level], seed=seed)
    vaults = sum(count * (score // SHIFT) for score, count in results.scores[0].items())
    alarms = sum(count * (score % SHIFT) for score, count in results.scores[0].items())
    tried = vaults + alarms
    share = vaults / tried
    moves = sum(length * count for length, count in results.lengths.items()) / tried
    return Heists(tried, share, sqrt(share * (1 - share) / tried), moves)
