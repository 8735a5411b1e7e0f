"""The exact JSON of RAISE: what is on the wire, in logs and in other people's programs."""

import pytest

from stolik import DEALER, IllegalMove, Match, MoveErrorCode, catalog
from stolik.core.messages import to_builtins
from stolik.games.raise_.components import FACES as FACES_IN_THE_BOX
from stolik.games.raise_.components import SYMBOLS as SYMBOLS_IN_THE_BOX
from stolik.games.raise_.messages.cards import FACES, SYMBOLS
from stolik.games.raise_.options import Options
from support.raise_ import HAND, begin, card, cards, dealt, draw, play, raise_

BELL_1, BELL_2 = card("bell 1"), card("bell 2")
CLOUD_4, GEAR_3 = card("cloud 4"), card("gear 3")


def test_key_and_folder() -> None:
    assert "raise" in catalog.keys()
    assert catalog.folder("raise").name == "raise_"


def test_options() -> None:
    assert to_builtins(Options(players=3)) == {"players": 3}


def test_the_types_name_what_is_in_the_box() -> None:
    assert SYMBOLS == SYMBOLS_IN_THE_BOX
    assert FACES == FACES_IN_THE_BOX


def started() -> Match:
    """Seat 1 is to raise."""
    match = dealt(HAND, HAND, first=1)
    begin(match, 14)
    play(match, "bell 2", "cloud 4")
    return match


def test_moves_and_deals_in_a_log() -> None:
    match = started()
    raise_(match, 1, "bell 1, gear 3")
    match.play(0, {"type": "pass"})
    draw(match, 0, "diamond 6*")
    log = to_builtins(match.record.log)
    assert log[0] == {"seat": None, "move": {"type": "first_player", "seat": 1}}
    assert log[1] == {"seat": None, "move": {"type": "draw", "seat": 0, "card": BELL_1}}
    assert [entry["move"]["seat"] for entry in log[1:13]] == [0] * 6 + [1] * 6
    assert log[13:] == [
        {"seat": None, "move": {"type": "scoring_card", "points": 14}},
        {
            "seat": None,
            "move": {"type": "roll", "faces": ["diamond", "diamond", "gear", "blank", "bell", "bell", "bell"]},
        },
        {"seat": 0, "move": {"type": "play", "card": BELL_2}},
        {"seat": 1, "move": {"type": "play", "card": CLOUD_4}},
        {"seat": 1, "move": {"type": "raise", "cards": [GEAR_3, BELL_1]}},
        {"seat": 0, "move": {"type": "pass"}},
        {"seat": None, "move": {"type": "draw", "seat": 0, "card": card("diamond 6*")}},
    ]


def test_events() -> None:
    match = started()
    raise_(match, 1, "bell 1, gear 3")
    match.play(0, {"type": "pass"})
    draw(match, 0, "diamond 6*")
    told = to_builtins(match.told(0))
    assert told[:2] == [{"type": "started", "seat": 1}, {"type": "drew", "seat": 0, "card": BELL_1}]
    assert told[7] == {"type": "drew", "seat": 1, "card": None}
    assert told[13:] == [
        {"type": "scoring_card_turned_up", "seat": 1, "points": 14, "round": 1, "rounds": 8},
        {
            "type": "rolled",
            "seat": 1,
            "faces": ["diamond", "diamond", "gear", "blank", "bell", "bell", "bell"],
            "multipliers": {"diamond": 3, "gear": 2, "cloud": 1, "hourglass": 1, "bell": 4},
        },
        {"type": "chosen", "seat": 0, "again": False, "card": BELL_2},
        {"type": "chosen", "seat": 1, "again": False, "card": None},
        {"type": "played", "seat": 1, "card": CLOUD_4, "value": 4},
        {"type": "played", "seat": 0, "card": BELL_2, "value": 8},
        {"type": "placed", "seat": 1, "field": 4, "onto": None},
        {"type": "placed", "seat": 0, "field": 8, "onto": None},
        {"type": "raised", "seat": 1, "cards": [GEAR_3, BELL_1], "before": 4, "field": 14, "onto": None},
        {"type": "passed", "seat": 0, "field": 8},
        {"type": "drew", "seat": 0, "card": card("diamond 6*")},
        {"type": "round_won", "seat": 1, "scoring_card": 14, "cards": 4, "points": 18},
    ]


def test_a_view() -> None:
    match = started()
    unplayed = [[4, 5, 5, 6], [3, 4, 4, 5, 6], [2, 3, 3, 4, 4, 5], [1, 2, 2, 3, 3, 4, 4], [1, 1, 1, 2, 2, 3, 3]]
    assert to_builtins(match.view(1)) == {
        "public": {
            "phase": "raising",
            "round": 1,
            "rounds": 8,
            "scoring_card": 14,
            "pot": 16,
            "unseen": [6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20],
            "lost": [],
            "dice": ["diamond", "diamond", "gear", "blank", "bell", "bell", "bell"],
            "symbols": [
                {"symbol": "diamond", "dice": 2, "multiplier": 3, "sides": 5},
                {"symbol": "gear", "dice": 1, "multiplier": 2, "sides": 6},
                {"symbol": "cloud", "dice": 0, "multiplier": 1, "sides": 7},
                {"symbol": "hourglass", "dice": 0, "multiplier": 1, "sides": 8},
                {"symbol": "bell", "dice": 3, "multiplier": 4, "sides": 9},
            ],
            "holder": 1,
            "turn": 1,
            "overtake": {"seat": 0, "field": 8, "needed": 5},
            "chosen": [],
            "track": [{"field": 4, "seats": [1]}, {"field": 8, "seats": [0]}],
            "seats": [
                {
                    "part": "in",
                    "field": 8,
                    "hand": 5,
                    "deck": 24,
                    "played": [{"card": BELL_2, "value": 8}],
                    "unplayed": unplayed,
                    "points": 0,
                    "cards": 0,
                    "scoring_cards": [],
                    "shown_hand": None,
                },
                {
                    "part": "in",
                    "field": 4,
                    "hand": 5,
                    "deck": 24,
                    "played": [{"card": CLOUD_4, "value": 4}],
                    "unplayed": [*unplayed[:2], [2, 3, 3, 4, 5], unplayed[3], [1, 1, 1, 2, 2, 2, 3, 3]],
                    "points": 0,
                    "cards": 0,
                    "scoring_cards": [],
                    "shown_hand": None,
                },
            ],
            "last": None,
        },
        "private": {
            "hand": [
                {"card": GEAR_3, "value": 6},
                {"card": BELL_1, "value": 4},
                {"card": BELL_1, "value": 4},
                {"card": BELL_2, "value": 8},
                {"card": BELL_2, "value": 8},
            ],
            "hand_points": 5,
            "hand_value": 30,
            "chosen": None,
            "needed": 5,
            "must_pass": False,
        },
    }
    assert to_builtins(match.view(0))["private"]["needed"] is None


def test_the_result_of_a_round_in_a_view() -> None:
    match = started()
    match.play(1, {"type": "pass"})
    draw(match, 1, "diamond 6*")
    assert to_builtins(match.view(None).public.last) == {
        "round": 1,
        "winner": 0,
        "scoring_card": 14,
        "points": 16,
        "cards": [[BELL_2], [CLOUD_4]],
    }


@pytest.mark.parametrize(
    "move",
    [
        {"type": "play", "card": {**BELL_2, "color": "red"}},
        {"type": "play", "card": {"symbol": "bell", "number": 2}},
        {"type": "play", "card": {**BELL_2, "symbol": "whistle"}},
        {"type": "play", "card": {**BELL_2, "number": "2"}},
        {"type": "raise", "cards": BELL_2},
        {"type": "raise"},
        {"type": "draw", "seat": 0, "card": BELL_2},
    ],
)
def test_what_is_no_move_is_refused_as_such(move: object) -> None:
    match = started()
    with pytest.raises(IllegalMove) as refused:
        match.play(1, move)
    assert refused.value.code == MoveErrorCode.MALFORMED


def test_points_belong_to_a_card() -> None:
    """A card that counts otherwise than any in the deck is not a card of the game."""
    match = started()
    with pytest.raises(IllegalMove) as refused:
        match.play(1, {"type": "raise", "cards": [{**BELL_2, "points": 5}]})
    assert refused.value.code == MoveErrorCode.ILLEGAL
    assert refused.value.legal == match.legal(1)
    with pytest.raises(IllegalMove):
        match.play(1, {"type": "raise", "cards": cards("bell 2") * 3})


@pytest.mark.parametrize(
    "deal",
    [
        {"type": "scoring_card", "points": 6},
        {"type": "first_player", "seat": 0},
        {"type": "draw", "seat": 0, "card": BELL_2},
        {"type": "roll", "faces": ["blank"] * 7},
    ],
)
def test_the_dealer_waits_for_its_turn(deal: object) -> None:
    with pytest.raises(IllegalMove) as refused:
        started().play(DEALER, deal)
    assert refused.value.code == MoveErrorCode.NOT_YOUR_TURN
