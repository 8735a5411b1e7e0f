"""A person in the terminal against bots."""

import os
import shlex
import shutil
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape

from stolik import Match, catalog
from stolik.bots.bot import Bot, level_of
from stolik.cli.console import game_console
from stolik.cli.game_options import chosen_options, complete_game, game_options, usual_players
from stolik.cli.hints import hint, hinting_level
from stolik.cli.saved_matches import save_match
from stolik.core.bot_levels import Search
from stolik.core.game import Game
from stolik.core.rng import stream
from stolik.server.api.option_choices import choices

BOT_NAMES = ("Ada", "Bruno", "Celina", "Dawid", "Ewa", "Feliks", "Gaja")
LONGEST_NAME = 20
MOST_LINES = 12
"""More moves than that are listed in columns."""
HELP = "Type a move's number, or how it begins. r: rules, l: log, q: quit."
HINT_KEY, INSPECT_KEY = "h: hint, ", "i: {}, "


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@game_options
@click.option("--level", default="normal", show_default=True, help="How well the bots play: see stolik games.")
@click.option("--seat", default=0, show_default=True, help="Your seat, counted from 0.")
@click.option("--name", default="You", show_default=True, help="What to call you.")
@click.option("--seed", help="Repeat a deal: any text.")
@click.option(
    "--pace", type=click.FloatRange(0), default=0.7, show_default=True, help="Seconds that a bot takes for a move."
)
@click.option("--hints", is_flag=True, help="Suggest a move when asked for one, from what your seat may know.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Where to keep the finished match.")
def play(
    game: str | None,
    players: str | None,
    pairs: Sequence[str],
    level: str,
    seat: int,
    name: str,
    seed: str | None,
    pace: float,
    hints: bool,  # noqa: FBT001
    save: Path | None,
) -> None:
    """Play against bots, here in the terminal.

    \b
    stolik play                                  asks what it needs to know
    stolik play no_thanks -p 5 --level easy
    stolik play no_thanks -p 4 -o tactical -o open_chips
    """
    found = catalog.find(game or _ask_game())
    players = players or (None if game else _ask_players(found))
    options = chosen_options(found, players, [*pairs, *_ask_what_is_missing(found, players, pairs)])
    if not 0 <= seat < options.players:
        raise ValueError(f"--seat: with {options.players} players the seats are 0 to {options.players - 1}")
    _make_ready(found, {level, hinting_level(found)} if hints else {level})
    bots = (bot for bot in BOT_NAMES if bot != name)
    names = [name[:LONGEST_NAME] if number == seat else next(bots) for number in range(options.players)]
    match = Match(found, options, seed=seed, seats=names)
    Sitting(match, seat, level, pace, hints=hints).play()
    if match.over:
        path = save_match(match, save)
        named = "" if save is None else f" {shlex.quote(str(path))}"
        click.echo(f"\n  Kept in {path}")
        click.echo(f"  Look back:       {_typed_as()} replay{named}")
        click.echo(f"  Check the deal:  {_typed_as()} verify{named}")


class Sitting:
    """One person at the table, from the first card to the result."""

    def __init__(self, match: Match, seat: int, level: str, pace: float, *, hints: bool = False) -> None:
        self.match = match
        self.hints = hints
        self.seat = seat
        self.pace = pace if sys.stdin.isatty() else 0
        self.names = match.header.seats
        self.bots = {
            number: Bot(match.game, level, match.commitment, number)
            for number in range(match.players)
            if number != seat
        }
        self.imagining = stream("imagine", match.commitment)
        self.text: ModuleType = catalog.module(match.game.key, "text")
        self.help = _help(self.text, hints=hints)
        self.console = game_console()
        self.told = 0

    def play(self) -> None:
        self._welcome()
        self._tell()
        while not self.match.over:
            bot_seats = [seat for seat in sorted(self.match.awaited) if seat != self.seat]
            if bot_seats:
                self._let_bot_move(bot_seats[0])
            elif not (self._let_person_look() if self.match.paused else self._let_person_move()):
                self.console.print("  Good-bye. The match is left unfinished.")
                return
            self._tell()
        self._result()

    def _welcome(self) -> None:
        company = f" with {', '.join(self.names[seat] for seat in self.bots)}" if self.bots else ", alone"
        self.console.print(f"[bold]{self.match.game.name}[/bold]{company}.")
        self.console.print(f"  {self.help}", markup=False)
        self.console.print(f"  [dim]Sealed deal {self.match.commitment}[/dim]\n")

    def _let_bot_move(self, seat: int) -> None:
        time.sleep(self.pace)
        imagined = self.match.imagine(seat, self.imagining)
        self.match.play(seat, self.bots[seat].move(imagined, seat))

    def _let_person_move(self) -> bool:
        """False if the person wants to leave."""
        view, legal = self.match.view(self.seat), self.match.legal(self.seat)
        chosen = self._ask([self.text.label(move, view) for move in legal])
        if chosen is not None:
            self.match.play(self.seat, legal[chosen])
        return chosen is not None

    def _let_person_look(self) -> bool:
        """Something was revealed: it stays until the person goes on. False if the person wants to leave."""
        going_on = self._ask(["go on"]) is not None
        if going_on:
            self.match.go_on()
        return going_on

    def _ask(self, labels: Sequence[str]) -> int | None:
        """Which of these is meant, asked until it is clear; None to leave."""
        self._show(labels)
        while True:
            answer = self.console.input("  [bold]>[/bold] ").strip().lower()
            if answer in ("q", "quit"):
                return None
            if answer in ("r", "rules", "l", "log"):
                self._show_rules() if answer[0] == "r" else self._show_log()
                self._show(labels)
                continue
            if answer in ("i", "inspect") and hasattr(self.text, "inspect"):
                self.console.print(self.text.inspect(self.match.view(self.seat)), markup=False)
                continue
            if self.hints and answer in ("h", "hint") and not self.match.paused:
                self.console.print(f"  {hint(self.match, self.seat, self.text)}", markup=False)
                continue
            chosen = _chosen(answer, labels)
            if chosen is not None:
                return chosen
            if answer:
                self.console.print(f"  There is no move {answer!r} here.", markup=False)
            self.console.print(f"  {self.help}", markup=False)

    def _show(self, labels: Sequence[str]) -> None:
        self.console.print()
        self.console.print(self.text.render(self.match.view(self.seat), self.seat, self.names), markup=False)
        self.console.print()
        listed = [f"   [bold]{number}[/bold]  {escape(label)}" for number, label in enumerate(labels, 1)]
        if len(listed) > MOST_LINES:
            self.console.print(Columns(listed, equal=True))
        else:
            self.console.print("\n".join(listed))

    def _show_rules(self) -> None:
        os.environ.setdefault("LESS", "FRX")  # a plain `less` would show colours as codes
        with self.console.pager(styles=True):
            self.console.print(Markdown(rules_text(self.match.game)))

    def _show_log(self) -> None:
        self._say(self.match.told(self.seat))

    def _tell(self) -> None:
        """Say what has happened since the last time, as this seat was told it."""
        self._say(self.match.told(self.seat, since=self.told))
        self.told = self.match.seq

    def _say(self, events: Sequence[Any]) -> None:
        """One sentence for each event, or as the game tells several of them together; what repeats is said once."""
        if hasattr(self.text, "story"):
            sentences = self.text.story(events, self.names)
        else:
            sentences = [self.text.say(event, self.names) for event in events]
        for sentence, same in groupby(sentences):
            times = len(list(same))
            self.console.print(f"  {sentence}{f' (×{times})' if times > 1 else ''}", markup=False)

    def _result(self) -> None:
        self.console.print()
        view = self.match.view(self.seat)
        self.console.print(self.text.render(view, self.seat, self.names), markup=False)
        winners = [self.names[seat] for seat in self.match.winners]
        lost: str = getattr(self.text, "ALL_LOST", "Nobody won.")
        outcome = f"{' and '.join(winners)} won." if winners else lost
        self.console.print(f"\n  [bold]{escape(outcome)}[/bold]")


def _help(text: ModuleType, *, hints: bool) -> str:
    """What may be typed here."""
    looked_at = INSPECT_KEY.format(text.INSPECT) if hasattr(text, "inspect") else ""
    return HELP.replace("r: rules", f"{HINT_KEY if hints else ''}{looked_at}r: rules")


def _make_ready(game: Game, wanted: Iterable[str]) -> None:
    """Refuse what there is not; compile what searches, which takes a while the first time."""
    for level in sorted(wanted):
        found = level_of(game, level)
        if isinstance(found, Search):
            from stolik.bots.timed_search import timed_search

            with Console(stderr=True).status(f"Getting the {level} bots of {game.name} ready …"):
                timed_search(game, found).precompile()


def rules_text(game: Game) -> str:
    """The game's RULES.md."""
    return (catalog.folder(game.key) / "RULES.md").read_text("utf-8")


def _chosen(answer: str, labels: Sequence[str]) -> int | None:
    """The move that was meant: its number, or the one label that begins like this. Enter takes the only one."""
    if answer.isdecimal() and 1 <= int(answer) <= len(labels):
        return int(answer) - 1
    alike = [number for number, label in enumerate(labels) if label.lower().startswith(answer)]
    return alike[0] if len(alike) == 1 else None


def _ask_game() -> str:
    """The key of a game, chosen by its number, key or name; if there is only one, nobody is asked."""
    keys = catalog.keys()
    if len(keys) == 1:
        return keys[0]
    names = [catalog.find(key).name for key in keys]
    for number, name in enumerate(names, 1):
        click.echo(f"  {number}  {name}")
    while True:
        answer = input("Which game? ").strip().lower()
        chosen = _chosen(answer, names) if answer else None
        if answer.replace("-", "_") in keys:
            return answer.replace("-", "_")
        if chosen is not None:
            return keys[chosen]
        click.echo("  Its number or its name, please.")


def _ask_players(game: Game) -> str:
    fewest, most = game.players_range()
    usual = usual_players(game)
    while True:
        answer = input(f"{game.name}: how many players, bots included ({fewest}–{most})? [{usual}] ").strip()
        if not answer:
            return str(usual)
        if answer.isdecimal() and fewest <= int(answer) <= most:
            return answer
        click.echo(f"  A whole number from {fewest} to {most}, please.")


def _ask_what_is_missing(game: Game, players: str | None, pairs: Sequence[str]) -> list[str]:
    """Options that have no default with so many players: asked for, unless they were given."""
    given = {pair.partition("=")[0].strip().replace("-", "_") for pair in pairs}
    schemas = game.option_schemas()
    return [
        f"{name}={_ask_value(name, values, schemas[name])}"
        for name, values in choices(game).get(int(players) if players and players.isdecimal() else 0, {}).items()
        if name not in given and schemas[name].get("default") not in values
    ]


def _ask_value(name: str, values: Sequence[Any], schema: Mapping[str, Any]) -> str:
    offered = [str(value) for value in values]
    while True:
        answer = input(f"{name}, {schema['description']} ({', '.join(offered)})? [{offered[0]}] ").strip()
        if answer in ("", *offered):
            return answer or offered[0]
        click.echo("  One of these, please.")


def _typed_as() -> str:
    """How to call the command from here: by its name, or by where it lies if the shell would not find it."""
    return "stolik" if shutil.which("stolik") else shlex.quote(os.path.relpath(sys.argv[0]))
