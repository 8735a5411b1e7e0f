"""One test for each rule of RULES.md, named after it, and every example there. (Of R6 to R16, see test_ends.py too.)"""

from collections import Counter
from itertools import pairwise

import pytest

from stolik import DEALER, BadOptions, IllegalMove, Match, MoveErrorCode
from stolik.games.gra import state
from stolik.games.gra.messages import BidMade, Check, ChoiceStands, Chosen, Counted, Dealt, Lost, Settled, Shown
from stolik.games.gra.messages.views import BidView, OwnCard, ShownCard
from support.gra import Table

PLAYERS = range(2, 7)


# Cards, hands and the deal (R1 … R3)


def test_r1_thirty_cards_with_two_different_ends_each_pair_twice() -> None:
    deals = Table(2).match.legal(DEALER)
    pairs = [deal.card for deal in deals]
    assert pairs == [(low, high) for low in range(1, 7) for high in range(low + 1, 7)]
    ends = Counter(value for low, high, copies in state.CARDS for value in (low, high) for _ in range(copies))
    assert ends == dict.fromkeys(range(1, 7), 10)
    assert sum(copies for _, _, copies in state.CARDS) == 30


def test_r1_there_is_no_third_card_of_a_pair() -> None:
    table = Table(3)
    table.deal("46", "46")
    with pytest.raises(IllegalMove):
        table.deal("", "", "46")
    assert (4, 6) not in [deal.card for deal in table.match.legal(DEALER)]
    assert len(table.match.legal(DEALER)) == 14


@pytest.mark.parametrize("players", PLAYERS)
def test_r1_two_to_six_play(players: int) -> None:
    assert len(Table(players).public.seats) == players


@pytest.mark.parametrize("players", [0, 1, 7, -2])
def test_r1_no_other_number_can_play(players: int) -> None:
    with pytest.raises(BadOptions, match="players"):
        Match("gra", {"players": players})


@pytest.mark.parametrize("players", PLAYERS)
def test_r2_everybody_begins_with_one_card(players: int) -> None:
    assert Table(players).sizes == [1] * players


def test_r2_chance_names_the_starter() -> None:
    match = Match("gra", {"players": 4}, dealer=None)
    assert not match.to_act
    assert [deal.seat for deal in match.legal(DEALER)] == [0, 1, 2, 3]
    assert {Match("gra", {"players": 3}, seed=str(k)).told(None)[0].seat for k in range(30)} == {0, 1, 2}
    assert Table(3, first=2).show("46", "12", "35").turn == 2


def test_r3_everybody_gets_as_many_cards_as_the_hand_size_says() -> None:
    table = Table(3).lose(1, 1, 2)
    assert table.sizes == [1, 3, 2]
    table.deal("46", "12 13 14", "35 36")
    assert [seat.cards for seat in table.public.seats] == [1, 3, 2]
    assert table.match.to_act == {0, 1, 2}


def test_r3_seats_are_dealt_in_order_each_hand_whole() -> None:
    table = Table(3).lose(0)
    for seat in (0, 0, 1, 2):
        with pytest.raises(IllegalMove):
            table.match.play(DEALER, {"type": "deal", "seat": (seat + 1) % 3, "card": [1, 2]})
        table.match.play(DEALER, {"type": "deal", "seat": seat, "card": [seat + 1, 6]})


def test_r3_cards_are_secret_and_hand_sizes_are_not() -> None:
    table = Table(2)
    table.deal("46", "12")
    assert table.match.view(0).private.cards == (OwnCard((4, 6), None),)
    assert table.match.view(1).private.cards == (OwnCard((1, 2), None),)
    assert table.match.view(None).private is None
    assert Dealt(0, 1, 1, (4, 6)) in table.match.told(0)
    assert Dealt(0, 1, 1, None) in table.match.told(1)
    assert Dealt(0, 1, 1, None) in table.match.told(None)
    assert [seat.hand_size for seat in table.match.view(1).public.seats] == [1, 1]


def test_r3_all_thirty_cards_are_shuffled_for_every_round() -> None:
    table = Table(2)
    table.show("46", "46").bid("2x4")
    table.check()
    assert len(table.match.legal(DEALER)) == 15
    table.deal("46", "46 12")


# Choosing


def test_r4_all_choose_at_once_in_any_order() -> None:
    table = Table(3)
    table.deal("46", "12", "35")
    assert table.match.awaited == {0, 1, 2}
    table.choose(2, 5)
    table.choose(0, 6)
    assert table.match.awaited == {1}
    assert table.match.to_act == {0, 1, 2}


def test_r4_one_value_for_each_card_in_the_order_dealt() -> None:
    table = Table(2).lose(0)
    table.deal("46 12", "35")
    values = [move.values for move in table.match.legal(0)]
    assert values == [(4, 1), (6, 1), (4, 2), (6, 2)]
    for wrong in ([1, 4], [4], [4, 1, 1], [4, 6], []):
        with pytest.raises(IllegalMove):
            table.choose(0, *wrong)
    table.choose(0, 6, 1)
    assert table.match.view(0).private.cards == (OwnCard((4, 6), 6), OwnCard((1, 2), 1))


def test_r4_that_one_has_chosen_is_public_what_is_not() -> None:
    table = Table(3)
    table.deal("46", "12", "35")
    table.choose(1, 2)
    assert [seat.chosen for seat in table.public.seats] == [False, True, False]
    assert table.match.told(1)[-1] == Chosen(1, again=False, values=(2,))
    assert table.match.told(0)[-1] == table.match.told(None)[-1] == Chosen(1, again=False, values=None)
    assert table.match.view(1).private.choice == (2,)
    assert table.match.view(0).private.choice is None


def test_r4_a_choice_may_be_changed_until_the_last_one_has_chosen() -> None:
    table = Table(3)
    table.deal("46", "12", "35")
    table.choose(0, 4)
    table.choose(1, 2)
    assert table.choose(0, 6) == [Chosen(0, again=True, values=(6,))]
    assert table.match.view(0).private.choice == (6,)
    assert table.choose(2, 3) == [Chosen(2, again=False, values=(3,)), Settled(0)]
    for seat, value, why in (
        (0, 4, MoveErrorCode.OUT_OF_DATE),
        (1, 1, MoveErrorCode.NOT_YOUR_TURN),
        (0, 5, MoveErrorCode.ILLEGAL),
    ):
        with pytest.raises(IllegalMove) as refused:
            table.choose(seat, value)
        assert refused.value.code == why


def test_r17_the_twentieth_choice_stands_for_this_round() -> None:
    table = Table(3)
    table.deal("46", "12", "35")
    for number in range(19):
        assert table.choose(0, 4 if number % 2 else 6)[1:] == []
    assert table.choose(0, 4) == [Chosen(0, again=True, values=(4,)), ChoiceStands(0)]
    assert table.match.told(None)[-2:] == [Chosen(0, again=True, values=None), ChoiceStands(0)]
    assert table.match.to_act == {1, 2}
    with pytest.raises(IllegalMove) as refused:
        table.choose(0, 6)
    assert refused.value.code == MoveErrorCode.NOT_YOUR_TURN
    table.choose(1, 2)
    table.choose(2, 3)
    assert table.match.view(0).private.choice == (4,)
    table.bid("3x6")
    table.check()
    table.fill()
    assert table.match.seq < table.match.game.max_length(table.match.options)
    assert table.public.phase == "bid", "in the next round everybody chooses again"


def test_r17_whoever_chooses_last_needs_no_word_about_it() -> None:
    table = Table(2)
    table.deal("46", "12")
    for number in range(19):
        table.choose(0, 4 if number % 2 else 6)
    table.choose(1, 2)
    assert table.public.phase == "bid", "all have chosen"


def test_r4_the_covered_ends_count_for_nothing() -> None:
    table = Table(2)
    table.show("46", "64").bid("2x4")
    table.check()
    assert table.public.last.found == 1
    assert table.public.last.loser == 0


# Bidding (R5 … R7)


def test_r5_the_starter_must_bid() -> None:
    table = Table(3, first=1).show("46", "12", "35")
    assert table.turn == 1
    assert not table.may_check()
    with pytest.raises(IllegalMove):
        table.check()


def test_r5_then_clockwise_raise_or_check() -> None:
    table = Table(3, first=1).show("46", "12", "35")
    turns = []
    for bid in ("1x2", "1x3", "1x4", "2x4"):
        turns.append(table.turn)
        assert table.bid(bid) == [BidMade(turns[-1], int(bid[0]), int(bid[2]), jokers_off=False)]
        assert table.may_check()
    assert turns == [1, 2, 0, 1]
    assert table.public.bids == [BidView(1, 1, 2), BidView(2, 1, 3), BidView(0, 1, 4), BidView(1, 2, 4)]
    assert table.public.bid == BidView(1, 2, 4)


def test_r5_only_the_bid_just_before_is_checked() -> None:
    table = Table(3).show("46", "12", "35")
    table.bid("3x1", "1x4")
    table.check()
    last = table.public.last
    assert (last.checker, last.bidder, last.count, last.value) == (2, 1, 1, 4)


def test_r5_nobody_else_may_check() -> None:
    table = Table(3).show("46", "12", "35")
    table.bid("3x1")
    for seat in (0, 2):
        with pytest.raises(IllegalMove) as refused:
            table.match.play(seat, Check())
        assert refused.value.code == MoveErrorCode.NOT_YOUR_TURN


def test_r6_by_value_a_higher_value_or_the_same_with_a_larger_count() -> None:
    table = Table(2).lose(0, 0, 0)
    table.show("46 45 34 24", "35").bid("3x4")
    assert table.may_bid() == ["4x4", "5x4", *(f"{n}x5" for n in range(1, 6)), *(f"{n}x6" for n in range(1, 6))]
    with pytest.raises(IllegalMove):
        table.bid("4x3")
    table.bid("1x5")


def test_r6_by_count_a_larger_count_or_the_same_with_a_higher_value() -> None:
    table = Table(2, bid_order="count").lose(0, 0, 0)
    table.show("46 45 34 24", "35").bid("3x4")
    expected = {"3x5", "3x6"} | {f"{count}x{value}" for count in (4, 5) for value in range(1, 7)}
    assert set(table.may_bid()) == expected
    with pytest.raises(IllegalMove):
        table.bid("1x5")


def test_r6_the_list_of_rising_bids() -> None:
    table = Table(3, bid_order="count", fewer=True)
    table.fill()
    rising = ["3x4", "3x5", "4x2", "5x2", "5x6", "6x1"]
    for lower, higher in pairwise(rising):
        table.bid(lower)
        assert lower not in table.may_bid()
        assert higher in table.may_bid()
    table.bid("6x1")
    assert not set(rising) & set(table.may_bid())


def test_r6_value_is_the_default() -> None:
    assert Table(2).public.bid_order == "value"
    with pytest.raises(BadOptions, match="bid_order"):
        Match("gra", {"players": 2, "bid_order": "both"})


@pytest.mark.parametrize("order", ["value", "count"])
def test_r6_raises_are_listed_for_each_value(order: str) -> None:
    table = Table(2, bid_order=order).lose(0, 0)
    table.show("46 45 34", "35")
    assert table.public.raises == [1] * 6
    table.bid("2x4")
    assert table.public.raises == ([None, None, None, 3, 1, 1] if order == "value" else [3, 3, 3, 3, 2, 2])


@pytest.mark.parametrize("order", ["value", "count"])
def test_r7_a_count_is_from_one_to_all_cards_in_all_hands(order: str) -> None:
    table = Table(3, bid_order=order).lose(0, 1)
    table.show("46 12", "35 36", "23")
    assert set(table.may_bid()) == {f"{count}x{value}" for count in range(1, 6) for value in range(1, 7)}
    for wrong in ("0x3", "6x3", "1x7", "1x0"):
        with pytest.raises(IllegalMove):
            table.bid(wrong)


@pytest.mark.parametrize("order", ["value", "count"])
def test_r7_after_the_highest_bid_one_can_only_check(order: str) -> None:
    table = Table(2, bid_order=order).show("46", "12")
    table.bid("2x6")
    assert table.match.legal(1) == [Check()]


# Checking


def test_r8_all_hands_are_shown_both_ends() -> None:
    table = Table(3).lose(2).show("46", "45", "43 12")
    table.bid("3x4")
    events = table.check()
    assert [event for event in events if isinstance(event, Shown)] == [
        Shown(0, (ShownCard((4, 6), 4, counts=True),), matching=1, found=1),
        Shown(1, (ShownCard((4, 5), 4, counts=True),), matching=1, found=2),
        Shown(2, (ShownCard((3, 4), 4, counts=True), ShownCard((1, 2), 1, counts=False)), matching=1, found=3),
    ]
    assert Counted(3, 3, 4, right=True) in events


@pytest.mark.parametrize(("bid", "right"), [("1x4", True), ("2x4", True), ("3x4", False)])
def test_r8_a_bid_is_right_if_at_least_so_many_show(bid: str, right: bool) -> None:
    table = Table(3).show("46", "45", "34")
    table.bid(bid)
    table.check()
    assert table.public.last.right == right
    assert table.public.last.found == 2
    assert (table.public.last.loser, table.public.last.winner) == ((1, 0) if right else (0, 1))


def test_r8_the_shown_hands_stay_in_every_view_until_the_next_check() -> None:
    table = Table(2).show("46", "45")
    assert not table.public.last
    table.bid("2x4")
    table.check()
    first = table.public.last
    assert [[card.ends for card in hand.cards] for hand in first.hands] == [[(4, 6)], [(4, 5)]]
    table.show("12", "13 15")
    for viewer in (None, 0, 1):
        assert table.match.view(viewer).public.last == first
    table.bid("3x6")
    assert table.public.last == first
    table.check()
    assert [len(hand.cards) for hand in table.public.last.hands] == [1, 2]


def test_r8_people_may_look_before_it_goes_on() -> None:
    table = Table(2).show("46", "45")
    assert not table.match.paused
    table.bid("2x4", "1x6")
    assert not table.match.paused
    table.check()
    assert table.match.paused
    assert table.public.phase == "reveal"
    assert table.public.bids == [BidView(0, 2, 4), BidView(1, 1, 6)]
    table.deal("12")
    assert not table.match.paused
    assert table.public.bids == []


def test_r9_the_losers_hand_grows_and_the_other_one_starts() -> None:
    table = Table(3, first=1).show("46", "45", "34")
    table.bid("1x4", "1x5")
    events = table.check()
    assert Lost(2, winner=0, size_before=1, size_after=2) in events
    assert table.sizes == [1, 1, 2]
    assert table.public.last.effect == "more"
    assert table.public.starter == 0
    table.fill()
    assert table.turn == 0


def test_r9_if_the_bid_was_right_the_bidder_starts() -> None:
    table = Table(3, first=1).show("46", "45", "34")
    table.bid("1x4")
    table.check()
    assert table.sizes == [1, 1, 2]
    assert table.public.starter == 1
    table.fill()
    assert table.turn == 1


# The examples


def test_example_exactly_as_many_as_were_bid() -> None:
    table = Table(3, fewer=True, first=1)
    table.show("56 54 12 13 14", "53 52 23 24 34", "51 16 26 36 46").bid("5x5")
    assert table.turn == 2
    table.check()
    assert table.public.last.found == 5
    assert table.public.last.loser == 2
    assert table.public.starter == 1


def test_example_one_too_few_at_hand_size_five_ends_the_match() -> None:
    table = Table(3).lose(0, 1, 1, 1, 1)
    assert table.sizes == [2, 5, 1]
    assert table.public.starter == 2
    table.show("21 23", "24 25 13 14 15", "26").bid("1x1", "2x1", "6x2")
    table.check()
    assert table.public.last.found == 5
    assert table.sizes == [2, 6, 1]
    assert table.match.over
    assert table.match.winners == [2]


@pytest.mark.parametrize(("first", "right"), [("1x2", True), ("1x1", False)])
def test_example_jokers_for_two_sixes(first: str, right: bool) -> None:
    table = Table(2, joker=True).lose(0).show("16 62", "35")
    table.bid(first, "2x6")
    table.check()
    assert table.public.last.right == right
