"""Bots against bots, to know which is stronger: seats rotated, and the same deals for everybody.

An *encounter* of two bots is one of the first among others that are all the second, in every seat in turn. Where two
play, that is a duel. The share of wins of the one, beside what chance would give, says how they compare.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log10, sqrt
from typing import Any

import msgspec

from stolik import catalog
from stolik.core.game import Game
from stolik.core.messages import Options
from stolik.lab.simulation import simulate


class Encounter(msgspec.Struct, frozen=True):
    """One bot among others of one kind."""

    one: str
    others: str
    games: int
    share: float
    """Of the wins, a shared one counted by its part."""
    error: float
    """Standard error of the share."""


class Speed(msgspec.Struct, frozen=True):
    """How long a bot thinks, when all others are like it."""

    bot: str
    games: int
    microseconds: float
    """For a move, on one core, on average."""


class Report(msgspec.Struct, frozen=True):
    game: str
    options: dict[str, Any]
    seed: str
    bots: list[str]
    parity: float
    """The share that equals have."""
    encounters: list[Encounter]
    speeds: list[Speed]
    ratings: dict[str, float]
    """400 more: ten times the chance, between two of them. The average is 0."""


def arena(
    game: str | Game,
    options: Mapping[str, Any] | Options,
    bots: Sequence[str],
    games: int,
    *,
    seed: str = "0",
    cores: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Every bot meets every other, `games` games each (rounded up, so that every seat has as many)."""
    found = catalog.find(game) if isinstance(game, str) else game
    typed = found.options(options)
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise ValueError("an arena needs at least two bots, all different")
    rounds = -(-games // typed.players)
    encounters = [
        _meet(found, typed, one, others, rounds, seed, cores, progress)
        for one in bots
        for others in bots
        if one != others
    ]
    return Report(
        game=found.key,
        options=msgspec.to_builtins(typed),
        seed=seed,
        bots=list(bots),
        parity=1 / typed.players,
        encounters=encounters,
        speeds=[],
        ratings=ratings(bots, encounters, typed.players),
    )


def encounters_of(players: int, bots: Sequence[str]) -> Iterator[list[str]]:
    """The line-ups of one round: each bot among the others, in each seat."""
    for one in bots:
        for others in bots:
            if one != others:
                for seat in range(players):
                    yield [one if each == seat else others for each in range(players)]


def _meet(
    game: Game,
    options: Options,
    one: str,
    others: str,
    rounds: int,
    seed: str,
    cores: int | None,
    progress: Callable[[int], None],
) -> Encounter:
    players = options.players
    won = squares = 0.0
    for seat in range(players):
        line_up = [one if each == seat else others for each in range(players)]
        results = simulate(game, options, rounds, policies=line_up, seed=seed, cores=cores, progress=progress)
        won += results.wins[seat]
        squares += results.wins[seat]  # shares of wins are nearly always 0 or 1
    total = rounds * players
    share = won / total
    return Encounter(one, others, total, share, sqrt(max(squares / total - share * share, 0.0) / total))


def ratings(bots: Sequence[str], encounters: Sequence[Encounter], players: int) -> dict[str, float]:
    """The strengths by which chances would be shared out as they were, in the least squares of their logarithms."""
    gaps: dict[tuple[str, str], float] = {}
    for met in encounters:
        least = 0.5 / met.games
        share = min(max(met.share, least), 1 - least)
        gaps[met.one, met.others] = 400 * log10(share * (players - 1) / (1 - share))
    found = dict.fromkeys(bots, 0.0)
    for bot in bots:
        against = [(gaps[bot, other] - gaps[other, bot]) / 2 for other in bots if other != bot]
        found[bot] = sum(against) / len(bots)
    return found
