"""Trains the network by which hard plays RAISE between two, by temporal differences in self-play and in matches against
other bots, good and bad. After each match every move, from the last to the first, is given a target: what came of the
match, mixed with the network's own value one move later, which has less variance.

The matches of an update are played on two threads, each with its own generator: the same seed gives the same network.
"""

from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from stolik.core.game import Game
from stolik.core.packed import dtype, pack
from stolik.core.rng import stream
from stolik.games.raise_.bots.two_player_net import HIDDEN_UNITS, INPUTS, WEIGHT_SCALE
from stolik.jit.compiler import compiled
from stolik.lab.training.raise_.self_play import EASY, MOST_MOVES, NORMAL, RANDOM, play_matches

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, Any]

UPDATES = 30_000
THREADS = 2
GAMES = 32  # for each thread, in an update
LEARNING_RATE, LAST_LEARNING_RATE = 0.005, 0.0001
EXPLORATION = 50
"""Moves of a thousand that are played at random in the first update; in the last, none."""
BETA1, BETA2 = 0.9, 0.999  # of Adam
LARGEST = (1 << 15) - 1
MEASURED = 20_000

OPPONENTS = (400, 600, 680, 750, 1000)
"""Out of a thousand matches: those against itself, with those against normal, and so on."""


class Network:
    """The network in floating point, with the state of Adam."""

    def __init__(self, seed: str) -> None:
        import numpy as np

        chance = np.random.default_rng(stream("net", seed)[0])
        self.hidden = (chance.standard_normal((INPUTS, HIDDEN_UNITS)) * 0.15).astype(np.float32)
        self.output = (chance.standard_normal(HIDDEN_UNITS + 1) * 0.15).astype(np.float32)  # the last: the bias
        self._means = [np.zeros_like(each) for each in self.parts]
        self._squares = [np.zeros_like(each) for each in self.parts]
        self._updates = 0

    @property
    def parts(self) -> "tuple[Floats, Floats]":
        return self.hidden, self.output

    def learn(self, gradients: "tuple[Floats, Floats]", learning_rate: float) -> None:
        import numpy as np

        self._updates += 1
        fresh, long_fresh = 1 - BETA1**self._updates, 1 - BETA2**self._updates
        for k, (part, gradient) in enumerate(zip(self.parts, gradients, strict=True)):
            self._means[k] += (1 - BETA1) * (gradient - self._means[k])
            self._squares[k] += (1 - BETA2) * (gradient * gradient - self._squares[k])
            np.add(
                part,
                learning_rate * (self._means[k] / fresh) / (np.sqrt(self._squares[k] / long_fresh) + 1e-8),
                out=part,
            )

    def as_weights(self) -> "array[int]":
        import numpy as np

        numbers = np.concatenate([self.hidden.ravel(), self.output[:HIDDEN_UNITS]]) * WEIGHT_SCALE
        return array("h", np.clip(np.rint(numbers), -LARGEST, LARGEST).astype(np.int16).tolist())


class SelfPlayWorker:
    """The buffers of one thread that plays matches and adds up gradients."""

    def __init__(self, game: Game, numbers: "array[int]", rng: list[int]) -> None:
        import numpy as np

        self._start = np.zeros(1, dtype(game.new))
        pack(game.begin(game.options({"players": 2})), self._start[0])
        self._states = np.zeros_like(self._start)
        self._moves = np.zeros(game.moves, np.int64)
        self._rng = np.array(rng, np.int64)
        self._weights = np.array(numbers, np.int16)
        self._seen = np.zeros((2, MOST_MOVES, INPUTS), np.int64)
        self._sums = np.zeros(HIDDEN_UNITS, np.float32)
        self.gradients = np.zeros((INPUTS, HIDDEN_UNITS), np.float32), np.zeros(HIDDEN_UNITS + 1, np.float32)
        self._loop = compiled(play_matches)

    def play(
        self, network: Network, games: int, opponents: tuple[int, ...], exploration: int, *, learning: bool
    ) -> Any:
        """How often it won, and how many moves were learnt from; their gradients are added up."""
        import numpy as np

        for part in self.gradients:
            part[:] = 0
        buffers = (self._states, self._moves, self._rng, self._weights, self._seen, self._sums)
        rivals = np.array(opponents, np.int64)
        return self._loop(
            self._start, *buffers, *network.parts, *self.gradients, rivals, games, exploration, int(learning)
        )


def train_net(
    game: Game, updates: int, seed: str, numbers: "array[int]", report: Callable[[float], None]
) -> tuple["array[int]", list[float]]:
    """The network as a part of the weights, and its share of wins against normal, easy and random players."""
    network = Network(seed)
    workers = [SelfPlayWorker(game, numbers, stream("duel", seed, thread)) for thread in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as threads:

        def all_play(games: int, opponents: tuple[int, ...], exploration: int, *, learning: bool) -> Any:
            def play(worker: SelfPlayWorker) -> Any:
                return worker.play(network, games, opponents, exploration, learning=learning)

            return sum(threads.map(play, workers))

        for update in range(updates):
            to_go = 1 - update / updates
            _, moves = all_play(GAMES, OPPONENTS, int(EXPLORATION * to_go), learning=True)
            first, second = (
                (one + other) / moves for one, other in zip(*(each.gradients for each in workers), strict=True)
            )
            network.learn((first, second), LAST_LEARNING_RATE + (LEARNING_RATE - LAST_LEARNING_RATE) * to_go)
            if update % 50 == 0:
                report(update / updates)
        games = min(MEASURED, updates * GAMES)
        shares = [
            float(all_play(games, tuple(1000 * (each >= rival) for each in range(5)), 0, learning=False)[0])
            / (THREADS * games)
            for rival in (NORMAL, EASY, RANDOM)
        ]
    return network.as_weights(), shares
