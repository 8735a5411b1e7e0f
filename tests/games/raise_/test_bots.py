"""Bots that are worth playing against: each level beats the one below, with few players and with many."""

import pytest

from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.kit import stream

MATCHES = 40


def share_won(level: str, others: str, players: int) -> float:
    """By one bot among others, as a part of what an equal one would win. The same names give the same matches."""
    won = 0.0
    for number in range(MATCHES):
        match = Match("raise", {"players": players}, seed=f"{level} {others} {number}")
        bots = [Bot(match.game, others if seat else level, number, seat) for seat in range(players)]
        imagining = stream(level, others, number)
        while not match.over:
            if match.paused:
                match.go_on()
            else:
                seat = min(match.awaited)
                match.play(seat, bots[seat].move(match.imagine(seat, imagining), seat))
        won += (0 in match.winners) / len(match.winners)
    return won * players / MATCHES


@pytest.mark.parametrize(("level", "others"), [("easy", "random"), ("normal", "easy")])
@pytest.mark.parametrize("players", [2, 4])
def test_a_level_beats_the_one_below(level: str, others: str, players: int) -> None:
    assert share_won(level, others, players) > 1.2


def test_normal_passes_what_it_cannot_win() -> None:
    """Nobody raises for nothing: in most rounds somebody gives up although more cards are in hand."""
    match = Match("raise", {"players": 4}, seed="thrift")
    bots = [Bot(match.game, "normal", seat) for seat in range(4)]
    imagining = stream("thrift")
    passed_freely = 0
    while not match.over:
        if match.paused:
            match.go_on()
            continue
        seat = min(match.awaited)
        move = bots[seat].move(match.imagine(seat, imagining), seat)
        private = match.view(seat).private
        passed_freely += private.needed is not None and move.__class__.__name__ == "Pass" and not private.must_pass
        match.play(seat, move)
    assert passed_freely > 10
