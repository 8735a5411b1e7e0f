"""Bots vote, propose, choose cards and guess, with every specialist and challenge that asks for it."""

from typing import Any

import pytest

from stolik import Match
from support.gang import (
    all_say,
    chips,
    deal,
    deal_all,
    heist,
    propose,
    reveal,
    say,
    shown,
    take,
    until,
    with_challenge,
    with_specialist,
)
from support.gang_bots import asked

SOUND = ("normal", "hard")
INFORMANT, DRIVER, MASTERMIND, HACKER, COORDINATOR, JACK, CON_ARTIST, MUSCLE = 1, 2, 4, 5, 6, 7, 9, 10


def in_last_round(number: int, standing: int | None = None, round_end: str = "ready") -> Match:
    """Seat 2 has the strongest hand, kings; all but seat 2 have chips if rounds end at once."""
    match = with_specialist(number, standing=standing, round_end=round_end)
    deal(match, "2c 3d", "9c 9d", "Kc Kd")
    for street in ("Ah Ts 7d", "5c", "8h"):
        chips(match)
        reveal(match, street)
    for seat in range(2 if round_end == "instant" else 3):
        take(match, seat, seat + 1)
    return match


# Votes


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("number", [INFORMANT, DRIVER, MASTERMIND, HACKER, JACK, MUSCLE])
def test_bots_agree_to_what_people_propose(level: str, number: int) -> None:
    match = with_specialist(number)
    deal_all(match)
    for seat in range(3):
        take(match, seat, seat + 1)
    more: dict[int, dict[str, Any]] = {INFORMANT: {"other": 2}, MASTERMIND: {"rank": "9"}}
    say(match, 0, "propose", seat=1, **more.get(number, {}))
    assert asked(match, 1, level) == asked(match, 2, level) == {"type": "agree", "proposal": 1}


@pytest.mark.parametrize("level", SOUND)
def test_nobody_breaks_a_finished_hand_for_the_jack(level: str) -> None:
    match = in_last_round(JACK)
    say(match, 0, "propose", seat=2)
    assert asked(match, 1, level) == {"type": "agree", "proposal": 1}
    assert asked(match, 2, level) == {"type": "refuse", "proposal": 1}, "a pair of kings"


# Proposals


@pytest.mark.parametrize("level", SOUND)
@pytest.mark.parametrize("round_end", ["ready", "instant"])
def test_the_strongest_gets_the_muscle(level: str, round_end: str) -> None:
    match = in_last_round(MUSCLE, round_end=round_end)
    proposer = 2 if round_end == "instant" else 0
    assert asked(match, proposer, level) == {"type": "propose", "seat": 2}
    say(match, proposer, "propose", seat=2)
    say(match, 1, "refuse", proposal=1)
    assert asked(match, proposer, level)["type"] != "propose", "nobody is pressed"


@pytest.mark.parametrize("level", SOUND)
@pytest.mark.parametrize("number", [HACKER, JACK])
def test_new_cards_come_while_there_are_rounds_to_sort_them(level: str, number: int) -> None:
    match = with_specialist(number)
    deal(match, "2c 3d", "9c 9d", "Kc Kd")
    for seat in range(3):
        take(match, seat, seat + 1)
    assert asked(match, 0, level) == {"type": "ready"}, "before the flop it is too early"
    all_say(match, "ready")
    reveal(match, "Ah Ts 7d")
    for seat in range(3):
        take(match, seat, seat + 1)
    assert asked(match, 0, level) == {"type": "propose", "seat": 2}
    assert asked(in_last_round(number), 0, level) == {"type": "ready"}, "too late"


@pytest.mark.parametrize("level", SOUND)
def test_who_contested_chips_tells_the_others_why(level: str) -> None:
    match = in_last_round(DRIVER)
    take(match, 1, 3, giver=2)
    take(match, 2, 3, giver=1)
    take(match, 1, 2)
    assert asked(match, 0, level) == {"type": "propose", "seat": 1}
    match = in_last_round(INFORMANT)
    take(match, 1, 3, giver=2)
    take(match, 2, 3, giver=1)
    take(match, 1, 2)
    assert asked(match, 0, level) == {"type": "propose", "seat": 1, "other": 0}
    assert asked(match, 1, level) == {"type": "propose", "seat": 1, "other": 0}, "one chip below"


@pytest.mark.parametrize("level", SOUND)
def test_mastermind_asks_the_strongest_for_the_highest_rank_on_the_table(level: str) -> None:
    assert asked(in_last_round(MASTERMIND), 1, level) == {"type": "propose", "seat": 2, "rank": "A"}


@pytest.mark.parametrize("level", SOUND)
def test_what_will_be_guessed_is_found_out_before(level: str) -> None:
    assert asked(in_last_round(INFORMANT, standing=4), 0, level) == {"type": "propose", "seat": 2, "other": 0}
    assert asked(in_last_round(DRIVER, standing=9), 0, level) == {"type": "propose", "seat": 2}
    assert asked(in_last_round(JACK, standing=4), 0, level) == {"type": "propose", "seat": 2}


# Cards


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_cards_are_shown_passed_and_thrown_away_with_sense(level: str) -> None:
    match = with_specialist(HACKER)
    deal(match, "Ac Ad", "9c 9d", "Kc Kd")
    propose(match, 0, 0)
    deal(match, "2h")
    assert asked(match, 0, level) == {"type": "choose", "card": "2h"}
    match = with_specialist(INFORMANT)
    deal(match, "2c 3d", "9c 4d", "Kc Kd")
    propose(match, 0, 1, other=0)
    assert asked(match, 1, level) == {"type": "choose", "card": "9c"}
    match = with_specialist(COORDINATOR)
    deal(match, "2c 3d", "9c 4d", "Kc Qd")
    assert asked(match, 2, level) == {"type": "choose", "card": "Qd"}
    match = with_specialist(CON_ARTIST)
    deal(match, "2c 3d", "9c 4d", "Kc Qd")
    assert asked(match, 2, level) == {"type": "seen"}


# Guesses


@pytest.mark.parametrize("level", SOUND)
def test_categories_are_counted_and_people_are_followed(level: str) -> None:
    match = with_challenge(9)
    until(match, lambda: shown(match).phase == "guessing_category")
    assert asked(match, 0, level)["category"] in ("pair", "two_pairs"), "a pair of nines was shown"
    say(match, 1, "pick_category", category="flush")
    assert asked(match, 0, level) == {"type": "pick_category", "category": "flush"}
    say(match, 0, "pick_category", category="pair")
    assert asked(match, 1, level) == {"type": "pick_category", "category": "pair"}
    say(match, 1, "pick_category", category="pair")
    assert asked(match, 0, level) == asked(match, 1, "random") == {"type": "confirm"}


@pytest.mark.parametrize("level", SOUND)
def test_who_has_seen_a_card_names_it_and_the_others_follow(level: str) -> None:
    match = with_specialist(INFORMANT, standing=4)
    deal(match, "2c 3d", "9c 9d", "Kc Kd")
    propose(match, 0, 2, other=0)
    say(match, 2, "choose", card="Kd")
    until(match, lambda: shown(match).phase == "guessing_rank")
    say(match, 1, "pick_rank", rank="A")
    assert asked(match, 0, level) == {"type": "pick_rank", "rank": "K"}
    say(match, 0, "pick_rank", rank="K")
    assert asked(match, 1, level) == {"type": "pick_rank", "rank": "K"}


def test_a_jack_that_all_have_seen_is_named() -> None:
    match = with_specialist(JACK, standing=4)
    deal(match, "2c 3d", "9c 9d", "Kc Kd")
    propose(match, 0, 2)
    say(match, 2, "choose", card="Kd")
    until(match, lambda: shown(match).phase == "guessing_rank", "Ah Kh 7d 5c 8h")
    for level in SOUND:
        assert asked(match, 1, level) == {"type": "pick_rank", "rank": "J"}


def test_first_ideas_of_an_easy_bot() -> None:
    match = with_challenge(9)
    until(match, lambda: shown(match).phase == "guessing_category")
    assert asked(match, 0, "easy") == {"type": "pick_category", "category": "pair"}
    match = with_challenge(4)
    until(match, lambda: shown(match).phase == "guessing_rank")
    assert asked(match, 0, "easy") == {"type": "pick_rank", "rank": "A"}


@pytest.mark.parametrize(("before_the_flop", "answer"), [((1, 2, 3), "A"), ((2, 3, 1), "T")])
def test_hard_bots_read_earlier_chips_when_they_guess(before_the_flop: tuple[int, ...], answer: str) -> None:
    """Most stars before the flop speak for an ace; with fewest, and strongest now, it is rather the ten that paired."""
    match = with_challenge(4)
    deal(match, "2d 3d", "8d 6d", "Kc Kd")
    chips(match, *before_the_flop)
    until(match, lambda: shown(match).phase == "guessing_rank")
    assert asked(match, 0, "hard") == {"type": "pick_rank", "rank": answer}


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_bots_go_on_after_a_heist(level: str) -> None:
    match = with_challenge(8)
    heist(match)
    assert asked(match, 0, level) == {"type": "ready"}
