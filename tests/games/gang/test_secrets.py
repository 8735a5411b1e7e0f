"""Every challenge and every specialist keeps its secrets: the laws about them, with each card forced in turn."""

import pytest

from laws.law import Law
from laws.secrecy_laws import (
    bots_play_the_same_whatever_is_hidden,
    nothing_leaks,
    redeal_keeps_what_the_seat_knows,
    redeal_varies_what_twins_vary_and_nothing_else,
    what_is_forgotten_is_never_told_again,
)
from stolik import Match, catalog
from stolik.core.rng import stream
from stolik.games.gang.components import CON_ARTIST
from stolik.games.gang.messages.cards import in_order
from stolik.games.gang.state import State
from support.gang import deal, propose, say, with_specialist
from support.random_play import chance

GAME = catalog.find("gang")
LAWS = (
    bots_play_the_same_whatever_is_hidden,
    nothing_leaks,
    redeal_keeps_what_the_seat_knows,
    redeal_varies_what_twins_vary_and_nothing_else,
    what_is_forgotten_is_never_told_again,
)
MODES = ("advanced", "professional", "master")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("number", range(1, 11))
def test_law_with_this_challenge_and_this_specialist_on_top(law: Law, number: int) -> None:
    for attempt, mode in enumerate(MODES):
        for round_end in ("ready", "instant"):
            options = GAME.options(
                {"players": 3, "mode": mode, "round_end": round_end, "challenges": number, "specialists": number}
            )
            law(GAME, options, chance((number, attempt, round_end)))


def imagined(match: Match, seat: int) -> list[State]:
    rng = stream("imagined", seat)
    return [match.imagine(seat, rng) for _ in range(200)]


def dealt(number: int) -> Match:
    match = with_specialist(number)
    deal(match, "2c 3d", "9c 9d", "Kc Kd")
    return match


def test_the_first_hand_is_imagined_to_be_somewhere_among_the_cards_that_were_dealt_again() -> None:
    match = dealt(9)
    for seat in range(3):
        say(match, seat, "seen")
    deal(match, "Kc 9c", "2c 9d", "3d Kd")
    for s in imagined(match, 0):
        others = in_order(s.hand[1] | s.hand[2])
        assert {"2c", "3d"} <= set(others)
    assert len({s.hand[1] for s in imagined(match, 0)}) > 20


def test_a_card_that_was_passed_is_where_it_went() -> None:
    match = dealt(6)
    for seat, card in enumerate(("3d", "9c", "Kc")):
        say(match, seat, "choose", card=card)
    assert all("3d" in in_order(s.hand[1]) for s in imagined(match, 0))
    assert not all("3d" in in_order(s.hand[1]) for s in imagined(match, 2))


def test_a_card_that_was_shown_is_known_to_one_alone() -> None:
    match = dealt(1)
    propose(match, 0, 2, other=1)
    say(match, 2, "choose", card="Kd")
    assert all("Kd" in in_order(s.hand[2]) for s in imagined(match, 1))
    assert sum("Kd" in in_order(s.hand[2]) for s in imagined(match, 0)) < 40


def test_what_was_announced_is_true_of_all_imagined_hands() -> None:
    match = dealt(8)
    for s in imagined(match, 0):
        worth = {"T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
        sums = [sum(worth.get(card[0]) or int(card[0]) for card in in_order(s.hand[seat])) for seat in range(3)]
        assert sums == [5, 18, 20]
    assert len({s.hand[2] for s in imagined(match, 0)}) > 20


def test_r36_whose_the_cards_in_hand_were_before_is_not_known() -> None:
    """After a new deal seat 1 has just what seat 2 had at first, and cannot know that it was seat 2's."""
    s = GAME.begin(GAME.options({"players": 3, "mode": "advanced", "specialists": CON_ARTIST}))
    s.specialist = CON_ARTIST
    pairs = [0b11 << first for first in (0, 4, 8)]
    for seat in range(3):
        s.first_hand[seat] = pairs[seat]
        s.hand[seat] = pairs[(seat + 1) % 3]
        s.deck &= ~pairs[seat]
    rng = stream("first hands")
    imagined = [GAME.imagine(s, 1, rng) for _ in range(200)]
    assert len({world.first_hand[2] for world in imagined}) > 2
    for world in imagined:
        assert world.first_hand[1] == pairs[1], "the own first hand is known"
        assert GAME.invariants(world) == GAME.invariants(s)
