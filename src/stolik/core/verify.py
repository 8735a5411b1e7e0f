"""Verification of a finished match: was it dealt and played as the record says? Anybody with the record can check."""

from collections.abc import Collection, Sequence

import msgspec

from stolik.core.dealer import Dealer, commit, is_hex_256
from stolik.core.errors import IllegalMove
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_json
from stolik.core.record import Entry, Header, Record, first_link, link


class Verdict(msgspec.Struct, frozen=True):
    ok: bool
    summary: str
    entry: int | None = None
    """The first log entry that does not fit; None: all do, or the trouble is not in the log."""


def verify(
    record: Record,
    *,
    commitment: str | None = None,
    head: str | None = None,
    entropy: Sequence[str] = (),
    game: Game | None = None,
) -> Verdict:
    """Whether the match was dealt and played as the record says, and as a player noted it down.

    `commitment` and `head` are what a player noted down, `entropy` what a player's program added to the seed: with
    them, not even the host can have replaced the record, or chosen the seed alone.
    """
    wrong = contradiction(record.header, commitment, entropy)
    return wrong or with_head(verify_record(record, game), record.chain, head)


def contradiction(header: Header, commitment: str | None, entropy: Sequence[str]) -> Verdict | None:
    """The first thing that a player noted down and the header says otherwise; None: there is none."""
    if commitment is not None and commitment != header.commitment:
        return Verdict(ok=False, summary="the record's commitment is not the one that was published before the match")
    for own in entropy:
        if own not in header.entropy:
            return Verdict(ok=False, summary=f"the entropy {own!r} was not used for the seed")
    return None


def with_head(verdict: Verdict, chain: Collection[str], head: str | None) -> Verdict:
    """The verdict on a record, in the light of a link of its chain that was noted down."""
    if verdict.ok and head is not None and head not in chain:
        return Verdict(ok=False, summary="the chain does not contain the link that was noted during the match")
    return verdict


def verify_record(record: Record, game: Game | None = None) -> Verdict:
    """Deal and play the match again, entry by entry, by what the record itself says."""
    problem = _check_secret(record)
    if problem:
        return Verdict(ok=False, summary=problem)
    dealer = Dealer(bytes.fromhex(record.secret or ""), record.header.entropy)
    try:
        match = Match.replay(msgspec.structs.replace(record, log=(), chain=(), secret=None), dealer=dealer, game=game)
    except ValueError as error:
        return Verdict(ok=False, summary=str(error))
    if match.header != record.header:
        return Verdict(ok=False, summary="the header is not in the form in which a match writes it")
    for seq, entry in enumerate(record.log):
        problem = _check_entry(match, seq, entry, record.chain, dealer)
        if problem:
            return Verdict(ok=False, summary=f"entry {seq} does not fit: {problem}", entry=seq)
    return _check_end(match, record)


def _check_secret(record: Record) -> str | None:
    committed, secret = record.header.commitment, record.secret
    if committed is None:
        return "this match was dealt by hand, or stripped of its commitment: nothing can prove the deal"
    if secret is None:
        return "the dealer's secret is not in the record: it is published when the match is over"
    if not is_hex_256(secret) or commit(bytes.fromhex(secret)) != committed:
        return "the dealer's secret is not the one that was committed to"
    return None


def _check_entry(match: Match, seq: int, entry: Entry, chain: tuple[str, ...], dealer: Dealer) -> str | None:
    if seq >= len(chain):
        return "the chain of hashes ends before it"
    before = chain[seq - 1] if seq else first_link(match.header)
    if not is_hex_256(before) or link(before, seq, entry, dealer) != chain[seq]:
        return "its hash is not the one in the chain: it, or the header, was changed"
    due = match.due() if entry.seat is None else None
    if due is not None and due != entry.move:
        return f"the dealer's seed gives {due}, the log says {entry.move}"
    try:
        match.enter(entry)
    except IllegalMove as refused:
        return str(refused)
    if to_json(match.entries(seq)) != to_json([entry]):
        return "it is not in the form in which a match writes it"
    return None


def _check_end(match: Match, record: Record) -> Verdict:
    seq = len(record.log)
    if len(record.chain) != seq:
        return Verdict(ok=False, summary=f"the chain goes on after the last entry, {seq - 1}", entry=seq)
    if not match.over:
        return Verdict(ok=False, summary=f"the log ends after {seq} entries, before the match is over", entry=seq)
    deals = sum(entry.seat is None for entry in record.log)
    return Verdict(ok=True, summary=f"{deals} deals dealt again, {seq - deals} moves played again: everything fits")
