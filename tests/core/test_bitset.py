"""Bit sets, interpreted and compiled: both give the same."""

from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from stolik.core.bitset import lowest, members, nth, size, subsets
from stolik.core.rule import rule
from support.random_play import as_set

SETS = [0b1, 0b1011, 1 << 61, (1 << 62) - 1, (1 << 36) - 8, *(Random(1).getrandbits(62) | 1 for _ in range(50))]


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
