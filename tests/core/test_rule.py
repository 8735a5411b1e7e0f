"""Lookup tables and the small helpers of rules, interpreted and compiled."""

from typing import Any

import numpy as np

from stolik.core.rule import left_of, lookup_table, put, rule

SQUARES = lookup_table([0, 1, 4, 9, 16])


@rule
def square(k: int) -> int:
    return SQUARES[k]


def test_lookup_tables_become_arrays(machine: Any) -> None:
    fast = machine(square)
    assert [square(k) for k in range(5)] == [fast(k) for k in range(5)] == [0, 1, 4, 9, 16]


def test_put_and_left_of(machine: Any) -> None:
    moves, fast_moves = [0, 0], np.zeros(2, np.int64)
    assert put(moves, put(moves, 0, 8), 9) == 2
    fast = machine(put)
    assert fast(fast_moves, fast(fast_moves, 0, 8), 9) == 2
    assert moves == fast_moves.tolist() == [8, 9]
    assert [left_of(seat, 3) for seat in range(3)] == [machine(left_of)(seat, 3) for seat in range(3)] == [1, 2, 0]
