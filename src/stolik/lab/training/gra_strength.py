"""How well a plan for a round of GRA holds: what a player who knows it can gain by playing otherwise."""

from collections.abc import Iterator

import numpy as np

from stolik.lab.training.gra_rounds import Array, Choices, Round
from stolik.lab.training.gra_solving import Learner, Loops, Plan, even

PASSES = 6
CURIOSITY = 0.2
"""How often, at first, what looks worse is tried as well."""


def values(round_: Round, plans: tuple[Plan, Plan]) -> tuple[float, float]:
    """How often each of the two wins."""
    mine, theirs = (_value(round_, plans, which)[1] for which in (0, 1))
    return mine, theirs


def gains(round_: Round, plans: tuple[Plan, Plan]) -> tuple[float, float]:
    """What each could gain against the other's plan, if it remembers no more than the tables do."""
    mine, theirs = (_gain(round_, plans, which) for which in (0, 1))
    return mine, theirs


def _value(round_: Round, plans: tuple[Plan, Plan], which: int) -> tuple[Array, float]:
    me, loops = Learner(round_, which), Loops(round_)
    mine, theirs = plans[which], plans[1 - which]
    drawn = np.arange(len(theirs.shown))
    weights = theirs.shown.astype(np.float32)
    _, total = loops.sweep(me, drawn, weights, mine.bids, mine.bids, theirs.bids)
    each = total / np.maximum(weights @ me.affinity, 1e-12)
    return each, float(each @ mine.shown)


def _gain(round_: Round, plans: tuple[Plan, Plan], which: int) -> float:
    before = _value(round_, plans, which)[1]
    me = Learner(round_, which)
    answers = better_answers(round_, me, plans[1 - which], plans[which].bids, PASSES, CURIOSITY)
    return max(before, *(best_showing(me.choices, worth) for _, worth in answers)) - before


def better_answers(
    round_: Round, me: Learner, theirs: Plan, plan: Array, passes: int, curiosity: float
) -> Iterator[tuple[Array, Array]]:
    """Improves a plan again and again where it gets to; each pass is one more that the other's plan must stand.

    Gives the plans, and what every showing is worth with each of them.
    """
    loops = Loops(round_)
    drawn = np.flatnonzero(theirs.shown > 1e-9)
    weights = theirs.shown[drawn].astype(np.float32)
    seen = np.maximum(weights @ me.affinity[drawn], 1e-12)
    for number in range(passes):
        curious = np.float32(curiosity / (number + 1) ** 2)
        tried = plan * (1 - curious) + me.even * curious
        gained, total = loops.sweep(me, drawn, weights, plan, tried, theirs.bids)
        yield plan, total / seen
        plan = greedy(round_, gained)
    _, total = loops.sweep(me, drawn, weights, plan, plan, theirs.bids)
    yield plan, total / seen


def greedy(round_: Round, gained: Array) -> Array:
    legal = even(round_, gained.shape[2]) > 0
    best = np.where(legal, gained, -1).argmax(axis=1)
    found = np.zeros_like(gained)
    np.put_along_axis(found, best[:, None, :], 1, axis=1)
    return found


def best_showing(choices: Choices, each: Array) -> float:
    """If every hand shows what is worth most."""
    return float(np.maximum.reduceat(each[choices.showing], choices.first[:-1]) @ choices.chance)


def full_memory(round_: Round, plans: tuple[Plan, Plan], which: int) -> float:
    """How often a player wins who knows the other's plan, remembers every bid and plays best: the real game.

    All sequences of bids are tried, so this is for few cards. With more than one each, how hands go together is only
    nearly right (`Round.affinity`), and so is this.
    """
    me, theirs = Learner(round_, which), plans[1 - which]
    seen = np.maximum(theirs.shown @ me.affinity, 1e-12)
    begin = _best_move if me.first else _their_move
    return best_showing(me.choices, begin(round_, me, theirs, 0, theirs.shown) / seen)


def _best_move(round_: Round, me: Learner, theirs: Plan, moment: int, reach: Array) -> Array:
    """For each own showing: how often the best play wins from here, times how often the other gets here."""
    found: Array = reach @ (me.affinity * ~_right(round_, me, moment)) if moment else np.zeros(me.shape[2])
    for to in round_.next[moment, : round_.raises[moment]]:
        found = np.maximum(found, _their_move(round_, me, theirs, to, reach))
    return found


def _their_move(round_: Round, me: Learner, theirs: Plan, moment: int, reach: Array) -> Array:
    """The same where the other moves, as planned."""
    found: Array = (reach * theirs.bids[moment, 0]) @ (me.affinity * _right(round_, me, moment))
    for action in range(1, round_.raises[moment] + 1):
        further = reach * theirs.bids[moment, action]
        if further.any():
            found = found + _best_move(round_, me, theirs, round_.next[moment, action - 1], further)
    return found


def _right(round_: Round, me: Learner, moment: int) -> Array:
    """Whether the bid is right, for each showing of the other and of the own hand."""
    found: Array = me.own[moment][None, :] + me.other[moment][:, None] >= round_.need[moment]
    return found
