"""The exact JSON of No Thanks!: what is on the wire, in logs and in other people's programs."""

from stolik import DEALER, Match
from stolik.core.messages import to_builtins
from stolik.games.no_thanks.options import Options


def test_options_have_their_defaults() -> None:
    assert to_builtins(Options(players=4)) == {"players": 4, "tactical": False, "open_chips": False}


def test_moves_and_deals_in_a_log() -> None:
    match = Match("no_thanks", {"players": 4}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": 2})
    match.play(DEALER, {"type": "turn_up", "card": 11})
    match.play(2, {"type": "decline"})
    match.play(3, {"type": "take"})
    assert to_builtins(match.record.log) == [
        {"seat": None, "move": {"type": "first_player", "seat": 2}},
        {"seat": None, "move": {"type": "turn_up", "card": 11}},
        {"seat": 2, "move": {"type": "decline"}},
        {"seat": 3, "move": {"type": "take"}},
    ]
    assert to_builtins(match.told(0)) == [
        {"type": "started", "seat": 2},
        {"type": "turned_up", "seat": 2, "card": 11},
        {"type": "declined", "seat": 2},
        {"type": "taken", "seat": 3, "card": 11, "chips": 1},
    ]


def test_a_view() -> None:
    match = Match("no_thanks", {"players": 3, "tactical": True}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": 0})
    match.play(DEALER, {"type": "turn_up", "card": 11})
    match.play(0, {"type": "take"})
    match.play(DEALER, {"type": "turn_up", "card": 12})
    match.play(0, {"type": "decline"})
    nothing = {"runs": [], "cost": 0, "chips": None, "points": None}
    assert to_builtins(match.view(0)) == {
        "public": {
            "turn": 1,
            "card": 12,
            "pot": 1,
            "pile": 22,
            "seats": [{"runs": [[11]], "cost": 11, "chips": None, "points": None}, nothing, nothing],
            "out": [10, 20, 30],
            "set_aside": None,
        },
        "private": {"chips": 9, "points": 2, "points_if_taken": 1},
    }
