"""What hard bots remember of the others: they go through the match once more, and it stays as it was."""

import pytest

from stolik import Match, catalog
from stolik.bots.bot import Bot
from stolik.bots.weights import load_weights
from stolik.core.packed import clone
from stolik.core.rng import stream
from stolik.games.no_thanks.bots import WEIGHTS
from stolik.games.no_thanks.bots.memory import MODEL
from stolik.games.no_thanks.bots.opponent_model import FITTED_STYLE, STYLE, STYLES, WRONG, build_models, replay_match
from stolik.games.no_thanks.bots.weights_table import TRAINED_WEIGHTS
from support.random_play import bot_state_after, chance, random_game
from support.variants import tour

GAME = catalog.find("no_thanks")


def test_going_through_the_match_leaves_it_as_it_was() -> None:
    for number, options in enumerate(tour(GAME, "habits", 8)):
        log = random_game(GAME, options, chance(("habits", number)))
        for length in range(1, len(log) + 1, 5):
            before = bot_state_after(GAME, options, log[:length])
            seen = clone(before)
            replay_match(seen)
            seen.models = before.models
            assert seen == before


def test_the_weights_table_is_that_of_the_file() -> None:
    assert list(TRAINED_WEIGHTS) == load_weights(WEIGHTS).tolist()


@pytest.mark.parametrize("players", [3, 6])
def test_who_plays_by_trained_weights_is_recognised(players: int) -> None:
    """Seat 0 is easy: no set of weights foresees it. The others are normal: their own set is never wrong."""
    match = Match("no_thanks", {"players": players}, seed="recognised")
    bots = [Bot(GAME, "normal" if seat else "easy", seat) for seat in range(players)]
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, bots[seat].move(match.imagine(seat, stream("unused")), seat))
    s = match.imagine(0, stream("unused"))
    replay_match(s)
    own = players - 3
    for seat in range(1, players):
        assert s.models[MODEL * seat + WRONG + own] == 0
        assert s.models[MODEL * seat + WRONG + FITTED_STYLE] > 0
    assert all(s.models[WRONG + way] > 0 for way in range(STYLES))


def test_the_one_who_thinks_expects_to_do_as_the_others_do() -> None:
    match = Match("no_thanks", {"players": 4}, seed="as the others")
    bots = [Bot(GAME, "normal", seat) for seat in range(4)]
    for _ in range(60):
        (seat,) = match.to_act
        match.play(seat, bots[seat].move(match.imagine(seat, stream("unused")), seat))
    s = match.imagine(0, stream("unused"))
    assert not build_models(s, 2)
    assert {s.models[MODEL * seat + STYLE] for seat in range(4)} == {1}
