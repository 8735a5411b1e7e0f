"""R5 to R10: cards are chosen and shown, markers raised until one is left. See RULES.md."""

import pytest

from stolik import DEALER, IllegalMove, MoveErrorCode
from stolik.games.raise_.messages import (
    ChoiceStands,
    Chosen,
    Drew,
    Pass,
    Passed,
    Placed,
    Played,
    Raised,
    RoundWon,
    SatOut,
)
from support.raise_ import (
    BLANKS,
    HAND,
    at,
    begin,
    card,
    cards,
    dealt,
    draw,
    fill_up,
    hold,
    pass_,
    play,
    raise_,
    raises,
)

BELL_2 = {"symbol": "bell", "number": 2, "points": 1}


def test_r5_cards_are_chosen_in_secret_and_shown_together() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2")
    assert match.told(0)[-1].card == match.view(0).private.chosen
    assert match.told(0)[-1].card.symbol == "bell"
    assert match.told(1)[-1] == match.told(None)[-1] == Chosen(0, again=False, card=None)
    assert match.view(1).public.chosen == [0]
    assert match.view(1).public.seats[0].hand == 6, "it stays in the hand until all have chosen"
    assert match.awaited == {1}
    assert match.to_act == {0, 1}
    events = match.play(1, {"type": "play", "card": card("cloud 4")})
    shown = [event for event in events if isinstance(event, Played)]
    assert [(event.seat, event.value) for event in shown] == [(0, 8), (1, 4)]
    assert match.view(None).public.seats[0].hand == 5


def test_r5_a_choice_can_be_changed_until_the_last_has_chosen() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2")
    match.play(0, {"type": "play", "card": card("gear 3")})
    assert match.told(1)[-1] == Chosen(0, again=True, card=None)
    play(match, "", "cloud 4")
    assert at(match) == [(4, (1,)), (6, (0,))]
    with pytest.raises(IllegalMove):
        match.play(0, {"type": "play", "card": card("bell 1")})


def test_r5_a_change_that_comes_too_late_is_out_of_date() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 1", "bell 2")
    assert match.to_act == {0}
    with pytest.raises(IllegalMove) as refused:
        play(match, "gear 3")
    assert refused.value.code == MoveErrorCode.OUT_OF_DATE


def test_r15_the_twentieth_choice_stands_for_this_round() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    for number in range(20):
        match.play(0, {"type": "play", "card": card("bell 1" if number % 2 else "gear 3")})
    assert match.told(1)[-2:] == [Chosen(0, again=True, card=None), ChoiceStands(0)]
    assert match.to_act == {1}
    with pytest.raises(IllegalMove) as refused:
        match.play(0, {"type": "play", "card": card("gear 3")})
    assert refused.value.code == MoveErrorCode.NOT_YOUR_TURN
    match.play(1, {"type": "play", "card": card("cloud 4")})
    assert match.state.choices[:2] == [0, 0], "the next round begins anew"
    assert match.view(None).public.seats[0].part in ("in", "won")


def test_r5_only_cards_in_hand_can_be_played_and_equal_ones_are_one_move() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    assert [move.card.number for move in match.legal(0)] == [3, 4, 1, 2]
    for text in ("diamond 6*", "bell 3", "bell 7", "diamond 1"):
        with pytest.raises(IllegalMove) as refused:
            play(match, text)
        assert refused.value.code == MoveErrorCode.ILLEGAL


def test_r5_without_a_card_one_sits_the_round_out() -> None:
    match = dealt(HAND, HAND, HAND)
    hold(match, 1, "")
    assert SatOut(1) in begin(match)
    assert match.to_act == {0, 2}
    assert match.view(None).public.seats[1].part == "sitting_out"
    play(match, "bell 2", "", "bell 2")
    assert at(match) == [(8, (0, 2))]
    assert match.to_act == {2}


def test_r6_markers_are_placed_clockwise_from_the_dice() -> None:
    match = dealt(HAND, HAND, HAND, first=2)
    begin(match)
    events = play(match, "bell 2", "bell 2", "bell 2")
    assert [event for event in events if isinstance(event, Placed)] == [
        Placed(2, 8, None),
        Placed(0, 8, onto=2),
        Placed(1, 8, onto=0),
    ]
    assert at(match) == [(8, (2, 0, 1))]


def test_r6_all_cards_are_shown_before_a_marker_is_placed() -> None:
    match = dealt(HAND, HAND, HAND, first=1)
    begin(match)
    events = play(match, "bell 1", "bell 2", "gear 3")[1:]
    assert [type(event) for event in events] == [Played] * 3 + [Placed] * 3
    assert [event.seat for event in events] == [1, 2, 0] * 2


def test_r7_the_hindmost_moves() -> None:
    match = dealt(HAND, HAND, HAND)
    begin(match)
    play(match, "bell 2", "cloud 4", "gear 3")
    assert match.to_act == {1}
    raise_(match, 1, "gear 3")
    assert match.to_act == {2}
    assert match.view(None).public.turn == 2


def test_r7_on_a_shared_field_the_one_on_top_moves() -> None:
    match = dealt(HAND, HAND, HAND)
    begin(match)
    play(match, "bell 1", "bell 1", "bell 2")
    assert at(match) == [(4, (0, 1)), (8, (2,))]
    assert match.to_act == {1}
    pass_(match, 1)
    assert match.to_act == {0}


def test_r8_reaching_the_next_marker_is_not_enough() -> None:
    match = dealt(HAND, "bell 1, bell 1, gear 3, gear 4, gear 4, hourglass 2", HAND)
    begin(match)
    play(match, "bell 2", "gear 3", "cloud 4")
    pass_(match, 2)
    assert at(match) == [(6, (1,)), (8, (0,))]
    assert match.view(1).public.overtake.needed == match.view(1).private.needed == 3
    assert "hourglass 2" not in raises(match, 1)
    assert raises(match, 1)[:2] == ["gear 4", "gear 4 + gear 4"]
    with pytest.raises(IllegalMove) as refused:
        raise_(match, 1, "hourglass 2")
    assert refused.value.code == MoveErrorCode.ILLEGAL
    raise_(match, 1, "hourglass 2, bell 1")
    assert at(match) == [(8, (0,)), (12, (1,))]


def test_r8_on_a_shared_field_any_card_is_enough() -> None:
    match = dealt(HAND, "bell 2, hourglass 1, hourglass 2, hourglass 2, gear 3, gear 4")
    begin(match)
    play(match, "bell 2", "bell 2")
    assert match.to_act == {1}
    assert match.view(1).private.needed == 1
    assert match.view(1).public.overtake.seat == 0
    raise_(match, 1, "hourglass 1")
    assert at(match) == [(8, (0,)), (9, (1,))]


def test_r8_one_of_three_on_a_field_needs_only_the_one_beneath() -> None:
    match = dealt(HAND, HAND, "bell 2, hourglass 1, hourglass 2, hourglass 2, gear 3, gear 4")
    begin(match)
    play(match, "bell 2", "bell 2", "bell 2")
    raise_(match, 2, "hourglass 1")
    assert at(match) == [(8, (0, 1)), (9, (2,))]
    assert match.to_act == {1}


def test_r8_more_cards_than_needed_may_be_played() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2", "cloud 4")
    events = raise_(match, 1, "gear 3, bell 2, bell 1, bell 1, bell 2")
    raised = events[0]
    assert isinstance(raised, Raised)
    assert (raised.before, raised.field, raised.onto) == (4, 4 + 6 + 8 + 8 + 4 + 4, None)
    assert [(held.symbol, held.number) for held in raised.cards] == [
        ("gear", 3),
        ("bell", 1),
        ("bell", 1),
        ("bell", 2),
        ("bell", 2),
    ]
    assert match.view(1).public.seats[1].hand == 0


def test_r8_every_set_of_cards_that_overtakes_is_offered_once() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "gear 3", "cloud 4")
    assert at(match) == [(4, (1,)), (6, (0,))]
    # Gear 3 is worth 6, bell 1 is worth 4 and there twice, bell 2 is worth 8 and there twice: any card overtakes.
    assert len(raises(match, 1)) == len(set(raises(match, 1))) == 2 * 3 * 3 - 1
    pass_(match, 1)
    begin(match, 11)
    play(match, "bell 2", "bell 1")
    assert at(match) == [(4, (1,)), (8, (0,))]
    assert "bell 1" not in raises(match, 1), "4 + 4 only reaches the 8"
    assert "bell 2" in raises(match, 1)


def test_r8_cards_are_taken_in_any_order_and_kept_in_one() -> None:
    match = dealt(HAND, "bell 1, bell 3, bell 3*, hourglass 4, hourglass 4*, gear 6*")
    begin(match)
    play(match, "bell 2", "bell 1")
    raise_(match, 1, "bell 3*, hourglass 4*, bell 3, gear 6*, hourglass 4")
    assert match.log[-1].move == {
        "type": "raise",
        "cards": cards("gear 6*, hourglass 4, hourglass 4*, bell 3, bell 3*"),
    }


@pytest.mark.parametrize("text", ["bell 2, bell 2, bell 2", "bell 3", "diamond 6*", "bell 2, diamond 7"])
def test_r8_cards_that_are_not_in_hand_cannot_be_played(text: str) -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2", "cloud 4")
    with pytest.raises(IllegalMove) as refused:
        raise_(match, 1, text)
    assert refused.value.code == MoveErrorCode.ILLEGAL
    assert refused.value.legal == match.legal(1)


def test_r8_a_raise_needs_a_card() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2", "bell 2")
    with pytest.raises(IllegalMove):
        raise_(match, 1, "")


def test_r8_who_cannot_overtake_must_pass() -> None:
    match = dealt(HAND, "hourglass 1, hourglass 2, hourglass 2, cloud 2, hourglass 3, hourglass 3")
    begin(match)
    play(match, "bell 2", "hourglass 1")
    raise_(match, 1, "hourglass 3, hourglass 3, hourglass 2")
    raise_(match, 0, "bell 2, bell 1")
    assert at(match) == [(9, (1,)), (20, (0,))]
    assert match.legal(1) == [Pass()]
    assert match.view(1).private.must_pass
    assert (match.view(1).private.needed, match.view(1).private.hand_value) == (12, 4)


def test_r8_nobody_draws_while_raising() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2", "cloud 4")
    events = raise_(match, 1, "gear 3")
    assert not any(isinstance(event, Drew) for event in events)
    assert match.view(None).public.seats[1].hand == 4
    assert match.view(None).public.seats[1].deck == 24


def test_r8_a_marker_that_lands_on_another_lies_on_top() -> None:
    match = dealt(HAND, "bell 1, cloud 2, bell 2, bell 2, bell 2, gear 5", HAND)
    begin(match)
    play(match, "bell 2", "bell 1", "gear 3")
    assert at(match) == [(4, (1,)), (6, (2,)), (8, (0,))]
    with pytest.raises(IllegalMove):
        raise_(match, 1, "cloud 2")
    (raised,) = raise_(match, 1, "gear 5")
    assert (raised.field, raised.onto) == (14, None)
    (raised,) = raise_(match, 2, "bell 2")
    assert (raised.field, raised.onto) == (14, 1)
    assert at(match) == [(8, (0,)), (14, (1, 2))]
    pass_(match, 0)
    assert match.to_act == {2}


def test_r8_the_track_has_no_end() -> None:
    all_bells = ("bell",) * 7
    match = dealt("bell 3, bell 3*, bell 2, bell 2, bell 2, bell 1", HAND)
    begin(match, faces=all_bells)
    play(match, "bell 1", "bell 2")
    raise_(match, 0, "bell 3, bell 3*, bell 2, bell 2, bell 2")
    assert at(match) == [(16, (1,)), (8 * (1 + 3 + 3 + 2 + 2 + 2), (0,))]


def test_r9_passing_takes_the_marker_off_and_fills_up_the_hand() -> None:
    match = dealt(HAND, HAND, HAND)
    begin(match)
    play(match, "bell 2", "cloud 4", "gear 3")
    assert match.play(1, {"type": "pass"}) == [Passed(1, 4)]
    assert at(match) == [(6, (2,)), (8, (0,))]
    assert {deal.seat for deal in match.legal(DEALER)} == {1}
    draw(match, 1, "diamond 6*")
    assert match.view(1).public.seats[1].hand == 6
    assert match.view(1).public.seats[1].part == "passed"
    assert match.told(0)[-1] == Drew(1, None)
    assert match.told(1)[-1].card == match.view(1).private.hand[0].card
    assert match.to_act == {2}


def test_r9_as_far_as_the_deck_lasts() -> None:
    match = dealt(HAND, HAND, HAND)
    hold(match, 1, "bell 1, cloud 2", "diamond 4, diamond 5")
    hold(match, 2, "cloud 2, cloud 3")
    begin(match)
    play(match, "bell 2", "bell 1", "cloud 2")
    match.play(2, {"type": "pass"})
    assert match.to_act == {1}, "no deck, nothing drawn"
    pass_(match, 1)
    assert match.view(None).public.seats[1].hand == 3
    assert match.view(None).public.seats[1].deck == 0


def test_r10_the_last_marker_wins_without_playing_more() -> None:
    match = dealt(HAND, HAND, HAND)
    begin(match)
    play(match, "bell 2", "cloud 4", "gear 3")
    pass_(match, 1)
    match.play(2, {"type": "pass"})
    draw(match, 2, "diamond 6*")
    assert match.told(None)[-1] == RoundWon(0, scoring_card=10, cards=3, points=13)
    assert match.view(None).public.seats[0].part == "won"
    assert not match.to_act


def test_r10_with_all_hands_empty_the_lower_marker_in_front_wins() -> None:
    match = dealt(HAND, HAND, HAND)
    for seat, text in enumerate(("cloud 4", "bell 2", "bell 2")):
        hold(match, seat, text)
    begin(match)
    play(match, "cloud 4", "bell 2", "bell 2")
    assert at(match) == [(4, (0,)), (8, (1, 2))]
    assert match.legal(0) == [Pass()]
    pass_(match, 0)
    assert match.to_act == {2}, "of those in front, the one on top has to pass"
    assert match.legal(2) == [Pass()]
    pass_(match, 2)
    assert match.view(None).public.last.winner == 1


def test_example_of_the_round_in_the_rules() -> None:
    """Piotr is seat 0, Maja seat 1, Olek seat 2."""
    match = dealt(HAND, "diamond 5, bell 1, bell 1, bell 2, bell 2, gear 3", HAND)
    begin(match)
    events = play(match, "bell 2", "diamond 5", "gear 3")
    assert [event.value for event in events if isinstance(event, Played)] == [8, 15, 6]
    assert match.to_act == {2}
    (raised,) = raise_(match, 2, "cloud 4")
    assert (raised.before, raised.field) == (6, 10)
    assert at(match) == [(8, (0,)), (10, (2,)), (15, (1,))]
    assert match.to_act == {0}


def test_example_of_a_shared_field() -> None:
    """Ann is seat 0, Bob seat 1."""
    match = dealt(HAND, "bell 2, hourglass 1, gear 3, gear 4, gear 4, gear 5")
    begin(match)
    play(match, "bell 2", "bell 2")
    assert at(match) == [(8, (0, 1))]
    raise_(match, 1, "hourglass 1")
    assert at(match) == [(8, (0,)), (9, (1,))]


def test_example_of_just_reaching_and_of_playing_more() -> None:
    """Ann is seat 0, Bob seat 1."""
    match = dealt("gear 3, cloud 2, cloud 3, hourglass 2, gear 4, gear 5", HAND)
    begin(match)
    play(match, "gear 3", "bell 2")
    assert at(match) == [(6, (0,)), (8, (1,))]
    assert "cloud 2" not in raises(match, 0)
    assert "cloud 3" in raises(match, 0)
    assert "cloud 2 + cloud 3" in raises(match, 0)


def test_fields_are_counted_anew_in_every_round() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2", "cloud 4")
    pass_(match, 1)
    fill_up(match)
    begin(match, 11, BLANKS)
    assert at(match) == []
    play(match, "bell 1", "bell 2")
    assert at(match) == [(1, (0,)), (2, (1,))]
