"""The same loops over rules, run by Python on objects and by Numba on records."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stolik.bots.bot import level_of
from stolik.bots.search import weighted_policy
from stolik.bots.weights import load_weights, weights_array
from stolik.core.bot_levels import Weights, weights_name
from stolik.core.game import Game
from stolik.core.packed import clone, dtype, pack
from stolik.core.rule import Row, State, rule
from stolik.jit.compiler import compiled
from support.levels import interpretable_levels
from support.random_play import Played

COLUMNS = ("to_act", "awaited", "over", "pause", "chances", "tickets", "legal", "scores", "places", "observe")


@rule
def _mixed(checksum: int, value: int) -> int:
    return (checksum * 31 + value + 7) % 1_000_000_007


def replay_loop(game: Game) -> Callable[..., Any]:
    """Apply a log to one record, keeping a copy after every entry."""
    apply = game.apply

    def loop(table: Any, movers: Row, codes: Row, after: Any) -> None:
        for k in range(len(codes)):
            apply(table[0], movers[k], codes[k])
            after[k] = table[0]

    return loop


def look_loop(game: Game) -> Callable[..., Any]:
    """Everything that can be asked about a state, one checksum a function."""
    to_act, awaited, over, pause, chances = game.to_act, game.awaited, game.over, game.pause, game.chances
    ticket, possible, legal, score = game.ticket, game.possible, game.legal, game.score
    places_of, observe = game.places, game.observe

    def loop(table: Any, moves: Row, room: Row, out: Any) -> None:
        for i in range(len(table)):
            s = table[i]
            row = out[i]
            row[0] = to_act(s)
            row[1] = awaited(s)
            row[2] = over(s)
            row[3] = pause(s)
            row[4] = chances(s)
            for k in range(5, 10):
                row[k] = 0
            for k in range(min(chances(s), 64)):
                row[5] = _mixed(_mixed(row[5], ticket(s, k)), possible(s, ticket(s, k)))
            places_of(s, room)
            for seat in range(s.players):
                row[7] = _mixed(row[7], score(s, seat))
                row[8] = _mixed(row[8], room[seat])
            for seat in range(s.players):
                observe(s, seat, room)
                for k in range(len(room)):
                    row[9] = _mixed(row[9], room[k])
                if to_act(s) >> seat & 1:
                    for k in range(legal(s, seat, moves)):
                        row[6] = _mixed(row[6], moves[k])

    return loop


def change_loop(change: Callable[[State, int, Row], None]) -> Callable[..., Any]:
    """`redeal` or `blur`, for a seat in every state."""

    def loop(table: Any, seats: Row, rng: Row) -> None:
        for i in range(len(table)):
            change(table[i], seats[i], rng)

    return loop


def decide_loop(game: Game, levels: Sequence[str]) -> Callable[..., Any]:
    """Any of the levels, by its number: compiled together, since they have most of their rules in common."""
    legal, choose = game.legal, _by_number([weighted_policy(level_of(game, level)) for level in levels])

    def loop(table: Any, number: int, seat: int, moves: Row, rng: Row, weights: Weights) -> int:
        return choose(number, table[0], seat, moves, legal(table[0], seat, moves), rng, weights)

    return loop


def _by_number(policies: Sequence[Callable[..., int]]) -> Callable[..., int]:
    first = policies[0]
    if len(policies) == 1:

        @rule
        def only(number: int, s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
            return first(s, seat, moves, n, rng, weights)

        return only

    others = _by_number(policies[1:])

    @rule
    def either(number: int, s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
        if number == 0:
            return first(s, seat, moves, n, rng, weights)
        return others(number - 1, s, seat, moves, n, rng, weights)

    return either


@lru_cache(maxsize=64)
def decisions(game: Game) -> tuple[list[str], Callable[..., Any], Callable[..., Any]]:
    """All levels that also run as plain Python: by Python, and compiled."""
    levels = interpretable_levels(game)
    loop = decide_loop(game, levels)
    return levels, loop, compiled(loop)


def decided(game: Game, level: str, s: State, seat: int, words: list[int]) -> tuple[int, int]:
    """The code that a level's bot plays: by Python, and by compiled code, with the same random numbers."""
    levels, python, machine = decisions(game)
    number, weights = levels.index(level), weights_name(level_of(game, level))
    moves, rng = np.zeros(game.moves, np.int64), np.array(words, np.int64)
    return (
        python([s], number, seat, [0] * game.moves, words[:], load_weights(weights)),
        machine(packed(game, [s]), number, seat, moves, rng, weights_array(weights)),
    )


@lru_cache(maxsize=64)
def compiled_loops(game: Game) -> dict[str, Callable[..., Any]]:
    return {
        "replay": compiled(replay_loop(game)),
        "look": compiled(look_loop(game)),
        "redeal": compiled(change_loop(game.redeal)),
        "blur": compiled(change_loop(game.blur)),
    }


def packed(game: Game, states: Sequence[State]) -> NDArray[Any]:
    table = np.zeros(len(states), dtype(type(states[0])))
    for s, target in zip(states, table, strict=True):
        pack(s, target)
    return table


def replayed_compiled(game: Game, start: State, log: Sequence[Played]) -> NDArray[Any]:
    after = np.zeros(len(log), dtype(game.new))
    movers = np.array([entry.mover for entry in log], np.int64)
    codes = np.array([entry.code for entry in log], np.int64)
    compiled_loops(game)["replay"](packed(game, [start]), movers, codes, after)
    return after


def looked(game: Game, states: Sequence[State]) -> tuple[list[list[int]], list[list[int]]]:
    """What Python and what compiled code finds in the states."""
    width = max(game.observation, 16)
    python = [[0] * len(COLUMNS) for _ in states]
    look_loop(game)(list(states), [0] * game.moves, [0] * width, python)
    machine = np.zeros((len(states), len(COLUMNS)), np.int64)
    compiled_loops(game)["look"](
        packed(game, states), np.zeros(game.moves, np.int64), np.zeros(width, np.int64), machine
    )
    return [[int(value) for value in row] for row in python], machine.tolist()


def changed(
    game: Game, name: str, states: Sequence[State], seats: Sequence[int], rng: list[int]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The states after redeal or blur: by Python, and by compiled code, with the same random numbers."""
    python = [clone(s) for s in states]
    change_loop(getattr(game, name))(python, seats, rng[:])
    machine = packed(game, states)
    compiled_loops(game)[name](machine, np.array(seats, np.int64), np.array(rng, np.int64))
    return packed(game, python), machine
