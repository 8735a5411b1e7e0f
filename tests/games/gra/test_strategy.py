"""GRA's trained strategies: little can be gained against them, the bot plays them, and they can be trained again."""

from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stolik import catalog
from stolik.bots.bot import Bot
from stolik.bots.weights import load_weights, weights_array
from stolik.core.rng import stream
from stolik.games.gra.bots import WEIGHTS, strategy_layout
from stolik.games.gra.bots.multiplayer import PARAMETERS_END, parameter_set
from stolik.games.gra.messages import Bid, Check, Choose
from stolik.games.gra.state import HIGH, KINDS, LOW, with_card
from stolik.lab.training import gra
from stolik.lab.training.gra import encoding, exploitability
from stolik.lab.training.gra.cfr import Strategy
from stolik.lab.training.gra.game_tree import Round
from stolik.lab.training.gra.multiplayer import NUMBERS, Fitness, evolve
from support.gra import Table

RULES = list(product((False, True), (False, True)))


@pytest.mark.parametrize(("by_count", "joker"), RULES)
def test_with_one_card_each_the_best_answer_gains_at_most_a_thousandth(by_count: bool, joker: bool) -> None:
    """Measured in the whole game: it knows the strategies, remembers every bid, and turns its card as it likes."""
    round_ = Round(1, 1, by_count=by_count, joker=joker)
    assert 0 <= gra.gain(round_, load_weights(WEIGHTS)) <= 0.001


def test_the_first_player_wins_a_little_less_often_with_one_card_each() -> None:
    round_ = Round(1, 1, by_count=False, joker=False)
    first, second = exploitability.values(round_, strategies(round_))
    assert first == pytest.approx(0.4747, abs=0.001)
    assert first + second == pytest.approx(1)


def test_what_can_be_gained_is_seen() -> None:
    """Against somebody who never checks, bidding low and waiting wins; the measure must say so."""
    round_ = Round(1, 1, by_count=False, joker=False)
    first, second = strategies(round_)
    trusting = second.bids.copy()
    last = round_.raises == 0
    trusting[~last] = 0
    trusting[~last, 1] = 1
    assert exploitability.best_response_value(round_, (first, Strategy(trusting, second.shown)), 0) > 0.6


def strategies(round_: Round) -> tuple[Strategy, Strategy]:
    weights = load_weights(WEIGHTS)
    return encoding.unpack(round_, 0, weights, PARAMETERS_END), encoding.unpack(round_, 1, weights, PARAMETERS_END)


@pytest.mark.parametrize("cards", range(1, 6))
def test_showings_are_numbered_as_they_were_trained(cards: int) -> None:
    other = 2
    shown = Round(cards, other, by_count=False, joker=False).showings[0]
    assert len(shown) == strategy_layout.showing_count(cards, other)
    for number, values in enumerate(shown):
        hand = faces = 0
        for place, value in enumerate(reversed(values)):
            kind = next(k for k in range(KINDS) if value in (LOW[k], HIGH[k]))
            hand = with_card(hand, place, kind)
            faces |= int(HIGH[kind] == value) << place
        assert strategy_layout.showing_number(hand, faces, cards, other) == number


def moves(table: Table, seat: int, times: int) -> Counter[Any]:
    bots = Bot(catalog.find("gra"), "hard", "often")
    imagined = table.match.imagine(seat, stream("imagined"))
    return Counter(bots.move(imagined, seat) for _ in range(times))


def test_the_bot_bids_as_often_as_its_strategy_says() -> None:
    table = Table(players=2).show("46 ", "25 ")
    round_ = Round(1, 1, by_count=False, joker=False)
    shown = [k for k, values in enumerate(round_.showings[0]) if values == (4,)]
    planned = strategies(round_)[0].bids[0][:, shown]
    found = moves(table, 0, 2000)
    by_rank = np.zeros(len(planned))
    for bid, times in found.items():
        assert isinstance(bid, Bid)
        by_rank[1 + strategy_layout.bid_rank(bid.count, bid.value, 2, 0)] = times / 2000
    assert min(np.abs(by_rank - planned[:, k]).max() for k in range(len(shown))) < 0.05


@pytest.mark.parametrize("options", [{}, {"bid_order": "count", "joker": True}])
def test_what_cannot_be_right_is_checked(options: dict[str, Any]) -> None:
    table = Table(players=2, **options).show("46", "25")
    table.bid("2x2")
    assert moves(table, 1, 50).keys() <= {Check(), *(Bid(2, value) for value in (3, 4, 5, 6))}
    table.bid("2x6")
    if not options:
        assert set(moves(table, 0, 50)) == {Check()}


def test_the_bot_turns_its_cards_in_more_than_one_way() -> None:
    """A fixed strategy would be read: with the same hand the same values are not always shown."""
    ways = []
    for low, high in combinations("123456", 2):
        table = Table(players=2)
        table.deal(f"{low}{high} ", "25 " if low + high != "25" else "36 ")
        ways.append(set(moves(table, 0, 60)))
        assert ways[-1] <= {Choose((int(low),)), Choose((int(high),))}
    assert any(len(each) == 2 for each in ways)


@pytest.mark.long
def test_training_is_repeatable_and_gives_readable_weights(tmp_path: Path) -> None:
    written = []
    said: list[float] = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        gra.train(
            folder,
            seed="7",
            command="stolik train gra --seed 7",
            report=lambda what, share: said.append(share),
            sizes=(1, 2),
            iterations=3,
        )
        assert said == sorted(said)
        said.clear()
        written.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert written[0] == written[1]
    assert written[0].keys() == {"strategy.json", "strategy.xz"}
    round_ = Round(2, 1, by_count=True, joker=True)
    solved = gra.solve(gra.Pair(True, True, 2, 1), "7", 3)
    strategy = encoding.unpack(round_, 0, encoding.bind(solved.strategies, []), 0)
    assert np.allclose(strategy.bids.sum(axis=1), 1, atol=1e-4)
    assert strategy.shown.sum() == pytest.approx(1)


def test_the_numbers_for_many_are_those_that_training_writes() -> None:
    assert load_weights(WEIGHTS)[:PARAMETERS_END].tolist() == [number for numbers in NUMBERS for number in numbers]


@pytest.mark.long
def test_numbers_for_many_are_tried_in_matches_and_in_rounds_with_hands_of_all_sizes() -> None:
    """The same numbers win and lose the same; others do not; among their like they lose their part."""
    fitness = Fitness(0, 1, 3, weights_array(WEIGHTS))
    numbers = fitness.numbers
    assert numbers.tolist() == list(NUMBERS[parameter_set(0, 1, 3)])
    worth = fitness(numbers, numbers, "alike")
    assert fitness(numbers, numbers, "alike") == worth
    assert fitness(numbers + 100, numbers, "alike") < worth
    assert fitness.lost(numbers, numbers, 6000, "alike") == pytest.approx(1, abs=0.08)
    assert fitness.won(numbers, 1500, "alike") > 1.2
    assert evolve(fitness, "alike", generations=0) == numbers.tolist()


@pytest.mark.long
def test_more_training_leaves_less_to_gain() -> None:
    quick, long = (gra.solve(gra.Pair(False, False, 2, 1), "7", iterations).gain for iterations in (2, 60))
    assert long < quick / 2
