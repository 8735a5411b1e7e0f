"""What people need of every game beside its rules: words, bots, explained options."""

import pytest

from stolik import catalog
from stolik.core.bitset import members
from stolik.core.rng import stream
from support.random_play import chance, random_game
from support.variants import tour

COMMANDS = ("r", "l", "q")


@pytest.mark.parametrize("key", catalog.keys())
def test_every_option_is_explained(key: str) -> None:
    for name, schema in catalog.find(key).option_schemas().items():
        assert schema.get("description"), f"the option {name} has no description"


@pytest.mark.parametrize("key", catalog.keys())
def test_there_are_easy_and_normal_bots(key: str) -> None:
    assert {"easy", "normal"} <= set(catalog.find(key).levels)


@pytest.mark.parametrize("key", catalog.keys())
def test_a_random_level_of_its_own_looks_at_nothing_hidden(key: str) -> None:
    """Simulations give it the true state."""
    game = catalog.find(key)
    if "random" not in game.levels:
        return
    play = game.levels["random"]
    for number, options in enumerate(tour(game, "by chance", 16)):
        for entry in random_game(game, options, chance(("by chance", number)))[::7]:
            s = entry.after
            for seat in members(game.awaited(s)):
                imagined = game.imagine(s, seat, stream("imagine", number))
                legal, words = game.codes(s, seat), stream("by chance", number)
                code = play(s, seat, legal, len(legal), words[:])
                assert play(imagined, seat, legal, len(legal), words[:]) == code


@pytest.mark.parametrize("key", catalog.keys())
def test_moves_can_be_told_apart_by_their_labels_and_everything_can_be_said(key: str) -> None:
    game, words = catalog.find(key), catalog.module(key, "text")
    for number, options in enumerate(tour(game, "labels", 8)):
        names = [f"player {seat}" for seat in range(options.players)]
        for entry in random_game(game, options, chance(("labels", number))):
            s = entry.after
            for viewer in (None, *range(options.players)):
                assert words.render(game.view(s, viewer), viewer, names)
                assert all(words.say(game.tell(telling, viewer), names) for telling in entry.told if telling.what >= 0)
            for seat in members(game.to_act(s)):
                view = game.view(s, seat)
                labels = [words.label(game.decode(s, seat, code), view) for code in game.codes(s, seat)]
                assert len(set(labels)) == len(labels), f"moves look alike: {labels}"
                assert not set(labels) & set(COMMANDS), f"taken by a command: {labels}"
