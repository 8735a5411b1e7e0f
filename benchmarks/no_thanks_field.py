"""How the hard bots of No Thanks! fare against any mixture of styles, and where they fare worst. See README.md.

Exit code 0: hard has more than its part of the wins in every mixture that was measured well; 1: not so.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from itertools import combinations, combinations_with_replacement
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from machine import cpu
from no_thanks_styles import STYLES
from stolik import catalog
from stolik.core.bot_levels import Search
from stolik.lab.simulation import Simulator

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "no_thanks_field.json"
PLAYERS = (3, 4, 5, 7)
ROUND = 4
"""Games between two changes of seats: hard moves on by one, the others are shuffled."""
STAGES = ((30, 0.25), (20, 1), (6, 2))
"""So many of the worst mixtures are played on, to so many times `--games`, again and again."""
CHECKED = 2
"""So many of the worst meet hard bots with all their playouts."""
QUICK, FULL, OTHERS = range(3)
"""Numbers of the levels: hard with few playouts, hard, the first of the styles."""

Mixture = tuple[int, ...]
"""Whom hard meets: styles by number, in ascending order."""


class Encounter:
    """Hard among one mixture, as far as it has been played."""

    def __init__(self, players: int, mixture: Mixture, hard: int = QUICK) -> None:
        self.hard = hard
        self.players = players
        self.mixture = mixture
        self.shares: list[float] = []

    @property
    def games(self) -> int:
        return len(self.shares)

    @property
    def share(self) -> float:
        return float(np.mean(self.shares))

    @property
    def error(self) -> float:
        return float(np.std(self.shares)) / sqrt(len(self.shares))

    @property
    def of_parity(self) -> float:
        """1: as many wins as all others have, on average."""
        return self.share * self.players

    def name(self) -> str:
        names = list(STYLES)
        counts = {each: self.mixture.count(each) for each in self.mixture}
        return " + ".join(f"{count} {names[each]}" for each, count in counts.items())

    def json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "against": self.name(),
            "games": self.games,
            "share": round(self.share, 4),
            "error": round(self.error, 4),
            "of_parity": round(self.of_parity, 3),
        }


class Field:
    """Compiled tables for every number of players; any mixture can sit down at them."""

    def __init__(self, seed: str, playouts: int) -> None:
        game = catalog.find("no_thanks")
        self.seed = seed
        levels = [_hard()._replace(playouts=playouts), _hard(), *STYLES.values()]
        self._simulators = {n: Simulator(game, game.options({"players": n}), levels) for n in PLAYERS}
        for simulator in self._simulators.values():
            simulator.play(0)

    def round(self, met: Encounter, number: int) -> list[float]:
        """What hard wins in each game of a round. The deals are the same in every encounter."""
        seat = number % met.players
        others = [OTHERS + each for each in met.mixture]
        Random(f"{self.seed} {number}").shuffle(others)
        simulator = copy(self._simulators[met.players])
        simulator.seat([*others[:seat], met.hard, *others[seat:]])
        won = simulator.play(ROUND, self.seed, ROUND * number).places == 1
        shares: list[float] = (won[:, seat] / won.sum(axis=1)).tolist()
        return shares

    def play_on(self, encounters: Iterable[Encounter], games: int, what: str) -> None:
        """Until each has at least so many games, and has had every seat as often as any other."""
        tasks = [(met, number) for met in encounters for number in _rounds(met, games)]
        with Progress(transient=True) as progress, ThreadPoolExecutor() as pool:
            bar = progress.add_task(what, total=len(tasks))
            for (met, _), shares in zip(tasks, pool.map(lambda task: self.round(*task), tasks), strict=True):
                met.shares += shares
                progress.advance(bar)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=1000, help="for tables of one style and the worst mixtures")
    arguments.add_argument("--coarse", type=int, default=60, help="games for every mixture at first")
    arguments.add_argument("--sample", type=int, default=20, help="so many mixtures by chance for a number of players")
    arguments.add_argument("--playouts", type=int, default=200, help="fewer than hard has, for the sake of many games")
    arguments.add_argument("--seed", default="0")
    chosen = arguments.parse_args()

    field = Field(chosen.seed, chosen.playouts)
    encounters = [Encounter(n, mixture) for n in PLAYERS for mixture in _mixtures(n - 1, chosen.sample, chosen.seed)]
    field.play_on(encounters, chosen.coarse, "All mixtures")
    for how_many, times in STAGES:
        worst = sorted(encounters, key=lambda met: met.of_parity)[:how_many]
        field.play_on(worst, int(times * chosen.games), f"The worst {how_many}")
    field.play_on(_pure(encounters), chosen.games, "Tables of one style")
    well_known = sorted((met for met in encounters if met.games >= chosen.games), key=lambda met: met.of_parity)
    checked = [Encounter(met.players, met.mixture, FULL) for met in well_known[:CHECKED]]
    field.play_on(checked, chosen.games, "With all playouts")

    console = Console(width=160)
    console.print(_report(encounters, well_known, checked), markup=False, highlight=False)
    results = {"cpu": cpu(), **vars(chosen), **_results(encounters, well_known, checked)}
    RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n")
    console.print(f"Written: {RESULTS.relative_to(ROOT)}", style="dim")
    return 0 if well_known[0].of_parity > 1 else 1


def _mixtures(others: int, sample: int, seed: str) -> list[Mixture]:
    """All of one style, all of two as evenly as can be, and a sample of the rest."""
    styles = range(len(STYLES))
    found = [(style,) * others for style in styles]
    found += [tuple(sorted((a, b) * others)[others // 2 :][:others]) for a, b in combinations(styles, 2)]
    rest = sorted(set(combinations_with_replacement(styles, others)) - set(found))
    return found + sorted(Random(f"{seed} {others}").sample(rest, min(sample, len(rest))))


def _rounds(met: Encounter, games: int) -> Iterator[int]:
    first = met.games // ROUND
    last = max(first, -(-games // ROUND))
    return iter(range(first, -(-last // met.players) * met.players))


def _pure(encounters: list[Encounter]) -> list[Encounter]:
    return [met for met in encounters if len(set(met.mixture)) == 1]


def _hard() -> Search:
    hard = catalog.find("no_thanks").levels["hard"]
    assert isinstance(hard, Search)
    return hard


def _report(encounters: list[Encounter], well_known: list[Encounter], checked: list[Encounter]) -> str:
    """Two tables in Markdown: tables of one style, and the worst mixtures."""
    pure = {(met.players, met.mixture[0]): met for met in _pure(encounters)}
    lines = [
        "Wins of one hard bot, 1 = its part, ± standard error.",
        "",
        f"| all others are | {_columns('{} players')} |",
    ]
    lines.append(f"|---|{'---:|' * len(PLAYERS)}")
    for number, style in enumerate(STYLES):
        lines.append(f"| {style} | {' | '.join(_cell(pure[n, number]) for n in PLAYERS)} |")
    for what, cell in (("mean of all mixtures", _mean), ("worst of all mixtures", _worst)):
        lines.append(f"| *{what}* | {' | '.join(cell(encounters, n) for n in PLAYERS)} |")
    lines += ["", "| the worst mixtures | players | games | wins, 1 = its part |", "|---|---:|---:|---:|"]
    lines += [f"| {met.name()} | {met.players} | {met.games} | {_cell(met)} |" for met in well_known[:20]]
    lines += [f"| *with all playouts:* {met.name()} | {met.players} | {met.games} | {_cell(met)} |" for met in checked]
    return "\n".join(lines)


def _columns(text: str) -> str:
    return " | ".join(text.format(n) for n in PLAYERS)


def _cell(met: Encounter) -> str:
    return f"{met.of_parity:.2f} ± {met.error * met.players:.2f}"


def _mean(encounters: list[Encounter], players: int) -> str:
    return f"{np.mean([met.of_parity for met in encounters if met.players == players]):.2f}"


def _worst(encounters: list[Encounter], players: int) -> str:
    """Of those that were played on: few games make anything look bad."""
    most = max(met.games for met in _pure(encounters) if met.players == players) // 2
    return _cell(min((m for m in encounters if m.players == players and m.games > most), key=lambda m: m.of_parity))


def _results(encounters: list[Encounter], well_known: list[Encounter], checked: list[Encounter]) -> dict[str, Any]:
    return {
        "games_played": sum(met.games for met in encounters),
        "mean_of_parity": round(float(np.mean([met.of_parity for met in encounters])), 3),
        "worst": well_known[0].json(),
        "with_all_playouts": [met.json() for met in checked],
        "expectations": [{"what": "of_parity", "more_than": 1, "met": well_known[0].of_parity > 1}],
        "tables_of_one_style": [met.json() for met in _pure(encounters)],
        "mixtures": [met.json() for met in sorted(encounters, key=lambda met: met.of_parity)],
    }


if __name__ == "__main__":
    sys.exit(main())
