"""Learns the values of DYCHA's hard bot by self-play and least squares.

See `stolik.games.dycha.bots.learned_values`.

In every round the bot plays many games by the weights of the last round (the first by the normal bot); from how they
ended follows, for each moment of a game: how often a card was still got that somebody missed, how what a collection
counted in the end depends on what it had, and what currency was good for. That makes the next weights.
"""

import os
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stolik import catalog
from stolik.bots.search import weighted_policy
from stolik.bots.weights import write_weights
from stolik.core.bitset import lowest
from stolik.core.bot_levels import Level, Search, Trained
from stolik.core.game import DEALER
from stolik.core.packed import dtype, pack
from stolik.core.rng import below, stream
from stolik.games.dycha.bots.hard import hard
from stolik.games.dycha.bots.heuristic_values import POINT
from stolik.games.dycha.bots.learned_values import copies, extends_run, fill_side_values, free_money
from stolik.games.dycha.bots.weights_layout import (
    BUCKETS,
    CHANCE_UNIT,
    CHANCES,
    GAP_WEIGHT_UNIT,
    GAP_WEIGHTS,
    GAPS,
    JOKER_BONUS,
    MONEY_STEPS,
    MONEY_VALUES,
    NAME,
    RIVALRY,
    SEARCH_DEPTH,
    SETUPS,
    SIZE,
    STAGES,
    bucket_of,
)
from stolik.games.dycha.components import COLOR_COUNT, NUMBER_KINDS, NUMBERS
from stolik.games.dycha.options import SEATS
from stolik.games.dycha.rules.scoring import MASKS, points
from stolik.games.dycha.state import BUY, DECIDE, MARKET
from stolik.jit.compiler import compiled
from stolik.lab.training.evaluation import win_ratio

Numbers = npt.NDArray[Any]
Report = Callable[[str, float], None]

THRIFT = 115
"""Percent: to value currency a little more than the games teach was measured to be better."""
ROUNDS = 4
GAMES = 1_000
PROVED = 200
"""Games in every seat to see how strong the weights are."""
"""In a round, for each number of players and each limit of TEN."""
SNAPSHOTS = 200
"""At the beginnings of turns, and before the last purchases: no game has more."""
BENDS = (2, 5, 9, 14, MONEY_STEPS - 1)
"""Amounts of currency above which more of it may be worth less."""
LOOKED_AT = GAPS + len(BENDS) + 1
TRUSTED = 3_000
"""So many turns of evidence are needed against what holds at the next stage of the game."""
FEW = 40.0
"""So many cards count as evidence for what holds for all numbers alike."""

ALL_OPTIONS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4, 5)),
    *({"players": 1, "solo_limit": limit} for limit in range(4, 11)),
]


def train(
    folder: Path,
    *,
    seed: str,
    command: str,
    report: Report,
    all_options: Sequence[dict[str, Any]] = ALL_OPTIONS,
    games: int = GAMES,
    rounds: int = ROUNDS,
    first: str = "normal",
    proved: int = PROVED,
) -> None:
    weights = blank()
    for number in range(rounds):
        study = partial(_study, weights, "hard" if number else first, games, f"{seed} {number}")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for done, options in enumerate(pool.map(study, all_options), 1):
                report(f"round {number + 1} of {rounds}: {options}", (number + done / len(all_options)) / rounds)
    weights[SEARCH_DEPTH] = 2
    weights[MONEY_VALUES:] = weights[MONEY_VALUES:].astype(np.int64) * THRIFT // 100
    numbers = array("h", weights.tolist())
    write_weights(folder, NAME.partition(":")[2], numbers, made_by=command, strength=_strength(numbers, proved, seed))


def _strength(numbers: "array[int]", games: int, seed: str) -> str:
    if games == 0:
        return "not measured"
    game = catalog.find("dycha")
    one, normal = Trained(hard, ""), game.levels["normal"]
    counts = (2, 3, 4, 5)
    won = [win_ratio(game, {"players": n}, one, numbers, normal, games, f"{seed} proof") for n in counts]
    told = ", ".join(f"{times:.2f}" for times in won)
    return (
        f"One hard bot among normal ones wins {told} times its part with 2 to 5 players ({games} games in every seat)."
    )


def _study(weights: Numbers, level: str, games: int, seed: str, options: dict[str, Any]) -> dict[str, Any]:
    """Play, and learn from it: pages of the weights that no other thread reads or writes."""
    learn(weights, SelfPlay(options, level, weights, games, seed))
    return options


def blank() -> Numbers:
    weights = np.zeros(SIZE, np.int16)
    for setup in range(SETUPS):
        weights[RIVALRY + setup] = 100 // (setup + 1) if setup < 4 else 100
    weights[JOKER_BONUS] = 800
    weights[SEARCH_DEPTH] = 1
    return weights


class SelfPlay:
    """Games of self-play: a snapshot of the state at the beginning of every turn, and the results."""

    def __init__(self, options: dict[str, Any], level: str, weights: Numbers, games: int, seed: str) -> None:
        game = catalog.find("dycha")
        start = np.zeros(1, dtype(game.new))
        pack(game.begin(game.options(options)), start[0])
        self.states = np.zeros(games * SNAPSHOTS, start.dtype)
        self.counts = np.zeros(games, np.int64)
        self.owned = np.zeros((games, SEATS), np.int64)
        self.points = np.zeros((games, SEATS), np.int64)
        moves = np.zeros(game.moves, np.int64)
        generators = np.array([stream(seed, options, "cards"), stream(seed, options, "bots")], np.int64)
        play = _compiled(_playing(game.levels[level]))
        play(start, self.states, self.counts, self.owned, self.points, moves, generators, weights)


@cache
def _compiled(loop: Callable[..., None]) -> Callable[..., None]:
    return compiled(loop)


@cache
def _playing(level: Level) -> Callable[..., None]:
    game = catalog.find("dycha")
    if isinstance(level, Search):
        raise TypeError("a search would play too slowly to learn from")
    awaited, over, legal, apply = game.awaited, game.over, game.legal, game.apply
    ticket, chances, policy = game.ticket, game.chances, weighted_policy(level)

    def play(
        start: Any, states: Any, counts: Any, owned: Any, scored: Any, moves: Any, generators: Any, weights: Any
    ) -> None:
        playing = start.copy()
        s = playing[0]
        for number in range(len(counts)):
            playing[0] = start[0]
            while not over(s):
                waiting = awaited(s)
                if waiting == 0:
                    apply(s, DEALER, ticket(s, below(generators[0], chances(s))))
                    continue
                seat = lowest(waiting)
                begins = (s.phase == DECIDE and s.length == 0) or (s.last_purchases == s.players and s.phase == BUY)
                if begins and counts[number] < SNAPSHOTS:
                    states[number * SNAPSHOTS + counts[number]] = playing[0]
                    counts[number] += 1
                n = legal(s, seat, moves)
                apply(s, seat, policy(s, seat, moves, n, generators[1], weights) if n > 1 else moves[0])
            for side in range(s.sides):
                owned[number, side] = s.once[side]
                scored[number, side] = points(s, side)

    return play


def learn(weights: Numbers, games: SelfPlay) -> None:
    """Write what the games teach into the weights."""
    _learn_chances(weights, games)
    _learn_worths(weights, games)


def _learn_chances(weights: Numbers, games: SelfPlay) -> None:
    found = np.zeros((2, BUCKETS, 8, NUMBERS))
    _compiled(count_missing)(games.states, games.counts, games.owned, found)
    missing, got = found
    seen = missing.sum(axis=(1, 2)) > 0
    alike = got.sum(axis=2, keepdims=True) / np.maximum(missing.sum(axis=2, keepdims=True), 1)
    chance = (got + FEW * alike) / (missing + FEW)
    chance[:, 0] = 0  # there is no such card
    pages = weights[CHANCES:GAP_WEIGHTS].reshape(BUCKETS, 8, NUMBERS)
    pages[seen] = np.round(CHANCE_UNIT * chance[seen])


def count_missing(states: Any, counts: Any, owned: Any, found: Any) -> None:
    """How many cards were missed, and how many of them were got."""
    for number in range(len(counts)):
        for snapshot in range(counts[number]):
            s = states[number * SNAPSHOTS + snapshot]
            for side in range(s.sides):
                at = bucket_of(s, side)
                for kind in range(NUMBER_KINDS):
                    if not extends_run(s, side, kind):
                        continue
                    where = 4 * (s.once[MARKET] >> kind & 1) + copies(s, kind)
                    found[0, at, where, kind % NUMBERS] += 1
                    found[1, at, where, kind % NUMBERS] += owned[number, side] >> kind & 1


def _learn_worths(weights: Numbers, games: SelfPlay) -> None:
    """How points at the end depend on runs, on runs with gaps filled, and on currency: by least squares."""
    pure = np.tile(weights, (GAPS, 1))
    for gaps in range(GAPS):
        mixes = pure[gaps, GAP_WEIGHTS:MONEY_VALUES].reshape(BUCKETS, GAPS)
        mixes[:] = 0
        mixes[:, gaps] = GAP_WEIGHT_UNIT
    squares = np.zeros((BUCKETS, LOOKED_AT, LOOKED_AT))
    products = np.zeros((BUCKETS, LOOKED_AT))
    _compiled(sum_normal_equations)(games.states, games.counts, games.points, pure, np.array(BENDS), squares, products)
    for setup in range(SETUPS):
        coefficients = np.zeros(LOOKED_AT)
        coefficients[0] = 1  # a run counts what it is
        for at in range(STAGES * setup, STAGES * (setup + 1)):
            if squares[at, -1, -1] > 0:
                coefficients = _least_squares(squares[at], products[at], coefficients)
                _write_worths(weights, at, coefficients)


def sum_normal_equations(
    states: Any, counts: Any, scored: Any, pure: Any, bends: Any, squares: Any, products: Any
) -> None:
    looked_at = np.zeros(LOOKED_AT)
    color_values = [0] * (MASKS * COLOR_COUNT * SEATS)
    held = [0] * (COLOR_COUNT * SEATS)
    for number in range(len(counts)):
        for snapshot in range(counts[number]):
            s = states[number * SNAPSHOTS + snapshot]
            for side in range(s.sides):
                at = bucket_of(s, side)
                for gaps in range(GAPS):
                    fill_side_values(s, pure[gaps], side, color_values, held)
                    total = 0
                    for color in range(COLOR_COUNT * side, COLOR_COUNT * (side + 1)):
                        total += color_values[MASKS * color + held[color]]
                    looked_at[gaps] = total
                for bend in range(len(bends)):
                    looked_at[GAPS + bend] = min(free_money(s, side), bends[bend])
                looked_at[LOOKED_AT - 1] = 1
                for one in range(LOOKED_AT):
                    products[at, one] += looked_at[one] * scored[number, side] * POINT
                    for two in range(LOOKED_AT):
                        squares[at, one, two] += looked_at[one] * looked_at[two]


def _least_squares(squares: Numbers, products: Numbers, before: Numbers) -> Numbers:
    """Regularized least squares: where the games say little, the coefficients of the stage that follows in the game."""
    trust = np.array([TRUSTED * POINT**2] * GAPS + [float(TRUSTED)] * len(BENDS) + [0.0])
    matrix = squares + np.diag(trust)
    scale = np.sqrt(np.diagonal(matrix))
    coefficients = before * scale
    _compiled(coordinate_descent)(matrix / np.outer(scale, scale), (products + trust * before) / scale, coefficients)
    found: Numbers = coefficients / scale
    return found


def coordinate_descent(matrix: Any, wanted: Any, coefficients: Any) -> None:
    """Coordinate descent; no coefficient below 0 but the last, the intercept."""
    for _ in range(20_000):
        for one in range(len(coefficients)):
            missed = wanted[one]
            for two in range(len(coefficients)):
                missed -= matrix[one, two] * coefficients[two]
            better = coefficients[one] + missed / matrix[one, one]
            coefficients[one] = better if one == len(coefficients) - 1 else max(better, 0.0)


def _write_worths(weights: Numbers, at: int, coefficients: Numbers) -> None:
    mixes = np.round(GAP_WEIGHT_UNIT * coefficients[:GAPS])
    amounts = np.arange(MONEY_STEPS)
    worths = sum(coefficients[GAPS + bend] * np.minimum(amounts, most) for bend, most in enumerate(BENDS))
    weights[GAP_WEIGHTS + GAPS * at : GAP_WEIGHTS + GAPS * (at + 1)] = np.minimum(mixes, 32_000)
    weights[MONEY_VALUES + MONEY_STEPS * at : MONEY_VALUES + MONEY_STEPS * (at + 1)] = np.minimum(
        np.round(worths), 32_000
    )
