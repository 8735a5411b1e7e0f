"""Bots that are worth playing against: each level beats the one below, and the better ones make cards pay."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from stolik import DEALER, Match, catalog
from stolik.bots.bot import Bot, uniform
from stolik.core.kit import stream
from stolik.games.no_thanks.messages import Decline, Take
from stolik.games.no_thanks.rules import DECLINE, TAKE
from stolik.lab.simulation import Tables

GAME = catalog.find("no_thanks")
LEVELS = ["random", "easy", "normal", "hard"]
ROUNDS = {"random": 60, "easy": 60, "normal": 60, "hard": 8}


@cache
def tables(players: int, *, tactical: bool = False) -> Tables:
    """All levels are compiled together, once."""
    options = GAME.options({"players": players, "tactical": tactical})
    return Tables(GAME, options, [uniform, *(GAME.levels[level] for level in LEVELS[1:])])


def wins(level: str, others: str, players: int, **options: bool) -> float:
    """Of one bot among others, in every seat: 1 is what an equal one would win."""
    table = tables(players, **options)
    won = 0.0
    for seat in range(players):
        table.who = np.array([LEVELS.index(level if each == seat else others) for each in range(players)], np.int64)
        first = table.play(ROUNDS[level], "ladder", seat).places == 1
        won += float((first[:, seat] / first.sum(axis=1)).mean())
    return won


@pytest.mark.parametrize(("level", "others"), [("easy", "random"), ("normal", "easy")])
@pytest.mark.parametrize("players", range(3, 8))
def test_a_level_beats_the_one_below(level: str, others: str, players: int) -> None:
    assert wins(level, others, players) > 1.5
    if players <= 5:
        assert wins(level, others, players, tactical=True) > 1.5


@pytest.mark.parametrize("players", [3, 7])
def test_hard_beats_normal(players: int) -> None:
    assert wins("hard", "normal", players) > 1.1


def on_the_table(card: int, cards: list[list[int]], chips: list[int], pot: int = 0) -> Match:
    """Seat 0 is to move; who has which cards and chips is written into the state."""
    match = Match("no_thanks", {"players": len(cards)}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": 0})
    match.play(DEALER, {"type": "turn_up", "card": card})
    s: Any = match.state
    for seat, owned in enumerate(cards):
        for each in owned:
            s.cards[seat] |= 1 << each
            s.unseen &= ~(1 << each)
        s.chips[seat] = chips[seat]
    s.pot = pot
    return match


def answer(match: Match, level: str) -> Any:
    return Bot(GAME, level, "asked").move(match.imagine(0, stream("asked")), 0)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_card_that_nobody_else_wants_goes_round_for_chips(level: str) -> None:
    """It costs seat 0 nothing, and everybody else more than thirty points."""
    assert answer(on_the_table(34, [[33], [12], [20], [4]], [11, 11, 11, 11]), level) == Decline()


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_card_that_the_next_one_wants_too_is_not_let_go(level: str) -> None:
    assert answer(on_the_table(34, [[33], [35], [20], [4]], [11, 11, 11, 11], pot=6), level) == Take()


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_nobody_takes_the_dearest_card_at_once(level: str) -> None:
    assert answer(on_the_table(35, [[], [], [], []], [11, 11, 11, 11]), level) == Decline()


@pytest.mark.parametrize("code", [TAKE, DECLINE])
@pytest.mark.parametrize(
    ("card", "mine", "pot", "points"),
    [
        (30, [], 0, -30),  # a card alone
        (30, [], 12, -18),  # chips on it count
        (30, [29], 0, 0),  # behind a run it is free
        (30, [29], 3, 3),
        (30, [31], 0, 1),  # before a run it lowers its cost
        (30, [29, 31], 2, 33),  # between two runs it joins them
    ],
)
def test_the_reason_is_what_taking_would_change(code: int, card: int, mine: list[int], pot: int, points: int) -> None:
    match = on_the_table(card, [mine, [5], [7], [9]], [11, 11, 11, 11], pot)
    found = GAME.reason(match.imagine(0, stream("why")), 0, code)
    assert found is not None
    assert (found.kind, found.value) == ("points", points)
