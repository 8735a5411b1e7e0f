"""Bots that are worth playing against: each level beats the one below; and what they should not get wrong."""

from collections.abc import Mapping

import pytest

from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.bot_levels import Reason
from stolik.core.messages import to_builtins
from stolik.core.rng import stream
from stolik.games.dycha.bots import reason
from stolik.games.dycha.state import BID, DRAW
from stolik.games.dycha.state import NO_BUY as BUY_NOTHING
from stolik.games.dycha.state import PASS as PASS_CODE
from stolik.games.dycha.state import TAKE_NUMBERS as TAKE_NUMBERS_CODE
from support.dycha import (
    NO_BUY,
    PASS,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    alone,
    begun,
    bid,
    buy,
    leave,
    offer,
    own,
    turn_up,
)

MATCHES = 40


def played(level: str, others: str, options: Mapping[str, object], name: object) -> Match:
    match = Match("dycha", options, seed=f"{level} {others} {name}")
    bots = [Bot(match.game, others if seat else level, name, seat) for seat in range(match.players)]
    imagining = stream(level, others, name)
    while not match.over:
        (seat,) = match.awaited
        match.play(seat, bots[seat].move(match.imagine(seat, imagining), seat))
    return match


def share_won(level: str, others: str, players: int) -> float:
    """By one bot among others, as a part of what an equal one would win. The same names give the same matches."""
    won = 0.0
    for number in range(MATCHES):
        match = played(level, others, {"players": players}, number)
        won += (0 in match.winners) / len(match.winners)
    return won * players / MATCHES


@pytest.mark.parametrize(
    ("level", "others", "players"),
    [
        pytest.param("easy", "random", 2, marks=pytest.mark.long),
        pytest.param("easy", "random", 4, marks=pytest.mark.long),
        ("normal", "easy", 2),
        ("normal", "easy", 4),
        pytest.param("hard", "normal", 2, marks=pytest.mark.long),
    ],
)
def test_a_level_beats_the_one_below(level: str, others: str, players: int) -> None:
    assert share_won(level, others, players) > 1.3


@pytest.mark.long
def test_normal_beats_ten_at_its_lowest_limit_more_often_than_easy() -> None:
    solo = {"players": 1, "solo_limit": 4}
    won = {
        level: sum(bool(played(level, level, solo, number).winners) for number in range(MATCHES))
        for level in ("easy", "normal")
    }
    assert won["normal"] > won["easy"]
    assert won["normal"] > MATCHES / 2


@pytest.mark.long
def test_hard_beats_ten_at_a_high_limit_more_often_than_normal() -> None:
    solo = {"players": 1, "solo_limit": 9}
    won = {
        level: sum(bool(played(level, level, solo, number).winners) for number in range(MATCHES))
        for level in ("normal", "hard")
    }
    assert won["hard"] > won["normal"]


def move_of(match: Match, level: str = "normal") -> dict[str, object]:
    (seat,) = match.to_act
    moved: dict[str, object] = to_builtins(Bot(match.game, level).move(match.imagine(seat, stream("move")), seat))
    return moved


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_what_a_bot_pays_it_can_best_spare(level: str) -> None:
    """A duplicate before tokens, and tokens before a card that counts."""
    match = begun()
    own(match, 0, "green 2, green 2, pink 4")
    offer(match, "pink 5")
    turn_up(match, "pink 3")
    match.play(0, TAKE_NUMBERS)
    match.play(0, {"type": "buy", "card": {"kind": "number", "color": "pink", "number": 5}})
    spent = move_of(match, level)
    assert spent == {"type": "spend_card", "card": {"kind": "number", "color": "green", "number": 2}}
    match.play(0, spent)
    assert move_of(match, level) == {"type": "settle"}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_one_bids_no_more_than_it_takes_when_one_is_last(level: str) -> None:
    match = begun()
    own(match, 0, "blue 5, blue 6, blue 8, blue 9", tokens=10)
    own(match, 1, "blue 7")  # there is no other
    turn_up(match, "joker 7")
    match.play(1, bid(1))
    assert move_of(match, level) == bid(2)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_one_does_not_bid_for_a_joker_without_use(level: str) -> None:
    match = begun()
    own(match, 0, "blue 3, green 3, orange 3, pink 3", tokens=10)
    turn_up(match, "joker 3")
    match.play(1, PASS)
    assert move_of(match, level) == PASS


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_one_draws_what_is_safe_and_stops_when_most_cards_would_break_the_row(level: str) -> None:
    match = begun()
    turn_up(match, "blue 1")
    assert move_of(match, level) == {"type": "draw"}
    turn_up(match, "green 3, pink 6")
    assert match.public().row.total == 10
    assert move_of(match, level) == TAKE_NUMBERS


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_one_spends_at_the_end_what_does_not_count(level: str) -> None:
    match = begun()
    leave(match, "blue 1")
    own(match, 1, "pink 7, pink 8, green 1, orange 1, orange 9", tokens=8)
    offer(match, "pink 9")
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    match.play(0, NO_BUY)
    while match.to_act == {1}:
        match.play(1, move_of(match, level))
    assert [held.number for held in match.public().seats[1].numbers if held.color == "pink"] == [7, 8, 9]
    assert match.public().seats[1].best.points == 3 + 1 + 1


def test_hard_bids_at_once_what_the_last_bidder_cannot_top() -> None:
    """The other has two tokens, and cards that count: one would be topped, two are not, and more is not needed."""
    match = begun(first=1)
    own(match, 0, "blue 4, blue 5, blue 6, blue 8, blue 9", tokens=10)
    own(match, 1, "pink 6, pink 8", tokens=2)
    turn_up(match, "joker 7")
    assert move_of(match, "hard") == bid(2)


def test_hard_makes_ten_pay_all_it_has_for_a_joker_that_it_does_not_want() -> None:
    """R27: TEN goes one higher, if it can."""
    match = alone(7)
    own(match, 0, "blue 3, green 3, orange 3, pink 3", tokens=10)
    own(match, 1, tokens=8)
    turn_up(match, "blue 9")
    match.play(0, TAKE_NUMBERS)
    match.play(0, NO_BUY)
    turn_up(match, "joker 3")
    assert move_of(match, "hard") == bid(7)


def test_a_low_risk_of_a_fiasco_is_a_reason_to_draw_and_none_to_stop() -> None:
    match = begun()
    leave(match, "blue 1, blue 4, (3), pink 6, green 5, joker 2, (1), orange 9")
    turn_up(match, "pink 6")
    (seat,) = match.to_act
    s = match.imagine(seat, stream("hint"))
    assert reason(s, seat, DRAW) == Reason("fiasco", 2 / 7)
    assert reason(s, seat, TAKE_NUMBERS_CODE) == Reason("row_points", 1)


def test_a_high_risk_of_a_fiasco_is_a_reason_to_stop_and_none_to_draw() -> None:
    match = begun()
    leave(match, "blue 1, blue 4, (3), pink 7, green 5, joker 2, green 9, orange 9")
    turn_up(match, "pink 7")
    (seat,) = match.to_act
    s = match.imagine(seat, stream("hint"))
    assert reason(s, seat, TAKE_NUMBERS_CODE) == Reason("fiasco", 4 / 7)
    assert reason(s, seat, DRAW) is None


def test_a_pass_says_that_the_joker_is_too_dear_and_never_that_it_is_worth_something() -> None:
    match = begun()
    own(match, 1, "blue 1, blue 2, blue 4, blue 5", tokens=10)
    turn_up(match, "joker 3")
    s = match.imagine(1, stream("hint"))
    assert reason(s, 1, PASS_CODE) is None, "it is worth a bid of 1"
    own(match, 1, tokens=0)
    match._state.once[1] = 0
    match._state.highest = 40
    assert reason(match.imagine(1, stream("hint")), 1, PASS_CODE) is None, "one cannot bid at all"
    match._state.highest = 20
    own(match, 1, tokens=10, fiascos=5)
    assert reason(match.imagine(1, stream("hint")), 1, PASS_CODE) == Reason("too_dear", 21)


def test_a_hint_to_bid_says_what_the_joker_is_worth() -> None:
    match = begun()
    own(match, 1, "blue 1, blue 2, blue 4, blue 5")
    turn_up(match, "joker 3")
    found = reason(match.imagine(1, stream("hint")), 1, BID)
    assert found is not None
    assert found.kind == "worth"
    assert 2 < found.value < 5


def test_a_hint_to_buy_has_no_number() -> None:
    match = begun()
    turn_up(match, "pink 3")
    match.play(0, TAKE_NUMBERS)
    assert reason(match.imagine(0, stream("hint")), 0, BUY_NOTHING) is None


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_no_numbers_are_taken_for_a_purchase_that_is_worth_it_and_else_not(level: str) -> None:
    """A card that joins two runs lies on the market, and nobody can gain by the currency in the row."""
    match = begun(empty_reward=True)
    leave(match, "(5), (5), (4)")
    own(match, 0, "pink 1, pink 2, pink 3, pink 5, pink 6, pink 7", tokens=10)
    own(match, 1, tokens=10)
    offer(match, "pink 4")
    turn_up(match, "(5)")
    assert move_of(match, level) == TAKE_NUMBERS
    match.play(0, TAKE_NUMBERS)
    assert move_of(match, level) == buy("pink 4")


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_no_numbers_are_not_taken_where_there_is_nothing_to_buy(level: str) -> None:
    match = begun(empty_reward=True)
    own(match, 0, tokens=2)
    turn_up(match, "(4), (5)")
    assert move_of(match, level) in (TAKE_CURRENCY, {"type": "draw"})
    match = begun(empty_reward=True)
    turn_up(match, "joker 5")
    match.play(1, PASS)
    match.play(0, PASS)
    assert move_of(match, level) == {"type": "draw"}


def test_to_take_no_numbers_has_the_reason_that_a_purchase_brings_points() -> None:
    match = begun(empty_reward=True)
    own(match, 0, "pink 1, pink 2, pink 3, pink 5", tokens=4)
    offer(match, "pink 4, pink 6")
    turn_up(match, "(1)")
    assert reason(match.imagine(0, stream("hint")), 0, TAKE_NUMBERS_CODE) == Reason("market_points", 2)
    own(match, 0, tokens=3)
    assert reason(match.imagine(0, stream("hint")), 0, TAKE_NUMBERS_CODE) is None, "it would cost a card that counts"
