"""An evolution strategy (cross-entropy method) for the weights of No Thanks!, for every kind of table its own, in three
populations of opponents.

A generation of candidates is drawn around the best guess so far; each sits down among the same others for the same
deals, and the best of them make the next guess. The others are a mixture: the guess itself, guesses of earlier
generations, plain players of several sorts and *easy* bots. In the first population a third are the guess itself: that
makes a player who holds its own against many, the level *normal*. In the second nearly all are: that makes a specialist
among its like; the third lies between. The level *hard* must know all of them in order to recognise such players.
"""

from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stolik import catalog
from stolik.bots.weights import write_weights
from stolik.core.bot_levels import Trained, Weights
from stolik.core.rule import Row, rule
from stolik.games.no_thanks.bots import by_weights, easy
from stolik.games.no_thanks.bots.linear_policy import FEATURES, take_score
from stolik.games.no_thanks.state import DECLINE, TAKE, State
from stolik.lab.simulation import Simulator
from stolik.lab.training.evaluation import win_ratio

KINDS: list[dict[str, Any]] = [
    *({"players": players} for players in range(3, 8)),
    *({"players": players, "tactical": True} for players in range(3, 6)),
]
GUESS = (60, 100, 20, -10, 60, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0)
"""Where the first kind of table begins; each of the others begins where the one before has come to."""
SPREAD = (60, 30, 60, 30, 60, 30, 30, 30, 30, 60, 60, 60, 30, 60, 60, 100)
SCALE, GAIN = 100.0, 1
"""The weight of the gain: all others are relative to it."""
PLAIN = (
    (1, 100),  # takes what costs nothing
    (82, 100),  # six points are fair
    (150, 100),  # twelve are
    (1, 100, 100),  # half the card in chips is enough
    (1, 100, 200),  # a third
    (1, 100, 0, 0, 250),  # nothing, but more and more as chips run out
)
TRAINING_POPULATIONS = (0.35, 0.8, 0.5)
"""Which part of the others is the guess itself, in each of them."""
PAST, BEGINNERS = 0.2, 0.2
"""How many of the rest are an earlier guess, and easy bots; what then remains is plain."""
CANDIDATES, BEST, GENERATIONS, LINE_UPS, GAMES = 16, 5, 30, 12, 160
LEAD = 0.004
"""What a point of lead is worth beside a win: it makes small differences visible."""

Floats = np.ndarray[Any, Any]
PROVED = 300
"""Games in every seat to see how strong the weights are."""


class Others(NamedTuple):
    """One line-up without the candidate: an easy bot where there are no weights."""

    seat: int
    weights: list[Floats | None]


@rule
def by_seat(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Like the level *normal*, but every seat has weights of its own."""
    return TAKE if n == 1 or take_score(s, seat, weights, FEATURES * seat) > 0 else DECLINE


def train(
    folder: Path,
    *,
    seed: str,
    command: str,
    report: Callable[[str, float], None],
    generations: int = GENERATIONS,
    proved: int = PROVED,
) -> None:
    """Write `weights.json`, and the same numbers as `weights_table.py`, where rules can see them."""
    found: list[Floats] = []
    evolutions = [(alike, options) for alike in TRAINING_POPULATIONS for options in KINDS]
    with ThreadPoolExecutor() as pool:
        for number, (alike, options) in enumerate(evolutions):
            what = f"weights for {options['players']} players{', tactical' * ('tactical' in options)}"
            begin = _filled(GUESS) if number % len(KINDS) == 0 else found[-1].astype(float)
            found.append(_in_16_bits(begin))
            for guess in _evolution(options, alike, begin, f"{seed} {number}", generations, pool):
                found[-1] = _in_16_bits(guess)
                report(what, (number + 1) / len(evolutions))
    numbers = array("h", np.concatenate(found).tolist())
    write_weights(folder, "weights", numbers, made_by=command, strength=_strength(numbers, proved, seed))
    folder.joinpath("weights_table.py").write_text(_as_python(found), "utf-8")


def _strength(numbers: "array[int]", games: int, seed: str) -> str:
    if games == 0:
        return "not measured"
    game = catalog.find("no_thanks")
    normal = Trained(by_weights, "")
    won = [win_ratio(game, options, normal, numbers, easy, games, f"{seed} proof") for options in KINDS[:5]]
    told = ", ".join(f"{times:.2f}" for times in won)
    return (
        f"One normal bot among easy ones wins {told} times its part with 3 to 7 players ({PROVED} games in every seat)."
    )


def _evolution(
    options: dict[str, Any], alike: float, guess: Floats, seed: str, generations: int, pool: ThreadPoolExecutor
) -> Iterator[Floats]:
    """The guess after every generation."""
    random = np.random.default_rng(int.from_bytes(sha256(seed.encode()).digest()[:8], "big"))
    fitness, spread, past = _Fitness(options), _filled(SPREAD), [guess]
    for generation in range(generations):
        candidates = [guess, *(guess + spread * random.standard_normal(FEATURES) for _ in range(CANDIDATES - 1))]
        others = [_line_up(random, fitness.players, alike, k, guess, past) for k in range(LINE_UPS)]

        def fitness_of(candidate: Floats, others: list[Others] = others, generation: int = generation) -> float:
            return fitness.of(candidate, others, seed, generation)

        order = np.argsort(-np.array(list(pool.map(fitness_of, candidates))), kind="stable")
        best = np.array([candidates[k] for k in order[:BEST]])
        spread = 0.7 * spread + 0.3 * np.sqrt(((best - guess) ** 2).mean(axis=0))
        guess = best.mean(axis=0)
        scale = SCALE / max(abs(guess[GAIN]), SCALE / 5)
        guess, spread = guess * scale, np.maximum(spread * scale, 2 + 0.02 * np.abs(guess * scale))
        if generation % 8 == 7:
            past.append(guess)
        yield guess


def _line_up(
    random: np.random.Generator, players: int, alike: float, number: int, guess: Floats, past: list[Floats]
) -> Others:
    weights: list[Floats | None] = []
    for _ in range(players - 1):
        kind = random.random()
        if random.random() < alike:
            weights.append(guess)
        elif kind < PAST:
            weights.append(past[random.integers(len(past))])
        elif kind < PAST + BEGINNERS:
            weights.append(None)
        else:
            weights.append(_filled(PLAIN[random.integers(len(PLAIN))]))
    return Others(number % players, weights)


class _Fitness:
    """Fitness of candidates, by simulation. Compiled once, for any weights."""

    def __init__(self, options: dict[str, Any]) -> None:
        game = catalog.find("no_thanks")
        self.players: int = options["players"]
        self._simulator = Simulator(game, game.options(options), [Trained(by_seat, ""), easy])
        self._simulator.play(0)

    def of(self, candidate: Floats, line_ups: list[Others], *names: object) -> float:
        """Its share of the wins, and a little for every point of lead."""
        total = 0.0
        for number, (seat, others) in enumerate(line_ups):
            line_up = [*others[:seat], candidate, *others[seat:]]
            simulator = copy(self._simulator)
            simulator.seat([int(each is None) for each in line_up])
            weights = np.concatenate([_in_16_bits(_filled(()) if each is None else each) for each in line_up])
            simulator.weights = (np.frombuffer(weights.tobytes(), np.int16), *simulator.weights[1:])
            outcome = simulator.play(GAMES, repr(names), GAMES * number)
            won = outcome.places == 1
            lead = outcome.scores[:, seat] - np.delete(outcome.scores, seat, axis=1).max(axis=1)
            total += float((won[:, seat] / won.sum(axis=1)).mean()) + LEAD * float(np.clip(lead, -40, 40).mean())
        return total / len(line_ups)


def _filled(weights: tuple[int, ...]) -> Floats:
    return np.array(weights + (0,) * (FEATURES - len(weights)), float)


def _in_16_bits(weights: Floats) -> Floats:
    largest = float(np.abs(weights).max(initial=1.0))
    return np.rint(weights * min(1.0, 30_000 / largest)).astype(np.int16)


def _as_python(found: list[Floats]) -> str:
    rows = "".join(f"        *({', '.join(map(str, weights.tolist()))}),\n" for weights in found)
    return f'''"""The trained weights: the numbers of weights.json as a constant that compiled rules can read."""

from stolik.core.rule import lookup_table

TRAINED_WEIGHTS = lookup_table(
    (
{rows}    )
)
'''
