"""The archive of matches: records of finished ones, and what each may see of those that run."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from stolik.catalog import UnknownGame
from stolik.core.dealer import Dealer
from stolik.core.game import Game
from stolik.core.match import Match, Moment
from stolik.core.record import Entry, Header, Record, links
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.tables.registry import TableRegistry
from stolik.server.tables.table_state import is_valid_id
from stolik.store.protocol import Store
from stolik.store.rows import MatchRow


class Proof(msgspec.Struct):
    """What a player may note down during a match, to hold the host to it afterwards."""

    commitment: str
    head: str
    """The newest link of the log's chain. It gives nothing away."""
    seq: int
    entropy: list[str]
    finished: bool


class MatchArchive:
    def __init__(self, store: Store, find_game: Callable[[str], Game], tables: TableRegistry) -> None:
        self._store = store
        self._find_game = find_game
        self._tables = tables

    async def row(self, id_: str) -> MatchRow:
        found = await self._store.match(id_) if is_valid_id(id_) else None
        if found is None:
            raise RequestRefused(ErrorCode.UNKNOWN_MATCH, "There is no such match.")
        return found

    async def record(self, id_: str) -> Record:
        """The whole record, secret and all, of a finished match. No rules are needed for it."""
        row = await self.row(id_)
        if row.finished is None:
            raise RequestRefused(
                ErrorCode.NOT_NOW, "The match is not over: its record would tell secrets. Ask for the replay."
            )
        header, log, dealer = await self._read(row)
        return Record(header, log, tuple(links(header, log, dealer)), row.secret)

    async def proof(self, id_: str) -> Proof:
        row = await self.row(id_)
        header, log, dealer = await self._read(row)
        chain = links(header, log, dealer)
        return Proof(
            commitment=header.commitment or "",
            head=chain[-1] if chain else "",
            seq=len(log),
            entropy=list(header.entropy),
            finished=row.finished is not None,
        )

    async def replay(self, id_: str, guest: str | None, seat: int | None) -> list[Moment]:
        """While it runs, each seat's own eyes only, and a spectator's for all others; afterwards, any."""
        row = await self.row(id_)
        header, log, dealer = await self._read(row)
        if row.finished is None:
            seat = await self._own_seat(row, guest, seat)
        elif seat is not None and seat >= header.options.get("players", 0):
            raise RequestRefused(ErrorCode.MALFORMED, f"There is no seat {seat}.")
        game = self.game(header)
        if header.version != game.version:
            text = f"This match was played by version {header.version} of the rules; here is version {game.version}."
            raise RequestRefused(ErrorCode.OLD_RULES, text)
        record = Record(header, log, ())
        return await asyncio.to_thread(lambda: Match.replay(record, dealer=dealer, game=game).so_far(seat))

    def game(self, header: Header) -> Game:
        try:
            return self._find_game(header.game)
        except UnknownGame:
            raise RequestRefused(ErrorCode.OLD_RULES, f"{header.game} is not played here any more.") from None

    async def _own_seat(self, row: MatchRow, guest: str | None, seat: int | None) -> int | None:
        state = (await self._tables.get(row.table)).state
        own = state.seat_of(guest) if guest is not None and state.match == row.number else None
        if seat is not None and seat != own:
            raise RequestRefused(ErrorCode.NOT_ALLOWED, "While a match runs, each sees it with their own eyes only.")
        return own

    async def _read(self, row: MatchRow) -> tuple[Header, tuple[Entry, ...], Dealer]:
        header = msgspec.json.decode(row.header, type=Header)
        kept: list[Any] = await self._store.log(row.id)
        log = tuple(entry for part in kept for entry in msgspec.json.decode(part.entries, type=tuple[Entry, ...]))
        return header, log, Dealer(bytes.fromhex(row.secret), header.entropy)
