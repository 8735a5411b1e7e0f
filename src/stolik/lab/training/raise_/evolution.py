"""Finds better parameters for the bots of RAISE: one that differs a little plays among others that do not, and stays if
it wins more than its share, twice.
"""

from array import array
from collections.abc import Callable
from math import sqrt
from typing import Any

from stolik.core.bot_levels import Weights
from stolik.core.game import DEALER, Game
from stolik.core.packed import dtype, pack
from stolik.core.rng import below, pick, stream
from stolik.core.rule import Row
from stolik.games.raise_.bots.move_evaluation import PARAMETERS_BEGIN, SET_SIZE, choose_move
from stolik.jit.compiler import compiled

TRIALS = 60
GAMES_SHARED = 6
"""Of the games that are watched, one in so many is played for every trial."""
STEP_SIZES = (20, 20, 20, 10, 30, 60, 10)
"""By how much, at most, each parameter is changed at once."""


def evolve_parameters(game: Game, players: int, games: int, seed: str, numbers: "array[int]") -> None:
    """Hill climbing: tries mutations and keeps those that win, in the parameters for so many players."""
    rng = stream("habits", seed, players)
    games = max(1, games // GAMES_SHARED)
    compete = competition(game, players, games)
    # more than chance would explain
    enough = 1 / players + sqrt((1 / players) * (1 - 1 / players) / games)
    for trial in range(TRIALS):
        tried = array("h", numbers)
        for _ in range(1 + below(rng, 2)):
            which = below(rng, SET_SIZE)
            step = 1 + below(rng, STEP_SIZES[which])
            at = PARAMETERS_BEGIN + (players - 2) * SET_SIZE + which
            tried[at] = max(0, tried[at] + (step if below(rng, 2) else -step))
        if tried != numbers and all(compete(tried, numbers, (seed, trial, again)) > enough for again in range(2)):
            numbers[:] = tried


def competition(game: Game, players: int, games: int) -> "Callable[[array[int], array[int], Any], float]":
    """compete(one, others, names): the one's share of the wins, by its weights among others with theirs."""
    import numpy as np

    start = np.zeros(1, dtype(game.new))
    pack(game.begin(game.options({"players": players})), start[0])
    loop = compiled(_competing(game))

    def compete(one: "array[int]", others: "array[int]", names: Any) -> float:
        rng = np.array(stream("competition", names), np.int64)
        pair = np.array([others, one], np.int16)
        won: float = loop(start, np.zeros_like(start), np.zeros(game.moves, np.int64), rng, pair, games)
        return won / games

    return compete


def _competing(game: Game) -> Callable[..., float]:
    over, awaited, legal, apply, score = game.over, game.awaited, game.legal, game.apply, game.score
    ticket, chances = game.ticket, game.chances

    def loop(start: Any, states: Any, moves: Row, rng: Row, pair: Any, games: int) -> float:
        won = 0.0
        for number in range(games):
            states[0] = start[0]
            s = states[0]
            one = number % s.players
            while not over(s):
                waiting = awaited(s)
                if waiting == 0:
                    apply(s, DEALER, ticket(s, below(rng, chances(s))))
                else:
                    seat = pick(rng, waiting)
                    weights: Weights = pair[1 if seat == one else 0]
                    apply(s, seat, choose_move(s, seat, moves, legal(s, seat, moves), 100, weights))
            winners = 0
            for seat in range(s.players):
                if score(s, seat) > score(s, one):
                    winners = -s.players
                winners += score(s, seat) == score(s, one)
            if winners > 0:
                won += 1 / winners
        return won

    return loop
