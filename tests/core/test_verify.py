"""Proof that a match was dealt fairly and played by the rules."""

from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

import laws.record_laws
from laws import ALL_LAWS
from stolik import DEALER, BadRecord, Dealer, Match, Record, Verdict, catalog, verify
from stolik.core.record import Entry, links
from support.random_play import chance
from support.variants import variants

DEALT_BY = Dealer.from_seed("proof", ["Ann's words", "Bob's words"])


@pytest.fixture(scope="module")
def record() -> Record:
    match = Match("no_thanks", {"players": 3}, dealer=DEALT_BY)
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[-1])
    return match.record


def with_forged_deal(record: Record, seat: int | None) -> tuple[Record, int]:
    """The last card is another one, and the chain is made to fit. Gives the number of that entry too."""
    at = max(k for k, entry in enumerate(record.log) if entry.seat is None)
    seen = {entry.move["card"] for entry in record.log if entry.seat is None and "card" in entry.move}
    card = next(card for card in range(3, 36) if card not in seen)
    log = (*record.log[:at], Entry(seat, {"type": "turn_up", "card": card}), *record.log[at + 1 :])
    return replace(record, log=log, chain=tuple(links(record.header, log, DEALT_BY))), at


def test_a_good_match(record: Record) -> None:
    verdict = verify(record)
    assert verdict.ok
    assert verdict.entry is None
    assert verdict.summary.startswith("25 deals dealt again")


def test_what_a_player_noted_is_checked_too(record: Record) -> None:
    assert verify(record, commitment=DEALT_BY.commitment, head=record.chain[7]).ok
    other = Dealer.fresh()
    assert "commitment" in verify(record, commitment=other.commitment).summary
    assert "noted" in verify(record, head=other.commitment).summary


def test_a_verification_does_not_copy_the_log_for_every_entry(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a record of twenty thousand entries would take four hundred million steps."""

    def copied(_: Match) -> None:
        raise AssertionError("the whole log was copied")

    for whole in ("log", "record"):
        monkeypatch.setattr(Match, whole, property(copied))
    assert verify(record).ok


def test_a_changed_move_is_found_by_its_hash(record: Record) -> None:
    at = next(k for k, entry in enumerate(record.log) if entry.move == {"type": "decline"})
    log = (*record.log[:at], Entry(record.log[at].seat, {"type": "take"}), *record.log[at + 1 :])
    verdict = verify(replace(record, log=log))
    assert (verdict.ok, verdict.entry) == (False, at)
    assert "hash" in verdict.summary


def test_a_forged_deal_is_found_even_with_a_forged_chain(record: Record) -> None:
    forged, at = with_forged_deal(record, None)
    verdict = verify(forged)
    assert (verdict.ok, verdict.entry) == (False, at)
    assert "the dealer's seed gives" in verdict.summary


def test_a_forged_deal_cannot_hide_as_a_move_of_seat_minus_one(record: Record) -> None:
    forged, at = with_forged_deal(record, -1)
    assert verify(forged).entry == at
    with pytest.raises(BadRecord):
        Record.from_json(forged.to_json())
    with pytest.raises(BadRecord, match=f"entry {at} does not fit"):
        Match.replay(forged)


def test_other_words_of_the_players_do_not_fit(record: Record) -> None:
    header = replace(record.header, entropy=("Ann's words", "Eve's words"))
    dealer = Dealer(bytes.fromhex(DEALT_BY.secret), header.entropy)
    verdict = verify(replace(record, header=header, chain=tuple(links(header, record.log, dealer))))
    assert not verdict.ok
    assert "the dealer's seed gives" in verdict.summary


def test_an_illegal_move_with_a_forged_chain_is_found_by_the_rules(record: Record) -> None:
    first = next(k for k, entry in enumerate(record.log) if entry.seat is not None)
    wrong = Entry((record.log[first].seat or 0) + 1, {"type": "take"})
    log = (*record.log[:first], wrong, *record.log[first + 1 :])
    verdict = verify(replace(record, log=log, chain=tuple(links(record.header, log, DEALT_BY))))
    assert verdict.entry == first
    assert "turn" in verdict.summary


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"secret": None}, "published when the match is over"),
        ({"secret": "00" * 32}, "not the one that was committed to"),
        ({"secret": "nonsense"}, "not the one that was committed to"),
    ],
)
def test_without_the_right_secret(record: Record, change: dict[str, str | None], sentence: str) -> None:
    verdict = verify(replace(record, **change))
    assert not verdict.ok
    assert sentence in verdict.summary


def test_a_header_that_was_changed(record: Record) -> None:
    options = {**record.header.options, "open_chips": True}
    verdict = verify(replace(record, header=replace(record.header, options=options)))
    assert (verdict.ok, verdict.entry) == (False, 0)
    assert verify(replace(record, header=replace(record.header, seats=("A", "B", "C")))).entry == 0
    assert "misread" in verify(replace(record, header=replace(record.header, version=7))).summary
    assert "open_chips" in verify(replace(record, header=replace(record.header, options={"open_chips": 3}))).summary


def test_a_record_that_ends_early_or_goes_on(record: Record) -> None:
    short = replace(record, log=record.log[:-1], chain=record.chain[:-1])
    assert verify(short) == Verdict(
        ok=False,
        summary=f"the log ends after {len(short.log)} entries, before the match is over",
        entry=len(short.log),
    )
    assert verify(replace(record, chain=record.chain[:-1])).entry == len(record.log) - 1
    assert verify(replace(record, chain=(*record.chain, record.chain[0]))).entry == len(record.log)
    log = (*record.log, Entry(0, {"type": "take"}))
    longer = replace(record, log=log, chain=tuple(links(record.header, log, DEALT_BY)))
    assert verify(longer).entry == len(record.log)


def test_a_broken_hash_in_the_chain(record: Record) -> None:
    verdict = verify(replace(record, chain=(*record.chain[:5], "not a hash", *record.chain[6:])))
    assert verdict.entry == 5


def test_a_match_dealt_by_hand_can_be_replayed_but_not_dealt_again() -> None:
    match = Match("no_thanks", {"players": 3}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": 0})
    for card in range(3, 27):
        match.play(DEALER, {"type": "turn_up", "card": card})
        match.play(0, {"type": "take"})
    verdict = verify(match.record)
    assert (verdict.ok, verdict.entry) == (False, None)
    assert "by hand" in verdict.summary
    assert not verify(replace(match.record, secret="00" * 32)).ok


def test_a_record_stripped_of_its_promise_proves_nothing(record: Record) -> None:
    header = replace(record.header, commitment=None, entropy=())
    stripped = replace(record, header=header, secret=None, chain=tuple(links(header, record.log, None)))
    assert not verify(stripped).ok


def test_players_can_check_that_their_words_were_used(record: Record) -> None:
    assert verify(record, entropy=["Bob's words"]).ok
    verdict = verify(record, entropy=["Bob's words", "Cyd's words"])
    assert not verdict.ok
    assert "Cyd's words" in verdict.summary


def test_a_secret_of_another_length_is_no_secret(record: Record) -> None:
    header = replace(record.header, commitment=sha256(b"short").hexdigest())
    verdict = verify(replace(record, header=header, secret=b"short".hex()))
    assert (verdict.ok, verdict.entry) == (False, None)


def test_entries_and_headers_must_be_in_their_one_form(record: Record) -> None:
    at = next(k for k, entry in enumerate(record.log) if "card" in entry.move)
    entry = Entry(None, {**record.log[at].move, "card": float(record.log[at].move["card"])})
    log = (*record.log[:at], entry, *record.log[at + 1 :])
    assert verify(replace(record, log=log, chain=tuple(links(record.header, log, DEALT_BY)))).entry == at
    header = replace(record.header, options={"players": 3})
    verdict = verify(replace(record, header=header, chain=tuple(links(header, record.log, DEALT_BY))))
    assert (verdict.ok, verdict.entry) == (False, None)


def test_the_head_of_a_running_match_does_not_give_a_hidden_card_away() -> None:
    """Without the nonce, trying all 52 cards would find the one behind a hash."""
    match = Match("no_thanks", {"players": 3}, dealer=DEALT_BY)
    assert match.head == match.record.chain[-1]
    assert tuple(links(match.header, match.record.log, None)) != match.record.chain


def test_the_law_of_tampering_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def gullible(record: Record, **named: Any) -> Verdict:
        """Believes any log, as if the chain had been made for it."""
        dealer = Dealer(bytes.fromhex(record.secret or ""), record.header.entropy)
        return verify(replace(record, chain=tuple(links(record.header, record.log, dealer))), **named)

    monkeypatch.setattr(laws.record_laws, "verify", gullible)
    game = catalog.find("no_thanks")
    with pytest.raises(AssertionError):
        for number in range(10):
            ALL_LAWS["a_finished_match_verifies_and_a_tampered_one_fails_at_its_entry"](
                game, variants(game)[0], chance(number)
            )
