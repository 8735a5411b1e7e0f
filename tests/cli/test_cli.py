"""The command `stolik`: its help, its errors, and the commands that are quickly told."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stolik import catalog
from stolik.cli import stolik
from support.command_line import Run

GAMES = ", ".join(catalog.keys())


@pytest.mark.parametrize("command", ["", *stolik.commands])
def test_help_teaches(run: Run, command: str) -> None:
    shown = run(f"{command} --help").out
    assert shown.startswith("Usage: stolik")
    assert len(shown.splitlines()) > 8


def test_without_a_command_it_shows_help(run: Run) -> None:
    assert "stolik play no_thanks" in run("").out


def test_games(run: Run) -> None:
    assert re.search(r"no_thanks +No Thanks! +3–7 +tactical, open_chips +random, easy, normal", run("games").out)
    one = run("games no_thanks").out
    assert "tactical" in one
    assert "everyone sees everyone's chips" in one


def test_games_tell_with_what_an_option_has_a_meaning_and_leave_out_what_a_rematch_sets(run: Run) -> None:
    told = " ".join(run("games gang").out.split())
    assert "(only with mode advanced or" in told
    assert "challenges_gone" not in told
    refused = run("simulate gang -o challenges=5 -n 1")
    assert "challenges has no meaning here, only with mode advanced" in refused.out + refused.err


def test_simulate(run: Run) -> None:
    shown = run("simulate no_thanks -n 3000 -b normal,random,random,random").out
    assert re.search(r"0 +normal +9\d\.\d\d", shown)
    assert "3,000 games" in shown
    assert "million moves and deals a second" in shown
    results = json.loads(run("simulate no_thanks -p 3 -o tactical -n 500 --json").out)
    assert results["options"] == {"players": 3, "tactical": True, "open_chips": False}
    assert sum(results["wins"]) == pytest.approx(500)


def test_warm(run: Run) -> None:
    assert re.match(r"no_thanks: ready \(\d+\.\d s\)", run("warm no_thanks").out)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("paly", "No such command 'paly'. (Did you mean one of: 'play', 'replay'?) Try: stolik --help"),
        ("play bridge", f"there is no game 'bridge' here; there are: {GAMES}"),
        ("play no_thanks -p 12", "No Thanks!: players: expected a whole number of at most 7"),
        ("play no_thanks -p many", "No Thanks!: players: expected a whole number, got str"),
        ("play no_thanks -p 6 -o tactical", "No Thanks!: the tactical variant is for 3 to 5 players"),
        ("play no_thanks -o speed=9", "No Thanks!: there is no option speed"),
        ("play no_thanks -o tactical=maybe", "No Thanks!: tactical: expected true or false, got str"),
        ("play no_thanks --seat 4", "--seat: with 4 players the seats are 0 to 3"),
        ("play no_thanks --level superb", "No Thanks! has no 'superb' bot; it has: random, easy, normal, hard"),
        (
            "play no_thanks --pace -1",
            "Invalid value for '--pace': -1.0 is not in the range x>=0. Try: stolik play --help",
        ),
        ("simulate", "Missing argument 'GAME'. Try: stolik simulate --help"),
        ("simulate no_thanks -n 0", "a simulation needs at least one game"),
        ("simulate no_thanks -b easy,easy", "2 policies for 4 players: give one for each seat, or one for all"),
        ("arena no_thanks", "Missing argument 'BOTS...'. Try: stolik arena --help"),
        ("arena no_thanks easy easy", "an arena needs bots that are all different"),
        ("arena no_thanks easy superb", "No Thanks! has no 'superb' bot; it has: random, easy, normal, hard"),
        ("arena no_thanks easy normal -n 0", "an arena needs bots, and at least one game"),
        ("train bridge", f"there is no game 'bridge' here; there are: {GAMES}"),
        ("replay", "no match has been kept here yet: name a file, or play one (stolik play)"),
        ("verify", "no match has been kept here yet: name a file, or play one (stolik play)"),
        ("games bridge", f"there is no game 'bridge' here; there are: {GAMES}"),
        ("warm bridge", f"there is no game 'bridge' here; there are: {GAMES}"),
    ],
)
def test_bad_arguments_get_one_clear_sentence(run: Run, line: str, sentence: str) -> None:
    refused = run(line)
    assert (refused.code, refused.err, refused.out) == (2, f"stolik: {sentence}\n", "")


def test_files_that_are_no_records(run: Run, tmp_path: Path, match_file: Path) -> None:
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_bytes(b"\xff\xfe")
    for command in ("replay", "verify"):
        assert "this is not a record of a match" in run(f"{command} {nonsense}").err
        assert "does not exist" in run(f"{command} {tmp_path / 'missing.json'}").err
        assert run(f"{command} {tmp_path}").code == 2
    assert "seats 0 to 2" in run(f"replay {match_file} --seat 3").err


@pytest.mark.parametrize("command", ["simulate no_thanks", "warm", "arena gra easy", "train gra"])
def test_without_numpy_and_numba_the_lab_says_what_it_needs(command: str) -> None:
    program = f"import sys; sys.modules['numba'] = None\nfrom stolik.cli import main\nmain({command.split()!r})"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "stolik: this needs numpy and numba: pip install 'stolik[lab]'\n")
