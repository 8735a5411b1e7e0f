import hmac
from hashlib import sha256

import pytest

from stolik import Dealer
from stolik.core import dealer as dealer_module


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    dealer = Dealer.fresh()
    assert dealer.commitment == sha256(bytes.fromhex(dealer.secret)).hexdigest()


def test_secrets_are_fresh_and_256_bits() -> None:
    assert len({Dealer.fresh().secret for _ in range(50)}) == 50
    assert len(bytes.fromhex(Dealer.fresh().secret)) == 32
    with pytest.raises(ValueError, match="32 bytes"):
        Dealer(b"short")


def test_draws_depend_on_the_seed_the_entry_and_nothing_else() -> None:
    one, two = Dealer.from_seed("x"), Dealer.from_seed("x")
    backwards = [two.draw(seq, 52) for seq in reversed(range(100))]
    assert [one.draw(seq, 52) for seq in range(100)] == backwards[::-1]
    assert [Dealer.from_seed("y").draw(seq, 52) for seq in range(100)] != backwards[::-1]


def test_players_words_change_the_draws_but_not_the_commitment() -> None:
    def draws(entropy: list[str]) -> list[int]:
        return [Dealer.from_seed("x", entropy).draw(seq, 1000) for seq in range(20)]

    assert len({tuple(draws(words)) for words in ([], ["a"], ["a", "b"], ["b", "a"], ["ab"], ["a", ""])}) == 6
    assert Dealer.from_seed("x", ["a"]).commitment == Dealer.from_seed("x").commitment


def test_any_text_is_a_seed() -> None:
    for text in ("", "ab " * 20 + "abcd", "x" * 64, "ż" * 64, "0" * 63):
        assert Dealer.from_seed(text).commitment


def test_a_published_secret_repeats_the_deal() -> None:
    dealer = Dealer.fresh()
    again = Dealer.from_seed(dealer.secret)
    assert [again.draw(seq, 35) for seq in range(30)] == [dealer.draw(seq, 35) for seq in range(30)]


def test_draws_are_even() -> None:
    dealer, counts = Dealer.from_seed("even"), [0] * 6
    for seq in range(12_000):
        counts[dealer.draw(seq, 6)] += 1
    assert all(abs(count - 2000) < 220 for count in counts), counts  # five standard deviations


def test_a_draw_that_would_be_biased_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The topmost numbers are refused where the range does not divide evenly."""
    attempts = []

    def digest(_self: object, text: bytes) -> bytes:
        attempts.append(int(text.split(b":")[2]))
        return b"\xff" * 32 if attempts == [0] else (5).to_bytes(32)

    monkeypatch.setattr(dealer_module._Keyed, "digest", digest)
    assert Dealer.from_seed("x").draw(0, 3) == 2
    assert attempts == [0, 1]


def test_a_keyed_digest_is_the_hmac_of_the_standard_library() -> None:
    for key in (b"", b"k" * 32, b"k" * 64):
        for text in (b"", b"draw:3:0", b"x" * 1000):
            assert dealer_module._Keyed(key).digest(text) == hmac.digest(key, text, "sha256")


def test_nonces_differ_and_do_not_depend_on_the_players_words() -> None:
    dealer = Dealer.from_seed("x")
    assert len({dealer.nonce(seq) for seq in range(50)}) == 50
    assert dealer.nonce(3) == Dealer.from_seed("x", ["a"]).nonce(3)


def test_known_draws_stay_as_they_are() -> None:
    """Old matches must verify for ever: this is the format, not an implementation detail."""
    dealer = Dealer.from_seed("for ever", ["one", "two"])
    assert [dealer.draw(seq, 35) for seq in range(8)] == KNOWN
    assert dealer.nonce(0).hex()[:16] == KNOWN_NONCE


KNOWN = [22, 3, 21, 32, 29, 12, 11, 32]
KNOWN_NONCE = "32503e153d0f2da7"
