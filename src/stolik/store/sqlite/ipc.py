"""Messages between the server and the SQLite writer process: jobs there, answers back in the same order."""

from typing import Any, TypeAlias

import msgspec

from stolik.store.rows import Change, LogRow

Value: TypeAlias = str | bytes | int | float | None


class Job(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One write: an append, a change or an SQL statement."""

    append: LogRow | None = None
    change: Change | None = None
    sql: str = ""
    values: tuple[Any, ...] = ()
    """Of the kind `Value`; a decoder could not tell text from bytes, if it were told so."""


class Answer(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    count: int = 1
    """Rows written. Of an append or a change: 1, or 0 on a write conflict."""
    rows: list[tuple[Any, ...]] = []
    """Result rows of the SQL statement."""
    failed: str = ""
    """The error, if nothing was written."""


PREFIX = 4
"""Bytes of the length prefix of a frame."""

decode_jobs = msgspec.msgpack.Decoder(list[Job]).decode
decode_answers = msgspec.msgpack.Decoder(list[Answer]).decode
_encode = msgspec.msgpack.Encoder().encode


def frame(messages: list[Job] | list[Answer]) -> bytes:
    body = _encode(messages)
    return len(body).to_bytes(PREFIX, "big") + body
