"""Trains the net by which hard plays RAISE between two: from whole matches against itself and against others, good and
bad. After each match the net is told, move by move from the last to the first, what came of it; and by what it thought
itself one move later, which is less a matter of luck.

The matches of a lesson are played on two threads, each with its own luck: the same seed gives the same net.
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

LESSONS = 30_000
THREADS = 2
GAMES = 32  # for each thread, in a lesson
STRIDE, LAST_STRIDE = 0.005, 0.0001
SOME = 50
"""Moves of a thousand that are played at random in the first lesson; in the last, none."""
MEMORY, LONG_MEMORY = 0.9, 0.999  # of slopes and of their squares, by Adam's method
LARGEST = (1 << 15) - 1
MEASURED = 20_000

OPPONENTS = (400, 600, 680, 750, 1000)
"""Out of a thousand matches: those against itself, with those against normal, and so on."""


class Pupil:
    """A net, as numbers that can be changed a little."""

    def __init__(self, seed: str) -> None:
        import numpy as np

        chance = np.random.default_rng(stream("net", seed)[0])
        self.hidden = (chance.standard_normal((INPUTS, HIDDEN_UNITS)) * 0.15).astype(np.float32)
        self.says = (chance.standard_normal(HIDDEN_UNITS + 1) * 0.15).astype(np.float32)  # the last: the bias
        self._slopes = [np.zeros_like(each) for each in self.parts]
        self._squares = [np.zeros_like(each) for each in self.parts]
        self._lessons = 0

    @property
    def parts(self) -> "tuple[Floats, Floats]":
        return self.hidden, self.says

    def learn(self, slopes: "tuple[Floats, Floats]", stride: float) -> None:
        import numpy as np

        self._lessons += 1
        fresh, long_fresh = 1 - MEMORY**self._lessons, 1 - LONG_MEMORY**self._lessons
        for k, (part, slope) in enumerate(zip(self.parts, slopes, strict=True)):
            self._slopes[k] += (1 - MEMORY) * (slope - self._slopes[k])
            self._squares[k] += (1 - LONG_MEMORY) * (slope * slope - self._squares[k])
            np.add(part, stride * (self._slopes[k] / fresh) / (np.sqrt(self._squares[k] / long_fresh) + 1e-8), out=part)

    def as_weights(self) -> "array[int]":
        import numpy as np

        numbers = np.concatenate([self.hidden.ravel(), self.says[:HIDDEN_UNITS]]) * WEIGHT_SCALE
        return array("h", np.clip(np.rint(numbers), -LARGEST, LARGEST).astype(np.int16).tolist())


class School:
    """One thread's table, and what it needs to play there and to see what moves led to."""

    def __init__(self, game: Game, numbers: "array[int]", rng: list[int]) -> None:
        import numpy as np

        self._start = np.zeros(1, dtype(game.new))
        pack(game.begin(game.options({"players": 2})), self._start[0])
        self._table = np.zeros_like(self._start)
        self._moves = np.zeros(game.moves, np.int64)
        self._rng = np.array(rng, np.int64)
        self._weights = np.array(numbers, np.int16)
        self._seen = np.zeros((2, MOST_MOVES, INPUTS), np.int64)
        self._sums = np.zeros(HIDDEN_UNITS, np.float32)
        self.slopes = np.zeros((INPUTS, HIDDEN_UNITS), np.float32), np.zeros(HIDDEN_UNITS + 1, np.float32)
        self._loop = compiled(play_matches)

    def play(self, pupil: Pupil, games: int, opponents: tuple[int, ...], some: int, *, learning: bool) -> Any:
        """How often it won, and how many moves were looked at; their slopes are added up."""
        import numpy as np

        for part in self.slopes:
            part[:] = 0
        room = (self._table, self._moves, self._rng, self._weights, self._seen, self._sums)
        rivals = np.array(opponents, np.int64)
        return self._loop(self._start, *room, *pupil.parts, *self.slopes, rivals, games, some, int(learning))


def net(
    game: Game, lessons: int, seed: str, numbers: "array[int]", report: Callable[[float], None]
) -> tuple["array[int]", list[float]]:
    """The network's weights, and its share of wins against normal, easy and random players."""
    pupil = Pupil(seed)
    schools = [School(game, numbers, stream("duel", seed, thread)) for thread in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as threads:

        def all_play(games: int, opponents: tuple[int, ...], some: int, *, learning: bool) -> Any:
            def play(school: School) -> Any:
                return school.play(pupil, games, opponents, some, learning=learning)

            return sum(threads.map(play, schools))

        for lesson in range(lessons):
            to_go = 1 - lesson / lessons
            _, moves = all_play(GAMES, OPPONENTS, int(SOME * to_go), learning=True)
            first, second = (
                (one + other) / moves for one, other in zip(*(each.slopes for each in schools), strict=True)
            )
            pupil.learn((first, second), LAST_STRIDE + (STRIDE - LAST_STRIDE) * to_go)
            if lesson % 50 == 0:
                report(lesson / lessons)
        games = min(MEASURED, lessons * GAMES)
        shares = [
            float(all_play(games, tuple(1000 * (each >= rival) for each in range(5)), 0, learning=False)[0])
            / (THREADS * games)
            for rival in (NORMAL, EASY, RANDOM)
        ]
    return pupil.as_weights(), shares
