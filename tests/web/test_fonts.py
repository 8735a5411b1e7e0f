"""What every page says is written with the letters that a first visit loads."""

import json
import re
from pathlib import Path

SOURCES = Path(__file__).parent.parent.parent / "web" / "src"


def letters_cut() -> set[str]:
    faces = re.findall(r"url\(\"\./fonts/[^}]*?unicode-range:([^;]+);", (SOURCES / "fonts.css").read_text("utf-8"))
    assert len(faces) == 4
    found = set()
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", " ".join(faces)):
        found |= {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
    return found


def test_no_word_needs_a_letter_from_the_whole_fonts() -> None:
    shell, games = [*SOURCES.glob("locales/*/*.json")], [*SOURCES.glob("games/*/locales/*.??.json")]
    assert shell
    assert games
    files = [*shell, *games]
    said = {letter for file in files for text in json.loads(file.read_text("utf-8")).values() for letter in text}
    assert "ż" in said
    assert {letter for letter in said if letter.isalpha()} <= letters_cut()
