"""A checkup of a database: what is found, and what both kinds of database have in common.

Nothing is changed. Tables and matches are named by a function that is given, since their ids are keys to them.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

Name: TypeAlias = Callable[[str], str]
"""What the host may call a table or a match in public."""

MAX_NAMED = 5
COUNTED = {
    "tables": "SELECT count(*) FROM tables",
    "matches": "SELECT count(*) FROM matches",
    "of them running": "SELECT count(*) FROM matches WHERE finished IS NULL",
    "rows of the log": "SELECT count(*) FROM log",
    "things said": "SELECT count(*) FROM chat",
    "guests": "SELECT count(*) FROM guests",
}
JSON_COLUMNS = {
    "tables": "SELECT id, body FROM tables",
    "matches": "SELECT id, header FROM matches",
}
LOG = "SELECT match, seq, entries FROM log ORDER BY match, seq"


class Finding(NamedTuple):
    kind: Literal["ok", "note", "wrong"]
    text: str


def found(wrong: object, sentence: str, otherwise: str) -> Finding:
    return Finding("wrong", sentence) if wrong else Finding("ok", otherwise)


class RowReader:
    """Reads what the server would read: are the rows JSON, and has no log a gap?"""

    def __init__(self, name: Name) -> None:
        self._name = name
        self._unreadable: dict[str, str] = {}
        self._match, self._next = "", 0
        self._rows = 0

    def take_json(self, id_: str, body: bytes) -> None:
        self._decoded(id_, bytes(body))

    def take_log(self, match: str, seq: int, entries: bytes) -> None:
        """Rows must come in the order of `LOG`."""
        if match != self._match:
            self._match, self._next = match, 0
        if seq != self._next:
            self._unreadable.setdefault(match, f"entry {self._next} of its log is missing")
        decoded = self._decoded(match, bytes(entries))
        self._next = seq + (len(decoded) if isinstance(decoded, list) else 1)

    def take_error(self, error: Exception) -> None:
        self._unreadable.setdefault("", str(error))

    def _decoded(self, id_: str, body: bytes) -> Any:
        self._rows += 1
        try:
            return msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._unreadable.setdefault(id_, str(error))
            return None

    def findings(self) -> list[Finding]:
        bad = [f"{self._name(id_)}: {why}" if id_ else why for id_, why in self._unreadable.items()]
        more = f"; and {len(bad) - MAX_NAMED} more" if len(bad) > MAX_NAMED else ""
        sentence = f"Tables or matches that cannot be read: {len(bad)} ({'; '.join(bad[:MAX_NAMED])}{more})."
        return [found(bad, sentence, f"All {self._rows} rows of tables, matches and logs can be read.")]


def counts_found(counts: dict[str, int]) -> Finding:
    return Finding("ok", "Kept: " + ", ".join(f"{count:,} {what}" for what, count in counts.items()) + ".")


def schema_found(version: int, newest: int) -> Finding:
    if version > newest:
        text = f"It was written by a newer Stolik: schema {version}, and this one knows {newest}."
        return Finding("wrong", text)
    if version < newest:
        text = f"It has schema {version}; the next start of a server brings it to {newest}."
        return Finding("note", text)
    return Finding("ok", f"It has the schema of this Stolik: {version}.")


def size(count: float) -> str:
    """Of bytes, for people."""
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"
