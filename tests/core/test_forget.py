"""What must be forgotten: erased from the state, and never told again while the match runs."""

from types import SimpleNamespace
from typing import Any

import pytest

from laws import ALL_LAWS
from small_games import BLACKOUT, blackout
from stolik import Match
from stolik.core.game import Game
from stolik.core.messages import to_json
from stolik.core.moments import Remembered
from stolik.core.tell import remember
from support.random_play import chance
from support.variants import variants

REMEMBERED: Any = vars(Match)["remembered"].fget
CHIPS = {"first": [(0, 1), (1, 0)], "second": [(0, 0), (1, 1)]}


def after_blackout(taken: list[tuple[int, int]]) -> Match:
    match = Match(BLACKOUT, {"players": 2}, seed="dark")
    for seat, chip in taken:
        match.play(seat, {"type": "take", "chip": chip})
    return match


def test_before_it_everything_is_told() -> None:
    match = after_blackout(CHIPS["first"][:1])
    assert [event.what for event in match.told(1)] == ["called", "took"]
    assert [moment.seq for moment in match.so_far(1)] == [0, 1, 2]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_after_it_nothing_from_before_is_told(viewer: int | None) -> None:
    match = after_blackout(CHIPS["first"])
    assert [event.what for event in match.told(viewer)] == ["round"]
    assert [event.what for event in match.told(viewer, since=0)] == ["round"]
    assert [moment.seq for moment in match.so_far(viewer)] == [3]
    match.play(0, {"type": "take", "chip": 1})
    assert [event.what for event in match.told(viewer)] == ["round", "took"]
    assert [moment.seq for moment in match.so_far(viewer)] == [3, 4]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_different_pasts_look_the_same(viewer: int | None) -> None:
    one, two = (after_blackout(taken) for taken in CHIPS.values())
    for shown in (Match.view, Match.told, Match.so_far):
        assert to_json(shown(one, viewer)) == to_json(shown(two, viewer))


@pytest.mark.parametrize("since", range(7))
def test_a_part_of_a_replay_begins_no_earlier_than_memory_does(since: int) -> None:
    match = after_blackout(CHIPS["first"])
    match.play(0, {"type": "take", "chip": 1})
    assert [moment.seq for moment in match.moments(None, since)] == [seq for seq in (3, 4) if seq >= since]
    assert list(match.moments(0, since)) == [moment for moment in match.so_far(0) if moment.seq >= since]


def test_forgetting_itself_is_no_event() -> None:
    match = after_blackout(CHIPS["first"][:1])
    events = match.play(1, {"type": "take", "chip": 0})
    assert [event.what for event in events] == ["took", "round"]


def test_what_was_forgotten_can_be_remembered_again() -> None:
    def apply(s: Any, seat: int, code: int) -> None:
        blackout.apply(s, seat, code)
        if seat >= 0 and s.round == 2 and any(s.chip):
            remember(s)

    namespace: Any = SimpleNamespace(**{**vars(blackout), "apply": apply})
    game = Game("blackout", namespace, namespace, namespace)
    match = Match(game, {"players": 2}, seed="dark")
    for seat, chip in CHIPS["first"]:
        match.play(seat, {"type": "take", "chip": chip})
    assert [event.what for event in match.told(0)] == ["round"]
    match.play(0, {"type": "take", "chip": 1})
    assert [event.what for event in match.told(0)] == ["called", "took", "took", "round", "took"]
    assert [moment.seq for moment in match.so_far(None)] == [0, 1, 2, 3, 4]


def test_after_the_end_all_is_public_again() -> None:
    match = after_blackout(CHIPS["first"])
    match.play(1, {"type": "take", "chip": 0})
    match.play(0, {"type": "take", "chip": 1})
    assert match.over
    assert [event.what for event in match.told(None)].count("took") == 4
    assert [moment.seq for moment in match.so_far(None)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("forgetful", [lambda match: Remembered(), lambda match: Remembered(REMEMBERED(match).seq, 0)])
def test_the_law_of_forgetting_can_fail(monkeypatch: pytest.MonkeyPatch, forgetful: Any) -> None:
    """Once by not forgetting at all, once by forgetting an entry too little."""
    monkeypatch.setattr(Match, "remembered", property(forgetful))
    with pytest.raises(AssertionError):
        for options in variants(BLACKOUT):
            for number in range(20):
                ALL_LAWS["what_is_forgotten_is_never_told_again"](BLACKOUT, options, chance(number))
