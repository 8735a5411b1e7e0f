"""Sequential halving over determinized rollouts, on small games and on one of the catalog."""

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from small_games import STAKES, YACHT
from stolik.bots import search as searches
from stolik.bots import timed_search as timed_search_module
from stolik.bots.bot import Bot, uniform
from stolik.bots.level_policies import level_policy
from stolik.bots.search_buffers import (
    ALIVE,
    CANDIDATES,
    CODES,
    IMAGINED,
    PROGRESS,
    TOTALS,
    WORLDS,
    new_buffers,
    new_states,
)
from stolik.bots.timed_search import TimedSearch
from stolik.core.bot_levels import Search
from stolik.core.game import DEALER, Game, no_memory, no_reason
from stolik.core.packed import clone, pack
from stolik.core.rng import stream
from stolik.core.rule import Row, Seat
from stolik.games.no_thanks import messages, rules
from stolik.games.no_thanks.state import TAKE, State
from stolik.jit.compiler import compiled
from stolik.lab.simulation import simulate
from support.stakes_search import STAKING, dealt

TAKING = Search(uniform, 500, point=1_000)
BOTS: Any = SimpleNamespace(LEVELS={"hard": TAKING}, reason=no_reason, BotState=State, remember=no_memory)
NO_THANKS = Game("no_thanks", rules, messages, BOTS)


@pytest.fixture(scope="module")
def staking() -> TimedSearch:
    return TimedSearch(STAKES, STAKING)


def test_it_finds_the_best_stake(staking: TimedSearch) -> None:
    """A card above four is worth the highest stake, one below it none."""
    rng = stream("stakes")
    for card, best in ((9, 2), (7, 2), (2, 0), (1, 0)):
        assert {staking.move(dealt(card, 5), 0, rng) for _ in range(5)} == {best}


def test_it_takes_a_card_that_joins_a_run() -> None:
    """The last card of No Thanks!: it joins one's own, and chips lie on it. Asked as a bot in a chair is."""
    s = NO_THANKS.begin(NO_THANKS.options({"players": 3}))
    while NO_THANKS.chances(s) > 0:
        NO_THANKS.apply(s, DEALER, NO_THANKS.ticket(s, 0))
    s.cards[s.turn] = 1 << s.card + 1
    s.pot = 5
    s.pile = 0
    assert Bot(NO_THANKS, "hard", "x").move(s, s.turn) == messages.Take()


def test_it_knows_no_more_than_its_seat(staking: TimedSearch) -> None:
    """What others really hold changes nothing: the same random numbers give the same worlds."""
    for number in range(10):
        s = dealt(5, 9, 1)
        redealt = clone(s)
        STAKES.redeal(redealt, 0, stream("others", number))
        assert staking.move(s, 0, stream(number)) == staking.move(redealt, 0, stream(number))
        totals = []
        for each in (s, redealt):
            staking.move(each, 0, stream(number))
            totals.append(staking._buffers[TOTALS][:3].tolist())
        assert totals[0] == totals[1]


def test_the_same_seed_gives_the_same_search(staking: TimedSearch) -> None:
    found = []
    for seed in ("a", "a", "b"):
        code = staking.move(dealt(4, 5), 0, stream(seed))
        found.append((code, staking._buffers[TOTALS][:3].tolist()))
    assert found[0] == found[1]
    assert found[0][1] != found[2][1]


def test_the_generator_is_advanced(staking: TimedSearch) -> None:
    rng = stream("used")
    staking.move(dealt(4, 5), 0, rng)
    assert rng != stream("used")
    assert all(type(word) is int for word in rng)


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_without_time_it_still_compares_the_moves_in_one_world(staking: TimedSearch, seconds: float) -> None:
    assert staking.move(dealt(9, 5), 0, stream("hurry"), seconds) in (0, 1, 2)
    assert staking._buffers[PROGRESS][ALIVE] == 3, "none was given up yet"
    assert staking._buffers[PROGRESS][WORLDS] == 1
    assert staking.move(dealt(1, 5, 9), 2, stream("hurry"), seconds) in (0, 1, 2)
    assert staking._buffers[PROGRESS][WORLDS] == 1


def test_it_looks_at_the_clock(staking: TimedSearch, monkeypatch: pytest.MonkeyPatch) -> None:
    """A world takes a millisecond by this clock; of endless work, half a second's worth is done, in small parts."""
    now = 0.0
    parts = []

    def search_on(states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights: Any, worlds: int) -> bool:
        nonlocal now
        now += 0.001 * worlds
        parts.append(worlds)
        return False

    monkeypatch.setattr(timed_search_module, "monotonic", lambda: now)
    monkeypatch.setattr(staking, "_advance", search_on)
    assert staking.move(dealt(9, 5), 0, stream("long"), seconds=0.5) in (0, 1, 2)
    assert 0.5 <= now < 0.52
    assert parts[:4] == [1, 4, 5, 5], "what takes about 5 milliseconds, soon"


def test_a_reflex_needs_no_search(staking: TimedSearch) -> None:
    """A three is worth no stake; the policy's own move is played instead, which is any."""
    rng = stream("reflex")
    assert {staking.move(dealt(3, 5), 0, rng) for _ in range(20)} == {0, 1, 2}


def test_it_is_precompiled_with_a_sample_position(staking: TimedSearch) -> None:
    staking.precompile()
    assert staking.move(dealt(9, 5), 0, stream("warm")) == 2


def test_the_lab_and_a_timed_search_choose_alike(staking: TimedSearch) -> None:
    decide = _compiled_policy(STAKES, STAKING)
    for number, seat in product(range(4), range(3)):  # a reflex, halving, regret matching
        s = dealt(3, 4, 5)
        rng, numbers = stream(number), np.array(stream(number), np.int64)
        assert staking.move(s, seat, rng) == decide(s, seat, numbers)
        assert rng == numbers.tolist()


def test_a_single_legal_move_is_played_without_a_search() -> None:
    s = NO_THANKS.begin(NO_THANKS.options({"players": 3}))
    while NO_THANKS.chances(s) > 0:
        NO_THANKS.apply(s, DEALER, NO_THANKS.ticket(s, 0))
    s.chips[s.turn] = 0
    rng, numbers = stream("only"), np.array(stream("only"), np.int64)
    assert timed_search_module.timed_search(NO_THANKS, TAKING).move(s, s.turn, rng) == TAKE
    assert rng == stream("only")
    assert _compiled_policy(NO_THANKS, TAKING)(s, s.turn, numbers) == TAKE
    assert numbers.tolist() == rng


def _compiled_policy(game: Game, search: Search) -> Any:
    decide, legal = level_policy(game, search), game.legal

    def ask(states: Any, buffers: Any, seat: Seat, rng: Row, weights: Any) -> int:
        return decide(states, buffers, seat, legal(states[IMAGINED], seat, buffers[CODES]), rng, weights)

    asked, states, buffers = compiled(ask), new_states(game), new_buffers(game)

    def answer(s: State, seat: Seat, rng: Any) -> int:
        pack(s, states[IMAGINED])
        return int(asked(states, buffers, seat, rng, np.zeros(1, np.int16)))

    return answer


@pytest.mark.long
def test_searching_bots_win_whole_games() -> None:
    results = simulate(STAKES, {"players": 2}, 300, policies=[STAKING, uniform])
    assert results.wins[0] > 0.65 * 300


@pytest.mark.long
def test_alone_it_plays_on_to_a_better_score() -> None:
    searching, guessing = (
        simulate(YACHT, {"players": 1}, 200, policies=[level], seed="y")
        for level in (Search(uniform, 200, point=1_000), uniform)
    )
    assert _mean(searching.scores[0]) > 1.1 * _mean(guessing.scores[0])


def _mean(scores: dict[int, int]) -> float:
    return sum(score * games for score, games in scores.items()) / sum(scores.values())


def test_sequential_halving_shares_out_the_playouts() -> None:
    assert [searches.worlds_per_round(1200, 8, alive) for alive in (8, 4, 2)] == [50, 100, 200]
    assert searches.worlds_per_round(1, 8, 8) == 1
    buffers = new_buffers(STAKES)
    buffers[TOTALS][:5] = (3, 9, 5, 9, 1)
    buffers[CANDIDATES][:5] = range(5)
    buffers[PROGRESS][ALIVE] = 5
    searches.drop_worse_half(buffers)
    assert buffers[PROGRESS][ALIVE] == 3
    assert buffers[CANDIDATES][:3].tolist() == [1, 3, 2]
