"""The golden playthroughs of every game. After a wanted change: raise VERSION, `make goldens`, read the diff."""

import os
from pathlib import Path

import pytest

from stolik import BadRecord, Match, Record, catalog, verify
from stolik.core.game import Game
from support.goldens import folder, playthrough, recorded, renew, wanted

GAMES = [catalog.find(key) for key in catalog.keys()]
WANTED = [(game, name) for game in GAMES for name in wanted(game)]

if os.environ.get("RENEW_GOLDENS"):
    for game in GAMES:
        renew(game)

RECORDS = [path for game in GAMES for path in recorded(folder(game))]


@pytest.mark.parametrize(("game", "name"), WANTED, ids=lambda value: value if isinstance(value, str) else value.key)
def test_golden_playthrough(game: Game, name: str) -> None:
    path = folder(game) / f"{name}.json"
    assert path.exists(), "a new version or option wants a golden: make goldens"
    record = Record.from_json(path.read_bytes())
    verdict = verify(record)
    assert verdict.ok, f"{verdict.summary}: if that is meant, raise VERSION and make goldens"
    assert playthrough(record) == path.with_suffix(".txt").read_text("utf-8"), (
        "the rules behave differently: if that is meant, raise VERSION and make goldens"
    )


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_golden_record_of_an_older_version_is_refused_not_misread(path: Path) -> None:
    record = Record.from_json(path.read_bytes())
    if record.header.version == catalog.find(record.header.game).version:
        assert Match.replay(record).over
    else:
        with pytest.raises(BadRecord, match=f"version {record.header.version}"):
            Match.replay(record)


def test_a_game_without_goldens_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no goldens in"):
        recorded(tmp_path)
