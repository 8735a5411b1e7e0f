"""The kit, in both speeds: what Python gives, compiled code gives too."""

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from stolik.core.bitset import lowest, members, nth, size, subsets
from stolik.core.rng import below, next_word, pick, shuffle, stream
from stolik.core.rule import left_of, lookup_table, prepare, put, rule
from stolik.core.tell import FORGET, Telling, tell
from support.random_play import as_set

SETS = [0b1, 0b1011, 1 << 61, (1 << 62) - 1, (1 << 36) - 8, *(Random(1).getrandbits(62) | 1 for _ in range(50))]
SQUARES = lookup_table([0, 1, 4, 9, 16])


@rule
def all_members(set_: int, out: Any) -> int:
    n = 0
    for member in members(set_):
        out[n] = member
        n += 1
    return n


@rule
def all_subsets(set_: int, out: Any) -> int:
    n = 0
    for subset in subsets(set_):
        out[n] = subset
        n += 1
    return n


@rule
def square(k: int) -> int:
    return SQUARES[k]


@rule
def tells(s: Any) -> int:
    tell(s, FORGET)
    tell(s, 3, 1, 5, 6, secret=7, to=0b10)
    return 1


@pytest.fixture(scope="module")
def machine() -> Any:
    """A function as machine code."""
    prepare()

    def compiled(function: Any) -> Any:
        match function.__code__.co_argcount:
            case 1:
                return njit(lambda a: function(a))
            case 2:
                return njit(lambda a, b: function(a, b))
        return njit(lambda a, b, c: function(a, b, c))

    return compiled


def test_size_and_lowest(machine: Any) -> None:
    fast_size, fast_lowest = machine(size), machine(lowest)
    for set_ in SETS:
        assert size(set_) == fast_size(set_) == len([bit for bit in range(62) if set_ >> bit & 1])
        assert lowest(set_) == fast_lowest(set_) == (set_ & -set_).bit_length() - 1
    assert size(0) == fast_size(0) == 0


def test_nth_and_members_agree(machine: Any) -> None:
    fast_nth, fast_members = machine(nth), machine(all_members)
    for set_ in SETS:
        expected = [bit for bit in range(62) if set_ >> bit & 1]
        assert list(members(set_)) == expected
        assert [nth(set_, k) for k in range(len(expected))] == expected
        assert [fast_nth(set_, k) for k in range(len(expected))] == expected
        out = np.zeros(62, np.int64)
        assert out[: fast_members(set_, out)].tolist() == expected


def test_subsets_are_all_but_the_empty_one_in_order(machine: Any) -> None:
    set_ = 0b1011010
    expected = sorted(
        as_set(chosen) for count in range(1, size(set_) + 1) for chosen in combinations(list(members(set_)), count)
    )
    assert list(subsets(set_)) == expected
    out = np.zeros(64, np.int64)
    assert out[: machine(all_subsets)(set_, out)].tolist() == expected
    assert list(subsets(0)) == []


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


def test_tables_become_arrays(machine: Any) -> None:
    fast = machine(square)
    assert [square(k) for k in range(5)] == [fast(k) for k in range(5)] == [0, 1, 4, 9, 16]


def test_put_and_left_of(machine: Any) -> None:
    moves, fast_moves = [0, 0], np.zeros(2, np.int64)
    assert put(moves, put(moves, 0, 8), 9) == 2
    fast = machine(put)
    assert fast(fast_moves, fast(fast_moves, 0, 8), 9) == 2
    assert moves == fast_moves.tolist() == [8, 9]
    assert [left_of(seat, 3) for seat in range(3)] == [machine(left_of)(seat, 3) for seat in range(3)] == [1, 2, 0]


def test_tellings_are_kept_only_while_somebody_listens(machine: Any) -> None:
    class Listener:
        told: list[Telling] | None = None

    s = Listener()
    tells(s)
    s.told = []
    tells(s)
    assert s.told == [Telling(FORGET, -1, 0, 0, 0, None, 0), Telling(3, 1, 5, 6, 0, 7, 0b10)]
    assert machine(tells)(np.zeros(1, [("x", "i8")])[0]) == 1, "compiled, telling is nothing"


def test_streams_differ_by_name() -> None:
    assert stream("a") == stream("a") != stream("b")
    assert stream("a", 1) != stream("a", "1")
