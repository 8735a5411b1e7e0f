"""`stolik play`: a person in the terminal against bots."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from small_games import STAKES
from stolik import Record, catalog, verify
from stolik.bots.bot import levels
from stolik.core.bot_levels import Search
from support.command_line import Run

ANSWERS = "".join("n\n1\n" for _ in range(200))


def test_a_whole_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    played = run(f"play no_thanks -p 3 --seed s --save {path} --name Ola", ANSWERS)
    assert played.code == 0
    assert played.out.startswith("No Thanks! with Ada, Bruno.")
    assert re.search(r"(Ola|Ada|Bruno)( and (Ola|Ada|Bruno))? won\.", played.out)
    record = Record.from_json(path.read_bytes())
    assert verify(record).ok
    assert record.header.commitment is not None
    assert record.header.commitment in played.out, "the promise is shown before the first card"
    assert record.header.seats == ("Ola", "Ada", "Bruno")
    assert "Ola took" in run(f"replay {path}").out


def test_whoever_plays_alone_and_loses_is_told_who_won(run: Run, tmp_path: Path) -> None:
    played = run(f"play dycha -p 1 -o solo_limit=10 --seed 1 --save {tmp_path / 'm.json'}", "1\n" * 2_000)
    assert "\n  TEN won.\n" in played.out


def test_it_shows_exactly_what_the_seat_may_know(run: Run, tmp_path: Path) -> None:
    played = run(f"play no_thanks -p 3 --seed s --save {tmp_path / 'm.json'}", ANSWERS).out
    running = played.split("Never in the pile")[0]
    assert re.search(r"^ . Ada +\? +\d+ − \?", running, re.MULTILINE)
    assert not re.search(r"^ . (Ada|Bruno) +\d+ ", running, re.MULTILINE), "others' chips are hidden"
    assert re.search(r"^ . You +\d+ +\d+ − \d+ = ", running, re.MULTILINE)
    opened = run(f"play no_thanks -p 3 -o open_chips --seed s --save {tmp_path / 'n.json'}", ANSWERS).out
    assert re.search(r"^ . Ada +11 ", opened, re.MULTILINE)


def test_the_same_seed_gives_the_same_evening(run: Run, tmp_path: Path) -> None:
    first, second = (run(f"play no_thanks --seed s --save {tmp_path / 'm.json'}", ANSWERS).out for _ in range(2))
    assert first == second


def test_what_was_typed_wrongly_is_asked_again(run: Run) -> None:
    played = run("play no_thanks --seat 2 --seed x", "what?\n9\n0\n\nl\nr\nq\n")
    assert played.out.count("Type a move's number") == 5
    assert "There is no move 'what?' here." in played.out
    assert "Nobody wants the card" in played.out
    assert "will begin" in played.out
    assert "left unfinished" in played.out
    assert played.code == 0


def test_what_happened_several_times_in_a_row_is_said_once(run: Run) -> None:
    played = run("play raise -p 3 --seed s", "q\n").out
    assert played.count("Ada drew a card. (×6)\n") == 1
    assert played.count("Bruno drew a card. (×6)\n") == 1
    assert "(×1)" not in played


def test_with_one_game_in_the_house_only_the_players_are_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "keys", lambda: ("no_thanks",))
    played = run("play", "many\n99\n3\nq\n").out
    assert "Which game?" not in played
    assert played.count("A whole number from 3 to 7, please.") == 2
    assert "No Thanks! with Ada, Bruno." in played


@pytest.mark.parametrize("answer", ["2", "no_thanks", "No-Thanks", "no t"])
def test_with_more_games_one_is_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    find = catalog.find
    monkeypatch.setattr(catalog, "keys", lambda: ("stakes", "no_thanks"))
    monkeypatch.setattr(catalog, "find", lambda key: STAKES if key == "stakes" else find(key))
    played = run("play", f"bridge\n\n{answer}\n\nq\n").out
    assert "1  Stakes\n  2  No Thanks!" in played
    assert played.count("Its number or its name, please.") == 2
    assert "No Thanks! with Ada, Bruno, Celina." in played


def test_an_option_without_a_default_is_asked_for(run: Run) -> None:
    played = run("play dycha -p 1 --seed s", "3\n7\nq\n").out
    assert played.count("solo_limit, with one player only") == 2
    assert "One of these, please." in played
    assert "TEN draws until its total is 7 or more" in played
    assert "solo_limit," not in run("play dycha -p 1 -o solo_limit=5 --seed s", "q\n").out
    assert "solo_limit," not in run("play dycha -p 2 --seed s", "q\n").out


def test_a_pause_shows_the_table_and_waits(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = SimpleNamespace(
        render=lambda view, seat, names: f"round {view.public.round}",
        say=lambda event, names: str(event),
        label=lambda move, view: f"stake {move.stake}",
    )
    monkeypatch.setattr(catalog, "find", lambda key: STAKES)
    monkeypatch.setattr(catalog, "module", lambda key, name: words)
    played = run("play stakes -p 2 --level random --seed s", "stake 1\nwhat\n\nq\n").out
    assert "1  go on" in played
    assert played.index("round 1") < played.index("1  go on")
    assert "There is no move 'what' here." in played
    assert "left unfinished" in played


def test_long_names_are_shortened_and_bots_have_others(run: Run) -> None:
    assert "with Bruno, Celina" in run("play no_thanks -p 3 --name Ada", "q\n").out
    assert "n" * 20 in run(f"play no_thanks -p 3 --name {'n' * 90}", "q\n").out


def test_a_match_is_kept_without_being_asked(run: Run, tmp_path: Path) -> None:
    played = run("play no_thanks -p 3 --seed s", ANSWERS)
    (kept,) = (tmp_path / "stolik" / "matches").glob("no_thanks-*.json")
    assert str(kept) in played.out.replace("\n", "")
    assert f"{kept.name} holds" in run("verify").out
    assert "Never in the pile" in run("replay").out


def test_a_name_is_a_name_and_no_markup(run: Run) -> None:
    played = run("play no_thanks -p 3 --seed s --name [red]", "q\n").out
    assert "[red]" in played


def test_a_match_is_kept_even_if_not_where_it_was_wanted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    played = run(f"play no_thanks -p 3 --seed s --save {tmp_path / 'file' / 'm.json'}", ANSWERS)
    (kept,) = (tmp_path / "stolik" / "matches").glob("no_thanks-*.json")
    assert played.code == 0
    assert "Could not keep it" in played.out
    assert verify(Record.from_json(kept.read_bytes())).ok


def test_the_end_of_input_stops_the_game(run: Run) -> None:
    stopped = run("play no_thanks", "")
    assert (stopped.code, stopped.err.strip()) == (130, "stolik: stopped")


def test_without_numpy_and_numba_one_can_play() -> None:
    program = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from stolik.cli import main\n"
        "main(['play', 'no_thanks', '--seed', 's'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], input="q\n", capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert "Good-bye" in ran.stdout


def test_hard_bots_can_be_played_with(run: Run, tmp_path: Path) -> None:
    typed = "".join("n\n1\n" for _ in range(200))
    shown = run(f"play no_thanks -p 3 --level hard --seed s --save {tmp_path / 'm.json'}", typed).out
    assert " won." in shown


def test_levels_that_search_say_what_they_need() -> None:
    assert any(isinstance(level, Search) for level in levels(catalog.find("no_thanks")).values())
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from stolik.cli import main\n"
        "main(['play', 'no_thanks', '--level', 'hard'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "this needs numpy and numba: pip install 'stolik[lab]'" in ran.stderr
