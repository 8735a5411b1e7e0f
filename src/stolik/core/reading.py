"""A record from whatever form it comes in, the rules it was played by, and the dealer it was dealt by."""

from collections.abc import Mapping
from typing import Any

from stolik.core.dealer import Dealer, is_hex_256
from stolik.core.game import Game
from stolik.core.log import BadRecord, Header, Record
from stolik.core.messages import to_json


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
