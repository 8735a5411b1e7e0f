"""R8, R9 and R37: how hands are marked at the showdown, and what tells them apart in words."""

from typing import Any

import pytest

from stolik import Match
from stolik.games.gang.text import render, say
from support.gang import (
    PLAIN,
    chips,
    deal,
    deal_all,
    gang,
    propose,
    reveal,
    shown,
    until,
    with_challenge,
    with_specialist,
)

NAMES = ["Ada", "Bo", "Cy", "Di"]


def at_showdown(match: Match, board: str, *red: int) -> list[Any]:
    cards = board.split()
    for street in (cards[:3], cards[3:4], cards[4:]):
        chips(match)
        reveal(match, " ".join(street))
    return chips(match, *red)


def hands_shown(events: list[Any]) -> list[Any]:
    return [event for event in events if type(event).__name__ == "HandShown"]


def words(match: Match) -> str:
    return render(match.view(None), None, NAMES[: match.players])


def test_r8_a_hand_is_marked_against_all_that_lie_open_not_only_the_one_before() -> None:
    """Three aces have one star, and whatever follows is weaker than them: the kings too, though not than the nines."""
    match = gang(4)
    deal_all(match)
    events = at_showdown(match, PLAIN, 2, 3, 4, 1)
    marked = [(3, None), (0, 3), (1, 3), (2, 3)]
    assert [(hand.seat, hand.weaker_than) for hand in shown(match).showdown] == marked
    assert [(event.seat, event.weaker_than) for event in hands_shown(events)] == marked
    assert [hand.ok for hand in shown(match).showdown] == [True, False, False, False]
    assert [line[-28:] for line in words(match).splitlines() if "✗ weaker" in line] == [
        f"  ✗ weaker than Di  right: {stars}" for stars in (1, 2, 3)
    ]
    assert "That was weaker than the hand of Di." in say(hands_shown(events)[-1], NAMES)


def test_r8_the_right_order_is_told_beside_the_chosen_one() -> None:
    match = gang(4)
    deal_all(match)
    events = at_showdown(match, PLAIN, 2, 3, 4, 1)
    assert [hand.right for hand in shown(match).showdown] == [[4], [1], [2], [3]]
    ended = events[-1]
    assert ended.order == shown(match).result.order == [0, 1, 2, 3]  # type: ignore[union-attr]
    assert "The right order: Ada, Bo, Cy, Di." in say(ended, NAMES)


def test_r8_in_a_perfect_tie_several_chips_are_right() -> None:
    match = gang(4)
    deal(match, "Tc 3h", "Td 4h", "Jh 3s", "As Ac")
    at_showdown(match, "2c 2d Ah 7s 5d", 2, 1, 3, 4)
    hands = shown(match).showdown
    assert [(hand.seat, hand.right) for hand in hands] == [(1, [1, 2]), (0, [1, 2]), (2, [3]), (3, [4])]
    assert shown(match).result.order == [1, 0, 2, 3]  # type: ignore[union-attr]


def test_r8_what_would_have_been_right_is_not_told_before_the_last_hand_is_open() -> None:
    match = with_challenge(4)
    until(match, lambda: shown(match).phase == "guessing_rank")
    assert [hand.right for hand in shown(match).showdown] == [[], []]


@pytest.mark.parametrize(
    ("board", "hands", "kickers"),
    [
        ("8c 8d 5h 4s 2c", ("Kc 3d", "Qc 7d", "Ac Ad"), [("K",), ("Q",), ()]),
        ("8c 8d Ah 4s 2c", ("Kc 3d", "Qc 7d", "5d 5c"), [("A", "K"), ("A", "Q"), ()]),
        ("8c 8d Ah Ks 2c", ("3c 3d", "3h 3s", "Qc Jd"), [(), (), ()]),
        ("Ac 9d 6h 4s 2c", ("Kc 3d", "Qc 7d", "9h 9c"), [("K",), ("Q",), ()]),
        ("Ac 9c 6c 4s 2d", ("Kc 3c", "Qc 7c", "9h 9s"), [("K",), ("Q",), ()]),
        ("Ac 9d 6h 4s 2c", ("Kc 3d", "Qc 7d", "Kd 8d"), [("K", "9", "6"), ("Q",), ("K", "9", "8")]),
        ("8c 8d 8h 4s 4c", ("Kc Kd", "Qc Qd", "7c 7d"), [(), (), ()]),
        ("Jc Jd Jh Js 4c", ("Ac Kd", "Qc Qd", "7c 6d"), [("A",), ("Q",), ("7",)]),
    ],
    ids=["pair", "second kicker", "tie", "high card", "flush", "three alike", "full house", "four of a kind"],
)
def test_r9_kickers_are_named_where_they_decide(board: str, hands: tuple[str, ...], kickers: list[Any]) -> None:
    match = gang(len(hands))
    deal(match, *hands)
    events = at_showdown(match, board)
    assert [hand.kickers for hand in shown(match).showdown] == kickers
    assert [event.kickers for event in hands_shown(events)] == kickers
    for event, ranks in zip(hands_shown(events), kickers, strict=True):
        said = say(event, NAMES)
        assert all(rank in said for rank in ranks)
        assert ("kicker" in said or " next" in said) == bool(ranks)


def test_r9_kickers_of_a_hand_that_is_not_open_yet_decide_nothing() -> None:
    match = with_challenge(9)
    deal(match, "Qc 3d", "9c 9d", "Kc 7h")
    events = at_showdown(match, "8c 8d 5h 4s 2h")
    assert [event.kickers for event in hands_shown(events)] == [(), ()]
    assert [hand.kickers for hand in shown(match).showdown] == [(), ()]


def test_r37_where_the_muscle_decides_kickers_do_not() -> None:
    match = with_specialist(10)
    deal(match, "Kc 3d", "Qc 7d", "Ac Ad")
    propose(match, 0, 0)
    at_showdown(match, "8c 8d 5h 4s 2c")
    assert [hand.kickers for hand in shown(match).showdown] == [(), (), ()]
