"""The feed of a table: frames to all its subscribers. What is sent is what has been committed.

Answers to commands are sent by `commands/dispatch.py` and by the transports, heartbeats by `transport/subscribers.py`.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from stolik.core.messages import to_json
from stolik.core.tell import Telling
from stolik.server.protocol import frame_encoder
from stolik.server.protocol.frame_encoder import PositionEncoder, milliseconds
from stolik.server.protocol.messages import ChairShown, Pause, Reaction, ReactionFrame, Said, TableShown, You
from stolik.server.settings import Settings
from stolik.server.tables.deadlines import away_ends, pause_ends
from stolik.server.tables.match_session import MatchSession
from stolik.server.tables.move_clocks import clock_ends
from stolik.server.tables.presence import Presence, Subscriber
from stolik.server.tables.table_state import TableState
from stolik.store.rows import ChatRow

CHAT_SHOWN = 100
ENTRIES_TOLD = 500
"""Log entries whose events a snapshot tells, at most: the replay has them all."""


class FeedSource(Protocol):
    """What is shown of a table."""

    state: TableState
    revision: int
    session: MatchSession | None
    trouble: str
    presence: Presence
    settings: Settings
    steady: Callable[[], float]
    """The time in which countdowns are shown."""


class Feed:
    """Reads the table and sends; changes nothing."""

    def __init__(self, table: FeedSource) -> None:
        self._table = table
        self._subscribers = table.presence.subscribers
        self.chat: list[Said] = []
        """The last things said, the newest at the end."""

    # Frames

    def send_snapshot(self, subscriber: Subscriber, since: int = 0, chat: int = 0) -> None:
        """Everything or, after a cut, what came since."""
        self._send_snapshots((subscriber,), since, chat)

    def send_snapshots(self) -> None:
        self._send_snapshots(self._subscribers, 0, self.last_chat)

    def _send_snapshots(self, subscribers: Collection[Subscriber], since: int, chat: int) -> None:
        if not subscribers:
            return
        session, position, header = self._table.session, None, b""
        if session is not None:
            position = self._position(session, max(since, session.match.seq - ENTRIES_TOLD))
            header = frame_encoder.header_part(session.match)
        said = to_json([found for found in self.chat if found.number > chat])
        now, shown = milliseconds(self._table.steady()), to_json(self.shown())
        for subscriber in subscribers:
            part = None if position is None else b"%b,%b" % (position.part(subscriber.seat), header)
            subscriber.push(frame_encoder.snapshot_frame(now, shown, self._you(subscriber), part, said))

    def send_update(self, since: int, fresh: Sequence[Sequence[Telling]] | None) -> None:
        """The match has gone on from entry `since`."""
        session = self._table.session
        if session is None or not self._subscribers:
            return
        position = self._position(session, since, fresh)
        for subscriber in self._subscribers:
            subscriber.push(position.update(subscriber.seat))

    def send_table(self, but: Subscriber | None = None) -> None:
        """Who sits where has changed."""
        if not self._subscribers:
            return
        shown = to_json(self.shown())
        for subscriber in self._subscribers:
            if subscriber is not but:
                subscriber.push(frame_encoder.table_frame(shown, self._you(subscriber)))

    def send_table_to_host(self, but: Subscriber | None = None) -> None:
        """What only the host may know has changed."""
        host = self._table.state.host
        for subscriber in self._subscribers:
            if subscriber.guest == host and subscriber is not but:
                subscriber.push(frame_encoder.table_frame(to_json(self.shown()), self._you(subscriber)))

    def send_clocks(self, but: Subscriber | None = None) -> None:
        """Time, or who has gone on, has changed."""
        session = self._table.session
        if session is not None and not session.match.over:
            number, seq = session.number, session.match.seq
            self._broadcast(frame_encoder.clocks_frame(number, seq, self._clocks(session), self._pause(session)), but)

    def send_chat(self, row: ChatRow) -> None:
        if row.number <= self.last_chat:
            return
        found = Said(row.number, row.seat, row.name, row.text, milliseconds(row.at))
        self.chat = [*self.chat, found][-CHAT_SHOWN:]
        self._broadcast(to_json(found))

    def send_reaction(self, seat: int, reaction: Reaction) -> None:
        self._broadcast(to_json(ReactionFrame(seat, reaction)))

    def _broadcast(self, frame: bytes, but: Subscriber | None = None) -> None:
        for subscriber in self._subscribers:
            if subscriber is not but:
                subscriber.push(frame)

    # What is shown

    @property
    def last_chat(self) -> int:
        """The number of the last thing said; 0: nothing."""
        return self.chat[-1].number if self.chat else 0

    def shown(self) -> TableShown:
        state, presence = self._table.state, self._table.presence
        return TableShown(
            id=state.id,
            code=state.code,
            game=state.game,
            version=state.version,
            options=state.options,
            clock=state.clock,
            public=state.public,
            hints=state.hints,
            keep_chairs=state.keep_chairs,
            pace=state.pace,
            status=state.status,
            chairs=[self._chair(seat) for seat in range(len(state.chairs))],
            host=state.seat_of(state.host),
            watching=presence.watching,
            match=state.match,
            commitment=state.commitment,
            history=list(state.history),
            revision=self._table.revision,
            trouble=self._table.trouble,
        )

    def _chair(self, seat: int) -> ChairShown:
        chair, playing = self._table.state.chairs[seat], self._table.state.status == "playing"
        away = None
        if playing and not chair.played_by_bot:
            away = away_ends(seat, self._table.presence, self._table.settings)
        return ChairShown(
            kind="bot" if chair.is_bot else "person",
            name=chair.name,
            level=chair.level,
            taken=not self._table.state.is_free(seat),
            present=chair.is_bot or seat in self._table.presence.seats,
            stand_in=chair.stand_in,
            ready=chair.ready,
            entropy=chair.entropy is not None,
            away_at=None if away is None else milliseconds(away),
        )

    def _you(self, subscriber: Subscriber) -> You:
        state, guest = self._table.state, subscriber.guest
        host = guest is not None and guest == state.host
        left_chair = None if guest is None else state.left_chair(guest)
        same_network = list(self._table.presence.same_network) if host else []
        return You(subscriber.seat, host=host, left_chair=left_chair, same_network=same_network)

    def _position(
        self, session: MatchSession, since: int, fresh: Sequence[Sequence[Telling]] | None = None
    ) -> PositionEncoder:
        clocks, pause = self._clocks(session), self._pause(session)
        return PositionEncoder(session.match, session.number, session.next_number, since, clocks, pause, fresh)

    def _clocks(self, session: MatchSession) -> dict[int, int]:
        state = self._table.state
        if state.clock is None or session.match.over:
            return {}
        ends = {
            seat: clock_ends(state, self._table.presence, seat, since)
            for seat, since in session.awaited_since.items()
            if not state.chairs[seat].played_by_bot
        }
        return {seat: milliseconds(end) for seat, end in sorted(ends.items()) if end is not None}

    def _pause(self, session: MatchSession) -> Pause | None:
        if session.paused_at is None:
            return None
        ends = pause_ends(self._table.state, session, self._table.presence, self._table.settings)
        return Pause(None if ends is None else milliseconds(ends), sorted(session.gone_on))
