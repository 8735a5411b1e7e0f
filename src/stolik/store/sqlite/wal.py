"""Reads a write-ahead log that a crash has left behind, before SQLite does.

SQLite takes a log up to the first frame that is not right, and drops the rest without a word: after a crash that is
an unfinished transaction, which nobody was told of. It could also be damage in the middle of what was acknowledged.

The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import struct
import sys
from array import array
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

from stolik.store.protocol import StoreFailed

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_MAGIC = 0x377F0682
"""With one added, checksums are computed over big-endian numbers."""
_MASK = 0xFFFFFFFF
_CYCLES = 1 << 20
"""Each time SQLite begins again at the beginning of the log, the first salt rises by one."""


class WalState(NamedTuple):
    """What there is behind the last transaction that SQLite will read."""

    unfinished: bool = False
    """The beginning of a transaction."""
    lost: int = 0
    """Ends of transactions, which cannot be reached any more."""
    rubbish: int = 0
    """Bytes that no SQLite has written."""


def inspect_wal(wal: Path, name: str) -> str:
    """What is wrong with the log, as a sentence; empty: nothing.

    StoreFailed if something is missing that had been acknowledged. Every transaction but the last was on disk before
    the next one began: if two or more lie behind damage, a power cut cannot have been the reason.
    """
    if not wal.exists() or wal.stat().st_size <= _HEADER.size:
        return ""
    with wal.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        state = _state(data)
    if state is None:
        raise StoreFailed(
            f"{name}: the head of the write-ahead log is damaged ({wal.name}), so nothing in it can be read."
            " Put a backup in place; to go on without all that the log held, move it away"
        )
    if state.lost > 1:
        raise StoreFailed(
            f"{name}: the write-ahead log is damaged ({wal.name}): {state.lost} transactions behind the damage cannot"
            " be read, though they were acknowledged. Put a backup in place; to go on without them:"
            f" sqlite3 {wal.name.removesuffix('-wal')} 'PRAGMA wal_checkpoint(TRUNCATE)'"
        )
    if state.lost:
        return (
            f"{name}: the end of the write-ahead log is not readable: its last transaction is damaged and was dropped."
            " It was lost in a power cut before it was acknowledged, or the disk has lost it since"
        )
    if state.unfinished:
        return (
            f"{name}: the write-ahead log ends in the middle of a transaction, which was dropped: it had not been"
            " acknowledged, unless somebody has cut the file"
        )
    if state.rubbish:
        return f"{name}: the last {state.rubbish} bytes of the write-ahead log are no part of it, and were ignored"
    return ""


def _state(data: mmap) -> WalState | None:
    """None: not even the head is readable."""
    magic, _, page, _, salt, salt2, *checksum = _HEADER.unpack_from(data)
    big_endian = bool(magic & 1)
    sums = _checksum(data[: _HEADER.size - 8], big_endian, (0, 0))
    if magic & ~1 != _MAGIC or sums != tuple(checksum):
        return None
    size = _FRAME.size + (page or 65536)
    place, unfinished = _HEADER.size, False
    while place + size <= len(data):
        _, ends, *rest = _FRAME.unpack_from(data, place)
        after = _checksum(data[place : place + 8] + data[place + _FRAME.size : place + size], big_endian, sums)
        if rest != [salt, salt2, *after]:
            break
        sums = after
        unfinished = ends == 0
        place += size
    return _behind(data, place, size, (salt, salt2), unfinished=unfinished)


def _behind(data: mmap, place: int, size: int, salts: tuple[int, int], *, unfinished: bool) -> WalState:
    """What lies behind the last frame that is right."""
    lost = 0
    for start in range(place, len(data), size):
        if len(data) - start < _FRAME.size:
            return WalState(unfinished=True, lost=lost)
        _, ends, *found, _, _ = _FRAME.unpack_from(data, start)
        if tuple(found) == salts:
            unfinished = True
            lost += ends != 0 and len(data) - start >= size
        elif not 0 < (salts[0] - found[0]) & _MASK <= _CYCLES and not unfinished:
            return WalState(rubbish=len(data) - start)
    return WalState(unfinished, lost)


def _checksum(data: bytes, big_endian: bool, sums: tuple[int, int]) -> tuple[int, int]:  # noqa: FBT001
    words = array("I", data)
    if big_endian != (sys.byteorder == "big"):
        words.byteswap()
    first, second = sums
    pairs = iter(words)
    for one, two in zip(pairs, pairs, strict=True):
        first = (first + one + second) & _MASK
        second = (second + two + first) & _MASK
    return first, second
