"""Random numbers, interpreted and compiled: both draw the same."""

from random import Random
from typing import Any

import numpy as np
import pytest

from stolik.core.rng import below, next_word, pick, shuffle, stream

SETS = [0b1, 0b1011, 1 << 61, (1 << 62) - 1, (1 << 36) - 8, *(Random(1).getrandbits(62) | 1 for _ in range(50))]


def test_random_words_are_the_same_at_both_speeds(machine: Any) -> None:
    slow, fast = stream("words"), np.array(stream("words"), np.int64)
    word = machine(next_word)
    assert [next_word(slow) for _ in range(1000)] == [word(fast) for _ in range(1000)]


def test_random_words_are_those_of_xoshiro128_plus_plus() -> None:
    """First outputs of the published generator from the state 1, 2, 3, 4."""
    rng = [1, 2, 3, 4]
    assert [next_word(rng) for _ in range(5)] == [641, 1573767, 3222811527, 3517856514, 836907274]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 36, 1000, 2**31 - 1])
def test_below_is_the_same_at_both_speeds(machine: Any, n: int) -> None:
    slow, fast = stream("below", n), np.array(stream("below", n), np.int64)
    drawn = machine(below)
    numbers = [below(slow, n) for _ in range(500)]
    assert numbers == [drawn(fast, n) for _ in range(500)]
    assert all(0 <= number < n for number in numbers)


def test_below_is_even() -> None:
    rng, counts = stream("even"), [0] * 6
    for _ in range(60_000):
        counts[below(rng, 6)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts), counts  # five standard deviations


def test_pick_and_shuffle_are_the_same_at_both_speeds(machine: Any) -> None:
    slow, fast = stream("pick"), np.array(stream("pick"), np.int64)
    picked = machine(pick)
    for set_ in SETS:
        member = pick(slow, set_)
        assert member == picked(fast, set_)
        assert set_ >> member & 1
    row, fast_row = list(range(20)), np.arange(20)
    shuffle(slow, row, 20)
    machine(shuffle)(fast, fast_row, 20)
    assert row == fast_row.tolist()
    assert sorted(row) == list(range(20)) != row


def test_streams_differ_by_name() -> None:
    assert stream("a") == stream("a") != stream("b")
    assert stream("a", 1) != stream("a", "1")
