from typing import Any

import numpy as np
import pytest

from small_games import BLACKOUT, STAKES
from stolik import DEALER, catalog
from stolik.core.packed import clone
from stolik.games.no_thanks.state import DECLINE, TAKE
from stolik.lab.batch import Batch

OPTIONS = {"players": 4}


def random_codes(batch: Batch, rng: np.random.Generator) -> Any:
    return (batch.masks * (rng.random(batch.masks.shape) + 0.01)).argmax(axis=1)


def test_matches_start_dealt() -> None:
    batch = Batch("no_thanks", OPTIONS, 100)
    assert batch.masks.shape == (100, 2)
    assert batch.masks.all()
    assert set(batch.seats) == {0, 1, 2, 3}
    assert all(batch.state(number).card > 0 for number in range(100))
    assert len({batch.state(number).card for number in range(100)}) > 10


def test_a_step_is_the_rules_step() -> None:
    game = catalog.find("no_thanks")
    batch, rng = Batch(game, OPTIONS, 20, seed="s"), np.random.default_rng(0)
    for _ in range(30):
        before = [batch.state(number) for number in range(20)]
        seats, codes = batch.seats.copy(), random_codes(batch, rng)
        batch.step(codes)
        for number, s in enumerate(before):
            if batch.finished[number]:
                continue
            expected = clone(s)
            game.apply(expected, int(seats[number]), int(codes[number]))
            if codes[number] == TAKE:
                game.apply(expected, DEALER, batch.state(number).card)
            assert batch.state(number) == expected


def test_masks_seats_and_observations_are_the_games_own() -> None:
    game = catalog.find("no_thanks")
    batch, rng = Batch(game, {"players": 3}, 50), np.random.default_rng(0)
    for _ in range(40):
        batch.step(random_codes(batch, rng))
    seen = batch.observations()
    assert seen.shape == (50, game.observation)
    for number in range(50):
        s, seat = batch.state(number), int(batch.seats[number])
        assert game.codes(s, seat) == np.flatnonzero(batch.masks[number]).tolist()
        expected = [0] * game.observation
        game.observe(s, seat, expected)
        assert seen[number].tolist() == expected


def test_finished_matches_start_again_and_leave_their_results() -> None:
    batch, rng = Batch("no_thanks", {"players": 3}, 200), np.random.default_rng(0)
    ended = 0
    for _ in range(60):
        batch.step(random_codes(batch, rng))
        ended += int(batch.finished.sum())
        for number in np.flatnonzero(batch.finished):
            assert batch.seats[number] >= 0
            assert batch.state(int(number)).pile == 23
            assert 1 in batch.places[number]
            winner = batch.places[number].argmin()
            assert batch.scores[number, winner] == batch.scores[number].max()
    assert ended > 100


def test_without_auto_reset_they_stay_over_until_reset() -> None:
    batch, rng = Batch("no_thanks", {"players": 3}, 30, auto_reset=False), np.random.default_rng(0)
    for _ in range(200):
        batch.step(random_codes(batch, rng))
    assert (batch.seats == -1).all()
    assert not batch.masks.any()
    assert not batch.observations().any()
    assert not batch.finished.any()
    which = np.arange(30) < 10
    batch.reset(which)
    assert (batch.seats[:10] >= 0).all()
    assert (batch.seats[10:] == -1).all()


def test_an_illegal_code_is_named_and_changes_nothing() -> None:
    batch = Batch("no_thanks", {"players": 3}, 10)
    for _ in range(33):
        batch.step([DECLINE] * 10)
    before = [batch.state(number) for number in range(10)]
    codes = [TAKE] * 10
    codes[4] = DECLINE
    with pytest.raises(ValueError, match=r"code 1 is not legal in match 4; legal: \[0\]"):
        batch.step(codes)
    assert [batch.state(number) for number in range(10)] == before


@pytest.mark.parametrize("codes", [[0] * 9, [0.0] * 10, [[0] * 10], [7] * 10, [-1] * 10, "abc"])
def test_bad_codes_are_refused(codes: Any) -> None:
    batch = Batch("no_thanks", {"players": 3}, 10)
    with pytest.raises(ValueError, match=r"whole numbers|not legal"):
        batch.step(codes)


def test_other_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one match"):
        Batch("no_thanks", OPTIONS, 0)
    batch = Batch("no_thanks", OPTIONS, 3)
    with pytest.raises(ValueError, match="3 booleans"):
        batch.reset([1, 0, 1])
    with pytest.raises(ValueError, match="shape"):
        batch.observations(np.zeros((2, 2)))


def test_the_same_seed_gives_the_same_matches() -> None:
    def states(seed: str) -> list[Any]:
        batch = Batch("no_thanks", OPTIONS, 5, seed=seed)
        for _ in range(20):
            batch.step(batch.masks.argmax(axis=1))
        return [batch.state(number) for number in range(5)]

    assert states("a") == states("a") != states("b")


@pytest.mark.parametrize("game", [STAKES, BLACKOUT], ids=lambda game: game.key)
def test_seats_that_choose_at_once_are_asked_one_after_the_other(game: Any) -> None:
    batch = Batch(game, {"players": 3}, 4, auto_reset=False)
    asked = []
    while (batch.seats >= 0).any():
        asked.append(int(batch.seats[0]))
        batch.step(batch.masks.argmax(axis=1))
    assert asked == [0, 1, 2, 0, 1, 2]
