"""Bots that meet at a table, one move at a time: what a hint or a thinker has compiled is enough for that."""

from typing import Any

from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.rng import stream


def wins_at_a_table(key: str, level: str, others: str, matches: int, options: dict[str, Any]) -> float:
    """Of one bot among others, in every seat in turn: 1 is what an equal one would win."""
    won = 0.0
    players: int = options["players"]
    for number in range(matches):
        one = number % players
        match = Match(key, options, seed=f"{level} {number}")
        bots = [Bot(match.game, level if seat == one else others, number, seat) for seat in range(players)]
        while not match.over:
            if match.paused:
                match.go_on()
                continue
            seat = min(match.awaited)
            match.play(seat, bots[seat].move(match.imagine(seat, stream(number)), seat, seconds=60))
        if one in match.winners:
            won += 1 / len(match.winners)
    return won * players / matches
