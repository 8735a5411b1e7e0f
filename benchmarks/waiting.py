"""How much of a game of No Thanks! against bots is waiting, at each pace and with bots of each level.

Computed, not timed: whole games are played by bots, and time is added up from when the server lets moves appear, what
the page holds a moment for, and how long a person is said to think. Chair 0 is the person, who plays like the normal
bot. Bots think while they are waited for, and no longer: how long they do adds nothing.

    python benchmarks/waiting.py [--players 4] [--games 60] [--thinking 3.0]
"""

import argparse
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from stolik import Match, catalog
from stolik.bots.bot import Bot, effort
from stolik.server.protocol.messages import Pace
from stolik.server.settings import Settings
from stolik.server.tables.pace import FEW_BOTS, PACES, BotPause

WEB = Path(__file__).parent.parent / "web" / "src"
LIMITS: Mapping[Pace, float] = {"normal": 0.35, "fast": 0.15}
"""What waiting may come to, at most."""
THINKING = 3.0
"""Seconds that a person thinks about a card."""
PERSON = "normal"


def numbers(source: str, pattern: str) -> dict[str, float]:
    """Numbers that the page's source states: so that they are written once."""
    found = re.findall(pattern, (WEB / source).read_text("utf-8"), re.MULTILINE)
    assert found, f"{source} has changed its form"
    return {name: float(value.replace("_", "")) for name, value in found}


HOLDS = numbers("games/no_thanks/animation.ts", r"^const ([A-Z]+) = ([\d_]+);")
assert numbers("lib/table/pace.ts", r"const (FEW_BOTS) = ([\d.]+);") == {"FEW_BOTS": FEW_BOTS}
SPEED = numbers("lib/table/pace.ts", r"\b(slow|normal|fast|at_once): ([\d.]+)")


def hold(events: list[Any]) -> float:
    """As `hold` in games/no_thanks/animation.ts, in seconds."""
    names = {"Taken": "TAKEN", "TurnedUp": "TURNED", "Scored": "COUNTED"}
    longest = [HOLDS[names[kind]] for event in events if (kind := type(event).__name__) in names]
    return max([HOLDS["DECLINED"], *longest]) / 1000


class Turn(NamedTuple):
    """One decision: whose, whether there was a choice, and how long the page holds what came of it, in seconds."""

    seat: int
    forced: bool
    hold: float


def games_of(level: str, players: int, games: int) -> list[Turn]:
    found = []
    for number in range(games):
        match = Match("no_thanks", {"players": players}, seed=number)
        bots = [Bot(match.game, PERSON if seat == 0 else level, number, seat) for seat in range(players)]
        while not match.over:
            (seat,) = match.awaited
            forced, seq = len(match.legal(seat)) == 1, match.seq
            match.play(seat, bots[seat].move(match.imagine(seat, bots[seat].rng), seat))
            found.append(Turn(seat, forced, hold(match.told(0, seq))))
    return found


def waiting_share(
    turns: list[Turn], level: str, players: int, thinking: float, settings: Settings, pace: Pace
) -> float:
    """Of the time that a game takes, the part in which the person waits for bots, or for what they did to be shown."""
    random, waited, thought, bots = Random(1), 0.0, 0.0, players - 1
    speed = SPEED[pace] * max(1.0, bots / FEW_BOTS)
    floor = settings.bot_floor * max(1, effort(catalog.find("no_thanks"), level))
    for turn in turns:
        if turn.seat == 0:
            thought += 1.2 if turn.forced else thinking  # what is forced is done by itself
            continue
        pause = max(floor, BotPause.draw(random, settings.bot_delay).at_pace(pace, bots))
        waited += max(pause, turn.hold / speed)
    return waited / (waited + thought)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--thinking", type=float, default=THINKING)
    asked = parser.parse_args()
    print(f"{asked.players} players, a person thinks {asked.thinking} s; share of a game that is waiting:")
    met = True
    for level in catalog.find("no_thanks").levels:
        turns = games_of(level, asked.players, asked.games)
        for pace in PACES:
            share = waiting_share(turns, level, asked.players, asked.thinking, Settings(), pace)
            limit = LIMITS.get(pace)
            met = met and (limit is None or share <= limit)
            says = "" if limit is None else f"at most {limit:.0%}: {'met' if share <= limit else 'NOT met'}"
            print(f"  {level:8}  {pace:9}  {share:6.1%}  {says}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
