"""Golden playthroughs: a recorded match and, beside it, every move and every seat's view in readable form.

A golden is named after the version of the rules: as long as that stays, the match must replay to the same text.

PYTHONPATH=tests python -m support.goldens no_thanks     writes those of one game (`make goldens`: of all)
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from stolik import Match, Record, catalog, verify
from stolik.bots.bot import Bot
from stolik.core.game import Game
from stolik.core.messages import Options, to_builtins, to_json
from stolik.core.moments import Moment
from stolik.core.record import Entry
from stolik.core.rng import stream
from support.levels import interpretable_levels
from support.variants import shown, variants

HOME = Path(__file__).parent.parent / "games"


def folder(game: Game) -> Path:
    return HOME / catalog.folder(game.key).name / "goldens"


def recorded(folder: Path) -> list[Path]:
    """The records in a folder of goldens. None at all means that they are looked for in the wrong place."""
    found = sorted(folder.glob("*.json"))
    if not found:
        raise FileNotFoundError(f"no goldens in {folder}: make goldens")
    return found


def wanted(game: Game) -> dict[str, Options]:
    """Few variants that together show every value of every option, the fewest and the most players among them."""
    fewest, most = game.players_range()
    allowed = [options for options in variants(game) if options.players in (fewest, most)]
    missing = set().union(*map(_choices, allowed))
    chosen = []
    while missing:
        best = max(allowed, key=lambda options: len(_choices(options) & missing))
        chosen.append(best)
        missing -= _choices(best)
    return {f"v{game.version}-{shown(options)}": options for options in chosen}


def renew(game: Game) -> None:
    """Write those that are missing or no longer hold, and the text of all."""
    folder(game).mkdir(parents=True, exist_ok=True)
    for name, options in wanted(game).items():
        path = folder(game) / f"{name}.json"
        if not path.exists() or not verify(Record.from_json(path.read_bytes())).ok:
            path.write_bytes(played(game, options).to_json())
        path.with_suffix(".txt").write_text(playthrough(Record.from_json(path.read_bytes())), "utf-8")


def played(game: Game, options: Options) -> Record:
    """A match between bots of all levels, but those that need compiling."""
    match = Match(game, options, seed=f"golden {shown(options)}")
    names = interpretable_levels(game)
    bots = [Bot(game, names[seat % len(names)], "golden", seat) for seat in range(match.players)]
    imagining = stream("golden")
    while not match.over:
        if match.paused:
            match.go_on()
        else:
            seat = min(match.awaited)
            match.play(seat, bots[seat].move(match.imagine(seat, imagining), seat))
    return match.record


def playthrough(record: Record) -> str:
    match = Match.replay(record)
    seats = range(match.players)
    legal = _legal_moves(record)
    watched = match.so_far(None)
    lived = [match.so_far(seat) for seat in seats]
    return "\n".join(
        line
        for number, moment in enumerate(watched)
        for line in _lines(match.game, record, moment, [lived[seat][number] for seat in seats], legal[number])
    )


def _lines(game: Game, record: Record, public: Moment, seats: list[Moment], legal: list[str]) -> Iterator[str]:
    words = catalog.module(game.key, "text")
    names = [f"seat {seat}" for seat in range(len(seats))]
    yield _heading(public.seq, record.log[public.seq - 1] if public.seq else None, to_json(record.header.options))
    yield from (f"  {words.say(event, names)}" for event in public.events)
    yield words.render(public.view, None, names)
    for seat, moment in enumerate(seats):
        for told, event in zip(public.events, moment.events, strict=True):
            if event != told:
                yield f"  told to seat {seat}: {words.say(event, names)}"
        yield f"  seat {seat} {to_json(moment.view.private).decode()}{legal[seat]}"
    yield ""


def _heading(seq: int, entry: Entry | None, options: bytes) -> str:
    if entry is None:
        return f"== 0  {options.decode()}"
    mover = "dealer" if entry.seat is None else f"seat {entry.seat}"
    return f"== {seq}  {mover} {to_json(entry.move).decode()}"


def _legal_moves(record: Record) -> list[list[str]]:
    """What each seat may do, at every point."""
    match = Match.replay(Record(record.header, (), ()))
    found = []
    for entry in (*record.log, None):
        moves = [[to_json(move).decode() for move in match.legal(seat)] for seat in range(match.players)]
        found.append([f"  may {' '.join(listed)}" if listed else "" for listed in moves])
        if entry is not None:
            match.enter(entry)
    return found


def _choices(options: Options) -> set[tuple[str, str]]:
    return {(name, repr(value)) for name, value in to_builtins(options).items()}


if __name__ == "__main__":
    for key in sys.argv[1:]:
        renew(catalog.find(key))
