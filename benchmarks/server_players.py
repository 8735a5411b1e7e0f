"""The load generator's books, and its players at Stolik: whoever's turn it is plays at once, at random.

Players of boardgame.io (`server_peer.py`) do the same with the same books. Only what goes over the wire differs.
"""

from random import Random
from time import perf_counter

import msgspec

from server_wires import Wire

PLAYERS = 4
TAKES = 0.35
"""How often a card is taken by somebody who could pay."""


class Tally:
    """What was measured. Nothing is counted while it is off."""

    def __init__(self) -> None:
        self.on = False
        self.own: list[float] = []
        """Seconds from sending a move until the mover's own socket has it."""
        self.last: list[float] = []
        """Seconds until the last of the four has it: one for every move."""
        self.received = 0
        self.matches = 0
        self.trouble: list[str] = []


class _Sent:
    __slots__ = ("at", "by", "left")

    def __init__(self, at: float, by: int) -> None:
        self.at = at
        self.by = by
        self.left = PLAYERS


class Table:
    """Four seats, and the moves that are under way between them."""

    def __init__(self, number: int, tally: Tally, random: Random) -> None:
        self.number = number
        self.tally = tally
        self.random = random
        self.seats: list[Seat] = []
        self.ready = 0
        """How many are here: at the table or, between matches, at the next match."""
        self.playing = True
        self.moves = 0
        self._sent: dict[object, _Sent] = {}

    def takes(self, *, may_decline: bool) -> bool:
        return not may_decline or self.random.random() < TAKES

    def sent(self, key: object, seat: int) -> None:
        """`key` names the position that the move was made in: those who receive what came of it know it too."""
        self._sent[key] = _Sent(perf_counter(), seat)

    def received(self, key: object, seat: int) -> None:
        sent, tally = self._sent.get(key), self.tally
        if sent is None:
            tally.trouble.append(f"table {self.number}: an update that follows no move of ours")
            return
        after = perf_counter() - sent.at
        sent.left -= 1
        if sent.left == 0:
            del self._sent[key]
        if tally.on:
            tally.received += 1
            if sent.by == seat:
                tally.own.append(after)
            if sent.left == 0:
                tally.last.append(after)
                self.moves += 1

    def finished(self) -> None:
        if self.tally.on:
            self.tally.matches += 1


class Seat(Wire):
    """A player. The one in the first seat is the host."""

    def __init__(self, table: Table, seat: int, address: str, path: str, headers: dict[str, str]) -> None:
        super().__init__(address, path, headers)
        self.table = table
        self.seat = seat

    def begin(self) -> None:
        """By the host: let the next match begin."""
        raise NotImplementedError


class StolikPosition(msgspec.Struct):
    match: int
    seq: int
    since: int = msgspec.field(name="from")
    over: bool
    legal: list[msgspec.Raw]
    number: int | None


class StolikUpdate(StolikPosition, tag="update"):
    pass


class StolikSnapshot(msgspec.Struct, tag="snapshot"):
    match: StolikPosition | None


class StolikRefused(msgspec.Struct, tag="refused"):
    code: str
    text: str


_FRAME = msgspec.json.Decoder(StolikUpdate | StolikSnapshot | StolikRefused)
_UNREAD = (b'{"type":"accepted"', b'{"type":"table"', b'{"type":"clocks"', b'{"type":"beat"')
_MOVE = b'{"type":"move","match":%d,"number":%d,"seen":%d,"moves":{"type":"%b"}}'


class StolikSeat(Seat):
    def __init__(self, table: Table, seat: int, address: str, id_: str, token: str) -> None:
        super().__init__(table, seat, address, f"/api/tables/{id_}/socket", {"Authorization": f"Bearer {token}"})

    def received(self, text: bytes) -> None:
        if text.startswith(_UNREAD):
            return
        frame = _FRAME.decode(text)
        if isinstance(frame, StolikUpdate):
            self.table.received((frame.match, frame.since), self.seat)
            self._look(frame)
        elif isinstance(frame, StolikRefused):
            self.table.tally.trouble.append(f"{frame.code}: {frame.text}")
        elif frame.match is None:
            self.table.ready += 1
        else:
            self._look(frame.match)

    def begin(self) -> None:
        self.send(b'{"type":"start"}')

    def _look(self, position: StolikPosition) -> None:
        table = self.table
        if not table.playing:
            return
        if position.over:
            if self.seat == 0:
                table.finished()
                self.begin()
        elif position.legal:
            what = b"take" if table.takes(may_decline=len(position.legal) > 1) else b"decline"
            table.sent((position.match, position.seq), self.seat)
            self.send(_MOVE % (position.match, position.number, position.seq, what))
