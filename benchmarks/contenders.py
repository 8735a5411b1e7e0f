"""Who runs, and how. Every contender plays random whole games; one step is one pass of its loop.

Those stepped from Python share one kind of loop, the one that works for every game of the library: is it over, whose
turn is it, what is legal; draw with `random.Random`, play it. Libraries are imported only when a contender is prepared.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from machine import OPEN_SPIEL, PETTING_ZOO, RLCARD

SEED = 1
OPTIONS = {"players": 4}
BATCH = 4096

Play: TypeAlias = Callable[[], int]
"""Plays one whole game (for the batch: one step of all matches) and gives the number of steps."""
Run: TypeAlias = Callable[[float], float]
"""Runs for about that many seconds and gives the steps per second."""


@dataclass(frozen=True)
class Contender:
    key: str
    name: str
    plays: str
    prepare: Callable[[], Run]
    """Imports the library and warms it up."""
    peer: bool = False
    all_cores: bool = False

    @property
    def label(self) -> str:
        return f"{self.name}: {self.plays}" if self.peer else self.name


def _repeated(play: Play) -> Run:
    def run(seconds: float) -> float:
        steps = 0
        begun = perf_counter()
        while (elapsed := perf_counter() - begun) < seconds:
            steps += play()
        return steps / elapsed

    run(0.1)
    return run


# Stolik


def compiled(game: str, cores: int | None) -> Run:
    from stolik.lab.simulation import simulate

    trial = simulate(game, OPTIONS, 10_000, cores=cores)
    seeds = count()

    def run(seconds: float) -> float:
        games = max(1, int(seconds * trial.games / trial.seconds))
        return simulate(game, OPTIONS, games, seed=str(next(seeds)), cores=cores).steps_per_second

    return run


def batch() -> Run:
    import numpy as np

    from stolik.games.no_thanks.state import TAKE
    from stolik.lab.batch import Batch

    matches = Batch("no_thanks", OPTIONS, BATCH, seed=str(SEED))
    rng = np.random.default_rng(SEED)

    def play() -> int:
        codes = (matches.masks * (1 - rng.random(matches.masks.shape))).argmax(axis=1)
        matches.step(codes)
        # A card taken brings the next one; the last brings a new match, with its first player and first card.
        deals = np.count_nonzero(codes == TAKE) + np.count_nonzero(matches.finished)
        return BATCH + int(deals)

    return _repeated(play)


def interpreted(key: str) -> Run:
    from stolik import DEALER, catalog
    from stolik.bots.bot import level_of
    from stolik.core.rng import stream

    game = catalog.find(key)
    if "random" in game.levels:
        return _repeated(_by_its_own_chance(game, level_of(game, "random"), stream(SEED)))
    awaited, legal, apply, chances, ticket = game.awaited, game.legal, game.apply, game.chances, game.ticket
    options = game.options(OPTIONS)
    moves = [0] * game.moves
    draw = Random(SEED).random

    def play() -> int:
        s = game.begin(options)
        steps = 0
        while True:
            if waiting := awaited(s):
                seat = waiting.bit_length() - 1
                apply(s, seat, moves[int(draw() * legal(s, seat, moves))])
            elif tickets := chances(s):
                apply(s, DEALER, ticket(s, int(draw() * tickets)))
            else:
                return steps  # nobody can move, and nothing is to be dealt: it is over
            steps += 1

    return _repeated(play)


def _by_its_own_chance(game: Any, choose: Any, words: list[int]) -> Play:
    """A game in which any legal moves would go on for ever, and which says itself how to play at random."""
    from stolik import DEALER

    awaited, legal, apply, chances, ticket = game.awaited, game.legal, game.apply, game.chances, game.ticket
    options = game.options(OPTIONS)
    moves = [0] * game.moves
    draw = Random(SEED).random

    def play() -> int:
        s = game.begin(options)
        steps = 0
        while True:
            if waiting := awaited(s):
                seat = waiting.bit_length() - 1
                apply(s, seat, choose(s, seat, moves, legal(s, seat, moves), words))
            elif tickets := chances(s):
                apply(s, DEALER, ticket(s, int(draw() * tickets)))
            else:
                return steps
            steps += 1

    return play


def whole_match() -> Run:
    from stolik import Match

    draw = Random(SEED).random

    def play() -> int:
        match = Match("no_thanks", OPTIONS)
        while not match.over:
            (seat,) = match.awaited
            moves = match.legal(seat)
            match.play(seat, moves[int(draw() * len(moves))])
        return len(match.record.log)

    return _repeated(play)


# The others


def open_spiel(name: str) -> Run:
    """The loop of OpenSpiel's own examples, right for all its games."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = Random(SEED)
    draw, weighted = rng.random, rng.choices

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(weighted(outcomes, weights)[0])
            else:
                actions = state.legal_actions(state.current_player())
                state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return _repeated(play)


def open_spiel_shortcut() -> Run:
    """Asks nothing but the legal actions: right only where all chance outcomes are equally likely."""
    import pyspiel

    game = pyspiel.load_game("liars_dice")
    draw = Random(SEED).random

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return _repeated(play)


def rlcard(game: str) -> Run:
    import rlcard as library

    env = library.make(game, {"seed": SEED})
    draw = Random(SEED).random

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return _repeated(play)


def petting_zoo(game: str) -> Run:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    env = import_module(f"pettingzoo.classic.rlcard_envs.{game}").env()
    env.reset(seed=SEED)
    draw = Random(SEED).random

    def play() -> int:
        env.reset()
        steps = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return steps
            actions = observation["action_mask"].nonzero()[0]
            env.step(int(actions[int(draw() * len(actions))]))
            steps += 1

    return _repeated(play)


OPEN_SPIEL_HANABI = f"{OPEN_SPIEL}_hanabi"
ALL_CORES, COMPILED, INTERPRETED = "compiled_all_cores", "compiled", "interpreted"


def _both_speeds(game: str, name: str) -> tuple[Contender, Contender]:
    return (
        Contender(f"{game}_{COMPILED}", f"Stolik compiled, {name}", name, lambda: compiled(game, 1)),
        Contender(f"{game}_{INTERPRETED}", f"Stolik interpreted, {name}", name, lambda: interpreted(game)),
    )


CONTENDERS = (
    Contender(ALL_CORES, "Stolik on all cores", "No Thanks!", lambda: compiled("no_thanks", None), all_cores=True),
    Contender(COMPILED, "Stolik compiled", "No Thanks!", lambda: compiled("no_thanks", 1)),
    Contender("batch", f"Stolik Batch({BATCH})", "No Thanks!", batch),
    Contender(INTERPRETED, "Stolik interpreted", "No Thanks!", lambda: interpreted("no_thanks")),
    Contender("match", "Stolik Match.play", "No Thanks!", whole_match),
    *_both_speeds("dycha", "DYCHA"),
    *_both_speeds("gang", "Gang"),
    *_both_speeds("gra", "GRA"),
    *_both_speeds("raise", "RAISE"),
    Contender(OPEN_SPIEL, "OpenSpiel", "liars_dice", lambda: open_spiel("liars_dice"), peer=True),
    Contender(OPEN_SPIEL_HANABI, "OpenSpiel", "hanabi", lambda: open_spiel("hanabi"), peer=True),
    Contender("open_spiel_shortcut", "OpenSpiel, shortcut", "liars_dice", open_spiel_shortcut, peer=True),
    Contender(RLCARD, "RLCard", "gin-rummy", lambda: rlcard("gin-rummy"), peer=True),
    Contender("rlcard_uno", "RLCard", "uno", lambda: rlcard("uno"), peer=True),
    Contender("rlcard_leduc", "RLCard", "leduc-holdem", lambda: rlcard("leduc-holdem"), peer=True),
    Contender(PETTING_ZOO, "PettingZoo", "texas_holdem", lambda: petting_zoo("texas_holdem"), peer=True),
    Contender("pettingzoo_leduc", "PettingZoo", "leduc_holdem", lambda: petting_zoo("leduc_holdem"), peer=True),
)
