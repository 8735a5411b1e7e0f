import io
from pathlib import Path

import pytest

from stolik import Match
from stolik.cli import main
from support.command_line import Ran, Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")

    def run(line: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = 0
        try:
            main(line.split())
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    match = Match("no_thanks", {"players": 3}, seed="kept")
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, match.legal(seat)[-1])
    path = tmp_path / "match.json"
    path.write_bytes(match.record.to_json())
    return path
