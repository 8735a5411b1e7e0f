"""What stands behind a hint can be said in the terminal."""

import pytest

from stolik import catalog
from stolik.bots.bot import Bot
from stolik.core.bitset import members
from stolik.core.rng import stream
from support.random_play import chance, random_part, state_after
from support.variants import tour

GAMES = 30


@pytest.mark.parametrize("key", catalog.keys())
def test_every_reason_has_words(key: str) -> None:
    game, words = catalog.find(key), catalog.module(key, "text").REASONS
    kinds = set()
    for number, options in enumerate(tour(game, "reasons", GAMES)):
        s = state_after(game, options, random_part(game, options, chance(("reasons", number))))
        for seat in members(game.awaited(s)):
            imagined = game.imagine(s, seat, stream("reasons", number))
            code = Bot(game, "normal", number).code(imagined, seat)
            reason = game.reason(imagined, seat, code)
            if reason is not None:
                kinds.add(reason.kind)
    assert kinds, "no move has a number behind it"
    assert kinds <= set(words), f"no words for {kinds - set(words)}"
    for sentence in words.values():
        assert sentence.format(percent="31 %", number="+3", count="3") != sentence
