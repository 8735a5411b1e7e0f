"""Was the match dealt and played as the record says? Anybody with a finished record can check."""

import msgspec

from stolik.core.dealer import Dealer, commit
from stolik.core.game import Game
from stolik.core.log import Entry, Record, first_link, link
from stolik.core.match import Match
from stolik.core.refusal import IllegalMove


class Verdict(msgspec.Struct, frozen=True):
    ok: bool
    summary: str
    entry: int | None = None
    """The first log entry that does not fit; None: all do, or the trouble is not in the log."""


def verify(
    record: Record, *, commitment: str | None = None, head: str | None = None, game: Game | None = None
) -> Verdict:
    """Deal and play the match again, entry by entry.

    `commitment` and `head` are what a player noted down while the match ran: with them, not even the host can have
    replaced the whole record afterwards.
    """
    problem = _with_the_promise(record, commitment)
    if problem:
        return Verdict(ok=False, summary=problem)
    dealer = _dealer(record)
    try:
        match = Match.replay(msgspec.structs.replace(record, log=(), chain=(), secret=None), dealer=dealer, game=game)
    except ValueError as error:
        return Verdict(ok=False, summary=str(error))
    for seq, entry in enumerate(record.log):
        problem = _with_entry(match, seq, entry, record.chain, dealer)
        if problem:
            return Verdict(ok=False, summary=f"entry {seq} does not fit: {problem}", entry=seq)
    return _at_the_end(match, record, dealer, head)


def _with_the_promise(record: Record, commitment: str | None) -> str | None:
    promised = record.header.commitment
    if commitment is not None and commitment != promised:
        return "the record's commitment is not the one that was published before the match"
    if promised is None:
        return None if record.secret is None else "the record has a secret but no commitment to it"
    if record.secret is None:
        return "the dealer's secret is not in the record: it is published when the match is over"
    try:
        kept = commit(bytes.fromhex(record.secret)) == promised
    except ValueError:
        kept = False
    return None if kept else "the dealer's secret is not the one that was committed to"


def _dealer(record: Record) -> Dealer | None:
    if record.secret is None:
        return None
    return Dealer(bytes.fromhex(record.secret), record.header.entropy)


def _with_entry(match: Match, seq: int, entry: Entry, chain: tuple[str, ...], dealer: Dealer | None) -> str | None:
    if seq >= len(chain):
        return "the chain of hashes ends before it"
    before = chain[seq - 1] if seq else first_link(match.header)
    if not _is_hash(before) or link(before, seq, entry, dealer) != chain[seq]:
        return "its hash is not the one in the chain: it, or the header, was changed"
    if entry.seat is None and dealer is not None:
        due = match.due()
        if due is not None and due != entry.move:
            return f"the dealer's seed gives {due}, the log says {entry.move}"
    try:
        match.enter(entry)
    except IllegalMove as refused:
        return str(refused)
    return None


def _at_the_end(match: Match, record: Record, dealer: Dealer | None, head: str | None) -> Verdict:
    seq = len(record.log)
    if len(record.chain) != seq:
        return Verdict(ok=False, summary=f"the chain goes on after the last entry, {seq - 1}", entry=seq)
    if not match.over:
        return Verdict(ok=False, summary=f"the log ends after {seq} entries, before the match is over", entry=seq)
    if head is not None and head not in record.chain:
        return Verdict(ok=False, summary="the chain does not contain the link that was noted during the match")
    deals = sum(entry.seat is None for entry in record.log)
    dealt = f"{deals} deals dealt again" if dealer else f"{deals} deals made by hand, which nothing can check"
    return Verdict(ok=True, summary=f"{dealt}, {seq - deals} moves played again: everything fits")


def _is_hash(text: str) -> bool:
    return len(text) == 64 and all(digit in "0123456789abcdef" for digit in text)
