"""Every law for every game in the catalog: by Hypothesis, and by plain chance through all options."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws import ALL_LAWS as LAWS
from stolik import catalog
from stolik.core.messages import Options
from support.playing import chance, scripted
from support.variants import shown, variants

EVERY_VARIANT = [(key, options) for key in catalog.keys() for options in variants(catalog.find(key))]
BOTH_SPEEDS = "compiled_rules_give_the_same_states"
GAMES = {BOTH_SPEEDS: 2400}
"""Played of each game by plain chance, through all its variants; of other laws, four in each variant."""


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("key", catalog.keys())
@settings(max_examples=15)
@given(data=st.data(), script=st.lists(st.integers(0, 255), max_size=80), seed=st.integers(0, 1 << 32))
def test_law(name: str, key: str, data: st.DataObject, script: list[int], seed: int) -> None:
    game = catalog.find(key)
    options = data.draw(st.sampled_from(variants(game)))
    LAWS[name](game, options, scripted(script, seed))


def variant_id(value: object) -> str | None:
    return shown(value) if isinstance(value, Options) else None


@pytest.mark.parametrize(("key", "options"), EVERY_VARIANT, ids=variant_id)
@pytest.mark.parametrize("name", LAWS)
def test_law_in_every_variant(name: str, key: str, options: Options) -> None:
    game = catalog.find(key)
    for number in range(GAMES.get(name, 0) // len(variants(game)) or 4):
        LAWS[name](game, options, chance((name, key, shown(options), number)))
