"""How long bots take for a move, one at a time, as the server asks them; and the first answer of a fresh worker.

python benchmarks/bot_times.py [GAME ...]
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from stolik import Match, catalog
from stolik.bots.bot import Bot, level_of
from stolik.bots.timed_search import timed_search
from stolik.core.bot_levels import Search
from stolik.core.game import Game
from stolik.core.rng import stream
from stolik.server.bots.move_request import move_request
from stolik.server.bots.worker import Worker

RESULTS = Path(__file__).parent / "results" / "bot_times.json"
LEVELS = ("easy", "normal", "hard")
MOVES = 600
"""Of each level at each table, at least; whole matches."""
LIMITS = {"normal": (0.05, 0.05), "hard": (1.0, 3.0)}
"""Seconds that 99 % of the moves may take, and any move."""
FIRST = 5.0


class Times(msgspec.Struct):
    game: str
    options: dict[str, Any]
    level: str
    moves: int
    median: float
    p99: float
    longest: float


class First(msgspec.Struct):
    game: str
    level: str
    seconds: float
    """From asking a process that does not run yet to its answer, with all of it compiled on disk."""


class Measured(msgspec.Struct):
    times: list[Times]
    firsts: list[First]


def main(only: Sequence[str]) -> None:
    measured = Measured([], [])
    for key in only or catalog.keys():
        game = catalog.find(key)
        for options in tables(game):
            for level in LEVELS:
                measured.times.append(found := times(game, options, level))
                print(f"{key} {options} {level}: {in_words(found)}", flush=True)
        measured.firsts.append(first := first_answer(game))
        print(f"{key}: first answer of a fresh worker after {first.seconds:.2f} s (at most {FIRST:.0f})", flush=True)
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(measured)) + b"\n")


def tables(game: Game) -> Iterator[dict[str, Any]]:
    """The fewest and the most players with the usual options (alone: against the hardest TEN)."""
    fewest, most = game.players_range()
    for players in (fewest, most):
        yield {"players": players, "solo_limit": 7} if players == 1 else {"players": players}


def times(game: Game, options: dict[str, Any], level: str) -> Times:
    found = level_of(game, level)
    if isinstance(found, Search):
        timed_search(game, found).precompile()
    taken: list[float] = []
    number = 0
    while len(taken) < MOVES:
        number += 1
        match = Match(game, options, seed=f"times {number}")
        bots = [Bot(game, level, "times", number, seat) for seat in range(match.players)]
        imagining = stream("times", number)
        while not match.over:
            if match.paused:
                match.go_on()
                continue
            seat = min(match.awaited)
            imagined = match.imagine(seat, imagining)
            begun = perf_counter()
            move = bots[seat].move(imagined, seat)
            taken.append(perf_counter() - begun)
            match.play(seat, move)
    taken.sort()
    return Times(
        game=game.key,
        options=options,
        level=level,
        moves=len(taken),
        median=taken[len(taken) // 2],
        p99=taken[int(0.99 * len(taken))],
        longest=taken[-1],
    )


def in_words(found: Times) -> str:
    median, p99, longest = (f"{1e3 * seconds:.1f} ms" for seconds in (found.median, found.p99, found.longest))
    return f"median {median}, 99 % within {p99}, longest {longest} of {found.moves} {verdict(found)}"


def verdict(found: Times) -> str:
    most, ever = LIMITS.get(found.level, (9.0, 9.0))
    return "" if found.p99 <= most and found.longest <= ever else f"OVER {most:g} / {ever:g} s"


def first_answer(game: Game) -> First:
    match = Match(game, next(tables(game)), seed="first")
    seat = min(match.awaited)
    asked = move_request(match, seat, "hard", 30.0, stream("first"))
    worker = Worker()
    begun = perf_counter()
    worker.ask(asked)
    seconds = perf_counter() - begun
    worker.close()
    return First(game.key, "hard", seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
