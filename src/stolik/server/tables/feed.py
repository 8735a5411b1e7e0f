"""The feed of a table: the only sender. What is told is what has been kept."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING
from weakref import proxy

from stolik.core.messages import to_json
from stolik.core.tell import Telling
from stolik.server.protocol import frame_encoder
from stolik.server.protocol.frame_encoder import Position, milliseconds
from stolik.server.protocol.messages import ChairShown, Pause, Reaction, ReactionFrame, Said, TableShown, You
from stolik.server.tables.deadlines import away_ends, clock_ends, pause_ends
from stolik.server.tables.match_session import Running
from stolik.server.tables.presence import Presence
from stolik.server.transport.subscribers import Reader
from stolik.store.rows import ChatRow

if TYPE_CHECKING:
    from stolik.server.tables.live_table import LiveTable

CHAT_SHOWN = 100


class Feed:
    def __init__(self, table: "LiveTable") -> None:
        self._table: LiveTable = proxy(table)  # no circle: a table that leaves memory is freed at once
        self.presence = Presence()
        self.chat: list[Said] = []
        """The last things said, the newest at the end."""

    @property
    def readers(self) -> set[Reader]:
        return self.presence.readers

    # Coming and going

    def attach(self, reader: Reader, since: int | None, match: int | None, chat: int) -> None:
        """A new reader: everything once or, after a cut, what came since."""
        self.readers.add(reader)
        reader.seat = self._seat(reader)
        if self.look(but=reader):
            self.table(but=reader)
        running = self._table.running
        known = since is not None and running is not None and match == running.number and since <= running.match.seq
        self.snapshot(reader, since if known and since is not None else 0, chat)

    def detach(self, reader: Reader) -> None:
        self.readers.discard(reader)
        if self.look():
            self.table()

    def look(self, but: Reader | None = None) -> bool:
        """Who is here? True if that has changed."""
        before = self.presence.awake_since
        changed = self.presence.look(self._table.doc, self._table.now())
        if changed:
            self._table.minding.arrange()
            if before != self.presence.awake_since:
                self.clocks(but)
        return changed

    def seat_readers(self) -> list[Reader]:
        """After chairs have changed: the readers who see with other eyes now."""
        moved = []
        for reader in self.readers:
            seat = self._seat(reader)
            if seat != reader.seat:
                reader.seat = seat
                moved.append(reader)
        self.presence.look(self._table.doc, self._table.now())
        return moved

    def _seat(self, reader: Reader) -> int | None:
        return None if reader.guest is None else self._table.doc.seat_of(reader.guest)

    # Telling

    def snapshot(self, reader: Reader, since: int = 0, chat: int = 0) -> None:
        self._snapshots((reader,), since, chat)

    def snapshots(self) -> None:
        self._snapshots(self.readers, 0, self.chat[-1].number if self.chat else 0)

    def _snapshots(self, readers: Collection[Reader], since: int, chat: int) -> None:
        if not readers:
            return
        running, position, header = self._table.running, None, b""
        if running is not None:
            position = Position(running, since, self._clocks(running), self._pause(running))
            header = frame_encoder.header_part(running.match)
        said = to_json([found for found in self.chat if found.number > chat])
        now, shown = milliseconds(self._table.now()), to_json(self.shown())
        for reader in readers:
            part = None if position is None else b"%b,%b" % (position.part(reader.seat), header)
            reader.push(frame_encoder.snapshot_frame(now, shown, self.you(reader), part, said))

    def update(self, since: int, fresh: Sequence[Sequence[Telling]] | None) -> None:
        """The match has gone on from entry `since`."""
        running = self._table.running
        if running is None or not self.presence.readers:
            return
        position = Position(running, since, self._clocks(running), self._pause(running), fresh)
        for reader in self.presence.readers:
            reader.push(position.update(reader.seat))

    def table(self, but: Reader | None = None) -> None:
        if not self.readers:
            return
        shown = to_json(self.shown())
        for reader in self.readers:
            if reader is not but:
                reader.push(frame_encoder.table_frame(shown, self.you(reader)))

    def clocks(self, but: Reader | None = None) -> None:
        running = self._table.running
        if running is not None and not running.match.over:
            self._all(frame_encoder.clocks_frame(running, self._clocks(running), self._pause(running)), but)

    def said(self, row: ChatRow) -> None:
        if self.chat and row.number <= self.chat[-1].number:
            return
        found = Said(row.number, row.seat, row.name, row.text, milliseconds(row.at))
        self.chat = [*self.chat, found][-CHAT_SHOWN:]
        self._all(to_json(found))

    def reaction(self, seat: int, reaction: Reaction) -> None:
        self._all(to_json(ReactionFrame(seat, reaction)))

    def _all(self, frame: bytes, but: Reader | None = None) -> None:
        for reader in self.readers:
            if reader is not but:
                reader.push(frame)

    # What is shown

    def you(self, reader: Reader) -> You:
        return You(reader.seat, host=reader.guest is not None and reader.guest == self._table.doc.host)

    def shown(self) -> TableShown:
        doc, presence = self._table.doc, self.presence
        return TableShown(
            id=doc.id,
            code=doc.code,
            game=doc.game,
            version=doc.version,
            options=doc.options,
            clock=doc.clock,
            public=doc.public,
            hints=doc.hints,
            status=doc.status,
            chairs=[self._chair(seat) for seat in range(len(doc.chairs))],
            host=doc.seat_of(doc.host),
            watching=presence.watching,
            match=doc.match,
            commitment=doc.commitment,
            history=list(doc.history),
            revision=self._table.revision,
            trouble=self._table.trouble,
        )

    def _chair(self, seat: int) -> ChairShown:
        chair, playing = self._table.doc.chairs[seat], self._table.doc.status == "playing"
        away = None
        if playing and not chair.played_by_bot:
            away = away_ends(seat, self.presence, self._table.house.settings)
        return ChairShown(
            kind="bot" if chair.is_bot else "person",
            name=chair.name,
            level=chair.level,
            taken=chair.taken,
            present=chair.is_bot or seat in self.presence.seats,
            stand_in=chair.stand_in,
            ready=chair.ready,
            words=chair.words is not None,
            away_at=None if away is None else milliseconds(away),
        )

    def _clocks(self, running: Running) -> dict[int, int]:
        if self._table.doc.clock is None or running.match.over:
            return {}
        ends = {
            seat: clock_ends(self._table.doc, self.presence, seat, since)
            for seat, since in running.awaited_since.items()
            if not self._table.doc.chairs[seat].played_by_bot
        }
        return {seat: milliseconds(end) for seat, end in sorted(ends.items()) if end is not None}

    def _pause(self, running: Running) -> Pause | None:
        if running.paused_at is None:
            return None
        ends = pause_ends(self._table.doc, running, self.presence, self._table.house.settings)
        return Pause(milliseconds(ends), sorted(running.gone_on))
