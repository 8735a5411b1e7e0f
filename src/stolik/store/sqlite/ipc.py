"""Messages between the server and the SQLite writer process: batches of jobs there, answers back in the same order."""

from typing import Any, TypeAlias

import msgspec

from stolik.store.condition import Fault
from stolik.store.rows import Change, LogRow

Value: TypeAlias = str | bytes | int | float | None


class Job(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One write: an append, a change or an SQL statement."""

    append: LogRow | None = None
    change: Change | None = None
    sql: str = ""
    values: tuple[Any, ...] = ()
    """Of the kind `Value`; a decoder could not tell text from bytes, if it were told so."""


class Batch(msgspec.Struct, frozen=True, array_like=True):
    """Jobs that are sent together."""

    until: float
    """In the time of `time.monotonic()`, which all processes share. Nobody waits for them afterwards: they must not be
    written any more.
    """
    jobs: list[Job]


class Answer(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    count: int = 1
    """Rows written. Of an append or a change: 1, or 0 on a write conflict."""
    rows: list[tuple[Any, ...]] = []
    """Result rows of the SQL statement."""
    failed: str = ""
    """The error, if nothing was written."""
    fault: Fault | None = None
    """What that says of the store, if anything."""


class Started(msgspec.Struct, frozen=True, array_like=True):
    """The first message of the writer process."""

    failed: str = ""
    """Why it could not open the file."""
    fault: Fault | None = None
    said: list[str] = []
    """What it found strange, or has mended."""


PREFIX = 4
"""Bytes of the length prefix of a frame."""

decode_batch = msgspec.msgpack.Decoder(Batch).decode
decode_started = msgspec.msgpack.Decoder(Started).decode
decode_answers = msgspec.msgpack.Decoder(list[Answer]).decode
_encode = msgspec.msgpack.Encoder().encode


def frame(message: Batch | Started | list[Answer]) -> bytes:
    body = _encode(message)
    return len(body).to_bytes(PREFIX, "big") + body
