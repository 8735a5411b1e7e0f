"""`stolik verify`: a saved match was dealt fairly, or not."""

import json
from pathlib import Path

from support.command_line import Run


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
