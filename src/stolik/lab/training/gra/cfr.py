"""Solves a round of GRA between two players: both learn from regret until neither can gain much by playing otherwise.

It is CFR+ on the abstraction that the strategies use (see `stolik.games.gra.bots.strategy_layout`). Because earlier
bids are forgotten, what the other one may show at a moment is taken from how the game really gets there, with a little
curiosity, and set against how far the own choices lead there.

Nobody is as good as the other learner but another hard bot. So that mistakes of others are made use of, each learner
also meets known players in a part of its rounds; it then gives away a little more to one who knows its plan.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from stolik.jit.compiler import compiled
from stolik.lab.training.gra import cfr_loops
from stolik.lab.training.gra.game_tree import Array, Round

CURIOSITY = 0.1
KNOWN = 0.15
"""In so many of its rounds a learner meets one of those whose plans are known, if there are any."""


class Plan:
    """How one player of a round plays: `bids[moment, action, showing]`, and how often each showing is chosen."""

    def __init__(self, bids: Array, shown: Array, asked: Array | None = None) -> None:
        self.bids = bids
        self.shown = shown
        self.asked = np.ones(bids[:, 0].shape) if asked is None else asked
        """How far the own choices lead to each moment with each showing."""


class Learner:
    """One of the two: what it regrets, and how it has played on average."""

    def __init__(self, round_: Round, which: int) -> None:
        self.first = int(which == 0)
        self.own = round_.matching[which]
        self.other = round_.matching[1 - which]
        affinity = round_.affinity if which else round_.affinity.T
        self.affinity = np.ascontiguousarray(affinity)  # [the other's showing, own showing]
        self.choices = round_.choices[which]
        moments, n = self.own.shape
        self.shape = (moments, round_.next.shape[1] + 1, n)
        self.regrets, self.sums, self.plan = (np.zeros(self.shape, np.float32) for _ in range(3))
        self.even = even(round_, n)
        self.plan[:] = self.even
        lengths = np.diff(self.choices.first)
        self.turned = np.repeat(1 / lengths, lengths)
        self.turning_regrets, self.turning_sums = np.zeros_like(self.turned), np.zeros_like(self.turned)
        self.marginal = marginal(self.choices, self.turned, n)

    def average(self) -> Plan:
        total = self.sums.sum(axis=1, keepdims=True)
        bids = np.where(total > 0, self.sums / np.maximum(total, 1e-30), self.plan)
        shown = marginal(self.choices, self.turning_sums, self.own.shape[1])
        return Plan(bids.astype(np.float32), shown, total[:, 0] / max(total.max(), 1e-30) * shown)


class Solving:
    """Two learners at one table. `known`: plans of others, for the one who starts and for the one who answers."""

    def __init__(
        self,
        round_: Round,
        seed: object,
        *,
        many: int = 60,
        curiosity: float = CURIOSITY,
        known: Sequence[tuple[Plan, Plan]] = (),
    ) -> None:
        self.round = round_
        self.learners = Learner(round_, 0), Learner(round_, 1)
        self.random = np.random.default_rng(abs(hash_of(seed)))
        self.many = many
        self.curiosity = curiosity
        self.known = known
        self.turns = 0
        self.loops = Loops(round_)

    def go_on(self, turns: int) -> None:
        for _ in range(turns):
            self.turns += 1
            for which in (0, 1):
                self._turn(which)

    def _turn(self, which: int) -> None:
        me, you = self.learners[which], self.learners[1 - which]
        curiosity = np.float32(self.curiosity / self.turns**0.5)
        tried = me.plan * (1 - curiosity) + me.even * curiosity
        gains, worth = self._meet(me, tried, you.marginal, you.plan)
        if self.known:
            other = self.known[self.turns % len(self.known)][1 - which]
            more, also_worth = self._meet(me, tried, other.shown, other.bids)
            gains += np.float32(KNOWN) * (more - gains)
            worth += np.float32(KNOWN) * (also_worth - worth)
        gains /= np.maximum(self.loops.own_reach(me.first, tried)[:, 1], 1e-20)[:, None, :]
        reach = self.loops.own_reach(me.first, me.plan)
        share = float(self.turns)
        self.loops.learn(self.round.raises, gains, me.regrets, me.sums, me.plan, reach, share)
        self.loops.choose(
            *me.choices[:2],
            me.choices.chance,
            worth,
            me.turning_regrets,
            me.turning_sums,
            me.turned,
            share,
            me.marginal,
        )

    def _meet(self, me: Learner, tried: Array, shown: Array, bids: Array) -> tuple[Array, Array]:
        """Against one who shows and bids so: what each action gains, and what each own showing is worth."""
        drawn, weights = self._draw(shown)
        gains, total = self.loops.sweep(me, drawn, weights, me.plan, tried, bids)
        return gains, total / np.maximum(weights @ me.affinity[drawn], 1e-12)

    def _draw(self, shown: Array) -> tuple[Array, Array]:
        """All showings of the other with their chances; where they are many, some, each as often as it is likely."""
        if len(shown) <= self.many:
            drawn = np.flatnonzero(shown > 1e-9)
            return drawn, shown[drawn].astype(np.float32)
        ticks = (np.arange(self.many) + self.random.random()) / self.many
        edges = np.cumsum(shown)
        drawn, times = np.unique(np.searchsorted(edges / edges[-1], ticks), return_counts=True)
        return drawn, (times / self.many).astype(np.float32)


class Loops:
    """The compiled loops, with the rows that they need."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.own_loop, self.learn, self.choose = (
            compiled(loop) for loop in (cfr_loops.own_reach, cfr_loops.learn, cfr_loops.choose)
        )
        self.sweep_loop = compiled(cfr_loops.sweep)
        self.open = np.zeros((len(round_.raises), 2), np.int64)

    def sweep(
        self, me: Learner, drawn: Array, weights: Array, plan: Array, tried: Array, theirs: Array
    ) -> tuple[Array, Array]:
        """What each action gains, and what each showing is worth."""
        moments, _, n = me.shape
        gains, total = np.zeros(me.shape, np.float32), np.zeros(n, np.float32)
        reach, worth = np.zeros((moments, 2, n), np.float32), np.zeros((moments, 2, n), np.float32)
        r = self.round
        self.sweep_loop(
            me.first, r.next, r.raises, r.need, me.own, me.other, me.affinity, drawn, weights,
            plan, tried, theirs, gains, total, reach, worth, self.open,
        )  # fmt: skip
        return gains, total

    def own_reach(self, first: int, plan: Array) -> Array:
        found = np.zeros((plan.shape[0], 2, plan.shape[2]), np.float32)
        self.own_loop(first, self.round.next, self.round.raises, plan, found)
        return found


def even(round_: Round, showings: int) -> Array:
    """Every legal action equally often."""
    found = np.zeros((len(round_.raises), round_.next.shape[1] + 1, showings), np.float32)
    for moment, raises in enumerate(round_.raises):
        least = int(moment == 0)
        found[moment, least : raises + 1] = 1 / (raises + 1 - least)
    return found


def marginal(choices: Any, turned: Array, showings: int) -> Array:
    """How often each showing is chosen, if each hand turns its cards by these weights."""
    hands = np.repeat(np.arange(len(choices.chance)), np.diff(choices.first))
    totals = np.add.reduceat(turned, choices.first[:-1])
    found: Array = np.bincount(choices.showing, choices.chance[hands] * turned / totals[hands], showings)
    return found


def hash_of(seed: object) -> int:
    from stolik.core.rng import stream

    return sum(word << 32 * place for place, word in enumerate(stream("gra", seed)))
