"""CFR+ for a round of GRA between two players: both minimize regret until neither can gain much by playing otherwise.

The information sets are those of the strategies (see `stolik.games.gra.bots.strategy_layout`), an abstraction with
imperfect recall. Because earlier bids are forgotten, what the other one may show at a moment is taken from the reach
probabilities of the real game, with a little exploration, and divided by the own reach.

An equilibrium does not exploit weaker bots. So that their mistakes are made use of, each player also meets opponents
with known strategies in a part of its rounds; it is then a little more exploitable itself.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from stolik.jit.compiler import compiled
from stolik.lab.training.gra import cfr_loops
from stolik.lab.training.gra.game_tree import Array, Round

EXPLORATION = 0.1
OPPONENT_SHARE = 0.15
"""In so many of its rounds a player meets an opponent with a known strategy, if there are any."""


class Strategy:
    """How one player of a round plays: `bids[moment, action, showing]`, and how often each showing is chosen."""

    def __init__(self, bids: Array, shown: Array, reach: Array | None = None) -> None:
        self.bids = bids
        self.shown = shown
        self.reach = np.ones(bids[:, 0].shape) if reach is None else reach
        """Own reach probability of each moment with each showing."""


class CfrPlayer:
    """One of the two: its regrets, its current strategy and its average strategy."""

    def __init__(self, round_: Round, which: int) -> None:
        self.first = int(which == 0)
        self.own = round_.matching[which]
        self.other = round_.matching[1 - which]
        affinity = round_.affinity if which else round_.affinity.T
        self.affinity = np.ascontiguousarray(affinity)  # [the other's showing, own showing]
        self.choices = round_.choices[which]
        moments, n = self.own.shape
        self.shape = (moments, round_.next.shape[1] + 1, n)
        self.regrets, self.sums, self.strategy = (np.zeros(self.shape, np.float32) for _ in range(3))
        self.uniform = uniform(round_, n)
        self.strategy[:] = self.uniform
        lengths = np.diff(self.choices.first)
        self.turned = np.repeat(1 / lengths, lengths)
        self.turning_regrets, self.turning_sums = np.zeros_like(self.turned), np.zeros_like(self.turned)
        self.showing_distribution = showing_distribution(self.choices, self.turned, n)

    def average(self) -> Strategy:
        total = self.sums.sum(axis=1, keepdims=True)
        bids = np.where(total > 0, self.sums / np.maximum(total, 1e-30), self.strategy)
        shown = showing_distribution(self.choices, self.turning_sums, self.own.shape[1])
        return Strategy(bids.astype(np.float32), shown, total[:, 0] / max(total.max(), 1e-30) * shown)


class CfrSolver:
    """Both players. `opponents`: strategies of other bots, for the one who starts and for the one who answers."""

    def __init__(
        self,
        round_: Round,
        seed: object,
        *,
        samples: int = 60,
        exploration: float = EXPLORATION,
        opponents: Sequence[tuple[Strategy, Strategy]] = (),
    ) -> None:
        self.round = round_
        self.players = CfrPlayer(round_, 0), CfrPlayer(round_, 1)
        self.random = np.random.default_rng(abs(seed_number(seed)))
        self.samples = samples
        self.exploration = exploration
        self.opponents = opponents
        self.iterations = 0
        self.loops = CfrLoops(round_)

    def iterate(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterations += 1
            for which in (0, 1):
                self._iterate_player(which)

    def _iterate_player(self, which: int) -> None:
        me, you = self.players[which], self.players[1 - which]
        exploration = np.float32(self.exploration / self.iterations**0.5)
        tried = me.strategy * (1 - exploration) + me.uniform * exploration
        gains, worth = self._meet(me, tried, you.showing_distribution, you.strategy)
        if self.opponents:
            other = self.opponents[self.iterations % len(self.opponents)][1 - which]
            more, also_worth = self._meet(me, tried, other.shown, other.bids)
            gains += np.float32(OPPONENT_SHARE) * (more - gains)
            worth += np.float32(OPPONENT_SHARE) * (also_worth - worth)
        gains /= np.maximum(self.loops.own_reach(me.first, tried)[:, 1], 1e-20)[:, None, :]
        reach = self.loops.own_reach(me.first, me.strategy)
        share = float(self.iterations)
        self.loops.learn(self.round.raises, gains, me.regrets, me.sums, me.strategy, reach, share)
        self.loops.choose(
            *me.choices[:2],
            me.choices.chance,
            worth,
            me.turning_regrets,
            me.turning_sums,
            me.turned,
            share,
            me.showing_distribution,
        )

    def _meet(self, me: CfrPlayer, tried: Array, shown: Array, bids: Array) -> tuple[Array, Array]:
        """Against one who shows and bids so: what each action gains, and what each own showing is worth."""
        drawn, weights = self._draw(shown)
        gains, total = self.loops.sweep(me, drawn, weights, me.strategy, tried, bids)
        return gains, total / np.maximum(weights @ me.affinity[drawn], 1e-12)

    def _draw(self, shown: Array) -> tuple[Array, Array]:
        """All showings of the other with their chances; where they are many, some, each as often as it is likely."""
        if len(shown) <= self.samples:
            drawn = np.flatnonzero(shown > 1e-9)
            return drawn, shown[drawn].astype(np.float32)
        ticks = (np.arange(self.samples) + self.random.random()) / self.samples
        edges = np.cumsum(shown)
        drawn, times = np.unique(np.searchsorted(edges / edges[-1], ticks), return_counts=True)
        return drawn, (times / self.samples).astype(np.float32)


class CfrLoops:
    """The compiled loops, with their buffers."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.own_loop, self.learn, self.choose = (
            compiled(loop) for loop in (cfr_loops.own_reach, cfr_loops.learn, cfr_loops.choose)
        )
        self.sweep_loop = compiled(cfr_loops.sweep)
        self.open = np.zeros((len(round_.raises), 2), np.int64)

    def sweep(
        self, me: CfrPlayer, drawn: Array, weights: Array, strategy: Array, tried: Array, theirs: Array
    ) -> tuple[Array, Array]:
        """What each action gains, and what each showing is worth."""
        moments, _, n = me.shape
        gains, total = np.zeros(me.shape, np.float32), np.zeros(n, np.float32)
        reach, worth = np.zeros((moments, 2, n), np.float32), np.zeros((moments, 2, n), np.float32)
        r = self.round
        self.sweep_loop(
            me.first, r.next, r.raises, r.need, me.own, me.other, me.affinity, drawn, weights,
            strategy, tried, theirs, gains, total, reach, worth, self.open,
        )  # fmt: skip
        return gains, total

    def own_reach(self, first: int, strategy: Array) -> Array:
        found = np.zeros((strategy.shape[0], 2, strategy.shape[2]), np.float32)
        self.own_loop(first, self.round.next, self.round.raises, strategy, found)
        return found


def uniform(round_: Round, showings: int) -> Array:
    """Every legal action equally often."""
    found = np.zeros((len(round_.raises), round_.next.shape[1] + 1, showings), np.float32)
    for moment, raises in enumerate(round_.raises):
        least = int(moment == 0)
        found[moment, least : raises + 1] = 1 / (raises + 1 - least)
    return found


def showing_distribution(choices: Any, turned: Array, showings: int) -> Array:
    """How often each showing is chosen, if each hand turns its cards by these weights."""
    hands = np.repeat(np.arange(len(choices.chance)), np.diff(choices.first))
    totals = np.add.reduceat(turned, choices.first[:-1])
    found: Array = np.bincount(choices.showing, choices.chance[hands] * turned / totals[hands], showings)
    return found


def seed_number(seed: object) -> int:
    from stolik.core.rng import stream

    return sum(word << 32 * place for place, word in enumerate(stream("gra", seed)))
