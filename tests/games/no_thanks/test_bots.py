"""Bots that are worth playing against: each level beats the one below, and the better ones make cards pay."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from stolik import DEALER, Match, catalog
from stolik.bots.bot import Bot, uniform
from stolik.core.rng import stream
from stolik.games.no_thanks.messages import Decline, Take
from stolik.games.no_thanks.state import DECLINE, TAKE
from stolik.lab.simulation import Simulator
from support.bot_match import wins_at_a_table

GAME = catalog.find("no_thanks")
LEVELS = ["random", "easy", "normal"]
ROUNDS = 60


@cache
def simulator(players: int, *, tactical: bool = False) -> Simulator:
    """The quick levels are compiled together, once."""
    options = GAME.options({"players": players, "tactical": tactical})
    return Simulator(GAME, options, [uniform, *(GAME.levels[level] for level in LEVELS[1:])])


def wins(level: str, others: str, players: int, **options: bool) -> float:
    """Of one bot among others, in every seat: 1 is what an equal one would win."""
    seated = simulator(players, **options)
    won = 0.0
    for seat in range(players):
        seated.who = np.array([LEVELS.index(level if each == seat else others) for each in range(players)], np.int64)
        first = seated.play(ROUNDS, "ladder", seat).places == 1
        won += float((first[:, seat] / first.sum(axis=1)).mean())
    return won


@pytest.mark.parametrize(
    ("level", "others"), [pytest.param("easy", "random", marks=pytest.mark.long), ("normal", "easy")]
)
@pytest.mark.parametrize("players", range(3, 8))
def test_a_level_beats_the_one_below(level: str, others: str, players: int) -> None:
    assert wins(level, others, players) > 1.5
    if players <= 5:
        assert wins(level, others, players, tactical=True) > 1.5


@pytest.mark.long
def test_hard_beats_normal() -> None:
    assert wins_at_a_table("no_thanks", "hard", "normal", 63, {"players": 7}) > 1.5


def on_the_table(taken: list[tuple[int, int]], card: int) -> Match:
    """Four players. These cards were taken by these seats, each paying for all that came before; then one more card
    has come round to seat 0.
    """
    match = Match("no_thanks", {"players": 4}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": 0})
    for each, taker in [*taken, (card, None)]:
        match.play(DEALER, {"type": "turn_up", "card": each})
        while match.to_act != {0 if taker is None else taker}:
            match.play(min(match.to_act), Decline())
        if taker is not None:
            match.play(taker, Take())
    return match


def answer(match: Match, level: str) -> Any:
    return Bot(GAME, level, "asked").move(match.imagine(0, stream("asked")), 0, seconds=60)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_card_that_nobody_else_wants_goes_round_for_chips(level: str) -> None:
    """It would cost seat 0 nothing, and everybody else more than thirty points."""
    assert answer(on_the_table([(33, 0), (12, 1), (20, 2), (4, 3)], 34), level) == Decline()


def test_a_card_that_the_next_one_wants_too_is_not_let_go() -> None:
    """Seat 1 would win a point by it. (What hard believes of those who take 35 for one chip is another matter.)"""
    assert answer(on_the_table([(33, 0), (35, 1), (20, 2), (4, 3)], 34), "normal") == Take()


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_nobody_takes_the_dearest_card_at_once(level: str) -> None:
    assert answer(on_the_table([], 35), level) == Decline()


@pytest.mark.parametrize("code", [TAKE, DECLINE])
@pytest.mark.parametrize(
    ("taken", "card", "points"),
    [
        ([], 30, -30),  # a card alone
        ([(12, 1)], 30, -27),  # chips on it count
        ([(29, 0)], 30, 0),  # behind a run it is free
        ([(29, 0), (5, 3)], 30, 1),
        ([(31, 0)], 30, 1),  # before a run it makes it cheaper
        ([(29, 0), (31, 0), (5, 2)], 30, 33),  # between two runs it joins them
    ],
)
def test_the_reason_is_what_taking_would_change(
    code: int, taken: list[tuple[int, int]], card: int, points: int
) -> None:
    found = GAME.reason(on_the_table(taken, card).imagine(0, stream("why")), 0, code)
    assert found is not None
    assert (found.kind, found.value) == ("points", points)


def test_between_cards_there_is_no_reason() -> None:
    assert GAME.reason(GAME.begin(GAME.options({"players": 3})), 0, TAKE) is None
