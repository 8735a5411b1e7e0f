"""Encounters of bots: the same deals for everyone, every seat in turn, and honest errors."""

from typing import Any

import pytest

from small_games import STAKES, YACHT
from stolik.bots.bot import UnknownLevel
from stolik.core.game import BadOptions
from stolik.core.rule import Row, rule
from stolik.lab.arena import Encounter, arena, games_in_all, ratings
from stolik.lab.simulation import Simulator, simulate


def test_the_stronger_wins_more_in_every_seat() -> None:
    report = arena("no_thanks", {"players": 3}, ["random", "easy", "normal"], 600)
    shares = {(met.one, met.others): met for met in report.encounters}
    assert len(shares) == 6
    assert all(met.games == 600 for met in shares.values())
    assert not report.together
    assert report.parity == pytest.approx(1 / 3)
    assert shares["normal", "easy"].share > 1 / 3 + 3 * shares["normal", "easy"].error
    assert shares["easy", "normal"].share < 1 / 3 - 3 * shares["easy", "normal"].error
    assert report.ratings["random"] < report.ratings["easy"] < report.ratings["normal"]
    assert sum(report.ratings.values()) == pytest.approx(0)
    assert all(mirror.microseconds > 0 and mirror.won == 1 for mirror in report.mirrors)


def test_the_same_seed_gives_the_same_report_on_any_number_of_cores() -> None:
    one, two = (arena("no_thanks", {"players": 3}, ["easy", "normal"], 90, seed="x", cores=cores) for cores in (1, 2))
    assert one.encounters == two.encounters
    assert arena("no_thanks", {"players": 3}, ["easy", "normal"], 90, seed="y").encounters != one.encounters


def test_everyone_gets_the_same_deals() -> None:
    """Whoever takes every card at once leaves the deck as it was dealt: what the first seat takes tells the deal."""

    @rule
    def take(s: Any, seat: int, moves: Row, n: int, rng: Row) -> int:
        return 0

    @rule
    def take_after_drawing(s: Any, seat: int, moves: Row, n: int, rng: Row) -> int:
        rng[0] = rng[0] ^ 12345
        return 0

    results = [
        simulate("no_thanks", {"players": 3}, 50, policies=line_up).scores
        for line_up in ([take], [take_after_drawing], [take, take_after_drawing, take])
    ]
    assert results[0] == results[1] == results[2]


def test_random_numbers_of_a_game_depend_on_its_number_alone() -> None:
    import numpy as np

    from stolik import catalog
    from stolik.bots.bot import level_of

    game = catalog.find("no_thanks")
    simulator = Simulator(game, game.options({"players": 3}), [level_of(game, "easy")])
    whole = simulator.play(20, "seed")
    parts = simulator.play(7, "seed"), simulator.play(13, "seed", 7)
    assert np.array_equal(whole.scores, np.concatenate([part.scores for part in parts]))
    assert len({tuple(scores) for scores in whole.scores.tolist()}) > 15


def test_whoever_plays_alone_has_a_share_of_matches_won() -> None:
    report = arena(YACHT, {"players": 1}, ["random"], 50)
    assert (report.together, report.parity, report.encounters, report.ratings) == (True, 1.0, [], {})
    assert [mirror.games for mirror in report.mirrors] == [50]


def test_a_few_meetings_are_enough_for_a_ladder() -> None:
    report = arena("no_thanks", {"players": 3}, ["random", "easy"], 30, meetings=[("easy", "random")], mirrored=5)
    assert [(met.one, met.others, met.games) for met in report.encounters] == [("easy", "random", 30)]
    assert [mirror.games for mirror in report.mirrors] == [5, 5]
    assert report.ratings == {}


@pytest.mark.parametrize(
    ("bots", "games", "error", "sentence"),
    [
        (["random", "random"], 10, ValueError, "all different"),
        (["random"], 0, ValueError, "at least one game"),
        ([], 10, ValueError, "needs bots"),
        (["random", "god"], 10, UnknownLevel, "no 'god' bot"),
    ],
)
def test_what_cannot_be_is_refused(bots: list[str], games: int, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        arena(STAKES, {"players": 2}, bots, games)


def test_bad_options_are_refused() -> None:
    with pytest.raises(BadOptions):
        arena("no_thanks", {"players": 99}, ["easy"], 10)


def test_ratings_give_back_the_chances() -> None:
    """Of two who share wins as 10 : 1, the stronger is rated 400 higher; nobody is infinitely strong."""
    met = [Encounter("a", "b", 1100, 10 / 11, 0.0), Encounter("b", "a", 1100, 1 / 11, 0.0)]
    found = ratings(["a", "b"], met, 2)
    assert found["a"] - found["b"] == pytest.approx(400)
    always = [Encounter("a", "b", 100, 1.0, 0.0), Encounter("b", "a", 100, 0.0, 0.0)]
    assert 400 < ratings(["a", "b"], always, 2)["a"] * 2 < 1200


def test_the_bar_ends_where_the_games_do() -> None:
    done: list[int] = []
    arena("no_thanks", {"players": 3}, ["random", "easy"], 10, progress=done.append)
    assert sum(done) == games_in_all(3, 2, 10)
