"""Simultaneous moves: the bot draws from an equilibrium, and plays no best response to what others may do."""

from collections import Counter
from typing import Any

import pytest

from small_games import FISTS, STAKES
from small_games.fists import PAPER, ROCK, SCISSORS
from stolik.bots.bot import uniform
from stolik.bots.regret_matching import choose, sample_action, scaled
from stolik.bots.search_buffers import AVERAGE, CODES, DRAW, PROGRESS, new_buffers
from stolik.bots.timed_search import TimedSearch
from stolik.core.bot_levels import Search
from stolik.core.game import DEALER
from stolik.core.rng import stream
from stolik.core.rule import Seat, State, rule
from support.stakes_search import STAKING, dealt


@rule
def in_the_first_seat(s: State, seat: Seat) -> bool:
    return seat == 0


BALANCED = Search(uniform, 15_000, point=1_000_000, simultaneous=in_the_first_seat)
"""The other seat gives the best answer instead."""


def tossed(rock: int, *, other_chose: bool = False) -> Any:
    s = FISTS.begin(FISTS.options({"players": 2}))
    FISTS.apply(s, DEALER, rock)
    if other_chose:
        FISTS.apply(s, 1, ROCK)
    return s


def average(timed_search: TimedSearch, s: State, seed: int) -> list[float]:
    timed_search.move(s, 0, stream("balance", seed))
    found = timed_search._buffers[AVERAGE][:3]
    return [float(each) / float(found.sum()) for each in found]


@pytest.fixture(scope="module")
def balanced() -> TimedSearch:
    return TimedSearch(FISTS, BALANCED)


@pytest.mark.parametrize("other_chose", [False, True])
def test_it_comes_close_to_the_equilibrium(balanced: TimedSearch, other_chose: bool) -> None:
    """A win with the rock counts 3½ and any other 1½, a win itself and the points together: so paper is played as
    often as rock beats scissors. What the other has chosen already is not taken as it was imagined."""
    for seed in range(3):
        rock, paper, scissors = average(balanced, tossed(3, other_chose=other_chose), seed)
        assert (rock, paper, scissors) == pytest.approx((1.5 / 6.5, 3.5 / 6.5, 1.5 / 6.5), abs=0.06)


def test_a_fair_game_is_played_evenly(balanced: TimedSearch) -> None:
    assert average(balanced, tossed(1), 0) == pytest.approx([1 / 3] * 3, abs=0.06)


def test_it_draws_from_the_average_strategy(balanced: TimedSearch) -> None:
    rng = stream("many")
    drawn = Counter(balanced.move(tossed(3), 0, rng) for _ in range(300))
    assert drawn[PAPER] / 300 == pytest.approx(3.5 / 6.5, abs=0.1)
    assert drawn[ROCK] > 40
    assert drawn[SCISSORS] > 40


def test_a_best_response_would_always_be_the_same(balanced: TimedSearch) -> None:
    """Others who choose at random are best met with the rock that counts three; who knows that, plays paper."""
    rng = stream("answer")
    assert {balanced.move(tossed(3), 1, rng) for _ in range(20)} == {ROCK}


def test_a_choice_that_is_simply_best_is_found() -> None:
    """In Stakes, a nine is worth the highest stake and a one the lowest, whatever others do."""
    staking = TimedSearch(STAKES, STAKING)
    rng = stream("cards")
    assert {staking.move(dealt(5, 6, 9), 2, rng) for _ in range(10)} == {2}
    assert {staking.move(dealt(5, 6, 1), 2, rng) for _ in range(10)} == {0}


def test_improbable_codes_are_not_drawn() -> None:
    buffers = new_buffers(FISTS)
    buffers[CODES][:3] = (2, 0, 1)
    buffers[AVERAGE][:3] = (500, 300, 10)
    for lot in range(0, 1 << 32, 1 << 27):
        buffers[PROGRESS][DRAW] = lot
        assert choose(buffers, 3) in (0, 1)
    buffers[PROGRESS][DRAW] = (1 << 32) - 1
    assert choose(buffers, 3) == 1


def test_scaling_to_large_totals() -> None:
    for whole in (1, 10, 3 << 40, 1 << 61):
        assert scaled(whole, 0) == 0
        assert scaled(whole, 1 << 31) == whole // 2
        assert whole - 1 - (whole >> 30) <= scaled(whole, (1 << 32) - 1) < whole


def test_actions_are_sampled_by_regret() -> None:
    rng = stream("picks")
    million = 1_000_000
    regrets = [-5 * million, 4 * million, 0, 3 * million]
    picked = Counter(sample_action(regrets, [0, 1, 2, 3], 4, 2, rng) for _ in range(4_000))
    assert 0 not in picked
    assert [picked[code] / 4_000 for code in (1, 3)] == pytest.approx([4 / 8, 3 / 8], abs=0.03)
    assert picked[2] / 4_000 == pytest.approx(1 / 8, abs=0.03), "what is usual, though it is not regretted"
