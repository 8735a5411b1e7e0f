"""The record of a match: a header and a log of JSON messages, chained by hash; and how one is read."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Annotated, Any

import msgspec

from stolik.core.dealer import Dealer, is_hex_256
from stolik.core.game import Game
from stolik.core.messages import to_json

FORMAT = 1


class BadRecord(ValueError):
    """A record that cannot be read or replayed. The text says where and why."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    version: int
    """Of the rules: a match is never replayed by other rules than it was played by."""
    options: dict[str, Any]
    commitment: str | None
    """SHA-256 of the dealer's secret, known before the first deal; None: dealt by hand."""
    entropy: tuple[str, ...] = ()
    """What the players' programs added to the seed."""
    seats: tuple[str, ...] = ()
    """Who sat there: a name for each seat, or nothing."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Annotated[int, msgspec.Meta(ge=0)] | None
    """None is the dealer."""
    move: dict[str, Any]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about a match. The secret is in it only when the match is over."""

    header: Header
    log: tuple[Entry, ...]
    chain: tuple[str, ...]
    """A hash for each entry, over the one before it, the entry's nonce and the entry."""
    secret: str | None = None
    format: int = FORMAT

    def to_json(self) -> bytes:
        """One entry a line, so that people can read it and diff it."""
        parts = {
            "format": to_json(self.format),
            "header": to_json(self.header),
            "secret": to_json(self.secret),
            "log": _lines(self.log),
            "chain": _lines(self.chain),
        }
        return b"{" + b",\n".join(b'"%b":%b' % (name.encode(), text) for name, text in parts.items()) + b"}\n"

    @classmethod
    def from_json(cls, data: bytes | str) -> "Record":
        try:
            found = msgspec.json.decode(data, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRecord(f"this is not a record of a match: {error}") from None
        if found.format != FORMAT:
            raise BadRecord(f"the record has format {found.format}; this program reads format {FORMAT}")
        return found


def links(header: Header, entries: Iterable[Entry], dealer: Dealer | None) -> list[str]:
    """The chain of a whole log."""
    chain: list[str] = []
    before = first_link(header)
    for seq, entry in enumerate(entries):
        before = link(before, seq, entry, dealer)
        chain.append(before)
    return chain


def first_link(header: Header) -> str:
    return sha256(b"header" + _ordered(header)).hexdigest()


def link(before: str, seq: int, entry: Entry, dealer: Dealer | None) -> str:
    nonce = b"" if dealer is None else dealer.nonce(seq)
    return sha256(bytes.fromhex(before) + nonce + _ordered(entry)).hexdigest()


def _ordered(message: object) -> bytes:
    """JSON with sorted keys: the hash survives a database that keeps its own order."""
    return msgspec.json.encode(message, order="sorted")


def _lines(items: Iterable[object]) -> bytes:
    return b"[\n" + b",\n".join(map(to_json, items)) + b"\n]"


def read_record(record: Record | Mapping[str, Any] | bytes | str) -> Record:
    match record:
        case Record():
            return record
        case Mapping():
            return Record.from_json(to_json(record))
        case str() | bytes():
            return Record.from_json(record)
    raise BadRecord(f"this is not a record of a match, but {type(record).__name__}")


def for_version(game: Game, header: Header) -> Game:
    if header.version != game.version:
        raise BadRecord(
            f"this match was played by version {header.version} of the rules of {game.name}; here is version"
            f" {game.version}, which could misread it"
        )
    return game


def rightful_dealer(record: Record, dealer: Dealer | None) -> Dealer | None:
    """The record's own dealer: given, or made from the published secret."""
    if dealer is None and record.secret is not None:
        if not is_hex_256(record.secret):
            raise BadRecord("the published secret is not 64 hexadecimal digits")
        dealer = Dealer(bytes.fromhex(record.secret), record.header.entropy)
    if dealer is not None and dealer.commitment != record.header.commitment:
        raise BadRecord("the dealer is not the one that the header's commitment was made by")
    if dealer is not None and dealer.entropy != record.header.entropy:
        raise BadRecord("the dealer's entropy is not that of the header")
    return dealer
