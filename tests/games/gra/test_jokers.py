"""Jokers in the hands of `hard` bots, and so in hints, which they give: kept up; and openings that can be believed."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from stolik import Match, catalog
from stolik.bots.bot import Bot, best_level
from stolik.bots.weights import load_weights
from stolik.core.rng import stream
from stolik.games.gra.bots import WEIGHTS
from stolik.games.gra.bots.multiplayer import FACE_JOKER, PARAMETERS_END, SET_SIZE
from stolik.lab.training.gra.rounds import Rounds

GRA = catalog.find("gra")
ORDERS = ("value", "count")
OPENINGS = 50


def deals(options: dict[str, Any], matches: int) -> Iterator[Match]:
    """Matches with hands of five, and nobody has chosen yet."""
    for number in range(matches):
        yield Match("gra", {"fewer": True, **options}, seed=f"jokers {number}")


def turn_all(match: Match) -> Counter[str]:
    """Everybody turns the cards as `hard` does; how many jokers are up then, and how many away."""
    found: Counter[str] = Counter()
    for seat in match.to_act:
        ends = [card.ends for card in match.view(seat).private.cards]
        move = Bot(GRA, "hard", "jokers", seat).move(match.imagine(seat, stream("imagined", seat)), seat)
        match.play(seat, move)
        found.update("up" if value == 1 else "away" for value, card in zip(move.values, ends, strict=True) if 1 in card)
    return found


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("order", ORDERS)
def test_hard_bots_and_hints_keep_most_jokers(players: int, order: str) -> None:
    assert best_level(GRA) == "hard", "hints are given by the best level"
    found: Counter[str] = Counter()
    for match in deals({"players": players, "bid_order": order, "joker": True}, 12):
        found += turn_all(match)
    assert found["up"] > 2 * found["away"], found


@pytest.mark.parametrize("players", [4, 5])
def test_whoever_turns_jokers_away_among_hard_bots_loses_more(players: int) -> None:
    """The same rounds twice: once as the bots play, and once with all own jokers turned away."""
    kept = np.array(load_weights(WEIGHTS)[:PARAMETERS_END], np.int16)
    away = kept.copy()
    away[FACE_JOKER::SET_SIZE] = -30_000
    rounds = Rounds(0, 1, players)
    lost = [(rounds.losers(each, kept, 4000, "jokers", ancestors=100) == 0).mean() * players for each in (kept, away)]
    assert lost[0] + 0.05 < lost[1], lost


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("order", ORDERS)
def test_the_starter_turns_no_joker_away(players: int, order: str) -> None:
    """With hands of any size: nobody else can make 1s of jokers."""
    kept: Counter[bool] = Counter()
    for fewer, number in product((True, False), range(12)):
        options = {"players": players, "bid_order": order, "joker": True, "fewer": fewer}
        match = Match("gra", options, seed=f"starter {number}")
        seat = match.state.starter
        ends = [card.ends for card in match.view(seat).private.cards]
        move = Bot(GRA, "hard", "starter", seat).move(match.imagine(seat, stream("imagined", seat)), seat)
        kept.update(value == 1 for value, card in zip(move.values, ends, strict=True) if 1 in card)
    assert kept[True] > 10
    assert kept[False] == 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(("order", "joker"), list(product(ORDERS, (False, True))))
def test_large_hands_do_not_open_at_the_edge(players: int, order: str, joker: bool) -> None:
    """As the cards of all really lie, most openings are right."""
    right = 0
    for match in deals({"players": players, "bid_order": order, "joker": joker}, OPENINGS):
        turn_all(match)
        (seat,) = match.to_act
        bid = Bot(GRA, "hard", "opens").move(match.imagine(seat, stream("imagined")), seat)
        wild = joker and bid.value != 1
        shown = [card.showing for each in range(players) for card in match.view(each).private.cards]
        right += sum(value == bid.value or (wild and value == 1) for value in shown) >= bid.count
    assert right > 0.55 * OPENINGS, f"only {right} of {OPENINGS}"
