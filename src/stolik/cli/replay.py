"""Step through a saved match from any seat's eyes."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import click

from stolik import Match, catalog
from stolik.cli.console import game_console
from stolik.cli.saved_matches import chosen_or_last
from stolik.core.moments import Moment

KEYS = "Enter: on, b: back, a number: go there, q: quit"
KEYS_AT_END = "Enter: end, b: back, a number: go there"


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", type=int, help="Whose eyes to look through; a spectator's if left out.")
@click.option("--at", default=0, show_default=True, help="Where to begin: a number of log entries.")
@click.option("--all", "at_once", is_flag=True, help="Print everything at once.")
def replay(file: Path | None, seat: int | None, at: int, at_once: bool) -> None:  # noqa: FBT001
    """Step through a saved match; without a FILE, the one that was kept last.

    \b
    stolik replay                          the last one, as a spectator
    stolik replay match.json               another one
    stolik replay match.json --seat 2      as seat 2 saw it
    stolik replay match.json --all         the whole story at once
    """
    match = Match.replay(chosen_or_last(file).read_bytes())
    if seat is not None and not 0 <= seat < match.players:
        raise ValueError(f"--seat: this match has the seats 0 to {match.players - 1}")
    moments = match.so_far(seat)
    names = match.header.seats or [f"Seat {number}" for number in range(match.players)]
    viewer = ReplayViewer(catalog.module(match.game.key, "text"), moments, seat, names)
    if at_once or not sys.stdin.isatty():
        viewer.show_all()
    else:
        viewer.step_from(at)


class ReplayViewer:
    def __init__(self, text: ModuleType, moments: Sequence[Moment], seat: int | None, names: Sequence[str]) -> None:
        self.text = text
        self.moments = moments
        self.seat = seat
        self.names = names
        self.console = game_console()

    def show_all(self) -> None:
        for number, moment in enumerate(self.moments):
            self.console.print(f"[bold]{moment.seq}[/bold]")
            self.show(number)

    def step_from(self, number: int) -> None:
        last = len(self.moments) - 1
        number = max(0, min(number, last))
        self._turn_to(number)
        while True:
            here = f"{number}/{last}   {KEYS if number < last else KEYS_AT_END}"
            answer = self.console.input(f"[dim]{here}[/dim] ").strip().lower()
            if answer == "q" or (answer == "" and number == last):
                return
            if answer.isdecimal():
                number = min(int(answer), last)
            elif answer in ("", "b"):
                number = max(0, number - 1) if answer else number + 1
            else:
                continue
            self._turn_to(number)

    def _turn_to(self, number: int) -> None:
        self.console.clear()
        self.show(number)
        self.console.print()

    def show(self, number: int) -> None:
        moment = self.moments[number]
        for event in moment.events:
            self.console.print(f"  {self.text.say(event, self.names)}", markup=False)
        self.console.print(self.text.render(moment.view, self.seat, self.names), markup=False)
