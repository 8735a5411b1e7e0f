"""What is done with a whole match and takes long: replaying, proving, recording, verifying. Runs in a process."""

from collections.abc import Callable
from operator import itemgetter

import msgspec

from stolik import catalog
from stolik.catalog import UnknownGame
from stolik.core.dealer import Dealer
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_json
from stolik.core.record import BadRecord, Entry, Header, Record, links
from stolik.core.verify import Verdict, verify_record
from stolik.server.errors import ErrorCode

BLOCK = 100
"""Moments that are made, kept and sent together."""

_APPENDS = msgspec.json.Decoder(list[tuple[int, tuple[Entry, ...]]])


class StoredMatch(msgspec.Struct, frozen=True):
    """A match as the store has it, not decoded: that is part of the work."""

    header: bytes
    secret: str
    log: bytes
    """As `Store.whole_log` gives it."""

    def decoded(self) -> tuple[Header, tuple[Entry, ...], Dealer]:
        """DamagedMatch if it cannot be."""
        try:
            header = msgspec.json.decode(self.header, type=Header)
            appends = sorted(_APPENDS.decode(self.log), key=itemgetter(0))
            dealer = Dealer(bytes.fromhex(self.secret), header.entropy)
        except ValueError:  # msgspec's are, too; its words could name cards
            raise DamagedMatch from None
        log: list[Entry] = []
        for seq, entries in appends:
            if seq != len(log):
                raise DamagedMatch
            log += entries
        return header, tuple(log), dealer


class DamagedMatch(Exception):
    """What the store has of it cannot be read, or is not all."""


class JobRefused(msgspec.Struct, frozen=True):
    """Instead of a result."""

    code: ErrorCode
    text: str


DAMAGED = JobRefused(ErrorCode.DAMAGED, "What the server has kept of this match cannot be read.")


class Moments(msgspec.Struct, frozen=True):
    """Some blocks of a replay, each moment encoded."""

    first: int
    """The number of the first moment that there is; those before it must be forgotten."""
    last: int
    blocks: dict[int, list[bytes]]
    """By number. A block begins at a multiple of BLOCK or, if that must be forgotten, at the first moment."""


class Head(msgspec.Struct, frozen=True):
    link: str
    seq: int


class Checked(msgspec.Struct, frozen=True):
    """The verdict on a record alone, and the chain to look up in it what a player has noted."""

    verdict: Verdict
    chain: tuple[str, ...]


def moments(
    stored: StoredMatch,
    seat: int | None,
    first_block: int,
    most_bytes: int,
    find: Callable[[str], Game] = catalog.find,
) -> Moments | JobRefused:
    """The block with this number and, as far as they fit, those that follow: who reads on will want them."""
    try:
        header, log, _ = stored.decoded()
        match = Match.replay(Record(header, log, ()), game=find(header.game))
    except (DamagedMatch, BadRecord):  # why would say what is hidden
        return DAMAGED
    first = match.remembered.first_moment
    blocks: dict[int, list[bytes]] = {}
    size = 0
    for moment in match.moments(seat, max(first, first_block * BLOCK)):
        number = moment.seq // BLOCK
        if size >= most_bytes and number not in blocks:
            break
        encoded = to_json(moment)
        blocks.setdefault(number, []).append(encoded)
        size += len(encoded)
    return Moments(first, match.seq, blocks)


def head(stored: StoredMatch) -> Head | JobRefused:
    try:
        header, log, dealer = stored.decoded()
    except DamagedMatch:
        return DAMAGED
    chain = links(header, log, dealer)
    return Head(chain[-1] if chain else "", len(log))


def record(stored: StoredMatch) -> bytes | JobRefused:
    try:
        return _record(stored).to_json()
    except DamagedMatch:
        return DAMAGED


def check(stored: StoredMatch, find: Callable[[str], Game] = catalog.find) -> Checked | JobRefused:
    try:
        found = _record(stored)
    except DamagedMatch:
        return DAMAGED
    return Checked(verify_record(found, find(found.header.game)), found.chain)


def check_given(data: bytes, find: Callable[[str], Game] = catalog.find) -> Verdict | JobRefused:
    """Any record, from here or elsewhere."""
    try:
        found = Record.from_json(data)
    except BadRecord as bad:
        return JobRefused(ErrorCode.MALFORMED, str(bad))
    try:
        game = find(found.header.game)
    except UnknownGame:
        return Verdict(ok=False, summary=f"there is no game {found.header.game!r} here")
    return verify_record(found, game)


def _record(stored: StoredMatch) -> Record:
    header, log, dealer = stored.decoded()
    return Record(header, log, tuple(links(header, log, dealer)), stored.secret)
