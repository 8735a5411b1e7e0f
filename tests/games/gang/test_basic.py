"""R1 … R10: the basic game."""

from typing import Any

import pytest

from stolik import DEALER, BadOptions, IllegalMove, Match
from stolik.core.errors import MoveErrorCode
from support.gang import (
    PLAIN,
    chips,
    deal,
    deal_all,
    gang,
    heist,
    kinds,
    next_heist,
    reveal,
    say,
    shown,
    take,
)


def stars(match: Match, round_: int = 1) -> list[int]:
    chips_ = [seat.chips[round_ - 1] for seat in shown(match).seats]
    return [chip.stars if chip else 0 for chip in chips_]


def at_chips(players: int = 3, **options: Any) -> Match:
    match = gang(players, **options)
    deal_all(match)
    return match


def refused(match: Match, seat: int, move: dict[str, Any]) -> MoveErrorCode:
    before = match.state
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    assert match.state == before
    return caught.value.code


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r1_each_color_has_a_chip_of_1_to_n_stars(players: int) -> None:
    match = gang(players)
    while not match.to_act:
        match.play(DEALER, match.legal(DEALER)[0])
    assert [chip.stars for chip in shown(match).centre] == list(range(1, players + 1))


@pytest.mark.parametrize("players", [2, 7])
def test_r1_three_to_six_play(players: int) -> None:
    with pytest.raises(BadOptions):
        gang(players)


def test_r1_all_win_together() -> None:
    match = gang()
    for _ in range(2):
        heist(match)
        next_heist(match)
    heist(match)
    assert match.over
    assert match.winners == [0, 1, 2]
    assert match.scores == [3, 3, 3]


def test_r2_three_alarms_lose() -> None:
    match = gang()
    for outcome in (False, True, False, True):
        heist(match, succeed=outcome)
        next_heist(match)
    heist(match, succeed=False)
    assert match.over
    assert match.winners == []
    assert match.places == [2, 2, 2]
    assert shown(match).outcomes == ["alarm", "vault", "alarm", "vault", "alarm"]
    assert shown(match).won is False


def test_r3_two_cards_then_three_one_and_one_on_the_table() -> None:
    match = gang()
    assert match.legal(DEALER)[0].seat == 0
    deal_all(match)
    assert [seat.cards for seat in shown(match).seats] == [2, 2, 2]
    lying = []
    for cards in ("Ah Ts 7d", "5c", "8h"):
        chips(match)
        reveal(match, cards)
        lying.append([len(street) for street in shown(match).community])
    assert lying == [[3, 0, 0], [3, 1, 0], [3, 1, 1]]
    assert shown(match).color == "red"


def test_r3_pocket_cards_are_seen_by_nobody_else() -> None:
    match = gang()
    deal_all(match)
    assert match.view(0).private.hand == ("3d", "2c")
    told = [event for event in match.told(1) if type(event).__name__ == "Dealt"]
    assert [(event.seat, event.card) for event in told if event.card] == [(1, "9c"), (1, "9d")]


def test_r4_a_chip_is_taken_from_the_centre_or_from_another() -> None:
    match = at_chips()
    take(match, 0, 3)
    event = take(match, 1, 3, giver=0)[0]
    assert (event.seat, event.stars, event.giver, event.put_back) == (1, 3, 0, None)
    assert stars(match) == [0, 3, 0]


def test_r4_taking_puts_the_old_chip_in_the_centre() -> None:
    match = at_chips()
    take(match, 0, 3)
    take(match, 1, 1)
    event = take(match, 0, 1, giver=1)[0]
    assert event.put_back == 3
    assert stars(match) == [1, 0, 0]
    assert [chip.stars for chip in shown(match).centre] == [2, 3]


def test_r4_a_swap_pushes_no_chip_to_anybody() -> None:
    match = at_chips()
    take(match, 0, 3)
    take(match, 1, 1)
    take(match, 0, 1, giver=1)
    assert stars(match)[1] == 0, "who was robbed has none; the robber's old chip is in the centre"


def test_r4_the_own_chip_can_be_returned() -> None:
    match = at_chips()
    take(match, 2, 2)
    say(match, 2, "return")
    assert stars(match) == [0, 0, 0]
    assert refused(match, 2, {"type": "return"}) == MoveErrorCode.OUT_OF_DATE


def test_r5_earlier_chips_stay_and_cannot_be_moved() -> None:
    match = at_chips()
    chips(match, 2, 1, 3)
    reveal(match, "Ah Ts 7d")
    take(match, 0, 1)
    assert stars(match, 1) == [2, 1, 3]
    assert refused(match, 0, {"type": "take", "stars": 3, "from": 2}) == MoveErrorCode.OUT_OF_DATE
    assert [chip and chip.stars for chip in shown(match).seats[0].chips] == [2, 1, None, None]


def test_r6_a_round_ends_when_all_have_chips_and_are_ready() -> None:
    match = at_chips()
    take(match, 0, 1)
    take(match, 1, 2)
    assert refused(match, 0, {"type": "ready"}) == MoveErrorCode.OUT_OF_DATE
    assert match.awaited == {2}
    take(match, 2, 3)
    assert match.awaited == {0, 1, 2}
    say(match, 0, "ready")
    say(match, 1, "ready")
    say(match, 0, "unready")
    say(match, 2, "ready")
    assert shown(match).round == 1
    assert match.awaited == {0}
    say(match, 0, "ready")
    assert shown(match).phase == "dealing"


def test_r6_a_chip_move_clears_all_readies() -> None:
    match = at_chips()
    for seat in range(3):
        take(match, seat, seat + 1)
    say(match, 0, "ready")
    say(match, 1, "ready")
    take(match, 2, 2, giver=1)
    assert not any(seat.ready for seat in shown(match).seats)
    assert refused(match, 0, {"type": "unready"}) == MoveErrorCode.OUT_OF_DATE


def test_r6_a_late_ready_is_out_of_date() -> None:
    match = at_chips()
    for seat in range(3):
        take(match, seat, seat + 1)
    seen = match.seq
    take(match, 2, 2, giver=1)
    take(match, 1, 3)
    with pytest.raises(IllegalMove) as caught:
        match.prepare(0, {"type": "ready"}, seen=seen)
    assert caught.value.code == MoveErrorCode.OUT_OF_DATE
    match.prepare(0, {"type": "ready"}, seen=match.seq)


def test_r6_with_instant_the_last_chip_ends_the_round() -> None:
    match = at_chips(round_end="instant")
    take(match, 0, 1)
    take(match, 1, 2)
    assert refused(match, 0, {"type": "ready"}) == MoveErrorCode.ILLEGAL
    take(match, 2, 3)
    assert shown(match).phase == "dealing"


def test_r7_a_chip_that_is_gone_is_not_taken_from_anybody_else() -> None:
    match = at_chips()
    take(match, 0, 2)
    assert refused(match, 1, {"type": "take", "stars": 2, "from": None}) == MoveErrorCode.OUT_OF_DATE
    take(match, 1, 2, giver=0)
    assert refused(match, 2, {"type": "take", "stars": 2, "from": 0}) == MoveErrorCode.OUT_OF_DATE
    assert refused(match, 1, {"type": "take", "stars": 2, "from": 1}) == MoveErrorCode.ILLEGAL
    assert refused(match, 2, {"type": "take", "stars": 4, "from": None}) == MoveErrorCode.ILLEGAL


def at_showdown(match: Match, board: str, *red: int) -> list[Any]:
    """All rounds but the last with chips in the order of the seats."""
    cards = board.split()
    for street in (cards[:3], cards[3:4], cards[4:]):
        chips(match)
        reveal(match, " ".join(street))
    return chips(match, *red)


def test_r8_the_example_succeeds_with_a_perfect_tie() -> None:
    """2-2-A-10-7, 2-2-A-10-7, 2-2-A-J-7 and A-A-A-2-2."""
    for red in ((1, 2, 3, 4), (2, 1, 3, 4)):
        match = gang(4)
        deal(match, "Tc 3h", "Td 4h", "Jh 3s", "As Ac")
        events = at_showdown(match, "2c 2d Ah 7s 5d", *red)
        result = next(event for event in events if type(event).__name__ == "HeistEnded")
        assert result.success
        best = {hand.seat: hand.best for hand in shown(match).showdown}
        assert [best[seat].category for seat in range(4)] == ["pair", "pair", "pair", "full_house"]
        assert [card[0] for card in best[2].cards] == ["2", "2", "A", "J", "7"]


def test_r8_a_weaker_hand_fails_and_the_rest_is_still_shown() -> None:
    match = gang(4)
    deal_all(match)
    at_showdown(match, PLAIN, 2, 1, 3, 4)
    hands = shown(match).showdown
    assert [(hand.seat, hand.ok) for hand in hands] == [(1, True), (0, False), (2, True), (3, True)]
    assert shown(match).result.reasons == ["order"]  # type: ignore[union-attr]
    assert shown(match).alarms == 1


def test_r8_only_red_chips_count() -> None:
    match = gang()
    deal_all(match)
    for street in ("Ah Ts 7d", "5c", "8h"):
        chips(match, 3, 2, 1)
        reveal(match, street)
    chips(match)
    assert shown(match).result.success  # type: ignore[union-attr]


@pytest.mark.parametrize("round_end", ["ready", "instant"])
def test_r8_cards_stay_open_until_all_are_ready(round_end: str) -> None:
    match = gang(round_end=round_end)
    heist(match)
    assert match.awaited == {0, 1, 2}
    say(match, 1, "ready")
    assert len(shown(match).showdown) == 3
    say(match, 0, "ready")
    assert shown(match).heist == 1
    say(match, 2, "ready")
    assert shown(match).heist == 2
    assert shown(match).showdown == []


def test_r8_after_the_last_heist_no_ready_is_asked() -> None:
    match = gang()
    for _ in range(2):
        heist(match)
        next_heist(match)
    events = heist(match)
    assert kinds(events)[-2:] == ["HeistEnded", "GameEnded"]
    assert match.to_act == frozenset()
    assert len(shown(match).showdown) == 3


def categories(board: str, *hands: str) -> list[str]:
    match = gang(len(hands))
    deal(match, *hands)
    at_showdown(match, board)
    best = {hand.seat: hand.best.category for hand in shown(match).showdown}
    return [best[seat] for seat in range(len(hands))]


def test_r9_four_of_a_kind_beats_a_flush() -> None:
    match = gang()
    deal(match, "2c 3d", "Kh 2h", "9c 9d")
    at_showdown(match, "9h 9s 4h 6h Td")
    assert [hand.best.category for hand in shown(match).showdown] == ["pair", "flush", "four_of_a_kind"]
    assert shown(match).result.success  # type: ignore[union-attr]


def test_r9_an_ace_is_below_the_two_and_nothing_goes_round_it() -> None:
    assert categories("3h 4s 5d Kc 9h", "Ah 2d", "Ad Qs", "Jd 7c") == ["straight", "high_card", "high_card"]
    assert categories("2h 3s 4d Kc 9h", "Ah 8d", "Ad Qs", "Jd 7c") == ["high_card", "high_card", "high_card"]


def test_r9_a_royal_flush_is_apart_from_a_straight_flush() -> None:
    assert categories("Th Jh Qh 2c 3d", "9h 8h", "Ah Kh", "2d 2s") == [
        "straight_flush",
        "royal_flush",
        "three_of_a_kind",
    ]


def test_r10_there_is_no_talk_while_a_heist_runs() -> None:
    match = gang()
    assert match.quiet
    heist(match)
    assert not match.quiet
    next_heist(match)
    assert match.quiet


def test_r10_onlookers_see_no_pocket_card_before_the_showdown() -> None:
    match = gang()
    deal_all(match)
    assert match.view(None).private is None
    assert "9c" not in str(match.told(None))
    heist(match)
    assert "9c" in str(match.view(None))


def test_r39_ready_after_a_heist_cannot_be_taken_back() -> None:
    match = gang()
    heist(match)
    say(match, 1, "ready")
    assert 1 not in match.to_act
    assert refused(match, 1, {"type": "unready"}) == MoveErrorCode.NOT_YOUR_TURN
    say(match, 0, "ready")
    say(match, 2, "ready")
    assert shown(match).heist == 2
