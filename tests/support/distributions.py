"""Are two samples drawn from the same distribution? Kolmogorov and Smirnov's test, with a limit for false alarms."""

from bisect import bisect_right
from collections.abc import Sequence
from math import log, sqrt

FALSE_ALARM = 1e-6
"""How often two samples of the same distribution would be told apart."""


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The largest difference between the shares of both that are at most as large as something."""
    first, second = sorted(one), sorted(other)
    return max(
        abs(bisect_right(first, value) / len(first) - bisect_right(second, value) / len(second))
        for value in {*first, *second}
    )


def limit(one: int, other: int, false_alarm: float = FALSE_ALARM) -> float:
    """The distance that samples of such sizes reach by chance that rarely."""
    return sqrt(-log(false_alarm / 2) / 2) * sqrt((one + other) / (one * other))


def can_be_told_apart(one: Sequence[float], other: Sequence[float]) -> bool:
    return distance(one, other) > limit(len(one), len(other))


def could_be_told_apart(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether there is enough of both: otherwise not even total separation would be noticed."""
    return len(one) > 0 and len(other) > 0 and limit(len(one), len(other)) < 1.0
