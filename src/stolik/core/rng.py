"""Random numbers for playouts, bots and the lab: xoshiro128++, in steps that never leave 63 bits, so that Python and
compiled code draw the same. Real matches are dealt by `stolik.core.dealer` instead.
"""

from hashlib import sha256
from typing import Final

from stolik.core.bitset import lowest, nth, size
from stolik.core.rule import Row, rule

_WORD: Final = 0xFFFFFFFF


def stream(*names: object) -> list[int]:
    """The state of a generator, four 32-bit words, seeded by any names: `stream("simulate", seed, 3)`."""
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
