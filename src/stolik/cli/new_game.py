"""Lays out a new game: a small one that can be played at once, in the terminal and in the pages, with its tests.

The templates lie in `new_game_skeleton`, as they are laid out, with placeholders for the names.
"""

import keyword
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import click

SKELETON = Path(__file__).parent / "new_game_skeleton"
ENDING = ".template"
LONGEST_NAME = 24
UNFIT = frozenset('"\\*<>')
"""What would end a string, a comment or a tag in some file that the name stands in."""
PLAYED = ('{"players": 3}', "--seed", "1", "--seat", "1")


class Names(NamedTuple):
    """How the game is called, in each place where it is."""

    key: str
    name: str

    @property
    def folder(self) -> str:
        """Of its Python package: with `_` where Python has taken the word."""
        return f"{self.key}_" if keyword.iskeyword(self.key) else self.key

    @property
    def type(self) -> str:
        return "".join(part.capitalize() for part in self.key.split("_"))

    def put_into(self, template: str) -> str:
        placeholders = {"KEY": self.key, "FOLDER": self.folder, "NAME": self.name, "CLASS": self.type}
        return re.sub(r"__(KEY|FOLDER|NAME|CLASS)__", lambda found: placeholders[found[1]], template)


@click.command("new-game")
@click.argument("key")
@click.option("--name", help="How people call it. Left out: made of the key.")
def new_game(key: str, name: str | None) -> None:
    """Lay out a new game with this KEY, in a working copy of Stolik.

    It is a small game that can be played at once: rules, messages, bots and words, its table in the pages, its tests
    and a driver for the browser tests. All laws hold for it; change it from there into a game of your own.

    \b
    stolik new-game memory --name "Memory"
    """
    names = Names(_checked_key(key), _checked_name(name if name is not None else key.replace("_", " ").capitalize()))
    root = _working_copy()
    files = _files(root, names)
    _check_free(root, names, files)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    _generate(root, names)
    click.echo(_report(names))


def _checked_key(key: str) -> str:
    if not re.fullmatch(r"[a-z]([a-z0-9_]*[a-z0-9])?", key) or len(key) > LONGEST_NAME:
        raise click.UsageError(
            f"a key is a lowercase word of at most {LONGEST_NAME} letters, digits and _, such as memory or high_card;"
            f" {key!r} is none"
        )
    return key


def _checked_name(name: str) -> str:
    if not 0 < len(name) <= LONGEST_NAME or name != name.strip() or not name.isprintable() or UNFIT & set(name):
        raise click.UsageError(
            f"a name has at most {LONGEST_NAME} letters, and none of {' '.join(sorted(UNFIT))}; {name!r} does not fit"
        )
    return name


def _working_copy() -> Path:
    """The folder of the project, from anywhere in it."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        project = folder / "pyproject.toml"
        if project.is_file() and tomllib.loads(project.read_text("utf-8")).get("project", {}).get("name") == "stolik":
            return folder
    raise click.ClickException(
        "a new game is laid out in a working copy of Stolik, with its tests and pages, and this folder is in none."
        " Clone the project, go there, and try again."
    )


def _files(root: Path, names: Names) -> dict[Path, str]:
    """Everything that is laid out: where, and what it says."""
    homes = {
        "game": root / "src" / "stolik" / "games" / names.folder,
        "tests": root / "tests" / "games" / names.folder,
        "web": root / "web" / "src" / "games" / names.key,
    }
    files = {root / "tests" / "browser" / "drivers" / f"{names.key}.py": SKELETON / f"driver.py{ENDING}"}
    for part, home in homes.items():
        for template in sorted((SKELETON / part).rglob(f"*{ENDING}")):
            files[home / template.relative_to(SKELETON / part).with_suffix("")] = template
    return {path: names.put_into(template.read_text("utf-8")) for path, template in files.items()}


def _check_free(root: Path, names: Names, files: dict[Path, str]) -> None:
    games = root / "src" / "stolik" / "games"
    taken = sorted(folder.name.rstrip("_") for folder in games.iterdir() if (folder / "__init__.py").is_file())
    if names.key in taken:
        raise click.ClickException(f"there is already a game {names.key}; there are: {', '.join(taken)}")
    rooms = {path if path.parent.name == "drivers" else _room(path, names) for path in files}
    occupied = sorted(room.relative_to(root).as_posix() for room in rooms if room.exists())
    if occupied:
        raise click.ClickException(f"something else lies where the game would be: {', '.join(occupied)}")


def _room(path: Path, names: Names) -> Path:
    """The game's own folder that a file lies in."""
    return next(folder for folder in path.parents if folder.name in (names.key, names.folder))


def _generate(root: Path, names: Names) -> None:
    """What is written by programs: the browser's types, a match for the tests of the pages, and the goldens."""
    _run(root, "tools/browser_types.py", names.key)
    played = _run(root, "tools/record_fixture.py", names.key, *PLAYED)
    (root / "web" / "src" / "games" / names.key / "fixtures" / "played.json").write_text(played, "utf-8")
    _run(root, "-m", "support.goldens", names.key)


def _run(root: Path, *arguments: str) -> str:
    """A program of the working copy, with its own modules."""
    path = os.pathsep.join([str(root / "src"), str(root / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = subprocess.run(  # noqa: S603 - programs of the working copy that the caller asked to change
        [sys.executable, *arguments],
        cwd=root,
        env=os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if ran.returncode != 0:
        raise click.ClickException(
            f"the files are laid out, but `python {' '.join(arguments)}` failed:\n{ran.stderr}\n"
            "Mend what it says, then: make types goldens"
        )
    return ran.stdout


def _report(names: Names) -> str:
    parts = {
        f"src/stolik/games/{names.folder}": "rules, messages, bots and words; begin with RULES.md",
        f"tests/games/{names.folder}": "a test for each rule, the JSON, the bots, and goldens",
        f"tests/browser/drivers/{names.key}.py": "how the browser tests play it",
        f"web/src/games/{names.key}": "its table and its poster in the pages, in two languages",
        "": "",
        f"stolik play {names.key}": "sit down in the terminal",
        "make play": "sit down in the browser",
        "make test": "all laws hold for it; after a change of messages `make types`, of rules `make goldens`",
    }
    width = max(map(len, parts))
    return "\n".join(
        [f"{names.name} is laid out, and can be played at once.", ""]
        + [f"  {what:{width}}   {meaning}".rstrip() for what, meaning in parts.items()]
    )
