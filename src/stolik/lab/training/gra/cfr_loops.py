"""The inner loops of CFR+ for a round of GRA, compiled. Arrays go by [moment, action, showing]; action 0 is to check.

In `reach` and `worth`, [moment, 1] is where the player who learns is to move, [moment, 0] where the other one is.
"""

from typing import Any

from stolik.core.rule import rule

Array = Any


def sweep(
    first: int,
    follow: Array,
    raises: Array,
    need: Array,
    own: Array,
    other: Array,
    affinity: Array,
    drawn: Array,
    weights: Array,
    strategy: Array,
    tried: Array,
    theirs: Array,
    gains: Array,
    total: Array,
    reach: Array,
    worth: Array,
    open_: Array,
) -> None:
    """What every action of the learner comes to, in sum over the other's showings that were drawn, each with a weight.

    The learner plays `strategy`, and gets to where `tried` leads (the same with exploration); the other plays `theirs`.
    `gains`: for each action the chance to win, times how often the moment comes; `total`: the chance to win from the
    beginning. `first`: the learner starts.
    """
    for k in range(len(drawn)):
        o = drawn[k]
        begin(first, weights[k], affinity[o], reach, open_)
        for b in range(len(raises)):
            lead_on(b, o, follow, raises, tried, theirs, reach, open_)
        for b in range(len(raises) - 1, -1, -1):
            needed = need[b] - other[b, o]
            if open_[b, 1]:
                judge_own(b, needed, follow, raises, own, strategy, reach, worth, gains)
            if open_[b, 0]:
                judge_other(b, o, needed, follow, raises, own, theirs, worth)
        for i in range(own.shape[1]):
            total[i] += weights[k] * affinity[o, i] * worth[0, first, i]


@rule
def begin(first: int, weight: float, affinity: Array, reach: Array, open_: Array) -> None:
    for b in range(len(open_)):
        open_[b, 0] = 0
        open_[b, 1] = 0
        for i in range(len(affinity)):
            reach[b, 0, i] = 0
            reach[b, 1, i] = 0
    open_[0, first] = 1
    for i in range(len(affinity)):
        reach[0, first, i] = weight * affinity[i]


@rule
def lead_on(
    b: int, o: int, follow: Array, raises: Array, tried: Array, theirs: Array, reach: Array, open_: Array
) -> None:
    """From a moment to those after each raise."""
    n = reach.shape[2]
    for r in range(raises[b]):
        to = follow[b, r]
        if open_[b, 1]:
            open_[to, 0] = 1
            for i in range(n):
                reach[to, 0, i] += reach[b, 1, i] * tried[b, r + 1, i]
        chance = theirs[b, r + 1, o]
        if open_[b, 0] and chance > 0:
            open_[to, 1] = 1
            for i in range(n):
                reach[to, 1, i] += reach[b, 0, i] * chance


@rule
def judge_own(
    b: int,
    needed: int,
    follow: Array,
    raises: Array,
    own: Array,
    strategy: Array,
    reach: Array,
    worth: Array,
    gains: Array,
) -> None:
    """What checking and each raise come to for the learner."""
    n = reach.shape[2]
    for i in range(n):
        wrong = 1 if own[b, i] < needed else 0
        gains[b, 0, i] += reach[b, 1, i] * wrong
        worth[b, 1, i] = strategy[b, 0, i] * wrong
    for r in range(raises[b]):
        to = follow[b, r]
        for i in range(n):
            gains[b, r + 1, i] += reach[b, 1, i] * worth[to, 0, i]
            worth[b, 1, i] += strategy[b, r + 1, i] * worth[to, 0, i]


@rule
def judge_other(
    b: int, o: int, needed: int, follow: Array, raises: Array, own: Array, theirs: Array, worth: Array
) -> None:
    """What the other's strategy brings the learner."""
    n = worth.shape[2]
    checked = theirs[b, 0, o]
    for i in range(n):
        worth[b, 0, i] = checked if own[b, i] >= needed else 0
    for r in range(raises[b]):
        chance = theirs[b, r + 1, o]
        if chance > 0:
            to = follow[b, r]
            for i in range(n):
                worth[b, 0, i] += chance * worth[to, 1, i]


def own_reach(first: int, follow: Array, raises: Array, strategy: Array, found: Array) -> None:
    """Own reach probability of each moment, on the way that the strategy favours most."""
    n = strategy.shape[2]
    for b in range(len(raises)):
        for i in range(n):
            found[b, 0, i] = 0
            found[b, 1, i] = 0
    for i in range(n):
        found[0, first, i] = 1
    for b in range(len(raises)):
        for r in range(raises[b]):
            to = follow[b, r]
            for i in range(n):
                found[to, 0, i] = max(found[to, 0, i], found[b, 1, i] * strategy[b, r + 1, i])
                found[to, 1, i] = max(found[to, 1, i], found[b, 0, i])


def learn(
    raises: Array, gains: Array, regrets: Array, sums: Array, strategy: Array, reach: Array, share: float
) -> None:
    """Regret matching+: what would have been better is played more often. `sums` become the average strategy."""
    n = strategy.shape[2]
    for b in range(len(raises)):
        least = 1 if b == 0 else 0
        for i in range(n):
            mean = 0.0
            for a in range(least, raises[b] + 1):
                mean += strategy[b, a, i] * gains[b, a, i]
            positive = 0.0
            for a in range(least, raises[b] + 1):
                sums[b, a, i] += share * reach[b, 1, i] * strategy[b, a, i]
                regrets[b, a, i] = max(regrets[b, a, i] + gains[b, a, i] - mean, 0.0)
                positive += regrets[b, a, i]
            for a in range(least, raises[b] + 1):
                if positive > 0:
                    strategy[b, a, i] = regrets[b, a, i] / positive
                else:
                    strategy[b, a, i] = 1.0 / (raises[b] + 1 - least)


def choose(
    first: Array,
    showing: Array,
    chance: Array,
    value: Array,
    regrets: Array,
    sums: Array,
    strategy: Array,
    share: float,
    showing_distribution: Array,
) -> None:
    """The same for turning the cards: every hand learns which showings are worth most."""
    for shown in range(len(showing_distribution)):
        showing_distribution[shown] = 0
    for hand in range(len(chance)):
        begin = first[hand]
        end = first[hand + 1]
        mean = 0.0
        for k in range(begin, end):
            mean += strategy[k] * value[showing[k]]
        positive = 0.0
        for k in range(begin, end):
            sums[k] += share * strategy[k]
            regrets[k] = max(regrets[k] + value[showing[k]] - mean, 0.0)
            positive += regrets[k]
        for k in range(begin, end):
            strategy[k] = regrets[k] / positive if positive > 0 else 1.0 / (end - begin)
            showing_distribution[showing[k]] += chance[hand] * strategy[k]
