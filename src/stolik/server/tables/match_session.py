"""A running match of a table, and what its log says beyond moves: requests accepted, since when seats are awaited."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from stolik.core.dealer import Dealer
from stolik.core.errors import IllegalMove
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_builtins, to_json
from stolik.core.record import BadRecord, Entry, Header, Record
from stolik.server.errors import ErrorCode, RequestRefused, TableDamaged
from stolik.server.protocol.messages import Accepted, Move
from stolik.store.protocol import Store
from stolik.store.rows import LogRow, MatchRow

ROWS_AT_ONCE = 500
"""Rows of a log that are read in one go."""
REPLAYED_AT_ONCE = 20
"""Rows that are replayed before others have their turn: some milliseconds."""

_ENTRIES = msgspec.json.Decoder(tuple[Entry, ...])


class DamagedLog(BadRecord):
    """It can be read, but it is not what was written: the rules are the same as then, and it does not fit."""


class MatchSession:
    """State in memory is a cache of the log: the same rows give the same."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        """The table's first match is number 1."""
        self.next_number = [0] * match.players
        """What number each seat's next request must have."""
        self.awaited_since: dict[int, float] = {}
        """By seat, in steady time."""
        self.paused_at: float | None = None
        self.noted_at = 0.0
        """When the last row was written, in steady time."""
        self.open_at = 0.0
        """The same for the last that happened openly, which may change what others want to do. A secret choice does
        not; where there are votes, everything does."""
        self.open_seq = 0
        """The length of the log after it."""
        self.gone_on: set[int] = set()
        """The seats that have looked at what was revealed."""
        self.writer = ""
        """The node that wrote the last row: it meets the deadlines."""
        self._bot_moved: dict[int, int] = {}
        """The length of the log after the last move that a bot made in a seat."""
        self._accepted: dict[tuple[int, int], tuple[int, int]] = {}
        """By seat and number of a request: the length of the log before and after it."""

    def replay(self, row: LogRow, at: float) -> None:
        """Make a row happen that another node has written, or that was read from the store."""
        seq = self.match.seq
        if row.seq != seq:
            raise DamagedLog(f"entry {seq} of the log is missing")
        try:
            for entry in _ENTRIES.decode(row.entries):
                self.match.enter(entry)
        except IllegalMove:  # what would be legal instead is nobody's business
            raise DamagedLog(f"entry {self.match.seq} of the log does not fit") from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise TableDamaged(f"entry {seq} of the log cannot be read: {error}") from None
        self.note(row, at)

    def note(self, row: LogRow, at: float) -> None:
        """Take over a row's metadata (request number, node), after its entries were applied to the match.

        `at`: when it was written, in steady time.
        """
        match = self.match
        if row.seat is not None and row.number is not None:
            self._accepted[row.seat, row.number] = (row.seq, match.seq)
            self.next_number[row.seat] = row.number + 1
        elif row.seat is not None:
            self._bot_moved[row.seat] = match.seq
        self.writer = row.node
        self.gone_on.clear()
        self.paused_at = at if match.paused else None
        self.noted_at = at
        if match.game.votes or match.told_openly(row.seq):
            self.open_at, self.open_seq = at, match.seq
        before = self.awaited_since
        awaited = match.awaited
        self.awaited_since = {seat: at if seat == row.seat else before.get(seat, at) for seat in awaited}

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
            if _is_same(self.match.game, seat, self.match.entries(first, after), command):
                return Accepted(command.id, after)
        text = f"Number {command.number} is not next: your next move is number {expected}."
        raise RequestRefused(ErrorCode.OUT_OF_DATE, text)


def answer_in_log(game: Game, row: LogRow, command: Move) -> Accepted | None:
    """The answer to a request that was accepted before, from the row that it wrote; None: other moves were sent."""
    entries = _ENTRIES.decode(row.entries)
    same = row.seat is not None and _is_same(game, row.seat, entries, command)
    return Accepted(command.id, row.seq + len(entries)) if same else None


def _is_same(game: Game, seat: int, entries: Sequence[Entry], command: Move) -> bool:
    """Whether these entries are what the command asks for."""
    done = [entry.move for entry in entries if entry.seat == seat]
    return done == [_normalized(game, move) for move in _as_list(command.moves)]


def _normalized(game: Game, move: Any) -> Any:
    try:
        return to_builtins(game.read_move(to_json(move)))
    except msgspec.ValidationError:
        return None


def _as_list(moves: Any) -> list[Any]:
    return moves if isinstance(moves, list) else [moves]


async def resume(game: Game, row: MatchRow, store: Store, since: Callable[[float], float]) -> MatchSession:
    """The match as the store has it. BadRecord if it was begun by another version of the rules.

    `since`: gives the steady time of what was kept. A long log is read and replayed a part at a time, so that others
    have their turn in between.
    """
    session = _begun(game, row, since)
    seq = 0
    while rows := await store.log(row.id, seq, ROWS_AT_ONCE):
        for number, append in enumerate(rows, 1):
            session.replay(append, since(append.at))
            if number % REPLAYED_AT_ONCE == 0:
                await asyncio.sleep(0)
        seq = rows[-1].seq + 1
        if len(rows) < ROWS_AT_ONCE:
            break
    return session


def _begun(game: Game, row: MatchRow, since: Callable[[float], float]) -> MatchSession:
    """Without its log."""
    try:
        header = msgspec.json.decode(row.header, type=Header)
        dealer = Dealer(bytes.fromhex(row.secret), header.entropy)
    except ValueError as error:  # msgspec's are, too
        raise TableDamaged(f"the head of match {row.number} cannot be read: {error}") from None
    try:
        match = Match.replay(Record(header, (), ()), dealer=dealer, game=game)
    except BadRecord as bad:
        raise (DamagedLog(str(bad)) if header.version == game.version else bad) from None
    session = MatchSession(match, row.number)
    session.awaited_since = dict.fromkeys(match.awaited, since(row.created))  # if nothing was dealt or played yet
    return session
