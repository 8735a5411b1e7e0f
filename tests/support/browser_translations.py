"""The words that the pages say, from the catalogues that they say them from: tests name buttons as people read them."""

import json
import re
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parent.parent.parent / "web" / "src"
AREAS = ("shell", "lobby", "table", "proof", "replay", "rules")


def words(language: str, key: str) -> re.Pattern[str]:
    """Of the shell: "table.rematch". The whole text; whatever the message leaves open is open here."""
    return _whole(_shell(language)[key])


def game_words(game: str, language: str, key: str) -> re.Pattern[str]:
    """Of one game: of its table or its poster."""
    return _whole(_game(game, language)[key])


def opening(language: str, key: str) -> re.Pattern[str]:
    """A text that begins with these words of the shell."""
    return re.compile(rf"^\s*{pattern(_shell(language)[key])}")


def among(language: str, key: str) -> re.Pattern[str]:
    """A text in which these words of the shell are."""
    return re.compile(pattern(_shell(language)[key]))


def begins(game: str, language: str, key: str) -> re.Pattern[str]:
    """A text that begins with these words of a game."""
    return re.compile(rf"^\s*{pattern(_game(game, language)[key])}")


def all_keys() -> frozenset[str]:
    """Of the shell and of all games: none of them may be seen on a page."""
    found = set(_shell("en"))
    games = [path.parent.parent.name for path in (SOURCES / "games").glob("*/locales/table.en.json")]
    assert games, "no game has any words"
    for game in games:
        found |= set(_game(game, "en"))
    return frozenset(found)


@cache
def _shell(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for area in AREAS:
        found |= json.loads((SOURCES / "locales" / language / f"{area}.json").read_text("utf-8"))
    return found


@cache
def _game(game: str, language: str) -> dict[str, str]:
    folder = SOURCES / "games" / game / "locales"
    found: dict[str, str] = {}
    paths = sorted(folder.glob(f"*.{language}.json"))
    assert paths, f"no words in {folder}"
    for path in paths:
        found |= json.loads(path.read_text("utf-8"))
    return found


def _whole(message: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{pattern(message)}\s*$")


def pattern(message: str) -> str:
    """What is in braces may become anything, or nothing."""
    found, depth = [""], 0
    for letter in message:
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                found.append("")
        elif depth == 0:
            found[-1] += letter
    return ".*".join(map(re.escape, found)).replace(r"\ ", r"\s+")
