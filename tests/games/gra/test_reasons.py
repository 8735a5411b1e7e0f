"""The number behind a move of GRA: how likely the bid in question is right."""

from typing import Any

import pytest

from stolik import catalog
from stolik.core.bot_levels import Reason
from stolik.games.gra.bots import reason
from stolik.games.gra.state import CHECK, CHOOSE, CLOCKWISE, bid_code
from support.gra import Table


def behind(table: Table, seat: int, code: int) -> Reason | None:
    return reason(table.match.imagine(seat, [1, 2, 3, 4]), seat, code)


def chance(table: Table, seat: int, code: int) -> float:
    found = behind(table, seat, code)
    assert found is not None
    assert found.kind == "true"
    return found.value


def test_a_bid_covered_by_the_own_cards_is_right() -> None:
    table = Table(players=2).show("46", "25")
    assert chance(table, 0, bid_code(1, 4)) == 1


def test_one_unseen_card_shows_a_value_that_the_own_hand_lacks() -> None:
    """Of 29 cards ten have a 5; each shows it every other time."""
    table = Table(players=2).show("46", "25")
    assert chance(table, 0, bid_code(1, 5)) == pytest.approx(10 / 29 / 2)
    assert chance(table, 0, bid_code(2, 4)) == pytest.approx(9 / 29 / 2)
    assert chance(table, 0, bid_code(2, 5)) == 0


def test_jokers_count_while_they_are_jokers() -> None:
    table = Table(players=2, joker=True).show("46", "25")
    two = 2 / 29 + 16 / 29 / 2  # both cards 1-5 always count, eight others with a 5 and eight with a 1 every other time
    assert chance(table, 0, bid_code(1, 5)) == pytest.approx(two)
    assert chance(table, 0, bid_code(1, 1)) == pytest.approx(10 / 29 / 2)
    table.bid("1x1")
    assert chance(table, 1, bid_code(1, 6)) == pytest.approx(10 / 29 / 2)


def test_a_check_is_judged_by_the_bid_that_lies_there() -> None:
    table = Table(players=2).show("46", "25")
    table.bid("1x6")
    assert chance(table, 1, CHECK) == pytest.approx(10 / 29 / 2)


def test_other_moves_have_no_number() -> None:
    table = Table(players=3, directions=True)
    assert behind(table, 0, CHOOSE) is None
    assert behind(table, 0, CLOCKWISE) is None


@pytest.mark.parametrize("options", [{"players": 6, "fewer": True, "joker": True}, {"players": 6, "fewer": True}])
def test_the_more_are_bid_the_less_likely(options: dict[str, Any]) -> None:
    table = Table(**options)
    table.fill()
    seat = table.turn
    chances = [chance(table, seat, bid_code(count, 6)) for count in range(1, 31)]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == pytest.approx(0, abs=1e-6)
    assert catalog.find("gra").key == "gra"
