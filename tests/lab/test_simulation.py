from types import SimpleNamespace
from typing import Any

import pytest

from small_games import BLACKOUT, STAKES, WHISPERS, stakes
from stolik import catalog
from stolik.bots.bot import UnknownLevel, uniform
from stolik.core.game import BadOptions, Game, places_by_score
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.no_thanks.state import DECLINE, TAKE
from stolik.lab import simulation
from stolik.lab.simulation import SimulationError, simulate
from support.random_play import chance, random_game

OPTIONS = {"players": 4}


@rule
def always_take(s: Any, seat: int, moves: Row, n: int, rng: Row) -> int:
    return TAKE


@rule
def always_decline(s: Any, seat: int, moves: Row, n: int, rng: Row) -> int:
    return DECLINE


def test_the_counts_add_up() -> None:
    results = simulate("no_thanks", OPTIONS, 5000)
    assert results.games == 5000
    assert sum(results.wins) == pytest.approx(5000)
    assert all(sum(scores.values()) == 5000 for scores in results.scores)
    assert sum(results.lengths.values()) == 5000
    decisions = sum(length * games for length, games in results.lengths.items())
    assert results.steps == decisions + 5000 * 25
    assert results.steps_per_second > 0


def test_the_same_seed_gives_the_same_games_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 300)
    one, two = (simulate("no_thanks", OPTIONS, 1000, seed="x", cores=cores) for cores in (1, 2))
    assert (one.wins, one.scores, one.lengths, one.steps) == (two.wins, two.scores, two.lengths, two.steps)
    other = simulate("no_thanks", OPTIONS, 1000, seed="y")
    assert other.scores != one.scores


def test_random_seats_win_alike() -> None:
    results = simulate("no_thanks", OPTIONS, 40_000)
    assert all(abs(wins / 40_000 - 0.25) < 0.015 for wins in results.wins), results.wins


def test_it_plays_the_same_game_as_python() -> None:
    """Lengths and scores of random games, by compiled code and by plain Python, have the same mean."""
    game = catalog.find("no_thanks")
    options = game.options(OPTIONS)
    games = [random_game(game, options, chance(number)) for number in range(300)]
    lengths = [len(log) - 25 for log in games]
    results = simulate(game, options, 20_000)
    mean = sum(length * count for length, count in results.lengths.items()) / 20_000
    assert abs(sum(lengths) / 300 - mean) < 1.5


def test_policies_decide_by_seat() -> None:
    results = simulate("no_thanks", OPTIONS, 200, policies=[always_take, "normal", uniform, "easy"])
    assert results.policies == ["always_take", "normal", "uniform", "easy"]
    assert results.wins[0] < results.wins[1]
    everything = simulate("no_thanks", OPTIONS, 50, policies=[always_take])
    assert set(everything.lengths) == {24}, "whoever begins takes all"


def test_sound_bots_beat_easy_ones_and_both_beat_chance() -> None:
    sound = simulate("no_thanks", OPTIONS, 4000, policies=["normal", "easy", "normal", "easy"])
    assert sound.wins[0] + sound.wins[2] > 0.65 * 4000
    easy = simulate("no_thanks", OPTIONS, 4000, policies=["easy", "random", "easy", "random"])
    assert easy.wins[0] + easy.wins[2] > 0.9 * 4000


def test_one_name_is_for_all() -> None:
    assert simulate("no_thanks", OPTIONS, 10, policies="easy").policies == ["easy"]


def test_policies_do_not_draw_the_dealers_numbers() -> None:
    """Or they could see the next card coming. The same deals come, however much a policy draws."""

    @rule
    def gambler(s: Any, seat: int, moves: Row, n: int, rng: Row) -> int:
        for _ in range(s.card):
            below(rng, 6)
        return TAKE

    sober, drawing = (simulate("no_thanks", OPTIONS, 50, policies=[p]) for p in (always_take, gambler))
    assert sober.scores == drawing.scores


def test_an_illegal_policy_is_named_by_its_seat() -> None:
    with pytest.raises(SimulationError, match="seat 2 chose a code that is not legal"):
        simulate("no_thanks", {"players": 3}, 5, policies=[uniform, uniform, always_decline])


def test_a_policy_cannot_see_what_its_seat_does_not_know() -> None:
    """Peeking at the neighbour's card is no use: policies are shown imagined states."""

    @rule
    def peek(s: Any, seat: int, moves: Row, n: int, rng: Row) -> int:
        neighbour = s.hand[(seat + 1) % s.players]
        return 2 if s.hand[seat] > neighbour else 0

    @rule
    def same_without_peeking(s: Any, seat: int, moves: Row, n: int, rng: Row) -> int:
        return 2 if s.hand[seat] >= 5 else 0

    peeking = simulate(STAKES, {"players": 2}, 4000, policies=[peek, same_without_peeking])
    assert peeking.wins[0] < peeking.wins[1]


@pytest.mark.parametrize("game", [STAKES, WHISPERS, BLACKOUT], ids=lambda game: game.key)
def test_small_games(game: Any) -> None:
    players = game.players_range()[0]
    results = simulate(game, {"players": players}, 500)
    assert sum(results.lengths.values()) == 500


def test_an_endless_game_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "LIMIT", 10)
    with pytest.raises(SimulationError, match="did not end within 10"):
        simulate("no_thanks", OPTIONS, 5)


def test_scores_may_be_far_apart() -> None:
    @rule
    def score(s: Any, seat: int) -> Any:
        return s.points[seat] * 1_000_000_007

    namespace: Any = SimpleNamespace(**{**vars(stakes), "score": score, "places": places_by_score(score)})
    far = simulate(Game("stakes", namespace, namespace, namespace), {"players": 2}, 300)
    near = simulate(STAKES, {"players": 2}, 300)
    assert [{score // 1_000_000_007: n for score, n in s.items()} for s in far.scores] == near.scores


def test_progress_is_reported() -> None:
    done: list[int] = []
    simulate("no_thanks", OPTIONS, 20_000, progress=done.append)
    assert sum(done) == 20_000
    assert len(done) == 2


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        simulate("no_thanks", OPTIONS, 0)
    with pytest.raises(ValueError, match="2 policies for 4 players"):
        simulate("no_thanks", OPTIONS, 5, policies=["random", "random"])
    with pytest.raises(ValueError, match="not marked @rule"):
        simulate("no_thanks", OPTIONS, 5, policies=[lambda s, seat, moves, n, rng: 0])
    with pytest.raises(UnknownLevel, match="it has: random, easy, normal"):
        simulate("no_thanks", OPTIONS, 5, policies=["superb"])
    with pytest.raises(BadOptions):
        simulate("no_thanks", {"players": 2}, 5)
