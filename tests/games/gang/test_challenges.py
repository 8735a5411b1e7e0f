"""R16 … R27 and R40: challenges, alone and together."""

from typing import Any

import pytest

from stolik import DEALER, IllegalMove, Match
from stolik.core.errors import MoveErrorCode
from stolik.games.gang.text import render
from support.gang import (
    FACES,
    PLAIN,
    chips,
    deal,
    deal_all,
    heist,
    kinds,
    reveal,
    say,
    shown,
    take,
    until,
    with_challenge,
    with_challenges,
)


def refused(match: Match, seat: int, move: dict[str, Any]) -> MoveErrorCode:
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    return caught.value.code


def held(match: Match, round_: int) -> list[int]:
    chips_ = [seat.chips[round_ - 1] for seat in shown(match).seats]
    return [chip.stars if chip else 0 for chip in chips_]


def test_r16_quick_access_goes_straight_to_round_2() -> None:
    match = with_challenge(1)
    events = deal_all(match)
    assert kinds(events)[-1] == "RoundSkipped"
    assert shown(match).colors == ["yellow", "orange", "red"]
    reveal(match, "Ah Ts 7d")
    assert (shown(match).round, shown(match).color) == (2, "yellow")
    assert held(match, 1) == [0, 0, 0]


def test_r17_a_locked_chip_stays() -> None:
    match = with_challenge(2)
    deal_all(match)
    assert [(chip.stars, chip.locked) for chip in shown(match).centre] == [(1, True), (2, False), (3, False)]
    take(match, 0, 1)
    assert shown(match).seats[0].chips[0].locked  # type: ignore[union-attr]
    assert refused(match, 1, {"type": "take", "stars": 1, "from": 0}) == MoveErrorCode.ILLEGAL
    assert match.legal(0) == [], "its holder waits"
    assert match.to_act == {1, 2}


def test_r17_the_holder_of_a_locked_chip_cannot_slip_onto_another() -> None:
    match = with_challenge(2)
    deal_all(match)
    take(match, 0, 1)
    take(match, 1, 2)
    take(match, 2, 3)
    for move in ({"type": "return"}, {"type": "take", "stars": 2, "from": 1}, {"type": "take", "stars": 3, "from": 2}):
        assert refused(match, 0, move) == MoveErrorCode.ILLEGAL
    say(match, 0, "ready")
    assert [move.__struct_config__.tag for move in match.legal(0)] == ["unready"]


def test_r17_the_red_chip_is_not_locked() -> None:
    match = with_challenge(2)
    until(match, lambda: shown(match).round == 4 and bool(shown(match).centre))
    assert not any(chip.locked for chip in shown(match).centre)
    take(match, 0, 1)
    take(match, 1, 1, giver=0)
    assert held(match, 4)[1] == 1


def at_flop(match: Match, flop: str, *white: int) -> list[Any]:
    deal_all(match)
    chips(match, *white)
    return reveal(match, flop)


def test_r18_a_face_in_the_flop_costs_the_lowest_white_chip_its_hand() -> None:
    match = with_challenge(3)
    events = at_flop(match, "Ah Js 7d", 2, 1, 3)
    assert [event.seat for event in events if type(event).__name__ == "Discarded"] == [1]
    assert shown(match).phase == "dealing", "before the yellow chips"
    assert match.legal(DEALER)[0].seat == 1
    deal(match, "6h 6c")
    assert match.view(1).private.hand == ("6h", "6c")
    assert match.view(1).private.discarded == ("9d", "9c")
    assert held(match, 1) == [2, 1, 3], "the chip stays"
    assert shown(match).seats[1].redrew
    assert shown(match).color == "yellow"
    assert not any(deal.card == "9c" for deal in (chips(match), match.legal(DEALER))[1]), "discards do not come back"


def test_r18_without_a_face_nothing_happens() -> None:
    match = with_challenge(3)
    at_flop(match, "Ah Ts 7d")
    assert shown(match).phase == "chips"
    assert not any(seat.redrew for seat in shown(match).seats)


def at_guess(match: Match, board: str = PLAIN) -> list[Any]:
    return until(match, lambda: shown(match).phase.startswith("guessing"), board)


def name(match: Match, what: str, answer: str) -> list[Any]:
    """All but the target pick it and confirm."""
    target = shown(match).target
    events: list[Any] = []
    others = [seat for seat in range(match.players) if seat != target]
    for seat in others:
        events += say(match, seat, f"pick_{what}", **{what: answer})
    for seat in others:
        events += say(match, seat, "confirm")
    return events


def test_r19_a_guess_is_asked_when_the_others_have_shown() -> None:
    match = with_challenge(4)
    events = at_guess(match)
    assert kinds(events)[-3:] == ["HandShown", "HandShown", "Asked"]
    assert [hand.seat for hand in shown(match).showdown] == [0, 1]
    assert shown(match).target == 2
    assert match.to_act == {0, 1}
    assert "Kd" not in str(match.view(0)), "the target has not shown"


@pytest.mark.parametrize(("rank", "reasons"), [("K", []), ("9", ["rank"])])
def test_r19_the_rank_must_be_in_the_targets_hand(rank: str, reasons: list[str]) -> None:
    match = with_challenge(4)
    at_guess(match)
    events = name(match, "rank", rank)
    assert kinds(events)[-4:] == ["Named", "HandShown", "Judged", "HeistEnded"]
    result = shown(match).result
    assert result is not None
    assert (result.success, result.reasons) == (not reasons, reasons)
    assert [hand.ok for hand in shown(match).showdown] == [True, True, True]


def test_r20_a_hasty_getaway_has_five_community_cards() -> None:
    match = with_challenge(5)
    deal_all(match)
    for street in ("Ah Ts 7d", "5c"):
        chips(match)
        events = reveal(match, street)
    assert kinds(events) == ["Revealed", "RoundSkipped"]
    assert not match.to_act, "the fifth card follows at once"
    reveal(match, "8h")
    assert (shown(match).round, shown(match).color) == (4, "red")
    assert sum(map(len, shown(match).community)) == 5
    chips(match)
    assert shown(match).result.success  # type: ignore[union-attr]


def test_r21_the_chip_with_the_most_stars_locks() -> None:
    match = with_challenge(6, players=4)
    deal_all(match)
    take(match, 3, 4)
    assert refused(match, 0, {"type": "take", "stars": 4, "from": 3}) == MoveErrorCode.ILLEGAL
    take(match, 0, 1)
    take(match, 1, 1, giver=0)
    assert held(match, 1) == [0, 1, 0, 4]


def test_r22_without_faces_the_highest_white_chip_redraws() -> None:
    match = with_challenge(7)
    at_flop(match, "Ah Ts 7d", 3, 1, 2)
    assert match.legal(DEALER)[0].seat == 0
    match = with_challenge(7)
    at_flop(match, "Ah Js 7d", 3, 1, 2)
    assert shown(match).phase == "chips"


def test_r23_a_blackout_leaves_no_trace_of_the_chips() -> None:
    match = with_challenge(8)
    deal_all(match)
    chips(match, 2, 3, 1)
    assert held(match, 1) == [2, 3, 1], "until the next round begins"
    reveal(match, "Ah Ts 7d")
    assert held(match, 1) == [0, 0, 0]
    for viewer in (None, 0, 1, 2):
        everything = str(match.told(viewer)) + str(match.so_far(viewer)) + str(match.view(viewer))
        assert "Took(" not in everything
        assert "Chip(stars=2, locked=False), None" not in everything
        assert all(seat.chips == [None] * 4 for moment in match.so_far(viewer) for seat in moment.view.public.seats)
    assert match.view(0).private.hand == ("3d", "2c"), "one's cards are not chips"


def test_r23_after_the_heist_it_may_be_looked_up_again() -> None:
    match = with_challenge(8)
    heist(match)
    told = kinds(match.told(None))
    assert told.count("BlackedOut") == 3
    assert told.count("Took") == 24, "of both heists"


def test_r23_a_redraw_is_settled_from_the_white_chips_before_they_go() -> None:
    match = with_challenges(3, 8)
    at_flop(match, "Ah Js 7d", 2, 1, 3)
    assert match.legal(DEALER)[0].seat == 1, "the chip was not erased too early"
    assert held(match, 1) == [2, 1, 3]
    deal(match, "6h 6c")
    assert held(match, 1) == [0, 0, 0]
    assert not any(seat.redrew for seat in shown(match).seats), "that would tell who had the chip"
    assert all(match.view(seat).private.discarded == () for seat in range(3))
    assert match.view(1).private.hand == ("6h", "6c")
    assert all(kind in ("BlackedOut", "RoundBegan") for kind in kinds(match.told(1)))


@pytest.mark.parametrize(("category", "success"), [("pair", True), ("two_pairs", False)])
def test_r24_the_others_name_the_hand(category: str, success: bool) -> None:
    match = with_challenge(9)
    at_guess(match)
    assert shown(match).phase == "guessing_category"
    assert len([move for move in match.legal(0) if hasattr(move, "category")]) == 10
    name(match, "category", category)
    result = shown(match).result
    assert result is not None
    assert result.success == success
    assert result.reasons == ([] if success else ["category"])


def test_r25_three_pocket_cards_and_the_best_five_of_eight() -> None:
    match = with_challenge(10)
    deal(match, "2c 3d 9s", "9c 9d 4s", "Kc Kd 6s")
    assert [seat.cards for seat in shown(match).seats] == [3, 3, 3]
    for street in ("Ah Qs 7d", "5c", "8h"):
        chips(match)
        reveal(match, street)
    chips(match)
    assert [len(hand.cards) for hand in shown(match).showdown] == [3, 3, 3]
    assert [len(hand.best.cards) for hand in shown(match).showdown] == [5, 5, 5]
    assert shown(match).result.success  # type: ignore[union-attr]


def test_r26_both_kinds_of_chips_lock() -> None:
    match = with_challenges(2, 6)
    deal_all(match)
    take(match, 0, 1)
    take(match, 2, 3)
    assert match.to_act == {1}
    take(match, 1, 2)
    assert match.awaited == {0, 1, 2}


def test_r26_a_redraw_under_cameras_is_three_cards() -> None:
    match = with_challenges(3, 10)
    at_flop(match, "Ah Js 7d")
    deal(match, "6h 6c")
    assert shown(match).phase == "dealing"
    deal(match, "2d")
    assert shown(match).phase == "chips"
    assert len(match.view(0).private.hand) == 3


def test_r26_motion_detector_and_tripwires_exclude_each_other() -> None:
    for flop, loser in (("Ah Js 7d", 0), ("Ah Ts 7d", 2)):
        match = with_challenges(3, 7)
        at_flop(match, flop)
        assert match.legal(DEALER)[0].seat == loser
        deal(match, "6h 6c")
        assert shown(match).phase == "chips"


@pytest.mark.parametrize(
    ("rank", "category", "reasons"),
    [
        ("K", "pair", []),
        ("9", "pair", ["rank"]),
        ("K", "flush", ["category"]),
        ("9", "flush", ["rank", "category"]),
    ],
)
def test_r26_two_scans_ask_twice_and_are_judged_together(rank: str, category: str, reasons: list[str]) -> None:
    match = with_challenges(4, 9)
    at_guess(match)
    assert shown(match).phase == "guessing_rank"
    events = name(match, "rank", rank)
    assert kinds(events)[-2:] == ["Named", "Asked"], "nothing is judged yet"
    assert shown(match).phase == "guessing_category"
    assert [scan.right for scan in shown(match).scans] == [None, None]
    name(match, "category", category)
    assert shown(match).result.reasons == reasons  # type: ignore[union-attr]


def test_r26_if_the_order_has_failed_no_guess_is_asked() -> None:
    match = with_challenges(4, 9)
    deal_all(match)
    for street in ("Ah Ts 7d", "5c", "8h"):
        chips(match)
        reveal(match, street)
    chips(match, 2, 1, 3)
    assert shown(match).result.reasons == ["order"]  # type: ignore[union-attr]
    assert [(scan.rank, scan.category, scan.right) for scan in shown(match).scans] == [(None, None, None)] * 2


def test_r26_the_last_hand_may_fail_though_the_guess_was_right() -> None:
    match = with_challenge(4)
    deal_all(match)
    for street in ("Ah Ts 7d", "5c", "8h"):
        chips(match)
        reveal(match, street)
    chips(match, 1, 3, 2)
    name(match, "rank", "9")
    assert shown(match).result.reasons == ["order"]  # type: ignore[union-attr]


def test_r26_with_a_getaway_the_yellow_chips_go_with_the_fourth_card() -> None:
    match = with_challenges(5, 8)
    deal_all(match)
    chips(match)
    reveal(match, "Ah Ts 7d")
    chips(match)
    assert held(match, 2) == [1, 2, 3]
    reveal(match, "5c")
    assert held(match, 2) == [0, 0, 0]
    reveal(match, "8h")
    assert all(seat.chips == [None] * 4 for seat in shown(match).seats)
    assert kinds(match.told(None)) == ["BlackedOut", "RoundSkipped", "Revealed", "RoundBegan"]


def test_r27_picks_are_open_and_must_all_agree() -> None:
    match = with_challenge(4, players=4)
    at_guess(match)
    say(match, 0, "pick_rank", rank="A")
    say(match, 1, "pick_rank", rank="A")
    assert refused(match, 0, {"type": "confirm"}) == MoveErrorCode.OUT_OF_DATE
    say(match, 2, "pick_rank", rank="K")
    scan = shown(match).scans[0]
    assert scan.picks == ["A", "A", "K", None]
    assert not scan.can_confirm
    assert match.awaited == {0, 1}, "those who differ from the last pick"
    say(match, 2, "pick_rank", rank="A")
    say(match, 0, "confirm")
    say(match, 1, "confirm")
    assert match.awaited == {2}
    say(match, 1, "pick_rank", rank="9")
    assert shown(match).scans[0].confirmed == []


def test_r27_the_target_can_send_nothing() -> None:
    match = with_challenge(4)
    at_guess(match)
    for move in ({"type": "pick_rank", "rank": "K"}, {"type": "confirm"}, {"type": "ready"}):
        assert refused(match, 2, move) == MoveErrorCode.NOT_YOUR_TURN


def test_r27_the_terminal_asks_the_others_and_not_the_target() -> None:
    match = with_challenge(4)
    at_guess(match)
    told = [render(match.view(seat), seat, ["Ada", "Bo", "Cy"]) for seat in range(3)]
    assert ["name a rank" in text.splitlines()[-1] for text in told] == [True, True, False]
    assert "you may not help" in told[2]


@pytest.mark.parametrize("number", [4, 9])
def test_r27_the_others_may_talk_and_the_target_may_not_even_react(number: int) -> None:
    match = with_challenge(number)
    deal_all(match)
    assert [set(match.quiet), set(match.muted)] == [{0, 1, 2}, set()], "while the heist runs nobody talks (R10)"
    at_guess(match)
    assert [set(match.quiet), set(match.muted)] == [{2}, {2}]
    name(match, *(("rank", "A") if number == 4 else ("category", "pair")))
    assert not match.quiet
    assert not match.muted


def test_r27_a_late_confirmation_is_out_of_date() -> None:
    match = with_challenge(4)
    at_guess(match)
    for seat in (0, 1):
        say(match, seat, "pick_rank", rank="K")
    seen = match.seq
    say(match, 1, "pick_rank", rank="9")
    say(match, 1, "pick_rank", rank="K")
    with pytest.raises(IllegalMove) as caught:
        match.prepare(0, {"type": "confirm"}, seen=seen)
    assert caught.value.code == MoveErrorCode.OUT_OF_DATE


def test_r40_the_same_pick_again_is_no_move() -> None:
    match = with_challenge(4)
    at_guess(match)
    say(match, 0, "pick_rank", rank="K")
    assert "K" not in [move.rank for move in match.legal(0)]


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("board", [PLAIN, FACES])
def test_every_challenge_can_be_played_to_its_end(number: int, board: str) -> None:
    match = with_challenge(number)
    heist(match, board)
    assert shown(match).heist == 2
    assert shown(match).result is not None
