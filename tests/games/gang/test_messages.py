"""The exact JSON of Gang, which is a public contract."""

from typing import Any

import pytest

from stolik import DEALER, BadOptions, Match, catalog
from stolik.core.messages import to_builtins
from support.gang import chips, deal, deal_all, gang, propose, reveal, say, until, with_challenge, with_specialist
from support.gang import shown as public

GAME = catalog.find("gang")


def legal(match: Match, seat: int) -> list[Any]:
    return [to_builtins(move) for move in match.legal(seat)]


def test_options_left_out_have_their_first_value() -> None:
    assert to_builtins(GAME.options({"players": 4})) == {
        "players": 4,
        "mode": "basic",
        "round_end": "ready",
        "challenges": 1,
        "specialists": 1,
        "challenges_gone": 0,
        "specialists_gone": 0,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"players": 2},
        {"players": 4, "mode": "hard"},
        {"players": 4, "challenges": 0},
        {"players": 4, "challenges": 11},
        {"players": 4, "specialists": "sorted"},
        {"players": 4, "jokers": True},
    ],
)
def test_wrong_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        GAME.options(wrong)


def test_chip_moves() -> None:
    match = gang()
    deal_all(match)
    assert legal(match, 0) == [{"type": "take", "stars": stars, "from": None} for stars in (1, 2, 3)]
    match.play(1, {"type": "take", "stars": 3, "from": None})
    assert {"type": "take", "stars": 3, "from": 1} in legal(match, 0)
    assert {"type": "return"} in legal(match, 1)
    match.play(0, {"type": "take", "stars": 1, "from": None})
    match.play(2, {"type": "take", "stars": 2, "from": None})
    assert {"type": "ready"} in legal(match, 0)
    match.play(0, {"type": "ready"})
    assert {"type": "unready"} in legal(match, 0)


def test_proposals_leave_out_what_a_specialist_does_not_need() -> None:
    wanted: dict[int, dict[str, Any]] = {
        1: {"type": "propose", "seat": 1, "other": 2},
        2: {"type": "propose", "seat": 1},
        4: {"type": "propose", "seat": 1, "rank": "9"},
        5: {"type": "propose", "seat": 1},
        7: {"type": "propose", "seat": 1},
        10: {"type": "propose", "seat": 1},
    }
    for number, message in wanted.items():
        match = with_specialist(number)
        deal_all(match)
        assert message in legal(match, 0)
        match.play(0, message)
        assert to_builtins(match.log[-1].move) == message
        assert {"type": "agree", "proposal": 1} in legal(match, 1)
        assert {"type": "refuse", "proposal": 1} in legal(match, 0)


def test_cards_are_chosen_by_name() -> None:
    match = with_specialist(7)
    deal_all(match)
    propose(match, 0, 2)
    assert {"type": "choose", "card": "Kd"} in legal(match, 2)
    say(match, 2, "choose", card="Kd")
    assert match.view(2).private.hand == ("Kc", "J*")


def test_guesses() -> None:
    match = with_challenge(4)
    until(match, lambda: public(match).phase == "guessing_rank")
    assert legal(match, 0) == [{"type": "pick_rank", "rank": rank} for rank in "23456789TJQKA"]
    for seat in (0, 1):
        match.play(seat, {"type": "pick_rank", "rank": "T"})
    assert legal(match, 0)[0] == {"type": "confirm"}
    match = with_challenge(9)
    until(match, lambda: public(match).phase == "guessing_category")
    names = (
        "high_card pair two_pairs three_of_a_kind straight flush full_house four_of_a_kind straight_flush royal_flush"
    )
    assert legal(match, 0) == [{"type": "pick_category", "category": name} for name in names.split()]


def test_the_dealers_moves() -> None:
    match = gang(mode="master")
    assert to_builtins(match.legal(DEALER)[0]) == {"type": "challenge", "number": 2}
    match = gang()
    assert to_builtins(match.legal(DEALER)[0]) == {"type": "deal", "seat": 0, "card": "2c"}
    deal(match, "Ah Kd", "2c 3c", "4c 5c")
    chips(match)
    assert {"type": "reveal", "card": "Td"} in [to_builtins(deal) for deal in match.legal(DEALER)]
    reveal(match, "Td")


def test_seen_and_specialists() -> None:
    match = with_specialist(9)
    assert match.log[-1].move == {"type": "specialist", "number": 9}
    deal_all(match)
    assert legal(match, 0) == [{"type": "seen"}]


def test_a_view_shows_all_that_a_table_needs() -> None:
    match = with_challenge(2)
    deal_all(match)
    chips(match)
    view = to_builtins(match.view(0))
    assert view["private"]["hand"] == ["3d", "2c"]
    assert view["private"]["best"] == {"category": "high_card", "cards": ["3d", "2c"]}
    assert view["public"]["challenges"] == [{"number": 2, "standing": False}]
    assert view["public"]["seats"][0]["chips"] == [{"stars": 1, "locked": True}, None, None, None]
    assert view["public"]["vaults"] == 1
    assert view["public"]["outcomes"] == ["vault"]
