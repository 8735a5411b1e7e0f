"""A match at a table, and what its log tells besides: whose requests were taken, since when each seat is waited for."""

from typing import Any

import msgspec

from stolik.core.dealer import Dealer
from stolik.core.errors import IllegalMove, Refusal
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_builtins, to_json
from stolik.core.record import BadRecord, Entry, Header, Record
from stolik.server.errors import Refused
from stolik.server.protocol.messages import Accepted, Move
from stolik.store.rows import LogRow, MatchRow

_ENTRIES = msgspec.json.Decoder(tuple[Entry, ...])


class Running:
    """State in memory is a cache of the log: the same rows give the same."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.next_number = [0] * match.players
        self.awaited_since: dict[int, float] = {}
        self.paused_at: float | None = None
        self.gone_on: set[int] = set()
        self.writer = ""
        self._bot_moved: dict[int, int] = {}
        """The length of the log after the last move that a bot made in a seat."""
        self._taken: dict[tuple[int, int], tuple[int, int]] = {}

    def enter(self, row: LogRow) -> None:
        """Take a row that another node has written, or that was read from the store."""
        try:
            for entry in _ENTRIES.decode(row.entries):
                self.match.enter(entry)
        except IllegalMove:  # what would be legal instead is nobody's business
            raise BadRecord(f"entry {self.match.seq} of the log does not fit") from None
        self.note(row)

    def note(self, row: LogRow) -> None:
        """Keep the books, after the row's entries have happened."""
        match = self.match
        if row.seat is not None and row.number is not None:
            self._taken[row.seat, row.number] = (row.seq, match.seq)
            self.next_number[row.seat] = row.number + 1
        elif row.seat is not None:
            self._bot_moved[row.seat] = match.seq
        self.writer = row.node
        self.gone_on.clear()
        self.paused_at = row.at if match.paused else None
        before = self.awaited_since
        awaited = match.awaited
        self.awaited_since = {seat: row.at if seat == row.seat else before.get(seat, row.at) for seat in awaited}

    def repeated(self, seat: int, command: Move) -> Accepted | None:
        """The answer to a request that was taken before; None: it is the next one. Refused if it is neither."""
        due = self.next_number[seat]
        if command.number == due and command.seen >= self._bot_moved.get(seat, 0):
            return None
        if command.number == due:
            raise Refused(Refusal.OUT_OF_DATE, "A bot has moved for you meanwhile.")
        taken = self._taken.get((seat, command.number))
        if taken is not None:
            first, after = taken
            log = self.match.log[first:after]
            done = [entry.move for entry in log if entry.seat == seat]
            if done == [self._plain(move) for move in _as_list(command.moves)]:
                return Accepted(command.id, after)
        raise Refused(Refusal.OUT_OF_DATE, f"Number {command.number} is not next: your next move is number {due}.")

    def _plain(self, move: Any) -> Any:
        try:
            return to_builtins(self.match.game.read_move(to_json(move)))
        except msgspec.ValidationError:
            return None


def _as_list(moves: Any) -> list[Any]:
    return moves if isinstance(moves, list) else [moves]


def resumed(game: Game, row: MatchRow, log: list[LogRow]) -> Running:
    """The match as the store has it. BadRecord if it was begun by another version of the rules."""
    header = msgspec.json.decode(row.header, type=Header)
    dealer = Dealer(bytes.fromhex(row.secret), header.entropy)
    running = Running(Match.replay(Record(header, (), ()), dealer=dealer, game=game), row.number)
    running.awaited_since = dict.fromkeys(running.match.awaited, row.created)  # if nothing was dealt or played yet
    for append in log:
        running.enter(append)
    return running
