"""How frames are put together. What is the same for all readers is encoded once, and spliced into each frame."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from stolik.core.kit import Telling
from stolik.core.match import Match
from stolik.core.messages import to_json
from stolik.server.running import Running
from stolik.server.wire import Pause, Result, You


def milliseconds(at: float) -> int:
    return round(at * 1000)


class _Shared(msgspec.Struct, kw_only=True):
    """The part of a position that is the same for all readers. All parts together have the fields that `wire` names."""

    match: int
    seq: int
    from_: int = msgspec.field(name="from")
    public: Any
    to_act: tuple[int, ...]
    awaited: tuple[int, ...]
    quiet: bool
    over: bool
    result: Result | None
    clocks: Mapping[int, int]
    pause: Pause | None


class _SharedWithEvents(_Shared, kw_only=True):
    """Most often all are told the same."""

    events: list[Any]


class _Own(msgspec.Struct):
    private: Any
    legal: list[Any]
    number: int | None


class _OwnWithEvents(msgspec.Struct):
    events: list[Any]
    private: Any
    legal: list[Any]
    number: int | None


class Position:
    """How a match stands, ready to be told to any reader."""

    def __init__(
        self,
        running: Running,
        since: int,
        clocks: Mapping[int, int],
        pause: Pause | None,
        fresh: Sequence[Sequence[Telling]] | None = None,
    ) -> None:
        """`fresh`: what has just been told, from `since` on; None: look it up, with what must be forgotten left out."""
        self.running = running
        self.since = since
        self._fresh = fresh
        match = self._match = running.match
        self._may = match.to_act
        self._all_told_the_same = fresh is not None and not _has_secrets(fresh)
        shared: dict[str, Any] = {
            "match": running.number,
            "seq": match.seq,
            "from_": since,
            "public": match.public(),
            "to_act": _in_order(self._may),
            "awaited": _in_order(match.awaited),
            "quiet": match.quiet,
            "over": match.over,
            "result": _result(match),
            "clocks": clocks,
            "pause": pause,
        }
        if self._all_told_the_same and fresh is not None:
            self._shared = to_json(_SharedWithEvents(**shared, events=_told(match, fresh, None)))[1:-1]
        else:
            self._shared = to_json(_Shared(**shared))[1:-1]
        self._parts: dict[int | None, bytes] = {}

    def part(self, seat: int | None) -> bytes:
        """For one reader, without the braces."""
        found = self._parts.get(seat)
        if found is None:
            found = self._parts[seat] = b"%b,%b" % (self._shared, to_json(self._own(seat))[1:-1])
        return found

    def update(self, seat: int | None) -> bytes:
        return b'{"type":"update",%b}' % self.part(seat)

    def _own(self, seat: int | None) -> _Own | _OwnWithEvents:
        match = self._match
        private = None if seat is None else match.private(seat)
        legal = match.legal(seat) if seat is not None and seat in self._may else []
        number = None if seat is None else self.running.next_number[seat]
        if self._all_told_the_same:
            return _Own(private, legal, number)
        fresh = self._fresh
        events = match.told(seat, self.since) if fresh is None else _told(match, fresh, seat)
        return _OwnWithEvents(events, private, legal, number)


@lru_cache(maxsize=1024)
def _in_order(seats: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))


def _has_secrets(fresh: Sequence[Sequence[Telling]]) -> bool:
    return any(telling.to for told in fresh for telling in told)


def _told(match: Match, fresh: Sequence[Sequence[Telling]], seat: int | None) -> list[Any]:
    tell = match.game.tell
    return [tell(telling, seat) for told in fresh for telling in told if telling.what >= 0]


def _result(match: Match) -> Result | None:
    return Result(match.scores, match.places, match.winners) if match.over else None


def header_part(match: Match) -> bytes:
    """What was settled before the first deal."""
    header = match.header
    return b'"header":%b' % to_json(
        {
            "version": header.version,
            "options": header.options,
            "commitment": header.commitment or "",
            "entropy": header.entropy,
            "seats": header.seats,
        }
    )


def table_frame(table: bytes, you: You) -> bytes:
    return b'{"type":"table","table":%b,"you":%b}' % (table, to_json(you))


def snapshot_frame(now: int, table: bytes, you: You, match: bytes | None, chat: Sequence[Any]) -> bytes:
    return b'{"type":"snapshot","now":%d,"table":%b,"you":%b,"match":%b,"chat":%b}' % (
        now,
        table,
        to_json(you),
        b"null" if match is None else b"{%b}" % match,
        to_json(chat),
    )


def clocks_frame(running: Running, clocks: Mapping[int, int], pause: Pause | None) -> bytes:
    return msgspec.json.encode(
        {
            "type": "clocks",
            "match": running.number,
            "seq": running.match.seq,
            "clocks": clocks,
            "pause": pause,
        }
    )
