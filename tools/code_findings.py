"""What bandit finds in our own code, less what was looked at and found to be fine (`tools/audit_baseline.toml`)."""

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LOOKED_AT = ("src", "tools", "benchmarks", "docs", "hatch_build.py")
"""All Python but the tests, which do whatever an attacker would."""


class CodeFinding(NamedTuple):
    test: str
    """Bandit's number of it: B101 …"""
    file: str
    line: int
    code: str
    """The line itself: it stays what it is when lines above it come and go."""
    about: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.test}: {self.about} {self.code}"


def findings(places: Sequence[str] = LOOKED_AT, root: Path = ROOT) -> list[CodeFinding]:
    command = [sys.executable, "-m", "bandit", "--quiet", "--recursive", "--format", "json", *places]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):  # 1: it has found something
        sys.exit(f"bandit failed: {ran.stderr.strip()}")
    return read_bandit(ran.stdout, root)


def read_bandit(out: str, root: Path = ROOT) -> list[CodeFinding]:
    """RuntimeError if there was a file that it could not read."""
    answer = json.loads(out)
    if answer["errors"]:
        raise RuntimeError(f"bandit could not read everything: {answer['errors']}")
    return [_finding(found, root) for found in answer["results"]]


def _finding(found: Mapping[str, object], root: Path) -> CodeFinding:
    file, line = Path(str(found["filename"])).as_posix().removeprefix("./"), int(str(found["line_number"]))
    code = (root / file).read_text("utf-8").splitlines()[line - 1].strip()
    return CodeFinding(str(found["test_id"]), file, line, code, str(found["issue_text"]))


def is_covered(finding: CodeFinding, entry: Mapping[str, str]) -> bool:
    return (
        finding.test == entry["test"]
        and fnmatchcase(finding.file, entry["file"])
        and fnmatchcase(finding.code, entry["code"])
    )


def not_in_baseline(found: Iterable[CodeFinding], baseline: Sequence[Mapping[str, str]]) -> list[str]:
    """Findings that nobody has looked at, and entries that cover nothing any more, in words."""
    found = list(found)
    new = [str(one) for one in found if not any(is_covered(one, entry) for entry in baseline)]
    unused = [entry for entry in baseline if not any(is_covered(one, entry) for one in found)]
    return new + [f"baseline: nothing is found any more for {entry['test']} in {entry['file']}" for entry in unused]
