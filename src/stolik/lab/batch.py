"""A vectorized environment: thousands of matches stepped together from Python, the base for training.

    batch = Batch("no_thanks", {"players": 4}, size=4096, seed="1")
    while True:
        codes = my_network(batch.observations(), batch.masks)   # one code for every match
        batch.step(codes)
        learn(batch.finished, batch.scores)

Chance is dealt automatically; in every match it is always one seat's turn to decide (`seats`). Where a game has several
seats choose at once, they are asked one after the other and see nothing of each other's choice.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from stolik import catalog
from stolik.core.game import Game
from stolik.core.messages import Options
from stolik.core.packed import dtype, pack, unpack
from stolik.core.rng import stream
from stolik.core.rule import State
from stolik.jit.compiler import compiled
from stolik.lab import compiled_loops

OVER = -1


class Batch:
    """`size` matches of one game with the same options.

    `auto_reset`: a match that ends starts again within the same step; its results stay in `scores` and `places` and it
    is marked in `finished` until the next step. Without it, matches stay over until `reset`.
    """

    # Each step and reset writes these anew, in place: copy what you want to keep.
    seats: NDArray[np.int64]
    """Who decides in each match; −1: the match is over."""
    masks: NDArray[np.bool_]
    """Which codes are legal for that seat: one row a match, one column a code."""
    finished: NDArray[np.bool_]
    """Which matches ended in the last step."""
    scores: NDArray[np.int64]
    """The last result of each match, by seat; larger is better."""
    places: NDArray[np.int64]
    """The last places, by seat; 1 is first."""

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, Any] | Options,
        size: int,
        *,
        seed: str = "0",
        auto_reset: bool = True,
    ) -> None:
        if size < 1:
            raise ValueError("a batch needs at least one match")
        self.game = catalog.find(game) if isinstance(game, str) else game
        self.options = self.game.options(options)
        self.size = size
        self.auto_reset = auto_reset
        layout = dtype(self.game.new)
        self._start = np.zeros(1, layout)
        pack(self.game.begin(self.options), self._start[0])
        self._states = np.zeros(size, layout)
        self._rng = np.array([stream("batch", seed, number) for number in range(size)], np.int64)
        self._moves = np.zeros(self.game.moves, np.int64)
        self._begin = compiled(compiled_loops.begin(self.game))
        self._step = compiled(compiled_loops.step(self.game))
        self._survey = compiled(compiled_loops.survey(self.game))
        self._observe = compiled(compiled_loops.observe(self.game))
        self.seats = np.full(size, OVER, np.int64)
        self.masks = np.zeros((size, self.game.moves), np.bool_)
        self.finished = np.zeros(size, np.bool_)
        self.scores = np.zeros((size, self.options.players), np.int64)
        self.places = np.zeros((size, self.options.players), np.int64)
        self.reset()

    def reset(self, which: ArrayLike | None = None) -> None:
        """Start all matches again, or those marked in `which`."""
        chosen = np.ones(self.size, np.bool_) if which is None else self._marks(which)
        self._begin(self._start, self._states, chosen, self._rng)
        self._survey(self._states, self._moves, self.seats, self.masks)

    def step(self, codes: ArrayLike) -> None:
        """Play one code in every match (in those that are over it is ignored) and let the dealer follow.

        If any code is not legal, ValueError names the first, and nothing has changed.
        """
        checked = self._legal_codes(codes)
        self._step(self._states, self.seats, checked, self._rng, self.finished, self.scores, self.places)
        if self.auto_reset and self.finished.any():
            self._begin(self._start, self._states, self.finished, self._rng)
        self._survey(self._states, self._moves, self.seats, self.masks)

    def observations(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What the deciding seat of each match knows (the game's `observe`): one row a match."""
        if out is None:
            out = np.zeros((self.size, self.game.observation), np.int16)
        elif out.shape != (self.size, self.game.observation):
            raise ValueError(f"observations have the shape {(self.size, self.game.observation)}, not {out.shape}")
        self._observe(self._states, self.seats, out)
        return out

    def state(self, number: int) -> State:
        """A copy of one match's true state: for tests and tools, never for a policy."""
        return unpack(self.game.new, self._states[number])

    def _marks(self, which: ArrayLike) -> NDArray[np.bool_]:
        chosen = np.asarray(which)
        if chosen.shape != (self.size,) or chosen.dtype != np.bool_:
            raise ValueError(f"mark matches with {self.size} booleans")
        return chosen

    def _legal_codes(self, codes: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(codes)
        if given.shape != (self.size,) or not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"a step needs {self.size} whole numbers, one code a match")
        inside = (given >= 0) & (given < self.game.moves)
        legal = inside & self.masks[np.arange(self.size), np.where(inside, given, 0)]
        wrong = np.flatnonzero(~legal & (self.seats != OVER))
        if len(wrong):
            first = int(wrong[0])
            raise ValueError(
                f"code {given[first]} is not legal in match {first};"
                f" legal: {np.flatnonzero(self.masks[first]).tolist()}"
            )
        return given.astype(np.int64)
