"""R22 to R30: alone against TEN. See RULES.md."""

from typing import Any

import pytest

from stolik import BadOptions, IllegalMove, Match
from stolik.core.messages import to_builtins
from stolik.games.dycha.messages.events import (
    BidMade,
    CardSpent,
    Failed,
    FiascoSpent,
    FiascoTokenTaken,
    JokerDiscarded,
    JokerWon,
    LastPurchasesBegan,
    Paid,
    Passed,
    SoloEnded,
    TokensReceived,
    TookNumbers,
)
from stolik.games.dycha.text.vocabulary import TITLES
from support.dycha import (
    DRAW,
    NO_BUY,
    PASS,
    SETTLE,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    alone,
    bid,
    buy,
    leave,
    offer,
    own,
    spend,
    tokens,
    turn_up,
    types,
)

TEN = 1
"""Where TEN's things are kept in a state."""


def tens_turn(limit: int = 7, **options: Any) -> Match:
    """You have taken a blue 1 and bought nothing."""
    match = alone(limit, **options)
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    match.play(0, NO_BUY)
    return match


def ten(match: Match) -> Any:
    return match.public().ten.holdings


def amounts(match: Match) -> list[int]:
    return [move.amount for move in match.legal(0) if hasattr(move, "amount")]


def test_r22_the_deck_for_two_you_begin_and_both_have_five_tokens() -> None:
    match = alone(6)
    assert match.public().deck == 89
    assert match.to_act == {0}
    assert types(match, 0) == {"draw"}
    assert tokens(match) == [5]
    assert (match.public().ten.limit, ten(match).tokens) == (6, 5)


def test_r22_your_own_limit_stays_ten() -> None:
    match = alone(4)
    turn_up(match, "blue 4, green 6")
    assert match.public().row.limit == 10
    assert match.to_act == {0}


def test_r23_ten_draws_until_its_limit_and_takes_the_numbers() -> None:
    match = tens_turn(7)
    assert match.public().row.limit == 7
    turn_up(match, "blue 4, (2), green 4")
    assert match.to_act == frozenset()
    assert match.public().row.total == 6
    events = turn_up(match, "pink 9")
    assert isinstance(events[1], TookNumbers)
    assert events[1].seat == "ten"
    assert TokensReceived(0, 2, 0, 7) in events, "you get the currency of its row"
    assert [held.number for held in ten(match).numbers] == [4, 4, 9], "numbers never break it"
    assert match.to_act == {0}
    assert match.public().last.seat == "ten"


def test_r23_exactly_the_limit_is_enough() -> None:
    match = tens_turn(7)
    turn_up(match, "blue 7")
    assert len(ten(match).numbers) == 1
    assert match.to_act == {0}


def test_r23_a_fiasco_by_currency_but_it_keeps_the_numbers() -> None:
    match = tens_turn(7)
    turn_up(match, "blue 5, (4), (3)")
    assert match.to_act == frozenset(), "exactly the limit is safe"
    events = turn_up(match, "(1)")
    assert [type(event) for event in events[1:3]] == [Failed, TookNumbers]
    assert FiascoTokenTaken("ten", 1) in events
    assert not any(isinstance(event, TokensReceived) for event in events), "then you get none"
    assert (ten(match).fiascos, len(ten(match).numbers), tokens(match)) == (1, 1, [5])
    assert match.public().market == ()


def test_r23_if_the_deck_ends_it_takes_what_is_there() -> None:
    match = tens_turn(10)
    leave(match, "blue 2, (3)")
    events = turn_up(match, "blue 2, (3)")
    assert TokensReceived(0, 3, 0, 8) in events
    assert len(ten(match).numbers) == 1
    assert LastPurchasesBegan(0) in events


def test_r24_ten_gets_tokens_in_your_turn() -> None:
    match = alone()
    turn_up(match, "blue 1, (4)")
    assert TokensReceived("ten", 4, 0, 9) in match.play(0, TAKE_NUMBERS)
    match = alone()
    own(match, TEN, tokens=9)
    assert TokensReceived("ten", 1, 2, 10) in turn_up(match, "blue 9, (3), green 9")
    match = alone()
    turn_up(match, "blue 1, (4)")
    match.play(0, TAKE_CURRENCY)
    assert ten(match).tokens == 5


def test_r25_auctions_begin_at_five_and_only_duplicates_pay() -> None:
    match = tens_turn()
    own(match, 0, "green 2, green 2, green 2, pink 3", tokens=4, fiascos=1)
    turn_up(match, "joker 5")
    assert amounts(match) == [5, 6, 7, 8, 9], "4 + 3 + two duplicates"
    assert match.private(0).bidding.highest == 9
    own(match, TEN, tokens=0)
    match.play(0, bid(9))
    assert [move.card.number for move in match.legal(0) if hasattr(move, "card")] == [2]
    match.play(0, [spend("green 2"), spend("green 2")])
    assert types(match, 0) == {"spend_fiasco"}, "the last copy stays"
    match.play(0, [{"type": "spend_fiasco"}, SETTLE])
    assert len(match.public().seats[0].jokers) == 1


def test_r25_your_purchases_are_as_usual() -> None:
    match = alone()
    own(match, 0, "green 2", tokens=0)
    offer(match, "pink 2")
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    match.play(0, [buy("pink 2"), spend("blue 1"), spend("green 2"), SETTLE])
    assert [held.color for held in match.public().seats[0].numbers] == ["pink"]


@pytest.mark.parametrize(
    ("tens", "yours", "expected"),
    [
        (5, 5, 5),
        (10, 7, 7),  # as much as you have
        (6, 10, 6),  # all it has
        (9, 2, 5),  # at least 5
        (4, 10, None),  # too poor
    ],
)
def test_r26_in_your_turn_ten_bids_first(tens: int, yours: int, expected: int | None) -> None:
    match = alone()
    own(match, TEN, tokens=tens)
    own(match, 0, tokens=yours)
    events = turn_up(match, "joker 5")
    assert events[1] == (Passed("ten") if expected is None else BidMade("ten", expected))
    lowest = 5 if expected is None else expected + 1
    assert amounts(match) == list(range(lowest, yours + 1))
    assert match.public().auction.waiting == (0,)


def test_r26_resources_are_tokens_fiasco_tokens_and_duplicates() -> None:
    match = alone()
    own(match, TEN, "blue 3, blue 3, blue 3, pink 1", tokens=1, fiascos=1)
    own(match, 0, "green 1, green 1, pink 9", tokens=10, fiascos=1)
    assert (ten(match).can_bid, match.public().seats[0].can_bid) == (6, 14)
    assert turn_up(match, "joker 5")[1] == BidMade("ten", 6)
    match.play(0, bid(7))
    match.play(0, SETTLE)
    assert len(match.public().seats[0].jokers) == 1
    assert types(match, 0) == {"draw"}


def test_r27_in_tens_turn_you_bid_first_and_ten_bids_one_more() -> None:
    match = tens_turn()
    own(match, TEN, tokens=7)
    turn_up(match, "joker 5")
    assert amounts(match) == [5]
    events = match.play(0, bid(5))
    assert BidMade("ten", 6) in events
    assert isinstance(events[-1], JokerWon)
    assert ten(match).tokens == 1
    assert match.to_act == frozenset(), "TEN draws on"


def test_r27_five_if_you_pass() -> None:
    match = tens_turn()
    own(match, TEN, tokens=7)
    turn_up(match, "joker 5")
    assert BidMade("ten", 5) in match.play(0, PASS)


def test_r27_ten_passes_if_it_cannot_and_a_joker_that_nobody_wants_is_discarded() -> None:
    match = tens_turn()
    own(match, TEN, tokens=5)
    turn_up(match, "joker 5")
    assert Passed("ten") in match.play(0, bid(5))
    match.play(0, SETTLE)
    assert len(match.public().seats[0].jokers) == 1
    own(match, TEN, tokens=4)
    turn_up(match, "joker 6")
    events = match.play(0, PASS)
    assert events[1] == Passed("ten")
    assert isinstance(events[2], JokerDiscarded)


def test_r28_ten_pays_tokens_then_fiasco_tokens_then_duplicates() -> None:
    match = alone()
    own(match, TEN, "pink 1, pink 1, blue 3, blue 3, blue 3", tokens=2, fiascos=1)
    own(match, 0, tokens=7)
    turn_up(match, "joker 5")
    events = match.play(0, PASS)
    assert [type(event) for event in events] == [Passed, FiascoSpent, CardSpent, CardSpent, Paid, JokerWon]
    assert [event.card.color for event in events if isinstance(event, CardSpent)] == ["blue", "blue"]
    paid = events[-2]
    assert (paid.tokens, paid.fiascos, len(paid.cards), paid.lost) == (2, 1, 2, 0)
    assert [(held.color, held.number) for held in ten(match).numbers] == [("blue", 3), ("pink", 1), ("pink", 1)]


def test_r28_what_is_too_much_is_lost_even_if_something_could_be_left_out() -> None:
    match = alone()
    own(match, TEN, tokens=4, fiascos=1)
    own(match, 0, tokens=5)
    turn_up(match, "joker 5")
    paid = match.play(0, PASS)[-2]
    assert (paid.tokens, paid.fiascos, paid.lost) == (4, 1, 2), "two of the tokens were not needed"


def test_r28_ten_never_buys() -> None:
    match = tens_turn()
    offer(match, "pink 1, pink 2")
    turn_up(match, "green 9")
    assert len(match.public().market) == 2
    assert match.to_act == {0}


@pytest.mark.parametrize(("more", "won"), [("", False), ("blue 2", True)])
def test_r29_you_win_with_more_points_equal_is_not_a_win(more: str, won: bool) -> None:
    match = alone(4)
    leave(match, "blue 1")
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    match.play(0, NO_BUY)
    own(match, 0, more)
    own(match, TEN, "green 1", tokens=0)
    events = match.play(0, NO_BUY)
    assert events[-1] == SoloEnded(won, 4)
    assert match.places == [1 if won else 2]
    assert match.winners == ([0] if won else [])
    solo = match.public().solo
    assert (solo.limit, solo.won, solo.next_limit) == (4, won, 5 if won else None)
    assert to_builtins(match.next_options)["solo_limit"] == (5 if won else 4), "winning leads to the next limit"


def test_r29_seven_titles_and_nothing_beyond_ten() -> None:
    assert sorted(TITLES) == [4, 5, 6, 7, 8, 9, 10]
    assert len(set(TITLES.values())) == 7
    match = alone(10)
    leave(match, "blue 1")
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    match.play(0, NO_BUY)
    match.play(0, NO_BUY)
    assert match.winners == [0]
    assert match.public().solo.next_limit is None
    assert to_builtins(match.next_options)["solo_limit"] == 10


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 1, "solo_limit": 3},
        {"players": 1, "solo_limit": 11},
        {"players": 1, "solo_limit": None},
        {"players": 2, "solo_limit": 7},
        {"players": 6},
        {"players": 0},
    ],
)
def test_r30_a_limit_for_one_and_for_nobody_else(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        Match("dycha", options)


def test_r30_card_follows_card_in_tens_turn() -> None:
    match = tens_turn(10)
    turn_up(match, "(1), blue 2")
    with pytest.raises(IllegalMove):
        match.play(0, DRAW)
    turn_up(match, "joker 5")
    assert match.to_act == {0}
    match.play(0, PASS)
    turn_up(match, "blue 3")
    log = to_builtins(match.record.log)
    assert [entry["move"]["type"] for entry in log[-5:]] == ["turn_up", "turn_up", "turn_up", "pass", "turn_up"]
    assert {entry["seat"] for entry in log} == {None, 0}
    assert "first_player" not in {entry["move"]["type"] for entry in log}


def test_r30_the_variant_is_for_you_only() -> None:
    match = tens_turn(4, fiasco=True)
    events = turn_up(match, "(5)")
    assert FiascoTokenTaken("ten", 1) in events
    turn_up(match, "blue 9, green 9")
    assert types(match, 0) == {"fiasco_token", "go_shopping"}


@pytest.mark.parametrize("who", ["you", "ten"])
def test_r30_only_you_have_a_last_purchase(who: str) -> None:
    match = alone(4) if who == "you" else tens_turn(4)
    leave(match, "blue 9")
    turn_up(match, "blue 9")
    if who == "you":
        match.play(0, TAKE_NUMBERS)
        match.play(0, NO_BUY)
    assert match.public().last_purchases == (0,)
    match.play(0, NO_BUY)
    assert match.over
    assert match.scores == [1]
    assert ten(match).best.points == (0 if who == "you" else 1)
