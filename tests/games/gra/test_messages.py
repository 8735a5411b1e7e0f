"""The exact JSON of GRA: what is on the wire, in logs and in other people's programs."""

import pytest

from stolik import DEALER, BadOptions, IllegalMove, Match
from stolik.core.messages import to_builtins
from stolik.games.gra.options import Options
from support.gra import Table


def by_json() -> Match:
    match = Match("gra", {"players": 2, "joker": True, "directions": True}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": 1})
    match.play(DEALER, {"type": "deal", "seat": 0, "card": [2, 6]})
    match.play(DEALER, {"type": "deal", "seat": 1, "card": [1, 3]})
    match.play(1, {"type": "choose", "values": [1]})
    match.play(0, {"type": "choose", "values": [6]})
    match.play(1, {"type": "direction", "clockwise": False})
    match.play(1, {"type": "bid", "count": 1, "value": 3})
    match.play(0, {"type": "bid", "count": 2, "value": 6})
    match.play(1, {"type": "check"})
    return match


def test_options_have_their_defaults() -> None:
    assert to_builtins(Options(players=3)) == {
        "players": 3,
        "bid_order": "value",
        "joker": False,
        "directions": False,
        "fewer": False,
        "longer": False,
    }


@pytest.mark.parametrize("wrong", [{}, {"players": 3, "jokers": True}, {"players": 3, "joker": 1}])
def test_other_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        Match("gra", wrong)


def test_moves_and_deals_in_a_log() -> None:
    assert to_builtins(by_json().record.log) == [
        {"seat": None, "move": {"type": "first_player", "seat": 1}},
        {"seat": None, "move": {"type": "deal", "seat": 0, "card": [2, 6]}},
        {"seat": None, "move": {"type": "deal", "seat": 1, "card": [1, 3]}},
        {"seat": 1, "move": {"type": "choose", "values": [1]}},
        {"seat": 0, "move": {"type": "choose", "values": [6]}},
        {"seat": 1, "move": {"type": "direction", "clockwise": False}},
        {"seat": 1, "move": {"type": "bid", "count": 1, "value": 3}},
        {"seat": 0, "move": {"type": "bid", "count": 2, "value": 6}},
        {"seat": 1, "move": {"type": "check"}},
    ]


def test_events_as_one_seat_was_told_them() -> None:
    shown_six = {"ends": [2, 6], "showing": 6, "counts": True}
    shown_one = {"ends": [1, 3], "showing": 1, "counts": True}
    assert to_builtins(by_json().told(0)) == [
        {"type": "started", "seat": 1},
        {"type": "round_began", "round": 1, "starter": 1, "cards": 2, "extra": False},
        {"type": "dealt", "seat": 0, "number": 1, "of": 1, "card": [2, 6]},
        {"type": "dealt", "seat": 1, "number": 1, "of": 1, "card": None},
        {"type": "chosen", "seat": 1, "again": False, "values": None},
        {"type": "chosen", "seat": 0, "again": False, "values": [6]},
        {"type": "settled", "starter": 1},
        {"type": "declared", "seat": 1, "clockwise": False},
        {"type": "bid_made", "seat": 1, "count": 1, "value": 3, "jokers_off": False},
        {"type": "bid_made", "seat": 0, "count": 2, "value": 6, "jokers_off": False},
        {"type": "checked", "seat": 1, "bidder": 0, "count": 2, "value": 6},
        {"type": "shown", "seat": 0, "cards": [shown_six], "matching": 1, "found": 1},
        {"type": "shown", "seat": 1, "cards": [shown_one], "matching": 1, "found": 2},
        {"type": "counted", "found": 2, "count": 2, "value": 6, "right": True},
        {"type": "lost", "seat": 1, "winner": 0, "size_before": 1, "size_after": 2},
    ]


def test_events_of_the_end() -> None:
    match = Table(3, fewer=True).lose(1, 1, 1, 1, 1, 2).match
    told = to_builtins(match.told(None))
    ended = next(k for k, event in enumerate(told) if event["type"] == "ended")
    assert told[ended : ended + 2] == [
        {"type": "ended", "seat": 1, "hand_size": 0},
        {"type": "tied", "seats": [0, 2]},
    ]
    assert told[-2:] == [{"type": "went_out", "seat": 2, "place": 2}, {"type": "won", "seat": 0}]


def test_a_view_in_the_middle_of_bidding() -> None:
    table = Table(2, first=1, joker=True).lose(0).show("26 14", "35")
    table.bid("2x3")
    seat = {"status": "playing", "chosen": True, "place": None}
    view = to_builtins(table.match.view(0))
    last = view["public"].pop("last")
    assert view == {
        "public": {
            "phase": "bid",
            "round": 2,
            "extra": False,
            "starter": 1,
            "turn": 0,
            "direction": "clockwise",
            "seats": [{"hand_size": 2, "cards": 2, **seat}, {"hand_size": 1, "cards": 1, **seat}],
            "total": 3,
            "bids": [{"seat": 1, "count": 2, "value": 3}],
            "bid": {"seat": 1, "count": 2, "value": 3},
            "raises": [None, None, 3, 1, 1, 1],
            "ones": "jokers",
            "winner": None,
            "last_size": 6,
            "bid_order": "value",
            "joker": True,
            "directions": False,
            "fewer": False,
            "longer": False,
        },
        "private": {
            "cards": [{"ends": [2, 6], "showing": 2}, {"ends": [1, 4], "showing": 1}],
            "choice": [2, 1],
            "counts": [1, 2, 1, 1, 1, 1],
            "could_count": [1, 2, 1, 1, 1, 2],
            "needed": 1,
        },
    }
    assert last == {
        "round": 1,
        "extra": False,
        "checker": 1,
        "bidder": 0,
        "count": 2,
        "value": 6,
        "jokers": False,
        "hands": [
            {"seat": 0, "cards": [{"ends": [1, 2], "showing": 2, "counts": False}], "matching": 0},
            {"seat": 1, "cards": [{"ends": [1, 2], "showing": 2, "counts": False}], "matching": 0},
        ],
        "found": 0,
        "right": False,
        "loser": 0,
        "winner": 1,
        "size_before": 1,
        "size_after": 2,
        "effect": "more",
    }


@pytest.mark.parametrize(
    "nonsense",
    [
        {"type": "deal", "seat": 0, "card": [6, 2]},
        {"type": "deal", "seat": 0, "card": [2, 2]},
        {"type": "deal", "seat": 0, "card": [2]},
        {"type": "deal", "seat": 1, "card": [2, 6]},
        {"type": "deal", "card": [2, 6]},
        {"type": "first_player", "seat": 0},
    ],
)
def test_other_deals_are_refused(nonsense: dict[str, object]) -> None:
    table = Table(2)
    with pytest.raises(IllegalMove):
        table.match.play(DEALER, nonsense)


@pytest.mark.parametrize(
    "nonsense",
    [
        {"type": "bid", "count": 1},
        {"type": "bid", "count": 1, "value": 7},
        {"type": "bid", "count": "1", "value": 2},
        {"type": "bid", "count": 31, "value": 2},
        {"type": "check", "why": "not"},
        {"type": "direction", "clockwise": True},
        {"type": "choose", "values": [1, 2, 3, 4, 5, 6]},
        {"type": "pass"},
    ],
)
def test_other_moves_are_refused(nonsense: dict[str, object]) -> None:
    table = Table(2).show("46", "12")
    before = table.match.state
    with pytest.raises(IllegalMove):
        table.match.play(0, nonsense)
    assert table.match.state == before
