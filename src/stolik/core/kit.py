"""Small helpers for rules. All of them run in Python and compiled, with the same results.

A *set* is an integer used as a bit set of at most 62 members: `1 << 64` is silently 1 when compiled.
"""

from collections.abc import Iterable, Iterator, MutableSequence
from hashlib import sha256
from typing import Any, Final, TypeAlias

import msgspec

from stolik.core.rule import Table, rule, when_compiled

NOBODY: Final = -1
FORGET: Final = -1
"""Told when something must be forgotten: what was told before is not told again until REMEMBER, or the end."""
REMEMBER: Final = -2
"""Told when what was forgotten may be known again."""

Row: TypeAlias = MutableSequence[int]
"""A fixed row of integers: a list in Python, a NumPy row when compiled."""


class Telling(msgspec.Struct, frozen=True):
    """What a rule said happened. Everyone learns it; only the seats in the set `to` also learn `secret`."""

    what: int
    who: int
    a: int
    b: int
    c: int
    secret: int | None
    to: int


def tell(
    s: Any, what: int, who: int = NOBODY, a: int = 0, b: int = 0, c: int = 0, secret: int = 0, to: int = 0
) -> None:
    """Say what happens, where it happens. Kept only while somebody listens; compiled, this is nothing."""
    if s.told is not None:
        s.told.append(Telling(what, who, a, b, c, secret if to else None, to))


@when_compiled(tell)
def _tell_nobody(
    s: Any, what: int, who: int = NOBODY, a: int = 0, b: int = 0, c: int = 0, secret: int = 0, to: int = 0
) -> None:
    pass


def table(values: Iterable[int]) -> Table:
    """Constants to look up by index: `VALUE = table([…])` at the top of a file, `VALUE[card]` in a rule."""
    return Table(values)


@rule
def put(moves: Row, n: int, code: int) -> int:
    """Write one more legal code: `n = put(moves, n, TAKE)`."""
    moves[n] = code
    return n + 1


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
def left_of(seat: int, players: int) -> int:
    """The next seat clockwise. (A remainder would be the slowest thing in many games.)"""
    return seat + 1 if seat + 1 < players else 0


@rule
def subsets(set_: int) -> Iterator[int]:
    """All subsets of the set but the empty one, in ascending order."""
    subset = -set_ & set_
    while subset != 0:
        yield subset
        subset = (subset - set_) & set_


# Random numbers for playouts, bots and the lab: xoshiro128++, in steps that never leave 63 bits, so that Python and
# compiled code draw the same. Real matches are dealt by `stolik.core.dealer` instead.

_WORD: Final = 0xFFFFFFFF


def stream(*names: object) -> list[int]:
    """A generator's four words, fixed by any names: `stream("simulate", seed, 3)`."""
    digest = sha256(repr(names).encode()).digest()
    return [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12)]


@rule
def next_word(rng: Row) -> int:
    """32 random bits."""
    w0 = rng[0]
    w1 = rng[1]
    w2 = rng[2] ^ w0
    w3 = rng[3] ^ w1
    total = (w0 + rng[3]) & _WORD
    result = (((total << 7) & _WORD) | (total >> 25)) + w0
    rng[0] = w0 ^ w3
    rng[2] = w2 ^ ((w1 << 9) & _WORD)
    rng[1] = w1 ^ w2
    rng[3] = ((w3 << 11) & _WORD) | (w3 >> 21)
    return result & _WORD


@rule
def below(rng: Row, n: int) -> int:
    """A random integer from 0 to n − 1, each equally likely; n is at most 2³¹."""
    product = next_word(rng) * n
    if product & _WORD < n:
        refused = (_WORD + 1 - n) % n
        while product & _WORD < refused:
            product = next_word(rng) * n
    return product >> 32


@rule
def pick(rng: Row, set_: int) -> int:
    """A random member of the set."""
    if set_ & (set_ - 1) == 0:
        return lowest(set_)
    return nth(set_, below(rng, size(set_)))


@rule
def shuffle(rng: Row, row: Row, n: int) -> None:
    """Put the first n numbers of the row in a random order."""
    for last in range(n - 1, 0, -1):
        other = below(rng, last + 1)
        row[last], row[other] = row[other], row[last]
