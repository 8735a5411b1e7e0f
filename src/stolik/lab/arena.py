"""Round-robin tournaments of bots, to know which is stronger: every seat in turn, and the same deals for everybody.

An *encounter* is one bot among others that are all of another kind, in every seat in turn; where two play, that is a
duel. Its share of the wins, beside the share that equals have, says how they compare. Where all win or lose together,
or somebody plays alone, a share is simply how often the match was won.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from math import log10, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from stolik import catalog
from stolik.bots.bot import level_of
from stolik.core.game import Game
from stolik.core.messages import Options
from stolik.lab.simulation import Simulator, chunks, in_order

if TYPE_CHECKING:
    import numpy as np

ELO = 400


class Encounter(msgspec.Struct, frozen=True):
    """One bot among others of one kind."""

    one: str
    others: str
    games: int
    share: float
    """Of the wins; a shared one is counted by its part."""
    error: float
    """Standard error of the share. The games of one deal count as one."""


class Mirror(msgspec.Struct, frozen=True):
    """A bot among its like."""

    bot: str
    games: int
    won: float
    """How many of the matches were won by anybody."""
    error: float
    decisions: float
    """In a match, on average."""
    microseconds: float
    """For a decision, on one core, on average."""


class Report(msgspec.Struct, frozen=True):
    game: str
    options: dict[str, Any]
    seed: str
    bots: list[str]
    together: bool
    """All win or lose together, or somebody plays alone."""
    parity: float
    """The share that equals have; 1 where all win together."""
    encounters: list[Encounter]
    mirrors: list[Mirror]
    ratings: dict[str, float]
    """400 more: ten times the chance, between two of them. The average is 0. Empty where all win together, or where not
    all have met."""


def arena(
    game: str | Game,
    options: Mapping[str, Any] | Options,
    bots: Sequence[str],
    games: int,
    *,
    seed: str = "0",
    cores: int | None = None,
    meetings: Sequence[tuple[str, str]] | None = None,
    mirrored: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Every bot meets every other, `games` games each (rounded up, so that every seat has as many), and its like.

    `meetings`: only these, one bot among others, and nobody is rated. `mirrored`: games among one's like, if fewer.
    """
    found = catalog.find(game) if isinstance(game, str) else game
    typed = found.options(options)
    if len(set(bots)) != len(bots):
        raise ValueError("an arena needs bots that are all different")
    if games < 1 or not bots:
        raise ValueError("an arena needs bots, and at least one game")
    for bot in bots:
        level_of(found, bot)  # an unknown one is refused before anything is played
    tournament = _Tournament(found, typed, seed, cores or os.cpu_count() or 1, progress)
    deals = -(-games // typed.players)
    alike = {bot: tournament.play([bot] * typed.players, mirrored or games) for bot in bots}
    mixed = {
        (one, others): [
            tournament.play(_among(one, others, seat, typed.players), deals) for seat in range(typed.players)
        ]
        for one, others in (permutations(bots, 2) if meetings is None else meetings)
        if typed.players > 1
    }
    every = [played.places for played in (*alike.values(), *(each for seats in mixed.values() for each in seats))]
    together = all(_all_or_none(places) for places in every)
    encounters = [_encounter(one, others, seats, together=together) for (one, others), seats in mixed.items()]
    return Report(
        game=found.key,
        options=msgspec.to_builtins(typed),
        seed=seed,
        bots=list(bots),
        together=together,
        parity=1.0 if together else 1 / typed.players,
        encounters=encounters,
        mirrors=[_mirror(bot, played) for bot, played in alike.items()],
        ratings={} if together or meetings is not None else ratings(bots, encounters, typed.players),
    )


def games_in_all(players: int, bots: int, games: int) -> int:
    """How many games an arena plays: what a progress bar ends at."""
    meetings = bots * (bots - 1) if players > 1 else 0
    return bots * games + meetings * players * -(-games // players)


class _Played(NamedTuple):
    places: "np.ndarray[Any, Any]"
    decisions: int
    seconds: float
    """Of all cores together."""


class _Tournament:
    """Plays line-ups. All of them get the same deals: the random numbers of a game depend on its number alone."""

    def __init__(self, game: Game, options: Options, seed: str, cores: int, progress: Callable[[int], None]) -> None:
        self._game, self._options, self._seed = game, options, seed
        self._cores, self._progress = cores, progress
        self._simulators: dict[tuple[str, ...], Simulator] = {}

    def play(self, line_up: list[str], games: int) -> _Played:
        import numpy as np

        simulator = self._simulator(line_up)
        begun = perf_counter()
        places, decisions = [], 0
        with ThreadPoolExecutor(self._cores) as pool:
            for outcome in in_order(pool, chunks(simulator, games, self._seed), ahead=2 * self._cores):
                places.append(outcome.places)
                decisions += int(outcome.lengths.sum())
                self._progress(len(outcome.lengths))
        return _Played(np.concatenate(places), decisions, (perf_counter() - begun) * self._cores)

    def _simulator(self, line_up: list[str]) -> Simulator:
        """Compiled once for each company, whoever sits where."""
        company = tuple(sorted(set(line_up)))
        if company not in self._simulators:
            found = Simulator(self._game, self._options, [level_of(self._game, bot) for bot in company])
            found.play(0)
            self._simulators[company] = found
        simulator = self._simulators[company]
        simulator.seat([company.index(bot) for bot in line_up])
        return simulator


def _among(one: str, others: str, seat: int, players: int) -> list[str]:
    return [one if each == seat else others for each in range(players)]


def _all_or_none(places: "np.ndarray[Any, Any]") -> bool:
    won = places == 1
    return bool((won.all(axis=1) | ~won.any(axis=1)).all())


def _encounter(one: str, others: str, seats: Sequence[_Played], *, together: bool) -> Encounter:
    import numpy as np

    shares = np.zeros((len(seats), len(seats[0].places)))
    for seat, played in enumerate(seats):
        won = played.places == 1
        shares[seat] = won[:, seat] if together else won[:, seat] / np.maximum(won.sum(axis=1), 1)
    by_deal = shares.mean(axis=0)
    return Encounter(one, others, shares.size, float(by_deal.mean()), _standard_error(by_deal))


def _mirror(bot: str, played: _Played) -> Mirror:
    won = (played.places == 1).any(axis=1).astype(float)
    return Mirror(
        bot=bot,
        games=len(won),
        won=float(won.mean()),
        error=_standard_error(won),
        decisions=played.decisions / len(won),
        microseconds=1e6 * played.seconds / max(played.decisions, 1),
    )


def _standard_error(values: "np.ndarray[Any, Any]") -> float:
    return float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else 0.0


def ratings(bots: Sequence[str], encounters: Sequence[Encounter], players: int) -> dict[str, float]:
    """The strengths by which chances would be shared out as they were, in the least squares of their logarithms."""
    gaps: dict[tuple[str, str], float] = {}
    for met in encounters:
        least = 0.5 / met.games
        share = min(max(met.share, least), 1 - least)
        gaps[met.one, met.others] = ELO * log10(share * (players - 1) / (1 - share))
    return {
        bot: sum((gaps[bot, other] - gaps[other, bot]) / 2 for other in bots if other != bot) / len(bots)
        for bot in bots
    }
