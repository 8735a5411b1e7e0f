"""Every law for every game in the catalog: by Hypothesis, and by plain chance through all options."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import ALL_LAWS as LAWS
from stolik import catalog
from stolik.core.messages import to_builtins
from stolik.core.packed import clone
from stolik.core.rng import stream
from support.random_play import chance, random_part, scripted, state_after
from support.variants import tour, variants

TIMES = int(os.environ.get("STOLIK_LAWS", "1"))
"""How much longer than usual to look: `make laws`."""
TOUR = 14 * TIMES
"""Games played for a law through the variants of a game: a few in each or, if there are more, one in some of them."""
GAMES = {"compiled_rules_give_the_same_states": 140 * TIMES}


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("key", catalog.keys())
@settings(max_examples=6 * TIMES)
@given(data=st.data(), script=st.lists(st.integers(0, 255), max_size=80), seed=st.integers(0, 1 << 32))
def test_law(name: str, key: str, data: st.DataObject, script: list[int], seed: int) -> None:
    game = catalog.find(key)
    options = data.draw(st.sampled_from(variants(game)))
    LAWS[name](game, options, scripted(script, seed))


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("key", catalog.keys())
def test_law_through_all_variants(name: str, key: str) -> None:
    game = catalog.find(key)
    for number, options in enumerate(tour(game, name, GAMES.get(name, TOUR))):
        try:
            LAWS[name](game, options, chance((name, key, number)))
        except Exception as error:
            error.add_note(f"{key} with {to_builtins(options)}, game number {number}")
            raise


@pytest.mark.parametrize("key", catalog.keys())
def test_a_blur_of_its_own_varies_what_redeal_keeps(key: str) -> None:
    """Otherwise the law about what may not be said would say nothing."""
    game = catalog.find(key)
    if game.blur is game.redeal:
        return
    for number, options in enumerate(tour(game, "blur", TOUR)):
        s = state_after(game, options, random_part(game, options, chance(("blur", number))))
        rng = stream("blur", number)
        blurred = clone(s)
        game.blur(blurred, 0, rng)
        if blurred != s and all(game.imagine(s, 0, rng) != blurred for _ in range(20)):
            return
    raise AssertionError(f"the blur of {key} varies nothing that redeal does not")
