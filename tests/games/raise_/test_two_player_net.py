"""Between two, hard judges each move by a net that is shown what the seat may know."""

from array import array
from math import isqrt, log
from typing import Any

import numpy as np
import pytest

from stolik import Match, catalog
from stolik.bots.bot import Bot
from stolik.bots.weights import load_weights
from stolik.core.bot_levels import Trained
from stolik.core.packed import clone
from stolik.core.rng import below, stream
from stolik.games.raise_.bots import WEIGHTS
from stolik.games.raise_.bots.move_evaluation import UNTRAINED
from stolik.games.raise_.bots.two_player_net import (
    HIDDEN_UNITS,
    HIDDEN_WEIGHTS,
    INPUTS,
    LAST_WORD,
    LEADS_IF_WON,
    NO_ANSWER,
    ONE,
    OUTPUT_WEIGHTS,
    POINTS_IF_LOST,
    POINTS_IF_WON,
    WEIGHT_SCALE,
    choose_move_by_net,
    encode_inputs,
    integer_root,
    log_odds,
)
from stolik.games.raise_.state import CHOOSING, PASS
from stolik.lab.simulation import simulate
from stolik.lab.training.raise_.self_play import win_probability
from stolik.lab.training.raise_.two_player_net import Network
from support.raise_ import BLANKS, HAND, begin, dealt, hold, play

GAME = catalog.find("raise")


def shown_to(s: Any, seat: int, code: int) -> list[int]:
    found = [0] * INPUTS
    encode_inputs(s, seat, code, found)
    return found


def positions(seed: str) -> list[tuple[Any, int, list[int]]]:
    """Of one match by random moves: states, who is asked, and their codes."""
    match, rng = Match("raise", {"players": 2}, seed=seed), stream(seed)
    found = []
    while not match.over:
        if match.paused:
            match.go_on()
            continue
        seat = min(match.awaited)
        codes = list(GAME.codes(match.state, seat))
        found.append((clone(match.state), seat, codes))
        match.play(seat, GAME.decode(match.state, seat, codes[below(rng, len(codes))]))
    return found


def test_whole_roots() -> None:
    assert [integer_root(n) for n in range(5_000)] == [isqrt(n) for n in range(5_000)]


def test_the_net_is_shown_only_what_the_seat_may_know() -> None:
    rng = stream("redealt")
    looked_at = 0
    for s, seat, codes in positions("shown"):
        other = clone(s)
        GAME.redeal(other, seat, rng)
        looked_at += other.hand != s.hand
        assert [shown_to(other, seat, code) for code in codes] == [shown_to(s, seat, code) for code in codes]
    assert looked_at > 10, "hands were really others"


def test_what_is_shown_tells_winning_from_giving_up() -> None:
    match = dealt(HAND, HAND)
    begin(match, 20, BLANKS)
    hold(match, 0, "bell 1, gear 3, diamond 5", "gear 4")
    hold(match, 1, "gear 3", "cloud 3, cloud 4")
    play(match, "bell 1", "gear 3")
    s = match.state
    for code in GAME.codes(s, 0):
        found = shown_to(s, 0, code)
        if code == PASS:
            assert found[POINTS_IF_WON] == found[LEADS_IF_WON] == 0
        else:
            assert found[POINTS_IF_WON] > 0 > found[POINTS_IF_LOST]
            assert found[LEADS_IF_WON] == ONE
            assert found[LAST_WORD] >= found[NO_ANSWER] > 0, "the rival has no card in hand to answer with"


def test_whole_numbers_judge_as_the_trained_ones_do() -> None:
    """The weights have the net in sixteen bits; what it says of a move is what the pupil thinks."""
    network = Network("exact")
    weights = array("h", UNTRAINED) + network.as_weights()
    assert len(weights) == OUTPUT_WEIGHTS + HIDDEN_UNITS
    scale = (ONE * WEIGHT_SCALE >> 8) * WEIGHT_SCALE
    for s, seat, codes in positions("judged")[::5]:
        for code in codes:
            shown = shown_to(s, seat, code)
            chance = win_probability(shown, network.hidden, network.output, np.zeros(HIDDEN_UNITS, np.float64))
            said = log_odds(shown, [0] * HIDDEN_UNITS, weights) / scale + float(network.output[HIDDEN_UNITS])
            assert said == pytest.approx(log(chance / (1 - chance)), abs=0.02)


def test_raises_are_judged_alike_every_time_and_first_cards_waver() -> None:
    weights, rng = load_weights(WEIGHTS), stream("wavers")
    first_cards = 0
    for s, seat, codes in positions("alike"):
        chosen = {choose_move_by_net(s, seat, list(codes), len(codes), rng, weights) for _ in range(6)}
        assert chosen <= set(codes)
        if s.phase == CHOOSING:
            first_cards += len(chosen) > 1
        else:
            assert len(chosen) == 1
    assert first_cards > 0


def test_the_bot_plays_what_the_net_judges_best() -> None:
    weights, bot = load_weights(WEIGHTS), Bot(GAME, "hard", "x")
    raises = [(s, seat, codes) for s, seat, codes in positions("same") if s.phase != CHOOSING and len(codes) > 1]
    for s, seat, codes in raises[:10]:
        code = choose_move_by_net(s, seat, list(codes), len(codes), stream("any"), weights)
        assert bot.move(s, seat) == GAME.decode(s, seat, code)


@pytest.mark.long
def test_the_net_beats_normal_clearly() -> None:
    """Which seat is whose makes no difference: chance says who begins."""
    judging, _ = simulate(GAME, {"players": 2}, 4000, policies=[Trained(choose_move_by_net, WEIGHTS), "normal"]).wins
    assert judging / 4000 > 0.72


def test_the_weights_hold_the_net() -> None:
    assert len(load_weights(WEIGHTS)) == OUTPUT_WEIGHTS + HIDDEN_UNITS
    assert len(UNTRAINED) == HIDDEN_WEIGHTS
