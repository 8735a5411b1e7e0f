"""How frames are put together. What is the same for all readers is encoded once, and spliced into each frame."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from stolik.core.kit import Telling
from stolik.core.match import Match
from stolik.core.messages import to_json
from stolik.server.running import Running
from stolik.server.wire import Pause, Result, TableShown, You


def milliseconds(at: float) -> int:
    return round(at * 1000)


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
        match = running.match
        self._shared = b'"match":%d,"seq":%d,"from":%d,"public":%b,"to_act":%b,"awaited":%b,"quiet":%b,"over":%b' % (
            running.number,
            match.seq,
            since,
            to_json(match.public()),
            _seats(match.to_act),
            _seats(match.awaited),
            _TRUE_OR_FALSE[match.quiet],
            _TRUE_OR_FALSE[match.over],
        ) + b',"result":%b,"clocks":%b,"pause":%b' % (
            to_json(_result(match)),
            to_json(clocks) if clocks else b"{}",
            to_json(pause) if pause else b"null",
        )
        self._same_for_all = _encoded_events(match, fresh, None) if fresh and not _has_secrets(fresh) else None
        self._parts: dict[int | None, bytes] = {}

    def part(self, seat: int | None) -> bytes:
        """For one reader, without the braces."""
        found = self._parts.get(seat)
        if found is None:
            found = self._parts[seat] = self._made(seat)
        return found

    def update(self, seat: int | None) -> bytes:
        return b'{"type":"update",%b}' % self.part(seat)

    def _made(self, seat: int | None) -> bytes:
        match = self.running.match
        events = self._same_for_all
        if events is None:
            events = (
                to_json(match.told(seat, self.since))
                if self._fresh is None
                else _encoded_events(match, self._fresh, seat)
            )
        if seat is None:
            return b'%b,"events":%b,"private":null,"legal":[],"number":null' % (self._shared, events)
        return b'%b,"events":%b,"private":%b,"legal":%b,"number":%d' % (
            self._shared,
            events,
            to_json(match.private(seat)),
            to_json(match.legal(seat)) if seat in match.to_act else b"[]",
            self.running.next_number[seat],
        )


_TRUE_OR_FALSE = (b"false", b"true")


@lru_cache(maxsize=1024)
def _seats(seats: frozenset[int]) -> bytes:
    return to_json(sorted(seats))


def _has_secrets(fresh: Sequence[Sequence[Telling]]) -> bool:
    return any(telling.to for told in fresh for telling in told)


def _encoded_events(match: Match, fresh: Sequence[Sequence[Telling]], seat: int | None) -> bytes:
    tell = match.game.tell
    return to_json([tell(telling, seat) for told in fresh for telling in told if telling.what >= 0])


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


def encoded_table(table: TableShown) -> bytes:
    return to_json(table)
