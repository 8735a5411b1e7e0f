"""How strong the bots are: the arena's reports for all games, written into docs/researchers/strength.md.

python benchmarks/strength.py              all of it
python benchmarks/strength.py gra gang     only these games; the rest of the file stays
python benchmarks/strength.py "raise players=2"   only this table
python benchmarks/strength.py page         nothing is played; the page is written from what was kept
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from gang_heists import Heists, heists
from stolik import catalog
from stolik.lab.arena import Encounter, Report, arena

GAMES = 1_000
FEW = 40
"""Games of hard bots alone, where nothing but their time is measured."""
SEED = "strength"
LADDER = ("random", "easy", "normal", "hard")
HERE = Path(__file__).parent
RESULTS = HERE / "results" / "strength.json"
HEISTS = HERE / "results" / "gang_heists.json"
GANGS = (3, 4, 5, 6)
MODES = ("advanced", "professional", "master")
FIELD = HERE / "results" / "no_thanks_field.json"
FIELD_PLAYERS = (3, 4, 5, 7)
PAGE = HERE.parent / "docs" / "researchers" / "strength.md"


@dataclass(frozen=True)
class Tournament:
    game: str
    options: dict[str, Any]
    alone_or_together: bool = False

    @property
    def key(self) -> str:
        return " ".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])


TOURNAMENTS = (
    *(Tournament("no_thanks", {"players": players}) for players in (3, 4, 5, 7)),
    Tournament("no_thanks", {"players": 4, "tactical": True}),
    *(Tournament("gra", {"players": players}) for players in (2, 3, 4, 6)),
    Tournament("gra", {"players": 2, "joker": True}),
    *(Tournament("gra", {"players": players, "joker": True}) for players in (3, 4)),
    Tournament("gra", {"players": 2, "bid_order": "count"}),
    Tournament("gra", {"players": 2, "joker": True, "bid_order": "count"}),
    Tournament("gra", {"players": 4, "joker": True, "bid_order": "count"}),
    *(Tournament("raise", {"players": players}) for players in (2, 3, 4, 5)),
    *(Tournament("dycha", {"players": players}) for players in (2, 3, 4, 5)),
    Tournament("dycha", {"players": 3, "fiasco": True}),
    *(Tournament("dycha", {"players": 1, "solo_limit": limit}, alone_or_together=True) for limit in range(4, 11)),
    *(Tournament("gang", {"players": players}, alone_or_together=True) for players in (3, 4, 5, 6)),
)


def main(only: Sequence[str]) -> None:
    kept: dict[str, Report] = {}
    if RESULTS.exists():
        kept = msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, Report])
    for tournament in TOURNAMENTS:
        if only and tournament.game not in only and tournament.key not in only:
            continue
        begun = perf_counter()
        kept[tournament.key] = arena(
            tournament.game,
            tournament.options,
            LADDER,
            GAMES,
            seed=SEED,
            meetings=[(above, below) for below, above in pairwise(LADDER)],
            mirrored=GAMES if tournament.alone_or_together else FEW,
        )
        print(f"{tournament.key}: {perf_counter() - begun:.0f} s", flush=True)
        RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
    if not only or "gang" in only:
        play_heists()
    PAGE.write_text(page(kept), "utf-8")


def page(reports: dict[str, Report]) -> str:
    return "\n".join(_lines(reports)) + "\n"


def _lines(reports: dict[str, Report]) -> Iterator[str]:
    yield (HERE / "strength_head.md").read_text("utf-8")
    for key in catalog.keys():
        found = [reports[each.key] for each in TOURNAMENTS if each.game == key and each.key in reports]
        if not found:
            continue
        yield f"## {catalog.find(key).name}\n"
        yield (HERE / "strength_notes" / f"{key}.md").read_text("utf-8")
        if any(report.encounters for report in found):
            yield from _ladder([report for report in found if report.encounters])
        if any(report.together for report in found):
            yield from _won([report for report in found if report.together])
        if key == "gang":
            yield from _heists()
        if key == "no_thanks":
            yield from _field()
        yield from _times(found)


def _ladder(reports: Sequence[Report]) -> Iterator[str]:
    """Each level among those just below it."""
    together = reports[0].together
    steps = list(pairwise(LADDER))
    what = "matches won with one of the better among others" if together else "share of the wins of one among others"
    yield f"{what.capitalize()}, %:\n"
    parity = [] if together else ["parity"]
    yield _row(["table", *parity, *(f"{above} among {below}" for below, above in steps)])
    yield _row(["---"] * (1 + len(parity) + len(steps)))
    for report in reports:
        met = {(each.one, each.others): each for each in report.encounters}
        own = [] if together else [f"{100 * report.parity:.1f}"]
        yield _row([_named(report), *own, *(_step(met[above, below], report) for below, above in steps)])
    yield ""


def _step(met: Encounter, report: Report) -> str:
    text = f"{100 * met.share:.1f} ± {100 * met.error:.1f}"
    return text if report.together else f"{text} (×{met.share / report.parity:.2f})"


def _won(reports: Sequence[Report]) -> Iterator[str]:
    yield "Matches won when all are of one level, %:\n"
    yield _row(["table", *LADDER])
    yield _row(["---"] * (1 + len(LADDER)))
    for report in reports:
        won = {each.bot: f"{100 * each.won:.1f} ± {100 * each.error:.1f}" for each in report.mirrors}
        yield _row([_named(report), *(won[bot] for bot in report.bots)])
    yield ""


def _heists() -> Iterator[str]:
    """Written last for Gang, from a file of their own: a match says less."""
    if not HEISTS.exists():
        return
    kept = msgspec.json.decode(HEISTS.read_bytes(), type=dict[str, Heists])
    for what, modes in (("in the basic game", ["basic"]), ("with shuffled challenges and specialists", MODES)):
        yield f"Heists that succeed {what} when all are of one level, %:\n"
        yield _row(["table", *LADDER])
        yield _row(["---"] * (1 + len(LADDER)))
        for mode in modes:
            for players in GANGS:
                found = [kept[f"{mode} {players} {level}"] for level in LADDER]
                shares = [f"{100 * each.share:.1f} ± {100 * each.error:.1f}" for each in found]
                yield _row([f"{players} players, {mode}", *shares])
        yield ""


def play_heists() -> None:
    kept = {}
    for mode in ("basic", *MODES):
        decks = {} if mode == "basic" else {"challenges": "shuffled", "specialists": "shuffled"}
        for players in GANGS:
            for level in LADDER:
                options = {"players": players, "mode": mode, **decks}
                kept[f"{mode} {players} {level}"] = heists(level, options, GAMES // 2, SEED)
    HEISTS.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")


def _field() -> Iterator[str]:
    """No Thanks! once more: hard among mixtures of other styles."""
    if not FIELD.exists():
        return
    kept = msgspec.json.decode(FIELD.read_bytes())
    yield (
        f"One hard bot among mixtures of other styles ({kept['games_played']} games; `benchmarks/no_thanks_field.py`), "
        f"in parts of parity: {kept['mean_of_parity']:.2f} on average; the worst that was found is "
        f"{_share(kept['worst'])} against {kept['worst']['against']} ({kept['worst']['players']} players).\n"
    )
    yield _row(["table of one style", *(f"{players} players" for players in FIELD_PLAYERS)])
    yield _row(["---"] * (1 + len(FIELD_PLAYERS)))
    alike = kept["tables_of_one_style"]
    for style in dict.fromkeys(each["against"].partition(" ")[2] for each in alike):
        row = {each["players"]: _share(each) for each in alike if each["against"].partition(" ")[2] == style}
        yield _row([style, *(row[players] for players in FIELD_PLAYERS)])
    yield ""


def _share(found: dict[str, Any]) -> str:
    return f"{found['of_parity']:.2f} ± {found['players'] * found['error']:.2f}"


def _times(reports: Sequence[Report]) -> Iterator[str]:
    yield "Time for a decision, compiled, on one core, on average:\n"
    yield _row(["table", *LADDER])
    yield _row(["---"] * (1 + len(LADDER)))
    for report in reports:
        alike = {each.bot: each for each in report.mirrors}
        yield _row([_named(report), *(_duration(alike[bot].microseconds) for bot in report.bots)])
    yield ""


def _named(report: Report) -> str:
    players = report.options["players"]
    usual = catalog.find(report.game).option_schemas()
    others = [
        name if value is True else f"{name} {value}"
        for name, value in report.options.items()
        if name != "players" and usual[name].get("default") != value and isinstance(value, bool | int | str)
    ]
    return ", ".join([f"{players} players" if players > 1 else "alone", *others])


def _duration(microseconds: float) -> str:
    return f"{microseconds:.1f} µs" if microseconds < 1_000 else f"{microseconds / 1_000:.1f} ms"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(sys.argv[1:])
