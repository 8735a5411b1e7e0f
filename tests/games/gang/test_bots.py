"""Bots take the chip that fits, settle, agree, and follow people."""

from typing import Any

import pytest

from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.kit import stream
from stolik.core.messages import to_builtins
from stolik.games.gang.state import State
from stolik.games.gang.yardstick import standing
from stolik.lab.simulation import simulate
from support.ganging import (
    chips,
    deal,
    gang,
    propose,
    reveal,
    say,
    shown,
    take,
    until,
    with_challenge,
    with_specialist,
)

LEVELS = ("random", "easy", "normal", "hard")


def asked(match: Match, seat: int, level: str = "normal") -> dict[str, Any]:
    """What a bot in this chair would do."""
    bot = Bot(match.game, level, "test", seat)
    move: dict[str, Any] = to_builtins(bot.move(match.imagine(seat, stream("imagine")), seat))
    return move


def chance(match: Match, seat: int) -> int:
    s: State = match.state
    return standing(s, seat, 400)


def test_normal_wins_more_often_than_easy_and_easy_than_random() -> None:
    won = [simulate("gang", {"players": 4}, 160, policies=level, cores=1).scores[0].get(3, 0) for level in LEVELS]
    assert won[0] < 8
    assert won[0] + 40 < won[1]
    assert won[1] + 40 < won[2]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["basic", "professional", "master"])
def test_bots_settle(level: str, mode: str) -> None:
    """A game among bots has a bounded number of moves: chips come to rest in every round."""
    match = Match("gang", {"players": 4, "mode": mode, "specialists": "shuffled"}, seed=f"settle {level} {mode}")
    bots = [Bot(match.game, level, "settle", seat) for seat in range(4)]
    stirred = 0
    while not match.over:
        seat = max(match.awaited)
        match.play(seat, bots[seat].move(match.imagine(seat, stream("imagine", match.seq)), seat))
        stirred = max(stirred, *match.state.stirred)
    assert match.seq < 5 * 4 * 60
    assert stirred <= 20


def test_a_strong_hand_takes_many_stars_and_a_weak_one_few() -> None:
    match = gang(4)
    deal(match, "2c 7d", "Ac Ad", "Tc 9c", "Kh Js")
    assert chance(match, 0) < 450 < 750 < chance(match, 1)
    assert asked(match, 1) == {"type": "take", "stars": 4, "from": None}
    assert asked(match, 0)["stars"] < 3


def test_on_the_river_the_chance_is_counted() -> None:
    match = gang(3)
    deal(match, "Ah Kh", "2c 3d", "9c 9d")
    for street in ("Qh Jh Th", "2d", "3c"):
        chips(match)
        reveal(match, street)
    assert chance(match, 0) == 1000
    assert asked(match, 0) == {"type": "take", "stars": 3, "from": None}
    take(match, 1, 3)
    assert asked(match, 0) == {"type": "take", "stars": 3, "from": 1}, "sure of it"
    take(match, 0, 3, giver=1)
    take(match, 1, 1)
    take(match, 2, 2)
    assert asked(match, 0) == {"type": "ready"}


def test_bots_agree_to_what_people_propose() -> None:
    for level in ("easy", "normal"):
        match = with_specialist(10)
        deal(match, "2c 3d", "9c 9d", "Kc Kd")
        for seat in range(3):
            take(match, seat, seat + 1)
        say(match, 0, "propose", seat=1)
        assert asked(match, 1, level) == {"type": "agree", "proposal": 1}


def test_the_jack_and_the_hacker_throw_away_what_helps_least() -> None:
    match = with_specialist(5)
    deal(match, "Ac Ad", "9c 9d", "Kc Kd")
    propose(match, 0, 0)
    deal(match, "2h")
    assert asked(match, 0) == {"type": "choose", "card": "2h"}


def test_a_bot_proposes_to_strengthen_the_strongest() -> None:
    match = with_specialist(10)
    deal(match, "2c 3d", "9c 9d", "Kc Kd")
    for street in ("Ah Ts 7d", "5c", "8h"):
        chips(match)
        reveal(match, street)
    for seat in range(3):
        take(match, seat, seat + 1)
    assert asked(match, 0) == {"type": "propose", "seat": 2}
    say(match, 0, "propose", seat=2)
    say(match, 1, "refuse", proposal=1)
    assert asked(match, 0) == {"type": "ready"}, "nobody is pressed"


def test_guesses_are_counted_and_people_are_followed() -> None:
    match = with_challenge(9)
    until(match, lambda: shown(match).phase == "guessing_category")
    assert asked(match, 0)["category"] in ("pair", "two_pairs"), "a pair of nines was shown"
    say(match, 1, "pick_category", category="flush")
    assert asked(match, 0) == {"type": "pick_category", "category": "flush"}
    say(match, 0, "pick_category", category="pair")
    assert asked(match, 1) == {"type": "pick_category", "category": "pair"}
    say(match, 1, "pick_category", category="pair")
    assert asked(match, 0) == asked(match, 1, "random") == {"type": "confirm"}


def test_a_rank_that_is_known_is_named() -> None:
    match = with_specialist(1, standing=4)
    deal(match, "2c 3d", "9c 9d", "Kc Kd")
    propose(match, 0, 2, other=0)
    say(match, 2, "choose", card="Kd")
    until(match, lambda: shown(match).phase == "guessing_rank")
    assert asked(match, 0) == {"type": "pick_rank", "rank": "K"}
