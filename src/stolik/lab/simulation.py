"""Plays any number of games on all cores and counts the results."""

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from stolik import catalog
from stolik.bots.bot import level_of
from stolik.bots.search_buffers import new_buffers, new_states
from stolik.bots.weights import weights_array
from stolik.core.bot_levels import Level, Search, Trained, weights_name
from stolik.core.game import Game
from stolik.core.messages import Options
from stolik.core.packed import dtype, pack
from stolik.core.rng import stream
from stolik.core.rule import is_rule
from stolik.jit.compiler import compiled
from stolik.lab import compiled_loops

if TYPE_CHECKING:
    import numpy as np

CHUNK = 16_384
"""Games of one task: the progress bar moves by so many."""
CHUNK_OF_SEARCHES = 8
"""The same where bots search: a game takes seconds then."""
LIMIT = 1_000_000
"""Decisions after which a game counts as endless."""


class SimulationError(ValueError):
    """A policy played an illegal move, or a game did not end."""


class Results(msgspec.Struct, frozen=True):
    game: str
    options: dict[str, Any]
    policies: list[str]
    seed: str
    games: int
    wins: list[float]
    """By seat; a shared win counts for each by its share."""
    shared: list[int]
    """By seat: in how many games a win was shared."""
    scores: list[dict[int, int]]
    """By seat: how many games ended with each score (larger is better)."""
    lengths: dict[int, int]
    """How many games took each number of decisions."""
    steps: int
    """Decisions and deals together."""
    seconds: float
    cores: int

    @property
    def steps_per_second(self) -> float:
        return self.steps / self.seconds


def simulate(
    game: str | Game,
    options: Mapping[str, Any] | Options,
    games: int,
    *,
    policies: str | Sequence[str | Level] = "random",
    seed: str = "0",
    cores: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Results:
    """Play `games` games. `policies`: a level's name or a compiled policy for each seat, or one for all.

    `progress` is called with the number of games done since the last call.
    """
    if games < 1:
        raise ValueError("a simulation needs at least one game")
    found = catalog.find(game) if isinstance(game, str) else game
    typed = found.options(options)
    chosen = _for_each_seat(found, policies, typed.players)
    distinct = list(dict.fromkeys(chosen))
    simulator = Simulator(found, typed, distinct)
    simulator.seat([distinct.index(level) for level in chosen])
    cores = cores or os.cpu_count() or 1
    simulator.play(0)  # compile before the clock starts
    tally = _Tally(typed.players)
    begun = perf_counter()
    with ThreadPoolExecutor(cores) as pool:
        for outcome in in_order(pool, chunks(simulator, games, seed), ahead=2 * cores):
            tally.add(*outcome)
            progress(len(outcome.lengths))
    return Results(
        game=found.key,
        options=msgspec.to_builtins(typed),
        policies=[_name(given) for given in ([policies] if isinstance(policies, str) else policies)],
        seed=seed,
        games=games,
        wins=[sum(games / winners for winners, games in shares.items()) for shares in tally.shares],
        shared=[shares.total() - shares[1] for shares in tally.shares],
        scores=[dict(sorted(scores.items())) for scores in tally.scores],
        lengths=dict(sorted(tally.lengths.items())),
        steps=tally.steps,
        seconds=perf_counter() - begun,
        cores=cores,
    )


class Outcome(NamedTuple):
    steps: int
    scores: "np.ndarray[Any, Any]"
    places: "np.ndarray[Any, Any]"
    lengths: "np.ndarray[Any, Any]"


class Simulator:
    """The compiled loop over whole games, with what it plays on."""

    def __init__(self, game: Game, options: Options, distinct: list[Level]) -> None:
        """For these levels, all different; `seat` says who sits where, and before that the first sits everywhere."""
        import numpy as np

        self.game = game
        self.players = options.players
        self.who = np.zeros(options.players, np.int64)
        self.chunk = CHUNK_OF_SEARCHES if any(isinstance(level, Search) for level in distinct) else CHUNK
        self.weights = tuple(weights_array(weights_name(level)) for level in distinct)
        self.start = np.zeros(1, dtype(game.bot_state))
        pack(game.begin(options, with_memory=True), self.start[0])
        self.loop = compiled(compiled_loops.play_games(game, distinct))

    def seat(self, who: Sequence[int]) -> None:
        """Which of the levels decides for each seat."""
        import numpy as np

        self.who = np.array(who, np.int64)

    def play(self, games: int, seed: str = "", first: int = 0) -> Outcome:
        """Games `first` and following of the seed: the random numbers of a game depend on its number alone."""
        import numpy as np

        scores = np.zeros((games, self.players), np.int64)
        places = np.zeros((games, self.players), np.int64)
        lengths = np.zeros(games, np.int64)
        seed_words = np.array(stream("games", seed), np.int64)
        generators = np.zeros((4, 4), np.int64)
        steps = self.loop(
            *(self.start, new_states(self.game), self.who, new_buffers(self.game), self.weights),
            *(seed_words, first, generators, LIMIT, scores, places, lengths),
        )
        _refuse_failures(lengths)
        return Outcome(steps, scores, places, lengths)


def chunks(simulator: Simulator, games: int, seed: str) -> Iterator[Callable[[], Outcome]]:
    for first in range(0, games, simulator.chunk):
        yield partial(simulator.play, min(simulator.chunk, games - first), seed, first)


def in_order(pool: ThreadPoolExecutor, tasks: Iterator[Callable[[], Outcome]], *, ahead: int) -> Iterator[Outcome]:
    """Results in the order of the tasks, with only so many under way that memory stays small."""
    running = deque(pool.submit(task) for task in islice(tasks, ahead))
    try:
        while running:
            yield running.popleft().result()
            running.extend(pool.submit(task) for task in islice(tasks, 1))
    finally:
        for future in running:
            future.cancel()


class _Tally:
    def __init__(self, players: int) -> None:
        self.shares: list[Counter[int]] = [Counter() for _ in range(players)]
        """By seat: in how many games it was one of so many winners."""
        self.scores: list[Counter[int]] = [Counter() for _ in range(players)]
        self.lengths: Counter[int] = Counter()
        self.steps = 0

    def add(self, steps: int, scores: Any, places: Any, lengths: Any) -> None:
        self.steps += steps
        won = places == 1
        winners = won.sum(axis=1)
        for seat in range(len(self.scores)):
            self.shares[seat].update(_counted(winners[won[:, seat]]))
            self.scores[seat].update(_counted(scores[:, seat]))
        self.lengths.update(_counted(lengths))


def _counted(values: "np.ndarray[Any, Any]") -> dict[int, int]:
    import numpy as np

    if len(values) == 0:
        return {}
    low, high = int(values.min()), int(values.max())
    if high - low < 1 << 16:  # counting is much faster than sorting
        counts = np.bincount(values - low)
        found = counts.nonzero()[0]
        return dict(zip((found + low).tolist(), counts[found].tolist(), strict=True))
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _refuse_failures(lengths: "np.ndarray[Any, Any]") -> None:
    worst = int(lengths.min(initial=0))
    if worst == compiled_loops.UNFINISHED:
        raise SimulationError(f"a game did not end within {LIMIT:,} decisions")
    if worst <= compiled_loops.ILLEGAL:
        raise SimulationError(f"the policy of seat {compiled_loops.ILLEGAL - worst} chose a code that is not legal")


def _for_each_seat(game: Game, policies: str | Sequence[str | Level], players: int) -> list[Level]:
    if isinstance(policies, str):
        policies = [policies]
    chosen: list[Level] = [
        level_of(game, given) if isinstance(given, str) else _compilable(given) for given in policies
    ]
    if len(chosen) == 1:
        chosen *= players
    if len(chosen) != players:
        raise ValueError(f"{len(chosen)} policies for {players} players: give one for each seat, or one for all")
    return chosen


def _compilable(given: Level) -> Level:
    policy = given.rollout if isinstance(given, Search) else given
    if not is_rule(policy.policy if isinstance(policy, Trained) else policy):
        raise ValueError(f"the policy {_name(given)} is not marked @rule (stolik.core.rule), so it cannot be compiled")
    return given


def _name(given: str | Level) -> str:
    return given if isinstance(given, str) else getattr(given, "__name__", "policy")
