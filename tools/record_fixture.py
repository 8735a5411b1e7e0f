"""Plays a match with bots and writes what one seat saw, moment by moment, as the pages' tables read it.

For tests of a game's table, and for looking at it (web/gallery):
python tools/record_fixture.py no_thanks '{"players": 4}' --seat 0 --seed 7 > played.json
The tests of No Thanks! in web/src/games/no_thanks/fixtures read:
    played.json           '{"players": 3}' --seed 10 --seat 1
    played_tactical.json  '{"players": 3, "tactical": true, "open_chips": true}' --seed 50 --seat 1 --every 12
Those of RAISE in web/src/games/raise/fixtures:
    played.json           '{"players": 3}' --seed 3 --seat 1 --first 20
Those of Gang in web/src/games/gang/fixtures:
    played.json               '{"players": 3}' --seed 5 --seat 1 --first 34
    played_professional.json  '{"players": 3, "mode": "professional"}' --seed 25 --seat 1 --first 60
Those of GRA in web/src/games/gra/fixtures:
    played.json           '{"players": 3}' --seed 3 --seat 1
    played_variants.json  '{"players": 4, "joker": true, "directions": true, "bid_order": "count"}' \\
                          --seed 2 --seat 2 --every 2
Those of DYCHA in web/src/games/dycha/fixtures:
    played.json           '{"players": 2, "fiasco": true}' --seed 27 --seat 1 --every 7
    played_solo.json      '{"players": 1, "solo_limit": 5}' --seed 7 --seat 0 --first 24
"""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

from stolik import Match
from stolik.bots.bot import Bot, levels
from stolik.core.messages import to_builtins
from stolik.core.rng import stream

NAMES = ("Ala", "Bartek", "Celina", "Dawid", "Ewa", "Feliks", "Gabrysia")


def moments(match: Match, viewer: int | None) -> Iterator[dict[str, Any]]:
    """As the feed sends them: one after each move, with all that chance does after it."""
    strengths = list(levels(match.game))
    bots = [Bot(match.game, strengths[seat % len(strengths)], match.commitment, seat) for seat in range(match.players)]
    imagining = stream("imagine", match.commitment)
    told = 0
    while True:
        yield seen(match, viewer, told)
        told = match.seq
        if match.over:
            return
        if match.paused and not match.awaited:
            match.go_on()
            continue
        seat = min(match.awaited)
        match.play(seat, bots[seat].move(match.imagine(seat, imagining), seat))


def seen(match: Match, viewer: int | None, told: int) -> dict[str, Any]:
    view = match.view(viewer)
    return {
        "match": 1,
        "seq": match.seq,
        "seat": viewer,
        "names": match.header.seats,
        "options": to_builtins(match.options),
        "public": to_builtins(view.public),
        "private": to_builtins(view.private),
        "legal": [] if viewer is None or viewer not in match.to_act else to_builtins(match.legal(viewer)),
        "toAct": sorted(match.to_act),
        "awaited": sorted(match.awaited),
        "over": match.over,
        "result": {"scores": match.scores, "places": match.places, "winners": match.winners} if match.over else None,
        "pause": {"until": 0, "gone_on": []} if match.paused and not match.over else None,
        "events": to_builtins(match.told(viewer, told)),
        "live": True,
    }


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("game")
    ask.add_argument("options", type=json.loads)
    ask.add_argument("--seat", type=int, help="whose view; left out: a spectator's")
    ask.add_argument("--seed", default="1")
    ask.add_argument("--every", type=int, default=1, help="leave out all but each so-manieth moment, and the last")
    ask.add_argument("--first", type=int, default=sys.maxsize, help="leave out what comes later, but for the last")
    asked = ask.parse_args()
    match = Match(asked.game, asked.options, seed=asked.seed, seats=NAMES[: asked.options["players"]])
    told = list(moments(match, asked.seat))
    wanted = range(0, min(asked.first, len(told)), asked.every)
    kept = [each for number, each in enumerate(told) if number in wanted or each["over"]]
    lines = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in kept)
    sys.stdout.write(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
