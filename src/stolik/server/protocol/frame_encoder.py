"""Encodes the frames of a feed. What is the same for all subscribers is encoded once, and spliced into each frame."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from stolik.core.match import Match
from stolik.core.messages import to_json
from stolik.core.tell import Telling
from stolik.server.protocol.messages import Pause, Result, You


def milliseconds(at: float) -> int:
    return round(at * 1000)


class _SharedPart(msgspec.Struct, kw_only=True):
    """The part of a position that all subscribers get. Both parts together have the fields of `messages.Position`."""

    match: int
    seq: int
    from_: int = msgspec.field(name="from")
    public: Any
    to_act: tuple[int, ...]
    awaited: tuple[int, ...]
    quiet: bool
    may_not_talk: tuple[int, ...]
    may_not_react: tuple[int, ...]
    over: bool
    result: Result | None
    clocks: Mapping[int, int]
    pause: Pause | None
    events: list[Any] | msgspec.UnsetType = msgspec.UNSET
    """Here if all were told the same."""


class _OwnPart(msgspec.Struct):
    """The part that is a seat's own."""

    private: Any
    legal: Sequence[Any]
    number: int | None


_SPECTATORS_PART = to_json(_OwnPart(None, (), None))[1:-1]


class PositionEncoder:
    """How a match stands, ready to be sent to any subscriber."""

    def __init__(
        self,
        match: Match,
        number: int,
        next_number: Sequence[int],
        since: int,
        clocks: Mapping[int, int],
        pause: Pause | None,
        fresh: Sequence[Sequence[Telling]] | None = None,
    ) -> None:
        """`number`: of the match at its table. `next_number`: what each seat's next move must have.

        `fresh`: what has just been told, from `since` on; None: look it up, with what must be forgotten left out.
        """
        self._next_number = next_number
        self._since = since
        self._fresh = fresh
        self._match = match
        self._to_act = match.to_act
        over, quiet = match.over, match.quiet
        self._all_told_the_same = fresh is not None and not _has_secrets(fresh)
        shared = _SharedPart(
            match=number,
            seq=match.seq,
            from_=since,
            public=match.public(),
            to_act=_in_order(self._to_act),
            awaited=_in_order(match.awaited),
            quiet=len(quiet) == match.players,
            may_not_talk=_in_order(quiet),
            may_not_react=_in_order(match.muted),
            over=over,
            result=Result(match.scores, match.places, match.winners) if over else None,
            clocks=clocks,
            pause=pause,
        )
        if fresh is not None and self._all_told_the_same:
            shared.events = _told(match, fresh, None)
        self._shared = to_json(shared)[1:-1]
        self._updates: dict[int | None, bytes] = {}

    def part(self, seat: int | None) -> bytes:
        """For a snapshot of one subscriber, without the braces."""
        return b"%b,%b" % (self._shared, self._own(seat))

    def update(self, seat: int | None) -> bytes:
        found = self._updates.get(seat)
        if found is None:
            found = self._updates[seat] = b'{"type":"update",%b,%b}' % (self._shared, self._own(seat))
        return found

    def _own(self, seat: int | None) -> bytes:
        match, own = self._match, _SPECTATORS_PART
        if seat is not None:
            legal = match.legal(seat) if seat in self._to_act else ()
            own = to_json(_OwnPart(match.private(seat), legal, self._next_number[seat]))[1:-1]
        if self._all_told_the_same:
            return own
        events = match.told(seat, self._since) if self._fresh is None else _told(match, self._fresh, seat)
        return b'"events":%b,%b' % (to_json(events), own)


@lru_cache(maxsize=1024)
def _in_order(seats: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))


def _has_secrets(fresh: Sequence[Sequence[Telling]]) -> bool:
    for told in fresh:
        for telling in told:
            if telling.to:
                return True
    return False


def _told(match: Match, fresh: Sequence[Sequence[Telling]], seat: int | None) -> list[Any]:
    tell = match.game.tell
    return [tell(telling, seat) for told in fresh for telling in told if telling.is_event]


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


def snapshot_frame(now: int, table: bytes, you: You, match: bytes | None, chat: bytes) -> bytes:
    return b'{"type":"snapshot","now":%d,"table":%b,"you":%b,"match":%b,"chat":%b}' % (
        now,
        table,
        to_json(you),
        b"null" if match is None else b"{%b}" % match,
        chat,
    )


def clocks_frame(match: int, seq: int, clocks: Mapping[int, int], pause: Pause | None) -> bytes:
    return msgspec.json.encode(
        {
            "type": "clocks",
            "match": match,
            "seq": seq,
            "clocks": clocks,
            "pause": pause,
        }
    )
