"""A running match of a table, and what its log says beyond moves: requests accepted, since when seats are awaited."""

from typing import Any

import msgspec

from stolik.core.dealer import Dealer
from stolik.core.errors import IllegalMove
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_builtins, to_json
from stolik.core.record import BadRecord, Entry, Header, Record
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.protocol.messages import Accepted, Move
from stolik.store.rows import LogRow, MatchRow

_ENTRIES = msgspec.json.Decoder(tuple[Entry, ...])


class MatchSession:
    """State in memory is a cache of the log: the same rows give the same."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        """The table's first match is number 1."""
        self.next_number = [0] * match.players
        """What number each seat's next request must have."""
        self.awaited_since: dict[int, float] = {}
        self.paused_at: float | None = None
        self.gone_on: set[int] = set()
        """The seats that have looked at what was revealed."""
        self.writer = ""
        """The node that wrote the last row: it meets the deadlines."""
        self._bot_moved: dict[int, int] = {}
        """The length of the log after the last move that a bot made in a seat."""
        self._accepted: dict[tuple[int, int], tuple[int, int]] = {}
        """By seat and number of a request: the length of the log before and after it."""

    def replay(self, row: LogRow) -> None:
        """Make a row happen that another node has written, or that was read from the store."""
        try:
            for entry in _ENTRIES.decode(row.entries):
                self.match.enter(entry)
        except IllegalMove:  # what would be legal instead is nobody's business
            raise BadRecord(f"entry {self.match.seq} of the log does not fit") from None
        self.note(row)

    def note(self, row: LogRow) -> None:
        """Take over a row's metadata (request number, time, node), after its entries were applied to the match."""
        match = self.match
        if row.seat is not None and row.number is not None:
            self._accepted[row.seat, row.number] = (row.seq, match.seq)
            self.next_number[row.seat] = row.number + 1
        elif row.seat is not None:
            self._bot_moved[row.seat] = match.seq
        self.writer = row.node
        self.gone_on.clear()
        self.paused_at = row.at if match.paused else None
        before = self.awaited_since
        awaited = match.awaited
        self.awaited_since = {seat: row.at if seat == row.seat else before.get(seat, row.at) for seat in awaited}

    def answer_to_repeat(self, seat: int, command: Move) -> Accepted | None:
        """The answer to a request that was accepted before; None: it is the next one. Out of date if it is neither."""
        expected = self.next_number[seat]
        if command.number == expected and command.seen >= self._bot_moved.get(seat, 0):
            return None
        if command.number == expected:
            raise RequestRefused(ErrorCode.OUT_OF_DATE, "A bot has moved for you meanwhile.")
        accepted = self._accepted.get((seat, command.number))
        if accepted is not None:
            first, after = accepted
            log = self.match.log[first:after]
            done = [entry.move for entry in log if entry.seat == seat]
            if done == [self._normalized(move) for move in _as_list(command.moves)]:
                return Accepted(command.id, after)
        text = f"Number {command.number} is not next: your next move is number {expected}."
        raise RequestRefused(ErrorCode.OUT_OF_DATE, text)

    def _normalized(self, move: Any) -> Any:
        try:
            return to_builtins(self.match.game.read_move(to_json(move)))
        except msgspec.ValidationError:
            return None


def _as_list(moves: Any) -> list[Any]:
    return moves if isinstance(moves, list) else [moves]


def resume(game: Game, row: MatchRow, log: list[LogRow]) -> MatchSession:
    """The match as the store has it. BadRecord if it was begun by another version of the rules."""
    header = msgspec.json.decode(row.header, type=Header)
    dealer = Dealer(bytes.fromhex(row.secret), header.entropy)
    session = MatchSession(Match.replay(Record(header, (), ()), dealer=dealer, game=game), row.number)
    session.awaited_since = dict.fromkeys(session.match.awaited, row.created)  # if nothing was dealt or played yet
    for append in log:
        session.replay(append)
    return session
