"""What the server and the process that writes for it say to each other: jobs there, answers back in the same order."""

from typing import Any, TypeAlias

import msgspec

from stolik.store.rows import Change, LogRow

Value: TypeAlias = str | bytes | int | float | None


class Job(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One of the three."""

    append: LogRow | None = None
    change: Change | None = None
    sql: str = ""
    values: tuple[Any, ...] = ()
    """Of the kind `Value`; a decoder could not tell text from bytes, if it were told so."""


class Answer(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    count: int = 1
    """How many rows were written. Of an append or a change: 1, or 0 if somebody else was faster."""
    rows: list[tuple[Any, ...]] = []
    """What the SQL gave."""
    failed: str = ""
    """Why nothing was written."""


LENGTH = 4
"""Bytes before each message, which say how long it is."""

read_jobs = msgspec.msgpack.Decoder(list[Job]).decode
read_answers = msgspec.msgpack.Decoder(list[Answer]).decode
_encode = msgspec.msgpack.Encoder().encode


def message(what: list[Job] | list[Answer]) -> bytes:
    body = _encode(what)
    return len(body).to_bytes(LENGTH, "big") + body
