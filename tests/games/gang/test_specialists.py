"""R28 … R37 and R44: specialists, proposals, and what only some may know."""

from typing import Any

import pytest

from stolik import DEALER, IllegalMove, Match
from stolik.core.errors import MoveErrorCode
from stolik.games.gang.text import render
from support.gang import (
    FACES,
    chips,
    deal,
    deal_all,
    kinds,
    propose,
    reveal,
    say,
    shown,
    until,
    with_specialist,
)


def refused(match: Match, seat: int, move: dict[str, Any]) -> MoveErrorCode:
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    return caught.value.code


def dealt(number: int, *hands: str, **options: Any) -> Match:
    match = with_specialist(number, **options)
    deal(match, *hands) if hands else deal_all(match)
    return match


def hands(match: Match) -> list[tuple[str, ...]]:
    return [match.view(seat).private.hand for seat in range(match.players)]


def test_r28_a_card_is_shown_to_one_other_alone() -> None:
    match = dealt(1)
    propose(match, 0, 2, other=1)
    assert match.awaited >= {2}
    assert match.view(2).private.choose == "show"
    say(match, 2, "choose", card="Kd")
    assert match.view(1).private.shown.card == match.view(2).private.shown.card == "Kd"
    assert match.view(0).private.shown is None
    assert [event.card for event in match.told(1) if type(event).__name__ == "Showed"] == ["Kd"]
    for viewer in (None, 0):
        assert [event.card for event in match.told(viewer) if type(event).__name__ == "Showed"] == [None]
    assert (shown(match).specialist.seat, shown(match).specialist.other) == (2, 1)  # type: ignore[union-attr]


def test_r28_the_shown_card_stays_in_the_hand_and_in_the_notes() -> None:
    match = dealt(1)
    propose(match, 0, 2, other=1)
    say(match, 2, "choose", card="Kd")
    assert hands(match)[2] == ("Kd", "Kc")
    until(match, lambda: shown(match).result is not None)
    assert match.view(1).private.shown.card == "Kd", "again later too"
    assert match.view(0).private.shown is None, "and nobody else even then"
    assert "Showed(seat=2, to=1, card=None)" in str(match.told(0))


def test_r28_one_shows_to_another_not_to_oneself() -> None:
    match = dealt(1)
    for bad in ({"seat": 1, "other": 1}, {"seat": 1}, {"seat": 1, "other": 2, "rank": "9"}, {"seat": 1, "other": 5}):
        assert refused(match, 0, {"type": "propose", **bad}) == MoveErrorCode.ILLEGAL


def test_r29_the_category_is_announced_and_no_more() -> None:
    match = dealt(2)
    events = propose(match, 1, 2)
    announced = next(event for event in events if type(event).__name__ == "Announced")
    assert (announced.seat, announced.category, announced.number) == (2, "pair", None)
    assert shown(match).announcements[0].category == "pair", "before the flop too"
    assert "K" not in str(match.told(0)[-1])


def test_r29_it_counts_the_cards_on_the_table() -> None:
    match = dealt(2)
    chips(match)
    reveal(match, "Ks Kh 7d")
    propose(match, 0, 2)
    assert shown(match).announcements[0].category == "four_of_a_kind"
    assert shown(match).announcements[0].community == 3


def test_r29_three_of_a_kind_with_three_pocket_cards() -> None:
    match = with_specialist(2, standing=10)
    deal(match, "2c 2d 2h", "9c 9d 4s", "Kc Kd 6s")
    propose(match, 0, 0)
    assert shown(match).announcements[0].category == "three_of_a_kind"


def test_r30_faces_are_announced_before_the_white_chips() -> None:
    match = dealt(3, "Kh Jc", "Qd 3s", "Ac Th")
    assert [(each.seat, each.kind, each.number) for each in shown(match).announcements] == [
        (0, "faces", 2),
        (1, "faces", 1),
        (2, "faces", 0),
    ]
    assert kinds(match.told(None))[-4:] == ["Announced", "Announced", "Announced", "RoundBegan"]
    assert not any(hasattr(move, "other") for move in match.legal(0)), "nothing to propose"


def test_r31_cards_of_a_rank_are_counted() -> None:
    match = dealt(4, "9h 3s", "9c 9d", "Kc Kd")
    assert refused(match, 1, {"type": "propose", "seat": 0}) == MoveErrorCode.ILLEGAL
    propose(match, 1, 0, rank="9")
    said = shown(match).announcements[0]
    assert (said.seat, said.rank, said.number) == (0, "9", 1)
    assert shown(match).specialist.rank == "9"  # type: ignore[union-attr]


def test_r32_a_card_is_drawn_then_one_discarded() -> None:
    match = dealt(5)
    propose(match, 0, 1)
    assert match.legal(DEALER)[0].seat == 1
    deal(match, "9h")
    assert hands(match)[1] == ("9h", "9d", "9c")
    assert match.view(1).private.choose == "discard"
    say(match, 1, "choose", card="9c")
    assert hands(match)[1] == ("9h", "9d")
    assert match.view(1).private.discarded == ("9c",)
    for viewer in (None, 0, 2):
        assert "9c" not in str(match.told(viewer)[-3:])
        assert shown(match).seats[1].discarded == 1


def test_r32_the_new_card_may_be_discarded() -> None:
    match = dealt(5)
    propose(match, 0, 1)
    deal(match, "2h")
    say(match, 1, "choose", card="2h")
    assert hands(match)[1] == ("9d", "9c")


def test_r33_all_cards_are_passed_together() -> None:
    match = dealt(6)
    assert match.to_act == {0, 1, 2}
    say(match, 0, "choose", card="2c")
    say(match, 1, "choose", card="9c")
    assert match.awaited == {2}
    assert hands(match)[1] == ("9d", "9c"), "nothing is passed yet"
    say(match, 0, "choose", card="3d")
    say(match, 2, "choose", card="Kc")
    assert hands(match) == [("Kc", "2c"), ("9d", "3d"), ("Kd", "9c")]
    assert shown(match).color == "white"
    passing = match.view(0).private.passing
    assert (passing.passed, passing.to, passing.received, passing.by) == ("3d", 1, "Kc", 2)


def test_r33_the_passed_card_is_named_to_the_two_alone() -> None:
    match = dealt(6)
    for seat, card in enumerate(("3d", "9c", "Kc")):
        say(match, seat, "choose", card=card)

    def named(viewer: int | None) -> list[str | None]:
        return [event.card for event in match.told(viewer) if type(event).__name__ == "Passed"]

    assert named(None) == [None, None, None]
    assert named(0) == ["3d", None, "Kc"]
    assert named(1) == ["3d", "9c", None]
    chosen = [event.card for event in match.told(1) if type(event).__name__ == "Chose"]
    assert chosen == [None, "9c", None]


def test_r33_another_card_chosen_too_late_is_out_of_date() -> None:
    match = dealt(6)
    for seat, card in enumerate(("3d", "9c", "Kc")):
        say(match, seat, "choose", card=card)
    assert refused(match, 0, {"type": "choose", "card": "2c"}) == MoveErrorCode.OUT_OF_DATE


def test_r34_the_jack_is_taken_openly_for_another_card() -> None:
    match = dealt(7)
    propose(match, 0, 0)
    assert shown(match).seats[0].jack
    assert [move.card for move in match.legal(0) if hasattr(move, "card")] == ["2c", "3d"]
    assert refused(match, 0, {"type": "choose", "card": "J*"}) == MoveErrorCode.ILLEGAL
    say(match, 0, "choose", card="2c")
    assert hands(match)[0] == ("J*", "3d")
    assert "2c" not in str(match.told(1)[-5:])


def test_r44_the_jack_itself_cannot_be_discarded() -> None:
    match = with_specialist(7)
    deal_all(match)
    propose(match, 1, 0)
    assert refused(match, 0, {"type": "choose", "card": "J*"}) == MoveErrorCode.ILLEGAL
    assert {move.card for move in match.legal(0) if hasattr(move, "card")} == {"2c", "3d"}


def showdown_with_jack(hand: str, board: str) -> Any:
    """Seat 0 takes the Jack instead of the first card of its hand."""
    match = with_specialist(7)
    deal(match, hand, "9c 9d", "Kc 2s")
    propose(match, 0, 0)
    say(match, 0, "choose", card=hand.split(maxsplit=1)[0])
    cards = board.split()
    for street in (cards[:3], cards[3:4], cards[4:]):
        chips(match, 3, 1, 2)
        reveal(match, " ".join(street))
    chips(match, 3, 1, 2)
    return next(each for each in shown(match).showdown if each.seat == 0).best


def test_r34_it_is_a_jack_without_suit() -> None:
    assert showdown_with_jack("2c Jh", "3h 7d 8h Qs 4c").category == "pair"
    assert showdown_with_jack("2c Ah", "Th Qh Kh 4c 5d").category == "straight", "no royal flush"
    assert showdown_with_jack("2c Ah", "3h 7h 8h 4c 5d").category == "high_card", "no flush"
    assert showdown_with_jack("2c 3s", "Js 8d 8h 7c 5d").category == "two_pairs"
    assert showdown_with_jack("2c 8s", "Js 8d 8h 7c 5d").category == "full_house"


def test_r34_with_four_other_jacks_it_is_a_kicker() -> None:
    best = showdown_with_jack("2c Jh", "Js Jd Jc 8c 5d")
    assert best.category == "four_of_a_kind"
    assert set(best.cards) == {"Jh", "Js", "Jd", "Jc", "J*"}
    best = showdown_with_jack("2c Jh", "Js Jd Jc Ac 5d")
    assert "Ac" in best.cards


def test_r34_a_redraw_costs_the_jack_too() -> None:
    match = with_specialist(7, standing=3)
    deal_all(match)
    propose(match, 1, 0)
    say(match, 0, "choose", card="2c")
    chips(match)
    reveal(match, "Ah Qs 7d")
    deal(match, "6h 6c")
    assert hands(match)[0] == ("6h", "6c")
    assert match.view(0).private.discarded == ("J*", "3d", "2c")


def test_r34_the_mark_goes_where_the_jack_goes() -> None:
    match = with_specialist(7, standing=3)
    deal_all(match)
    propose(match, 1, 0)
    say(match, 0, "choose", card="2c")
    assert [seat.jack for seat in shown(match).seats] == [True, False, False]
    chips(match)
    reveal(match, "Ah Qs 7d")
    assert [seat.jack for seat in shown(match).seats] == [False, False, False], "it is discarded with the hand"
    deal(match, "6h 6c")
    assert [seat.jack for seat in shown(match).seats] == [False, False, False]


def test_r34_the_jack_can_be_named() -> None:
    match = with_specialist(7, standing=4)
    deal_all(match)
    propose(match, 0, 2)
    say(match, 2, "choose", card="Kc")
    until(match, lambda: shown(match).phase == "guessing_rank")
    for seat in (0, 1):
        say(match, seat, "pick_rank", rank="J")
    for seat in (0, 1):
        say(match, seat, "confirm")
    assert shown(match).scans[0].right is True


def test_r35_sums_are_announced() -> None:
    match = dealt(8, "Th 7c", "Qd 3s", "Ac Td")
    assert [(each.kind, each.number) for each in shown(match).announcements] == [("sum", 17), ("sum", 13), ("sum", 21)]


def test_r36_cards_are_dealt_again_when_all_have_looked() -> None:
    match = dealt(9)
    assert match.to_act == {0, 1, 2}
    assert hands(match)[0] == ("3d", "2c"), "one looks first"
    say(match, 1, "seen")
    say(match, 0, "seen")
    assert match.awaited == {2}
    assert [seat.done for seat in shown(match).seats] == [True, True, False]
    say(match, 2, "seen")
    assert sorted(deal.card for deal in match.legal(DEALER)) == sorted(["2c", "3d", "9c", "9d", "Kc", "Kd"])
    deal(match, "Kc 9c", "2c 9d", "3d Kd")
    assert hands(match)[0] == ("Kc", "9c")
    assert [match.view(seat).private.first_hand for seat in range(3)] == [("3d", "2c"), ("9d", "9c"), ("Kd", "Kc")]
    assert shown(match).color == "white"


def test_r36_what_others_had_first_stays_secret() -> None:
    match = dealt(9)
    for seat in range(3):
        say(match, seat, "seen")
    deal(match, "Kc 9c", "2c 9d", "3d Kd")
    assert "9c" not in str([match.view(0).private.first_hand, shown(match)])


def test_r41_notes_are_put_away_when_all_hands_lie_open() -> None:
    match = with_specialist(9)
    until(match, lambda: shown(match).phase == "chips")
    assert match.view(0).private.first_hand
    until(match, lambda: shown(match).result is not None)
    assert match.view(0).private.first_hand == ()
    match = with_specialist(6, standing=3)
    until(match, lambda: shown(match).result is not None, FACES)
    assert match.view(0).private.passing is not None, "a hand was discarded, and is not open"


def with_muscle(*red: int) -> Match:
    """2-2-J-8-7 with the muscle, 2-2-A-8-7, 8-8-K-7-3 and 7-7-7-8-2."""
    match = with_specialist(10, players=4)
    deal(match, "2c Jh", "2d Ah", "8c Kh", "7c 7h")
    events = propose(match, 0, 0)
    assert "TookMuscle" in kinds(events)
    for street in ("2s 7d 8h", "3c", "5s"):
        chips(match)
        reveal(match, street)
    chips(match, *red)
    return match


def test_r37_the_muscle_beats_its_whole_category_and_no_other() -> None:
    right = with_muscle(3, 1, 2, 4)
    assert shown(right).result.success  # type: ignore[union-attr]
    for wrong in ((1, 2, 3, 4), (2, 1, 3, 4), (4, 1, 2, 3)):
        assert not shown(with_muscle(*wrong)).result.success  # type: ignore[union-attr]


def test_r37_a_perfect_tie_with_the_muscle_must_be_in_order() -> None:
    for red, success in (((2, 1, 3), True), ((1, 2, 3), False)):
        match = with_specialist(10)
        deal(match, "2c 3d", "2d 3c", "Kc Kd")
        propose(match, 0, 0)
        for street in ("Ah Ts 7d", "5c", "8h"):
            chips(match)
            reveal(match, street)
        chips(match, *red)
        assert shown(match).result.success == success  # type: ignore[union-attr]


def test_r28_a_redraw_takes_the_shown_card_out_of_the_hand_but_not_out_of_the_notes() -> None:
    match = with_specialist(1, standing=3)
    deal_all(match)
    propose(match, 0, 0, other=1)
    say(match, 0, "choose", card="3d")
    chips(match)
    reveal(match, "Ah Qs 7d")
    deal(match, "6h 6c")
    assert match.view(1).private.shown.card == "3d"
    assert match.view(1).private.shown.outdated
    assert match.view(0).private.shown.outdated
    assert "out of date" in render(match.view(1), 1, ["Ada", "Bo", "Cy"])
    for _ in range(20):
        imagined = match.imagine(1, [1, 2, 3, 4])
        assert imagined.informant_card == match.state.informant_card


def test_r30_what_was_announced_of_a_discarded_hand_is_marked() -> None:
    match = with_specialist(3, standing=3)
    deal_all(match)
    chips(match)
    reveal(match, "Ah Qs 7d")
    deal(match, "6h 6c")
    assert [each.outdated for each in shown(match).announcements] == [True, False, False]


def test_r28_a_card_that_is_still_in_the_hand_is_not_out_of_date() -> None:
    match = with_specialist(1, standing=3)
    deal_all(match)
    propose(match, 0, 1, other=2)
    say(match, 1, "choose", card="9c")
    chips(match)
    reveal(match, "Ah Qs 7d")
    deal(match, "6h 6c")
    assert not match.view(2).private.shown.outdated
    assert "out of date" not in render(match.view(2), 2, ["Ada", "Bo", "Cy"])


def test_r29_what_was_announced_before_more_cards_came_says_so() -> None:
    match = with_specialist(2)
    deal_all(match)
    propose(match, 0, 1)
    names = ["Ada", "Bo", "Cy"]
    assert "Bo a pair\n" in render(match.view(0), 0, names)
    chips(match)
    reveal(match, "Ah Qs 7d")
    assert "Bo a pair (out of date: before the flop)" in render(match.view(0), 0, names)


def test_r33_notes_of_passed_cards_say_what_has_been_discarded() -> None:
    match = with_specialist(6, standing=3)
    deal_all(match)
    for seat, card in enumerate(("2c", "9c", "Kc")):
        say(match, seat, "choose", card=card)
    chips(match)
    reveal(match, "Ah Qs 7d")
    deal(match, "6h 6c")
    notes = [match.view(seat).private.passing for seat in range(3)]
    assert [note.passed_outdated for note in notes] == [False, False, True], "seat 0 has drawn a new hand"
    assert [note.received_outdated for note in notes] == [True, False, False]


def test_r36_the_first_hand_says_so_when_somebody_has_drawn_a_new_one() -> None:
    match = with_specialist(9, standing=3)
    deal_all(match)
    for seat in range(3):
        say(match, seat, "seen")
    deal(match, "9c 9d", "Kc Kd", "2c 3d")
    assert not match.view(1).private.first_hand_outdated
    chips(match)
    reveal(match, "Ah Qs 7d")
    deal(match, "6h 6c")
    assert match.view(1).private.first_hand_outdated
    assert "somebody has drawn a new hand since" in render(match.view(1), 1, ["Ada", "Bo", "Cy"])
