"""R11 … R15 and R38: modes, and decks that go on."""

from typing import Any

import pytest

from stolik import DEALER, Match
from stolik.core.game import BadOptions
from stolik.games.gang import GAME
from support.gang import challenge, gang, heist, next_heist, shown, specialist


def on_offer(match: Match) -> list[int]:
    """The numbers that the dealer may draw."""
    return [deal.number for deal in match.legal(DEALER)]


def in_play(match: Match) -> list[int]:
    return [each.number for each in shown(match).challenges]


def after(match: Match, *, succeed: bool) -> Match:
    heist(match, succeed=succeed)
    next_heist(match)
    return match


def test_r11_the_basic_game_has_no_cards() -> None:
    match = gang()
    for outcome in (True, False, True):
        after(match, succeed=outcome)
        assert in_play(match) == []
        assert shown(match).specialist is None
        assert shown(match).challenge_deck is None
        assert hasattr(match.legal(DEALER)[0], "card")


def test_r12_a_challenge_after_a_success_a_specialist_after_a_failure() -> None:
    match = gang(mode="advanced")
    assert hasattr(match.legal(DEALER)[0], "card"), "the first heist is a plain one"
    after(match, succeed=True)
    assert on_offer(match) == [1]
    assert match.legal(DEALER)[0].__struct_config__.tag == "challenge"
    challenge(match, 1)
    assert in_play(match) == [1]
    after(match, succeed=False)
    assert match.legal(DEALER)[0].__struct_config__.tag == "specialist"
    specialist(match, 1)
    assert in_play(match) == [], "one card, for one heist"
    assert shown(match).specialist.number == 1  # type: ignore[union-attr]
    after(match, succeed=True)
    assert on_offer(match) == [2]
    assert shown(match).specialist is None, "gone, though it was not used"


def test_r13_one_challenge_stands_for_the_whole_game() -> None:
    match = gang(mode="professional")
    assert on_offer(match) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    event = challenge(match, 5)[0]
    assert event.standing
    assert [(each.number, each.standing) for each in shown(match).challenges] == [(5, True)]
    after(match, succeed=True)
    assert on_offer(match) == [2], "challenge 1 is left out"
    challenge(match, 2)
    assert in_play(match) == [2, 5]
    after(match, succeed=False)
    specialist(match, 1)
    assert in_play(match) == [5]
    assert shown(match).specialist is not None


def test_r14_two_challenges_and_two_alarms_lose() -> None:
    match = gang(mode="master")
    assert on_offer(match) == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    challenge(match, 9)
    assert on_offer(match) == [2, 3, 4, 5, 6, 7, 8, 10]
    challenge(match, 5)
    assert in_play(match) == [5, 9]
    after(match, succeed=False)
    assert match.legal(DEALER)[0].__struct_config__.tag == "challenge", "no specialists"
    challenge(match, 2)
    heist(match, succeed=False)
    assert match.over
    assert shown(match).alarms == shown(match).alarms_to_lose == 2


def test_r14_the_lower_number_leaves_not_the_older_card() -> None:
    match = gang(mode="master", challenges=3)
    challenge(match, 9)
    challenge(match, 5)
    after(match, succeed=True)
    assert in_play(match) == [9]
    challenge(match, 3)
    heist(match)
    events = next_heist(match)
    assert [event.number for event in events if type(event).__name__ == "ChallengeLeft"] == [3], "9 is older"
    assert in_play(match) == [9]


@pytest.mark.parametrize("number", range(1, 11))
def test_r15_an_ordered_deck_begins_with_the_number_on_top(number: int) -> None:
    match = after(gang(mode="advanced", challenges=number), succeed=True)
    assert on_offer(match) == [number]
    match = after(gang(mode="advanced", specialists=number), succeed=False)
    assert on_offer(match) == [number]


def test_r15_past_ten_a_deck_is_shuffled_for_good() -> None:
    match = after(gang(mode="advanced", challenges=10), succeed=True)
    challenge(match, 10)
    assert shown(match).challenge_deck.on_top == "shuffled"  # type: ignore[union-attr]
    after(match, succeed=True)
    assert on_offer(match) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_r15_a_shuffled_deck_gives_no_number_twice_in_a_game() -> None:
    match = after(gang(mode="advanced", specialists="shuffled"), succeed=False)
    assert on_offer(match) == list(range(1, 11))
    specialist(match, 3)
    after(match, succeed=False)
    assert on_offer(match) == [1, 2, 4, 5, 6, 7, 8, 9, 10]


def test_r15_an_ordered_deck_skips_what_is_in_play() -> None:
    match = gang(mode="professional", challenges=4)
    challenge(match, 4)
    after(match, succeed=True)
    assert on_offer(match) == [5]


def lost(match: Match) -> Match:
    while not match.over:
        heist(match, succeed=False)
        if not match.over:
            next_heist(match)
    return match


def test_r15_a_rematch_goes_on_from_there() -> None:
    match = lost(gang(mode="advanced", challenges=3, specialists=9))
    options: Any = match.next_options
    assert (options.challenges, options.specialists) == (3, "shuffled"), "two specialists came, 9 and 10"
    assert match.told(None)[-1].specialists == "shuffled"
    match = lost(gang(mode="advanced", challenges=3, specialists=4))
    options = match.next_options
    assert (options.challenges, options.specialists) == (3, 6)
    assert (options.players, options.mode) == (3, "advanced")
    assert shown(Match("gang", options, dealer=None)).specialist_deck.on_top == 6  # type: ignore[union-attr]


def test_r15_a_shuffled_deck_goes_on_in_a_rematch() -> None:
    match = after(gang(mode="advanced", specialists="shuffled"), succeed=False)
    specialist(match, 3)
    after(match, succeed=False)
    specialist(match, 7)
    heist(match, succeed=False)
    assert match.over
    match = Match("gang", match.next_options, dealer=None)
    deck = shown(match).specialist_deck
    assert deck is not None
    assert (deck.on_top, deck.used, deck.gone) == ("shuffled", [], [3, 7])
    after(match, succeed=False)
    assert on_offer(match) == [1, 2, 4, 5, 6, 8, 9, 10], "what has come goes below the others"


def test_r15_when_all_have_come_a_shuffled_deck_is_shuffled_again() -> None:
    gone = sum(1 << number - 1 for number in range(1, 11) if number != 4)
    match = after(gang(mode="advanced", challenges="shuffled", challenges_gone=gone), succeed=True)
    assert on_offer(match) == [4]
    challenge(match, 4)
    after(match, succeed=True)
    assert on_offer(match) == [1, 2, 3, 5, 6, 7, 8, 9, 10]
    challenge(match, 9)
    heist(match)
    following: Any = match.next_options
    assert (following.challenges, following.challenges_gone) == ("shuffled", 1 << 8)


def test_r15_random_challenges_come_from_a_shuffled_deck_too() -> None:
    gone = sum(1 << number - 1 for number in range(1, 11) if number not in (1, 4, 6))
    match = gang(mode="master", challenges="shuffled", challenges_gone=gone)
    assert on_offer(match) == [4, 6]
    challenge(match, 6)
    assert on_offer(match) == [4]
    challenge(match, 4)
    after(match, succeed=True)
    assert on_offer(match) == [2, 3, 5, 7, 8, 9, 10], "all have come but 1, which is left out"


def test_r15_an_ordered_deck_that_is_shuffled_forgets_nothing_that_came_after() -> None:
    match = after(gang(mode="advanced", challenges=10, challenges_gone=1), succeed=True)
    challenge(match, 10)
    after(match, succeed=True)
    challenge(match, 2)
    heist(match)
    following: Any = match.next_options
    assert (following.challenges, following.challenges_gone) == ("shuffled", 1 << 1)


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        ({"mode": "basic", "challenges": 3}, False),
        ({"mode": "basic", "specialists": "shuffled"}, False),
        ({"mode": "master", "specialists": 2}, False),
        ({"mode": "master", "challenges": 3}, True),
        ({"mode": "professional", "specialists": 2}, True),
        ({"mode": "basic", "challenges": 1, "specialists": 1}, True),
    ],
)
def test_what_a_mode_does_not_have_cannot_be_asked_for(wanted: dict[str, Any], fits: bool) -> None:
    if fits:
        GAME.wanted_options({"players": 3, **wanted})
    else:
        with pytest.raises(BadOptions, match="has no meaning here, only with mode"):
            GAME.wanted_options({"players": 3, **wanted})
    GAME.options({"players": 3, **wanted})  # a record of a match may have it: it did nothing there


def test_r38_a_random_challenge_that_has_left_does_not_come_back() -> None:
    match = gang(mode="master", challenges=3)
    challenge(match, 3)
    challenge(match, 5)
    after(match, succeed=True)
    assert on_offer(match) == [4], "3 has just left"
    challenge(match, 4)
    after(match, succeed=True)
    assert in_play(match) == [5]
    assert on_offer(match) == [6]
