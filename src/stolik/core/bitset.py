"""Bit sets: an integer used as a set of at most 62 members (`1 << 64` is silently 1 when compiled).

All of these run in Python and compiled, with the same results.
"""

from collections.abc import Iterator

from stolik.core.rule import rule, when_compiled


def size(set_: int) -> int:
    """How many members the set has."""
    return int(set_).bit_count()


@when_compiled(size)
def _size_by_counting(set_: int) -> int:
    """LLVM knows this loop and makes one instruction of it."""
    count = 0
    while set_ != 0:
        set_ &= set_ - 1
        count += 1
    return count


def lowest(set_: int) -> int:
    """The smallest member."""
    return int(set_ & -set_).bit_length() - 1


@when_compiled(lowest)
def _lowest_by_size(set_: int) -> int:
    return size((set_ & -set_) - 1)


def members(set_: int) -> Iterator[int]:
    """The members of the set, in ascending order."""
    set_ = int(set_)
    while set_:
        first = set_ & -set_
        yield first.bit_length() - 1
        set_ ^= first


@when_compiled(members)
def _members_by_lowest(set_: int) -> Iterator[int]:
    while set_ != 0:
        yield lowest(set_)
        set_ &= set_ - 1


def nth(set_: int, k: int) -> int:
    """The member with k smaller ones in the set."""
    bits = bin(set_)[:1:-1]  # "0001101": lowest member first; cutting after the k-th 1 is twice as fast as a loop
    return len(bits) - len(bits.split("1", k + 1)[-1]) - 1


@when_compiled(nth)
def _nth_by_halves(set_: int, k: int) -> int:
    member = 0
    half = 32
    while half > 0:
        smaller = size(set_ & ((1 << half) - 1))
        beyond = -(k >= smaller)  # all ones or zero: no branch to guess wrong
        k -= smaller & beyond
        set_ >>= half & beyond
        member += half & beyond
        half >>= 1
    return member


@rule
def subsets(set_: int) -> Iterator[int]:
    """All subsets of the set but the empty one, in ascending order."""
    subset = -set_ & set_
    while subset != 0:
        yield subset
        subset = (subset - set_) & set_
