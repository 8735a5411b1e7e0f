"""R9, with which stopping needs something to take, and R31, with which one may take no numbers just to buy."""

from typing import Any

import pytest

from stolik import IllegalMove, Match, MoveErrorCode
from stolik.core.messages import View
from stolik.games.dycha.messages.cards import NumberCard
from stolik.games.dycha.messages.events import (
    Bought,
    CurrencyDiscarded,
    FiascoTokenTaken,
    NothingToTake,
    TokensReceived,
    TookNumbers,
)
from stolik.games.dycha.messages.moves import TakeNumbers
from stolik.games.dycha.text import label, render, say
from support.dycha import (
    NO_BUY,
    PASS,
    SETTLE,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    alone,
    begun,
    bid,
    buy,
    leave,
    offer,
    own,
    tokens,
    turn_up,
    types,
)


def after_a_joker(match: Match) -> list[Any]:
    """The first card of seat 0 is a joker that nobody wants."""
    turn_up(match, "joker 5")
    match.play(1, PASS)
    return match.play(0, PASS)


def refused(match: Match, move: dict[str, Any]) -> bool:
    with pytest.raises(IllegalMove) as answer:
        match.play(0, move)
    return answer.value.code == MoveErrorCode.ILLEGAL


def observed(match: Match) -> list[int]:
    row = [0] * match.game.observation
    match.game.observe(match.state, 0, row)
    return row


def words(match: Match) -> tuple[str, str]:
    """What the terminal calls taking the numbers, and its last line, for seat 0."""
    view = View(match.public(), match.private(0))
    return label(TakeNumbers(), view), render(view, 0, ["Ana", "Ben"]).splitlines()[-1].strip()


def test_r9_one_draws_before_one_stops() -> None:
    match = begun()
    assert types(match, 0) == {"draw"}
    assert match.private(0).must_draw
    assert refused(match, TAKE_NUMBERS)
    assert types(alone(), 0) == {"draw"}


def test_r31_of_currency_alone_one_may_take_no_numbers() -> None:
    """The example with (4)."""
    match = begun(3, empty_reward=True)
    offer(match, "pink 3")
    turn_up(match, "(4)")
    assert types(match, 0) == {"draw", "take_numbers", "take_currency"}
    events = match.play(0, TAKE_NUMBERS)
    assert events[0] == TookNumbers(0, ())
    assert [type(event) for event in events[1:]] == [TokensReceived, TokensReceived, CurrencyDiscarded]
    assert tokens(match) == [5, 9, 9]
    assert match.public().last.end == "numbers"
    assert types(match, 0) == {"buy", "no_buy"}
    match.play(0, buy("pink 3"))
    assert match.play(0, SETTLE)[-1] == Bought(0, NumberCard("pink", 3), 3)
    assert match.public().active == 1


def test_r9_currency_can_be_taken_only_where_there_is_some() -> None:
    match = begun()
    turn_up(match, "blue 1")
    assert types(match, 0) == {"draw", "take_numbers"}
    assert refused(match, TAKE_CURRENCY)


def test_r31_with_only_jokers_one_may_stop_and_buy() -> None:
    """The example with a joker."""
    match = begun(empty_reward=True)
    after_a_joker(match)
    assert types(match, 0) == {"draw", "take_numbers"}
    assert not match.private(0).must_draw
    assert match.play(0, TAKE_NUMBERS) == [TookNumbers(0, ())]
    assert tokens(match) == [5, 5]
    assert match.public().phase == "buy"
    match.play(0, NO_BUY)
    assert match.public().active == 1
    assert types(match, 1) == {"draw"}, "in the next turn a card must be turned up again"


def test_r31_after_an_auction_that_somebody_else_won_it_is_the_same() -> None:
    match = begun(empty_reward=True)
    turn_up(match, "joker 5")
    match.play(1, bid(2))
    match.play(0, PASS)
    match.play(1, SETTLE)
    assert types(match, 0) == {"draw", "take_numbers"}


def test_r31_with_only_jokers_and_no_deck_one_takes_no_numbers_and_buys_twice() -> None:
    match = begun(empty_reward=True)
    offer(match, "pink 1, pink 2")
    leave(match, "joker 5")
    after_a_joker(match)
    assert types(match, 0) == {"take_numbers"}
    assert words(match)[1] == "nothing lies there, but you may go and buy"
    match.play(0, TAKE_NUMBERS)
    match.play(0, buy("pink 1"))
    match.play(0, SETTLE)
    assert match.public().last_purchases == (1, 0)
    match.play(1, NO_BUY)
    match.play(0, buy("pink 2"))
    match.play(0, SETTLE)
    assert match.over
    assert match.public().seats[0].best.points == 2


@pytest.mark.parametrize("empty", [False, True])
def test_r31_a_fiasco_leaves_no_reward_to_choose(empty: bool) -> None:
    match = begun(empty_reward=empty)
    events = turn_up(match, "(5), (4), (3)")
    assert FiascoTokenTaken(0, 1) in events
    assert match.public().active == 1
    match = begun(empty_reward=empty, fiasco=True)
    turn_up(match, "(5), (4), (3)")
    assert types(match, 0) == {"fiasco_token", "go_shopping"}


def test_r31_in_a_solo_game_ten_gets_the_currency() -> None:
    match = alone(empty_reward=True)
    turn_up(match, "(4)")
    match.play(0, TAKE_NUMBERS)
    assert match.public().ten.holdings.tokens == 9
    assert types(match, 0) == {"no_buy"}


def test_r31_the_points_if_taken_are_those_of_now() -> None:
    match = begun(empty_reward=True)
    own(match, 0, "pink 3, pink 4")
    turn_up(match, "(4)")
    assert (match.private(0).points, match.private(0).points_if_taken) == (2, 2)


def test_r31_the_terminal_says_that_there_are_none() -> None:
    match = begun(empty_reward=True)
    turn_up(match, "(4)")
    assert words(match) == (
        "numbers: there are none; stop just to go and buy; all others get 4 tokens",
        "draw on, or stop and take",
    )
    assert say(match.play(0, TAKE_NUMBERS)[0], ["Ana", "Ben"]) == "Ana took no numbers: there were none."
    match = begun(empty_reward=True)
    after_a_joker(match)
    assert words(match) == ("numbers: there are none; stop just to go and buy", "draw on, or stop and go and buy")


def test_r23_with_nothing_at_all_tens_turn_just_ends() -> None:
    match = alone()
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    leave(match, "joker 5")
    match._state.tokens[1] = 0
    match.play(0, NO_BUY)
    turn_up(match, "joker 5")
    events = match.play(0, PASS)
    assert NothingToTake("ten") in events
    assert match.public().last_purchases == (0,)


def test_r9_of_currency_alone_one_takes_the_currency_or_draws_on() -> None:
    match = begun()
    turn_up(match, "(2)")
    assert types(match, 0) == {"draw", "take_currency"}
    assert refused(match, TAKE_NUMBERS)
    assert match.private(0).points_if_taken is None
    turn_up(match, "blue 1")
    assert types(match, 0) == {"draw", "take_numbers", "take_currency"}


def test_r9_with_only_jokers_one_must_draw_on() -> None:
    match = begun()
    after_a_joker(match)
    assert types(match, 0) == {"draw"}
    assert match.private(0).must_draw
    assert refused(match, TAKE_NUMBERS)


def test_r9_with_only_jokers_and_no_deck_the_turn_just_ends() -> None:
    match = begun()
    leave(match, "joker 5")
    assert NothingToTake(0) in after_a_joker(match)
    assert match.public().last_purchases == (1, 0)
    assert match.to_act == {1}


def test_r9_alone_a_number_is_needed_as_well() -> None:
    match = alone()
    turn_up(match, "(4)")
    assert types(match, 0) == {"draw", "take_currency"}


def test_r31_an_observation_tells_the_two_readings_apart() -> None:
    either = []
    for empty in (False, True):
        match = begun(empty_reward=empty)
        turn_up(match, "(2)")
        either.append(observed(match))
    assert [place for place, (one, other) in enumerate(zip(*either, strict=True)) if one != other] == [19]


def test_r31_an_observation_says_whether_one_may_stop() -> None:
    match = begun(empty_reward=True)
    before = observed(match)[20]
    after_a_joker(match)
    assert (before, observed(match)[20]) == (0, 1)
