"""The command `stolik`, as a person uses it."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from small_games import STAKES
from stolik import Match, Record, catalog, verify
from support.command_line import Run


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    match = Match("no_thanks", {"players": 3}, seed="kept")
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[-1])
    path = tmp_path / "match.json"
    path.write_bytes(match.record.to_json())
    return path


GAMES = ", ".join(catalog.keys())
ANSWERS = "".join("n\n1\n" for _ in range(200))


@pytest.mark.parametrize("command", ["", "play", "simulate", "replay", "verify", "games", "warm", "new-game"])
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


def test_replay_from_any_seat(run: Run, match_file: Path) -> None:
    watched = run(f"replay {match_file}").out
    assert "Never in the pile" in watched
    own = run(f"replay {match_file} --seat 1 --all").out
    assert re.search(r"^ . Seat 1 +10 +", own, re.MULTILINE)
    assert not re.search(r"^ . Seat 1 +10 +", watched.split("Never")[0], re.MULTILINE)


def test_replay_steps(run: Run, match_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(io, "StringIO", Terminal)
    shown = run(f"replay {match_file}", "\n\nb\nwhat\n20\nq\n").out
    assert [int(number) for number in re.findall(r"(\d+)/\d+   Enter", shown)] == [0, 1, 2, 1, 1, 20]


def test_verify(run: Run, match_file: Path) -> None:
    good = run(f"verify {match_file}")
    assert (good.code, good.err) == (0, "")
    assert "everything fits" in good.out
    record = json.loads(match_file.read_text())
    record["log"][5]["move"] = {"type": "take"} if record["log"][5]["move"]["type"] != "take" else {"type": "decline"}
    match_file.write_text(json.dumps(record))
    assert "was not used" in run(f"verify {match_file} --entropy mine").err
    bad = run(f"verify {match_file}")
    assert bad.code == 1
    assert "entry 5 does not fit" in bad.err
    assert bad.out == ""


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


def test_without_numpy_and_numba_one_can_play() -> None:
    program = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from stolik.cli import main\n"
        "main(['play', 'no_thanks', '--seed', 's'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], input="q\n", capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert "Good-bye" in ran.stdout
