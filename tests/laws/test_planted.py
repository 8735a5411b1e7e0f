"""Each law can fail: leaks and mistakes planted on purpose, each caught by the law named with it."""

import pytest

import laws.planted_leaks
import laws.planted_mistakes  # noqa: F401 - planting is what importing does
from laws import ALL_LAWS
from laws.law import Law
from laws.plant import PLANTED, Planted, broken
from stolik.core.game import Game
from support.random_play import chance
from support.variants import variants

ROUNDS = 60


def run(law: Law, game: Game) -> None:
    for number in range(ROUNDS):
        for options in variants(game):
            law(game, options, chance(("planted", number)))


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.what)
def test_the_law_catches(planted: Planted) -> None:
    with pytest.raises(AssertionError):
        run(ALL_LAWS[planted.law], broken(planted))


def test_every_law_has_been_seen_to_fail() -> None:
    seen = {planted.law for planted in PLANTED}
    elsewhere = {
        # These two are about core, not about a game: mistakes in core are planted beside its own tests.
        "a_finished_match_verifies_and_a_tampered_one_fails_at_its_entry": "tests/core/test_verify.py",
        "what_is_forgotten_is_never_told_again": "tests/core/test_forget.py",
    }
    assert seen | set(elsewhere) == set(ALL_LAWS)
