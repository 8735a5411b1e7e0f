"""Every challenge and every specialist keeps its secrets: the laws about them, with each card forced in turn."""

import pytest

from laws.of_secrets import (
    nothing_leaks,
    redeal_keeps_what_the_seat_knows,
    redeal_varies_what_twins_vary_and_nothing_else,
    what_is_forgotten_is_never_told_again,
)
from stolik import catalog
from support.playing import chance

GAME = catalog.find("gang")
LAWS = (
    nothing_leaks,
    redeal_keeps_what_the_seat_knows,
    redeal_varies_what_twins_vary_and_nothing_else,
    what_is_forgotten_is_never_told_again,
)
MODES = ("advanced", "professional", "master")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("number", range(1, 11))
def test_law_with_this_challenge_and_this_specialist_on_top(law: object, number: int) -> None:
    for attempt, mode in enumerate(MODES):
        for round_end in ("ready", "instant"):
            options = GAME.options(
                {"players": 3, "mode": mode, "round_end": round_end, "challenges": number, "specialists": number}
            )
            law(GAME, options, chance((number, attempt, round_end)))  # type: ignore[operator]
