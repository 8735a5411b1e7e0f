"""The load generator's players at boardgame.io: socket.io's protocol, spoken over a bare WebSocket."""

import msgspec

from server_players import PLAYERS, Seat, Table
from server_wires import Refused

ROOM = b"/no-thanks,"
"""boardgame.io gives every game a namespace of socket.io."""
EVENT = b"42" + ROOM


class _Hand(msgspec.Struct):
    chips: int


class _Private(msgspec.Struct):
    players: dict[str, _Hand]
    """Nobody's but one's own."""


class _Context(msgspec.Struct, rename={"current_player": "currentPlayer"}):
    current_player: str
    gameover: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _State(msgspec.Struct, rename={"number": "_stateID", "private": "G", "context": "ctx"}):
    number: int
    private: _Private
    context: _Context


class _Synced(msgspec.Struct):
    state: _State


_UPDATE, _SYNC, _UNREAD = (EVENT + b'["%b",' % what for what in (b"update", b"sync", b"matchData"))
_UPDATED = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])
_SYNCED = msgspec.json.Decoder(tuple[str, str, _Synced])
_MOVE = EVENT + b'["update",{"type":"MAKE_MOVE","payload":{"type":"%b","args":[],"playerID":"%b"}},%d,"%b","%b"]'


class PeerSeat(Seat):
    """Whoever asks for a match that does not exist makes it. That spares boardgame.io its lobby, and credentials."""

    def __init__(self, table: Table, seat: int, address: str) -> None:
        super().__init__(table, seat, address, "/socket.io/?EIO=4&transport=websocket", {})
        self._me = str(seat)
        self._match = 0
        self._first: _State | None = None
        """How the match that is about to begin looks from here."""

    def received(self, text: bytes) -> None:
        if text.startswith(_UPDATE):
            _, match, state, _ = _UPDATED.decode(memoryview(text)[len(EVENT) :])
            self.table.received((match, state.number - 1), self.seat)
            self._look(match, state)
        elif text.startswith(_SYNC):
            _, match, synced = _SYNCED.decode(memoryview(text)[len(EVENT) :])
            self._here(match, synced.state)
        elif not text.startswith(_UNREAD):
            self._control(text)

    def _control(self, text: bytes) -> None:
        if text == b"2":
            self.send(b"3")
        elif text.startswith(b"0"):
            self.send(b"40" + ROOM)
        elif text.startswith(b"40" + ROOM):
            self.table.ready += 1
        else:
            raise Refused(text[:200].decode())

    # A match begins when all four have come to it. The host makes it, then the others follow.

    def begin(self) -> None:
        self.table.ready = 0
        self.go_to(self._match + 1)

    def go_to(self, match: int) -> None:
        self._match = match
        name = b"%d-%d" % (self.table.number, match)
        self.send(EVENT + b'["sync","%b","%d",null,%d]' % (name, self.seat, PLAYERS))

    def _here(self, match: str, state: _State) -> None:
        self._first = state
        self.table.ready += 1
        seats = [seat for seat in self.table.seats if isinstance(seat, PeerSeat)]
        if self.seat == 0:
            for other in seats[1:]:
                other.go_to(self._match)
        elif self.table.ready == PLAYERS:
            for one in seats:
                one.start_playing(match)

    def start_playing(self, match: str) -> None:
        if self._first is not None:
            self._look(match, self._first)

    # Playing

    def _look(self, match: str, state: _State) -> None:
        table = self.table
        if not table.playing:
            return
        if state.context.gameover is not msgspec.UNSET:
            if self.seat == 0:
                table.finished()
                self.begin()
        elif state.context.current_player == self._me:
            takes = table.takes(may_decline=state.private.players[self._me].chips > 0)
            me, what = self._me.encode(), b"take" if takes else b"decline"
            table.sent((match, state.number), self.seat)
            self.send(_MOVE % (what, me, state.number, match.encode(), me))
