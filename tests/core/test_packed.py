from typing import Any

import numpy as np
import pytest

from stolik.core.packed import clone, dtype, fields_of, pack, packed, row, sets, unpack


@packed
class Sample:
    """A sample."""

    number: int
    small: list[int] = row(3)
    wide: list[int] = sets(2)


def filled() -> Sample:
    s = Sample()
    s.number, s.small, s.wide = -5, [1, -2, 300], [1 << 61, 7]
    return s


def test_it_starts_with_zeros() -> None:
    s = Sample()
    assert (s.number, s.small, s.wide) == (0, [0, 0, 0], [0, 0])
    assert Sample.__doc__ == "A sample."


def test_it_has_slots_and_no_others() -> None:
    s: Any = Sample()
    with pytest.raises(AttributeError):
        s.other = 1


def test_equality_is_by_content_and_a_clone_is_independent() -> None:
    s = filled()
    copy = clone(s)
    assert copy == s
    copy.small[0] = 9
    assert copy != s
    assert s.small[0] == 1
    other: object = "something else"
    assert s != other
    with pytest.raises(TypeError):
        hash(s)


def test_a_clone_has_no_listener() -> None:
    s: Any = filled()
    s.told = []
    assert clone(s).told is None
    assert clone(s) == s


def test_copies_both_ways() -> None:
    table = np.zeros(2, dtype(Sample))
    pack(filled(), table[1])
    assert unpack(Sample, table[1]) == filled()
    assert unpack(Sample, table[0]) == Sample()
    assert table.dtype["small"].base == np.int16
    assert table.dtype["wide"].base == table.dtype["number"] == np.int64


def test_what_does_not_fit_is_refused_not_wrapped() -> None:
    s = filled()
    s.small[0] = 40_000
    with pytest.raises(OverflowError, match=r"Sample\.small holds numbers of 16 bits"):
        pack(s, np.zeros(1, dtype(Sample))[0])


def test_it_shows_itself() -> None:
    assert repr(filled()) == "Sample(number=-5, small=[1, -2, 300], wide=[2305843009213693952, 7])"
    assert [field.name for field in fields_of(Sample)] == ["number", "small", "wide"]


def test_only_integers_and_rows_of_them_can_be_declared() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.name: a state holds"):

        @packed
        class Wrong:
            name: str
