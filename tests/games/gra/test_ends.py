"""How a match of GRA ends, and its variants: R10 to R16."""

import pytest

from stolik import DEALER, IllegalMove
from stolik.games.gra.messages import BidMade, Declared, Direction, Ended, Lost, RoundBegan, Tied, WentOut, Won
from stolik.games.gra.messages.views import SeatView
from support.gra import Table


def check_that_ends(table: Table, loser: int) -> list[object]:
    """The events of the check that this seat loses."""
    before = len(table.match.told(None))
    table.lose(loser)
    return table.match.told(None)[before:]


# The end


def test_r10_the_match_ends_with_the_sixth_card_without_another_deal() -> None:
    table = Table(3).lose(0, 1, 1, 1, 1)
    assert not table.match.over
    events = check_that_ends(table, 1)
    assert events[-3:] == [Lost(1, winner=2, size_before=5, size_after=6), Ended(1, 6), Won(2)]
    assert table.sizes == [2, 6, 1]
    assert table.match.over
    assert not table.match.paused
    assert not table.match.to_act
    assert not table.match.legal(DEALER)


def test_r10_the_smallest_hand_wins_whoever_won_the_last_round() -> None:
    table = Table(3).lose(1, 1, 1, 1, 2, 1)
    assert table.sizes == [1, 6, 2]
    assert table.public.last.winner == 2
    assert table.match.winners == [0]
    assert table.public.winner == 0


def test_r10_the_result_carries_the_last_check() -> None:
    table = Table(2).lose(0, 0, 0, 0, 0)
    last = table.public.last
    assert table.public.phase == "over"
    assert (last.effect, last.size_before, last.size_after) == ("ended", 5, 6)
    assert [len(hand.cards) for hand in last.hands] == [5, 1]
    assert table.public.bid.count == table.public.total == 6


def test_r10_of_two_players_the_other_one_wins() -> None:
    table = Table(2).lose(1, 1, 1, 1, 0, 0, 0, 0, 1)
    assert table.sizes == [5, 6]
    assert table.match.winners == [0]


# Ties


def tied_table(**options: bool) -> Table:
    """Seats 0, 2 and 3 have one card, seat 1 is about to end the match."""
    return Table(4, **options).lose(1, 1, 1, 1)


def test_r11_the_tied_alone_play_extra_rounds() -> None:
    table = tied_table()
    events = check_that_ends(table, 1)
    assert events[-2:] == [Ended(1, 6), Tied((0, 2, 3))]
    assert not table.match.over
    assert table.match.paused
    assert [seat.status for seat in table.public.seats] == ["playing", "watching", "playing", "playing"]
    table.deal("46", "", "35", "24")
    assert table.match.told(None)[-4] == RoundBegan(6, starter=2, cards=3, extra=True)
    assert table.match.to_act == {0, 2, 3}
    assert table.public.total == 3


def test_r11_the_loser_of_an_extra_round_is_out_and_hand_sizes_stay() -> None:
    table = tied_table().lose(1)
    events = check_that_ends(table, 3)
    assert events[-2:] == [Lost(3, winner=0, size_before=1, size_after=1), WentOut(3, 3)]
    assert table.sizes == [1, 6, 1, 1]
    assert table.public.last.effect == "out"
    assert table.public.last.extra
    assert table.public.seats[3] == SeatView(hand_size=1, cards=0, status="out", chosen=False, place=3)
    events = check_that_ends(table, 0)
    assert events[-2:] == [WentOut(0, 2), Won(2)]
    assert table.sizes == [1, 6, 1, 1]
    assert table.match.winners == [2]


def test_r11_larger_hands_are_tied_with_the_cards_they_have() -> None:
    table = Table(3).lose(0, 0, 2, 2, 1, 1, 1, 1, 1)
    assert table.sizes == [3, 6, 3]
    table.deal("46 12 13", "", "35 23 24")
    assert table.public.total == 6
    assert table.match.to_act == {0, 2}


def test_r11_turns_pass_over_those_who_are_not_tied() -> None:
    table = tied_table().lose(1).show("46", "", "35", "24")
    turns = []
    for bid in ("1x1", "2x1", "3x1", "1x2"):
        turns.append(table.turn)
        table.bid(bid)
    assert turns == [2, 3, 0, 2]


def test_r11_the_winner_of_the_last_round_starts_if_tied() -> None:
    table = tied_table()
    table.lose(1)
    assert table.public.last.winner == 2
    assert table.public.starter == 2


def test_r11_else_the_first_tied_player_after_the_winner() -> None:
    table = Table(4).lose(2, 1, 1, 1, 1, 1)
    assert table.sizes == [1, 6, 2, 1]
    assert table.public.last.winner == 2
    assert table.public.starter == 3


def test_r11_after_means_in_the_direction_of_that_round() -> None:
    table = Table(5, directions=True).lose(0, 1, 1, 1, 1)
    table.lose(1, clockwise=False)
    assert table.sizes == [2, 6, 1, 1, 1]
    assert table.public.last.winner == 0
    assert table.public.starter == 4


def test_r11_later_extra_rounds_are_started_by_the_winner_of_the_one_before() -> None:
    table = tied_table().lose(1, 0)
    assert table.public.last.winner == 2
    table.fill()
    assert table.turn == 2


def test_r11_jokers_and_directions_go_on() -> None:
    table = tied_table(joker=True, directions=True).lose(1).show("12", "", "35", "24")
    assert table.public.ones == "jokers"
    assert table.match.legal(table.turn) == [Direction(clockwise=True), Direction(clockwise=False)]
    table.declare(clockwise=False)
    assert table.turn == 2
    table.bid("2x3")
    assert table.turn == 0
    table.check()
    assert table.public.last.right
    assert table.public.last.loser == 0


# Jokers


def test_r12_without_the_variant_a_one_is_a_one() -> None:
    table = Table(2).show("12", "46")
    assert table.public.ones == "plain"
    table.bid("2x4")
    table.check()
    assert table.public.last.found == 1


@pytest.mark.parametrize("value", range(2, 7))
def test_r12_a_one_that_shows_counts_as_every_value(value: int) -> None:
    table = Table(2, joker=True).show("12", "13")
    assert table.public.ones == "jokers"
    table.bid(f"2x{value}")
    table.check()
    assert table.public.last.jokers
    assert table.public.last.right


def test_r12_a_covered_one_is_no_joker() -> None:
    table = Table(2, joker=True).show("21", "13")
    table.bid("2x5")
    table.check()
    assert table.public.last.found == 1


def test_r12_jokers_are_off_when_the_first_bid_is_on_ones() -> None:
    table = Table(2, joker=True).show("12", "46")
    assert table.match.view(0).private.counts == (1, 1, 1, 1, 1, 1)
    assert table.bid("1x1") == [BidMade(0, 1, 1, jokers_off=True)]
    assert table.public.ones == "switched_off"
    assert table.match.view(0).private.counts == (1, 0, 0, 0, 0, 0)
    assert table.bid("2x4") == [BidMade(1, 2, 4, jokers_off=False)]
    table.check()
    assert not table.public.last.jokers
    assert table.public.last.found == 1
    assert not table.public.last.right


def test_r12_they_are_on_again_in_the_next_round() -> None:
    table = Table(2, joker=True).show("12", "46")
    table.bid("1x1")
    table.check()
    table.fill()
    assert table.public.ones == "jokers"


def test_r12_a_later_bid_on_ones_counts_ones_only_and_leaves_jokers_on() -> None:
    table = Table(2, joker=True, bid_order="count").show("12", "46")
    assert table.bid("1x4", "2x1")[-1] == BidMade(1, 2, 1, jokers_off=False)
    assert table.public.ones == "jokers"
    assert table.match.view(0).private.needed == 1
    table.check()
    assert table.public.last.found == 1
    again = Table(2, joker=True, bid_order="count").show("12", "46")
    again.bid("1x4", "2x1", "2x4")
    again.check()
    assert again.public.last.right


# Directions


def test_r13_the_starter_declares_after_the_last_choice_and_before_the_first_bid() -> None:
    table = Table(3, first=1, directions=True)
    table.deal("46", "12", "35")
    assert table.public.direction is None
    for seat, value in ((0, 4), (1, 1)):
        table.choose(seat, value)
    with pytest.raises(IllegalMove):
        table.match.play(1, Direction(clockwise=True))
    table.choose(2, 3)
    assert table.public.phase == "declare"
    assert table.match.legal(1) == [Direction(clockwise=True), Direction(clockwise=False)]
    with pytest.raises(IllegalMove):
        table.bid("1x1")
    assert table.declare(clockwise=False) == [Declared(1, clockwise=False)]
    assert table.public.direction == "counterclockwise"
    table.bid("1x1")
    assert table.turn == 0


def test_r13_next_and_just_before_follow_it() -> None:
    table = Table(3, first=1, directions=True).show("46", "12", "35")
    table.declare(clockwise=False)
    table.bid("1x1", "1x2", "1x3")
    assert [bid.seat for bid in table.public.bids] == [1, 0, 2]
    table.check()
    assert (table.public.last.checker, table.public.last.bidder) == (1, 2)


def test_r13_it_is_declared_anew_in_each_round() -> None:
    table = Table(3, directions=True).lose(0, clockwise=False)
    assert table.public.starter == 2
    table.fill()
    assert table.public.direction is None
    table.declare(clockwise=True)
    table.bid("1x1")
    assert table.turn == 0


def test_r13_also_when_only_two_play() -> None:
    table = Table(2, directions=True).show("46", "12")
    assert len(table.match.legal(0)) == 2
    table.declare(clockwise=False)
    table.bid("1x1")
    assert table.turn == 1


def test_r13_without_the_variant_it_is_clockwise() -> None:
    table = Table(3).show("46", "12", "35")
    assert table.public.direction == "clockwise"
    with pytest.raises(IllegalMove):
        table.declare(clockwise=True)


# Fewer and fewer


@pytest.mark.parametrize("players", range(2, 7))
def test_r14_everybody_begins_with_five_cards(players: int) -> None:
    assert Table(players, fewer=True).sizes == [5] * players


def test_r14_with_six_players_all_cards_are_dealt() -> None:
    table = Table(6, fewer=True)
    table.fill()
    assert table.public.total == 30
    assert "30x6" in table.may_bid()


def test_r14_the_loser_has_one_card_less() -> None:
    table = Table(3, fewer=True)
    events = check_that_ends(table, 1)
    assert Lost(1, winner=2, size_before=5, size_after=4) in events
    assert table.sizes == [5, 4, 5]
    assert table.public.last.effect == "fewer"


def test_r14_the_match_ends_when_somebody_has_none_and_the_largest_hand_wins() -> None:
    table = Table(3, fewer=True).lose(0, 1, 1, 1, 1)
    assert not table.match.over
    events = check_that_ends(table, 1)
    assert events[-2:] == [Ended(1, 0), Won(2)]
    assert table.sizes == [4, 0, 5]
    assert table.match.winners == [2]


def test_r14_ties_are_broken_by_extra_rounds() -> None:
    table = Table(3, fewer=True).lose(1, 1, 1, 1)
    events = check_that_ends(table, 1)
    assert events[-1] == Tied((0, 2))
    events = check_that_ends(table, 2)
    assert events[-2:] == [WentOut(2, 2), Won(0)]
    assert table.sizes == [5, 0, 5]


# Longer


def test_r15_whoever_gets_the_sixth_card_is_out_and_the_others_go_on() -> None:
    table = Table(3, longer=True).lose(1, 1, 1, 1)
    events = check_that_ends(table, 1)
    assert events[-2:] == [Lost(1, winner=2, size_before=5, size_after=6), WentOut(1, 3)]
    assert not table.match.over
    assert [seat.status for seat in table.public.seats] == ["playing", "out", "playing"]
    assert not table.public.extra
    table.deal("46", "", "35")
    assert table.match.to_act == {0, 2}


def test_r15_hand_sizes_go_on_changing_and_the_last_one_left_wins() -> None:
    table = Table(3, longer=True).lose(1, 1, 1, 1, 1, 0, 2, 0, 0, 0)
    assert table.sizes == [5, 6, 2]
    events = check_that_ends(table, 0)
    assert events[-2:] == [WentOut(0, 2), Won(2)]
    assert table.match.winners == [2]


def test_r15_those_who_are_out_are_passed_over() -> None:
    table = Table(4, longer=True).lose(1, 1, 1, 1, 1).show("46", "", "35", "24")
    turns = []
    for bid in ("1x1", "2x1", "3x1", "1x2"):
        turns.append(table.turn)
        table.bid(bid)
    assert turns == [2, 3, 0, 2]


def test_r15_with_fewer_cards_whoever_has_none_is_out() -> None:
    table = Table(3, longer=True, fewer=True).lose(0, 0, 0, 0)
    events = check_that_ends(table, 0)
    assert events[-1] == WentOut(0, 3)
    assert table.sizes == [0, 5, 5]
    table.lose(1, 1, 1, 1, 1)
    assert table.match.winners == [2]


# Places


def test_r16_by_hand_size_and_equal_ones_share_a_place() -> None:
    table = Table(5).lose(0, 1, 2, 2, 2, 2, 2)
    assert table.sizes == [2, 2, 6, 1, 1]
    table.lose(3)
    assert table.match.winners == [4]
    assert table.match.places == [3, 3, 5, 2, 1]
    assert [seat.place for seat in table.public.seats] == [3, 3, 5, 2, 1]
    assert table.match.scores == [1, 1, 0, 3, 4]


def test_r16_with_fewer_cards_the_larger_hand_is_better() -> None:
    table = Table(3, fewer=True).lose(0, 1, 1, 1, 1, 1)
    assert table.sizes == [4, 0, 5]
    assert table.match.places == [2, 3, 1]


def test_r16_whoever_was_in_for_longer_is_better() -> None:
    table = Table(4, longer=True).lose(*[2] * 5, *[0] * 5, *[3] * 5)
    assert table.match.over
    assert table.match.places == [3, 1, 4, 2]


def test_r16_the_tied_come_before_all_others() -> None:
    table = tied_table().lose(1, 0, 3)
    assert table.match.over
    assert table.match.places == [3, 4, 1, 2]


def test_r16_a_place_is_open_until_it_is_certain() -> None:
    table = Table(3, longer=True).lose(*[1] * 5)
    assert [seat.place for seat in table.public.seats] == [None, 3, None]
