"""`stolik new-game`: what it lays out holds at once, in a copy of this working copy; and what it refuses."""

from pathlib import Path

import pytest

from support.browser_chromium import NONE_FOUND
from support.command_line import Run
from support.working_copy import WorkingCopy

HOMES = ("src/stolik/games/sixth/", "tests/games/sixth/", "web/src/games/sixth/", "tests/browser/drivers/sixth.py")
OTHER_KEYS = ["class", "game", "x", "a_game_with_a_long_key24"]
"""A word of Python, a word of ours, and the shortest and the longest: lines must not break elsewhere."""


@pytest.fixture
def copy(tmp_path: Path) -> WorkingCopy:
    return WorkingCopy(tmp_path)


def lay_out(copy: WorkingCopy, key: str, *more: str) -> str:
    return copy.python("-m", "stolik", "new-game", key, *more)


# What it lays out


def test_a_new_game_holds_at_once_and_changes_nothing_outside_its_folders(copy: WorkingCopy) -> None:
    before = copy.files()
    said = lay_out(copy, "sixth", "--name", "Sixth!")
    assert said.startswith("Sixth! is laid out, and can be played at once.\n")
    made = copy.files()
    assert {name: text for name, text in made.items() if not name.startswith(HOMES)} == before
    assert all(any(name.startswith(home) for name in made) for home in HOMES)
    assert not [name for name, text in made.items() if name.startswith(HOMES) and b"__KEY__" in text]
    copy.tool("ruff", "check", "--no-cache")
    copy.tool("ruff", "format", "--check", "--no-cache")
    assert "Sixth!" in copy.python("-m", "stolik", "games")
    copy.pytest("tests/games", "tests/web/test_types_are_fresh.py", "tests/web/test_fonts.py", "-k", "sixth or fonts")


@pytest.mark.long
def test_all_laws_hold_for_a_new_game(copy: WorkingCopy) -> None:
    lay_out(copy, "sixth")
    copy.pytest("tests/laws", "tests/cli/test_hints.py", "-k", "sixth")


@pytest.mark.long
def test_the_types_and_imports_of_a_new_game_are_sound_whatever_its_key(copy: WorkingCopy) -> None:
    for key in ("sixth", *OTHER_KEYS):
        lay_out(copy, key)
    copy.tool("ruff", "check", "--no-cache")
    copy.tool("ruff", "format", "--check", "--no-cache")
    copy.tool("mypy", "src", "tests")
    copy.tool("lint-imports", "--no-cache")
    copy.pages("format:check", "lint", "check")
    copy.pytest("tests/games", "-k", " or ".join(["sixth", "class_", "class-", *OTHER_KEYS[2:]]))


@pytest.mark.long
def test_a_new_game_is_played_in_the_browser(copy: WorkingCopy) -> None:
    lay_out(copy, "sixth")
    copy.pages("test", "build")
    if "skipped" in copy.pytest("tests/browser/test_whole_games.py", "-k", "sixth"):
        pytest.skip(NONE_FOUND)


# What it refuses


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As much of a working copy as can be mistaken."""
    root = tmp_path / "project"
    for name in ("no_thanks", "raise_"):
        (root / "src/stolik/games" / name).mkdir(parents=True)
        (root / "src/stolik/games" / name / "__init__.py").touch()
    (root / "pyproject.toml").write_text('[project]\nname = "stolik"\n')
    monkeypatch.chdir(root)
    return root


def everything(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


def refused(run: Run, line: str, folder: Path) -> str:
    """What is said; nothing may have been written."""
    before = everything(folder)
    ran = run(f"new-game {line}")
    assert ran.code in (1, 2)
    assert ran.out == ""
    assert ran.err.startswith("stolik: ")
    assert everything(folder) == before
    return ran.err


@pytest.mark.parametrize("key", ["SIXTH", "2fast", "no-thanks", "sixth_", "_sixth", "ćma", "a/b", "..", "x" * 25])
def test_a_key_is_a_lowercase_word(run: Run, project: Path, key: str) -> None:
    assert "a key is a lowercase word" in refused(run, key, project)


@pytest.mark.parametrize("name", ['a"b', "a\\b", "*/", "x" * 25, "a\x07b"])
def test_a_name_can_be_written_everywhere(run: Run, project: Path, name: str) -> None:
    assert "does not fit" in refused(run, f"sixth --name={name}", project)


@pytest.mark.parametrize("key", ["no_thanks", "raise"])
def test_a_game_that_exists_stays(run: Run, project: Path, key: str) -> None:
    assert f"there is already a game {key}; there are: no_thanks, raise" in refused(run, key, project)


@pytest.mark.parametrize("path", ["web/src/games/sixth", "tests/games/sixth", "src/stolik/games/sixth"])
def test_what_lies_where_the_game_would_be_stays(run: Run, project: Path, path: str) -> None:
    (project / path).mkdir(parents=True)
    assert f"something else lies where the game would be: {path}\n" in refused(run, "sixth", project)


def test_a_driver_is_not_written_over(run: Run, project: Path) -> None:
    (project / "tests/browser/drivers").mkdir(parents=True)
    (project / "tests/browser/drivers/base.py").touch()
    assert "tests/browser/drivers/base.py" in refused(run, "base", project)


def test_outside_a_working_copy_nothing_is_laid_out(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "a working copy of Stolik" in refused(run, "sixth", tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "something-else"\n')
    assert "a working copy of Stolik" in refused(run, "sixth", tmp_path)


def test_if_a_generator_fails_it_says_what_to_do(run: Run, project: Path) -> None:
    """There are no tools in this one."""
    ran = run("new-game sixth")
    assert ran.code == 1
    assert "tools/browser_types.py" in ran.err
    assert "make types goldens" in ran.err
