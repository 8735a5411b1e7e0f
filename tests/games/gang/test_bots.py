"""Bots take the chip that fits, read those of the others, settle, and cooperate with people."""

from typing import Any

import pytest

from stolik import Match, catalog
from stolik.bots.bot import levels
from stolik.core.rng import stream
from stolik.core.rule import NOBODY
from stolik.games.gang.bots import reason
from stolik.games.gang.bots.chip_inference import BINS, TOTAL_BELIEF, infer_percentiles
from stolik.games.gang.bots.hand_percentile import POCKET_PERCENTILES, chance_to_win, percentile
from stolik.games.gang.codes import READY, choose_code, take_code
from stolik.games.gang.options import SEATS
from stolik.games.gang.state import State
from support.gang import chips, deal, gang, reveal, say, take
from support.gang_bots import asked, play

LEVELS = ("easy", "normal", "hard")
SHUFFLED = {"challenges": "shuffled", "specialists": "shuffled"}


def stands(match: Match, seat: int) -> int:
    s: State = match.state
    return percentile(s, seat, 400)


def river(match: Match, *streets: str) -> None:
    for street in streets or ("Ah Ts 7d", "5c", "8h"):
        chips(match)
        reveal(match, street)


# How strong they are


@pytest.mark.long
def test_each_level_succeeds_more_often_than_the_one_below() -> None:
    easy, normal, hard = (succeeding(level, games) for level, games in (("easy", 8), ("normal", 10), ("hard", 8)))
    assert easy < 0.25
    assert easy + 0.15 < normal
    assert normal + 0.15 < hard
    assert hard > 0.75


def succeeding(level: str, games: int) -> float:
    """The share of heists of six such bots that succeed."""
    played = [play(gang_dealt(6, seed), [level] * 6, seed) for seed in range(games)]
    vaults = sum(each.vaults for each in played)
    return vaults / (vaults + sum(each.alarms for each in played))


def gang_dealt(players: int, seed: object, **options: Any) -> Match:
    return Match("gang", {"players": players, **options}, seed=f"gang {seed}")


# Settling


@pytest.mark.parametrize("mode", ["basic", "advanced", "professional", "master"])
@pytest.mark.parametrize("round_end", ["ready", "instant"])
def test_any_mixture_of_levels_settles(mode: str, round_end: str) -> None:
    names = list(levels(catalog.find("gang")))
    for players in (3, 6):
        options = {"mode": mode, "round_end": round_end, **SHUFFLED}
        who = [names[seat % len(names)] for seat in range(players)]
        played = play(gang_dealt(players, mode, **options), who, mode)
        assert played.longest < 25 * players
        assert played.robbed <= 6


def stubborn(match: Match, seat: int) -> Any:
    """Wants the chip with most stars, whoever has it, and is never ready without it."""
    legal = match.legal(seat)
    for move in legal:
        if getattr(move, "stars", 0) == match.players:
            return move
    return legal[0]


@pytest.mark.parametrize("level", LEVELS)
def test_a_stubborn_person_has_the_chip_in_the_end(level: str) -> None:
    for players in (3, 6):
        match = gang_dealt(players, level)
        played = play(match, [stubborn, *[level] * (players - 1)], level, heists=1)
        assert match.state.heist == 2, "the first heist came to its end"
        assert played.longest < 15 * players
        assert played.robbed <= 10


def fidget(match: Match, seat: int) -> Any:
    """Takes a chip from somebody, whenever asked."""
    for move in match.legal(seat):
        if getattr(move, "from_", None) is not None:
            return move
    return match.legal(seat)[0]


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_fights_for_ever_with_one_who_never_rests(level: str) -> None:
    match = gang_dealt(4, level)
    turns = 0
    while match.state.chip_moves[0] <= 20:
        turns += 1
        play(match, [fidget, level, level, level], (level, turns), moves=1)
    before = list(match.state.chip_moves)
    taken = 0
    for _ in range(12):
        for seat in sorted(match.awaited - {0}):
            move = asked(match, seat, level)
            assert move["type"] != "take" or move["from"] is None, "bots take what is free, and no more"
            taken += move["type"] == "take"
            match.play(seat, move)
        match.play(0, fidget(match, 0))
    assert before[0] > 20
    assert taken > 0
    assert match.state.round == 1, "all of it happened in one round"


# Chips


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_strong_hand_takes_many_stars_and_a_weak_one_few(level: str) -> None:
    match = gang(4)
    deal(match, "2c 7d", "Ac Ad", "Tc 9c", "Kh Js")
    assert stands(match, 0) < 100 < 900 < stands(match, 1)
    assert asked(match, 1, level) == {"type": "take", "stars": 4, "from": None}
    assert asked(match, 0, level) == {"type": "take", "stars": 1, "from": None}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_who_is_sure_takes_the_chip_from_another(level: str) -> None:
    match = gang(3)
    deal(match, "Ah Kh", "2c 3d", "9c 9d")
    river(match, "Qh Jh Th", "2d", "3c")
    assert stands(match, 0) == 1000
    assert asked(match, 0, level) == {"type": "take", "stars": 3, "from": None}
    take(match, 1, 3)
    assert asked(match, 0, level) == {"type": "take", "stars": 3, "from": 1}
    take(match, 0, 3, giver=1)
    take(match, 1, 1)
    take(match, 2, 2)
    assert asked(match, 0, level) == {"type": "ready"}


def test_chips_taken_and_taken_back_are_read() -> None:
    match = gang(4)
    deal(match, "2c 3d", "9c 9d", "Kc Kd", "Ac Ad")
    river(match)
    take(match, 3, 4)
    take(match, 1, 3)
    first = expected(match, 1)
    assert 0.5 < first < expected(match, 3)
    take(match, 2, 3, giver=1)
    assert expected(match, 2) > first, "higher than one who took it before"
    assert expected(match, 0) == pytest.approx(0.5, abs=0.01), "of this one nothing is known"
    second = expected(match, 1)
    take(match, 1, 3, giver=2)
    assert expected(match, 1) > second, "and sure of it"


def expected(match: Match, seat: int) -> float:
    """Where a reader of the chips expects this seat's hand to stand."""
    belief = [TOTAL_BELIEF // BINS] * (SEATS * BINS)
    infer_percentiles(match.imagine(seat, stream("imagine")), belief, [0] * (SEATS * BINS))
    own = belief[seat * BINS : (seat + 1) * BINS]
    return sum(bin_ * likely for bin_, likely in enumerate(own)) / sum(own) / BINS


def test_who_insists_is_left_in_peace() -> None:
    match = gang(3)
    deal(match, "9c 9d", "Ac Jd", "2c 3d")
    river(match, "Ah Ks 7d", "5c", "8h")
    take(match, 0, 3)
    assert asked(match, 1, "hard") == {"type": "take", "stars": 3, "from": 0}, "who knows?"
    take(match, 2, 3, giver=0)
    take(match, 0, 3, giver=2)
    assert asked(match, 1, "hard") == {"type": "take", "stars": 2, "from": None}, "it is worth more than that"


def test_chips_that_are_locked_stay() -> None:
    match = Match("gang", {"players": 3, "mode": "master"}, dealer=None)
    for number in (2, 6):
        match.play(-1, {"type": "challenge", "number": number})
    deal(match, "Ac Ad", "2c 7d", "Kh Kd")
    take(match, 2, 3)
    take(match, 1, 1)
    for level in LEVELS:
        assert asked(match, 0, level) == {"type": "take", "stars": 2, "from": None}


# The percentile of a hand, and what is said of it


def test_the_percentile_is_the_share_of_hands_that_are_weaker() -> None:
    match = gang(3)
    deal(match, "Ac Ad", "2c 3d", "Jc 9d")
    assert stands(match, 0) == max(POCKET_PERCENTILES) == 998
    assert stands(match, 1) == min(POCKET_PERCENTILES) == 5
    river(match, "Kh Ks Kd", "Qh", "Qs")
    assert stands(match, 1) == stands(match, 2), "both play the table"
    s: State = match.state
    assert abs(chance_to_win(s, 1, s.hand[1], 3000) - stands(match, 1)) < 30, "trying comes to the same as counting"


def test_pocket_percentiles_are_in_the_order_of_chances() -> None:
    """Chances by trying, for pairs of hands that are far enough apart in the table."""
    hands = ("2c 3d", "7c 2d", "Tc 4d", "9c 7c", "Qc Td", "Kc 9c", "8c 8d", "Ac Kc")
    chances = []
    for hand in hands:
        match = gang(3)
        deal(match, hand, "4h 4s", "5h 5s")
        s: State = match.state
        chances.append((chance_to_win(s, 0, s.hand[0], 3000), stands(match, 0)))
    assert sorted(chances) == sorted(chances, key=lambda each: each[1])


def test_the_reason_is_where_the_hand_stands() -> None:
    match = gang(3)
    deal(match, "Ac Ad", "2c 3d", "Kc Kd")
    found = reason(match.state, 0, take_code(1, NOBODY))
    assert found is not None
    assert (found.kind, found.value) == ("strength", 0.998)
    for seat in range(3):
        take(match, seat, seat + 1)
    ready = reason(match.state, 1, READY)
    assert ready is not None
    assert ready.value == 0.005
    assert reason(match.state, 1, choose_code(0)) is None
    say(match, 0, "ready")
    assert catalog.find("gang").reason(match.state, 2, READY) is not None
