"""Names that people can read, in any script; and none that shows nothing or turns the text around it."""

from pathlib import Path

import httpx
import pytest

from stolik.server.errors import RequestRefused
from stolik.server.guests import MAX_NAME_LENGTH, clean_name
from support.servers import running

READABLE = [
    "Ala",
    "Zażółć Gęślą",
    "José María",
    "Jose\u0301",  # with a combining accent
    "Αλέξανδρος",
    "Дмитрий",
    "Զավեն",
    "ქეთევანი",
    "שָׁלוֹם",  # with points
    "יעל כהן",
    "محمد",
    "مُحَمَّد",
    "ناز\u200cنین",  # Persian: a non-joiner inside the word
    "प्रिया",
    "क\u094d\u200dष",  # Hindi: a joiner that keeps the letters apart
    "শ্রেয়া",
    "தமிழ்ச்செல்வி",
    "ශ්\u200dරී",
    "สมชาย",
    "ຄຳ",
    "བསོད་ནམས",
    "မောင်မောင်",
    "សុខា",
    "김민준",
    "ᄀ\u1161\u11a8",  # the same in single letters
    "小林さくら",
    "ドラゴン",
    "陳大文",
    "አበበ",
    "ᏣᎳᎩ",
    "ᐃᓄᒃ",
    "👍",
    "Ala 👍🏽",
    "👩\u200d👩\u200d👧",
    "🏳️\u200d🌈",
    "👩🏽\u200d🚀",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # England
    "🇵🇱",
    "❤️",
    "1️⃣",
    "\U0001fae8",  # newer than the tables of this Python
    "⠓⠊",  # Braille that is not blank
    "42",
    "!?",
    "O'Brien-Łęcki",
    "x²",
]
NOTHING = [
    "",
    " ",
    "\t\n",
    "\u00a0",
    "\u2003\u3000",
    "\u00ad",
    "\u034f",
    "\u0301\u0302",
    "\u20dd",
    "\u0903",
    "\u115f",
    "\u1160",
    "\u17b4\u17b5",
    "\u180b\u180e\u180f",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u200d \u200d",
    "\u2060\u2061\u2062\u2063\u2064",
    "\u206a\u206f",
    "\u2800",
    "\u2800 \u2800",
    "\u3164",
    "\u3164\u200d\u3164",
    "\ufe0f",
    "\ufeff",
    "\uffa0",
    "\ufff9\ufffa\ufffb",
    "\ufff0",
    "\U0001bca0",
    "\U0001d159",
    "\U0001d173",
    "\U000e0001",
    "\U000e0067\U000e0062\U000e007f",
    "\U000e0100",
    "\ue000",
    "\ufffe",
    "\U0010ffff",
    "\x00\x07\x7f\x85",
    "\u0378",
]
TURNING = ["\u061c", "\u200e", "\u200f", *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))]


@pytest.mark.parametrize("name", READABLE)
def test_names_of_people_everywhere_are_kept_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", NOTHING, ids=ascii)
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    for written in (name, f" {name} ", name * 5, f"{name}\u200b"):
        with pytest.raises(RequestRefused, match="A name has at least one letter"):
            clean_name(written)


@pytest.mark.parametrize("character", TURNING, ids=ascii)
def test_a_name_that_turns_the_writing_direction_is_refused(character: str) -> None:
    for name in (character, f"Ala{character}", f"{character}Ala", f"A{character}la", f"محمد{character}"):
        with pytest.raises(RequestRefused, match="direction"):
            clean_name(name)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ala \n ma\u00a0kota ", "Ala ma kota"),
        ("Al\u200ba", "Al a"),
        ("Al\u3164a", "Al a"),
        ("Al\u2800a", "Al a"),
        ("Al\u00ada", "Al a"),
        ("Al\u200da", "Ala"),  # a joiner that joins nothing
        ("\u200dAla\u200d", "Ala"),
        ("Ala\U000e0067\U000e0062", "Ala"),
        ("A\ufe0fla\ufe0f\ufe0f", "Ala"),
        ("👩\u200d", "👩"),
        ("👩\u200d\u200d👧", "👩👧"),
        ("\u0301Ala", "Ala"),
        ("Ala \u0301", "Ala"),
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_is_taken_out(written: str, kept: str) -> None:
    """Otherwise two different names would look the same."""
    assert clean_name(written) == kept


@pytest.mark.parametrize(
    "letter",
    ["x", "ж", "👍🏽", "👩\u200d👩\u200d👧\u200d👦", "🇵🇱", "e\u0301", "🏴\U000e0067\U000e007f", "ᄀ\u1161\u11a8"],
)
def test_a_long_name_is_cut_between_two_letters(letter: str) -> None:
    assert clean_name(letter * 30) == letter * (MAX_NAME_LENGTH // len(letter))


def test_a_tower_of_accents_is_not_a_name_of_any_height() -> None:
    assert clean_name("e" + "\u0301" * 60) == "e" + "\u0301" * 8


async def test_names_and_labels_are_refused_in_words_and_nothing_changes(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server, httpx.AsyncClient(base_url=server.base) as http:
        http.headers["origin"] = server.base
        await http.post("/api/guests", json={"name": "Ala"})
        for bad, word in {"\u3164": "letter", "Ala\u202e": "direction"}.items():
            for method, path, body in (
                ("POST", "/api/guests", {"name": bad}),
                ("POST", "/api/guests", {"name": bad, "program": "bot"}),
                ("POST", "/api/guests", {"name": "Robot", "program": bad}),
                ("PATCH", "/api/me", {"name": bad}),
                ("POST", "/api/me/tokens", {"label": bad}),
            ):
                answer = await http.request(method, path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), (path, body)
                assert word in answer.json()["text"]
        assert (await http.get("/api/me")).json()["name"] == "Ala"
        assert (await http.get("/api/me/tokens")).json() == []


async def test_what_is_said_can_be_read_and_turns_nothing_around(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        table = await ala.make_table("no_thanks", "mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            for said, heard in {
                "I pass \u202e\u2066evil\u2069": "I pass evil",
                "👩\u200d👩\u200d👧 محمد ❤️": "👩\u200d👩\u200d👧 محمد ❤️",
                "two  blanks": "two  blanks",
                "two\nlines\u2028more": "two lines more",
            }.items():
                assert (await line.ask("say", text=said))["type"] == "accepted"
                await line.until(lambda line: line.frames[-1]["type"] == "said")
                assert line.frames[-1]["text"] == heard
            for nothing in ("\u3164", "\u202e", "\u200d\u2800 ", "\u0301"):
                answer = await line.ask("say", text=nothing)
                assert (answer["type"], answer["code"]) == ("refused", "malformed")
