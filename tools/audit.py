"""`make audit`: what bandit finds in our code, licences and known vulnerabilities of what we depend on.

Ends with 1 if something was found that nobody has looked at; what was is in `tools/audit_baseline.toml`, with reasons.
What could not be checked, because nobody answered, is said loudly, and is no failure.
"""

import os
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import code_findings
import licences
import vulnerabilities
from vulnerabilities import Answer

ROOT = Path(__file__).parent.parent
BASELINE = Path(__file__).parent / "audit_baseline.toml"


class Result(NamedTuple):
    part: str
    said: str
    problems: list[str]
    unchecked: Sequence[str] = ()


def read_baseline() -> dict[str, list[dict[str, str]]]:
    return tomllib.loads(BASELINE.read_text("utf-8"))


def audit_code(baseline: Sequence[Mapping[str, str]]) -> Result:
    found = code_findings.findings()
    return Result("code", f"{len(found)} findings", code_findings.not_in_baseline(found, baseline))


def audit_licences() -> Result:
    now = licences.asked_licences()
    problems = licences.differences(licences.read_list(), now) + licences.problems(now)
    return Result("licences", f"{len(now)} packages", problems)


def audit_answer(part: str, answer: Answer, baseline: Sequence[Mapping[str, str]]) -> Result:
    """What is known and was looked at is no problem; what was looked at and is not known any more is one."""
    known = {(entry["kind"], entry["package"], entry["id"]) for entry in baseline if entry["kind"] == part}
    problems = [" ".join(one) for one in answer.found if one[:3] not in known]
    if answer.checked:
        gone = known - {one[:3] for one in answer.found}
        problems += [f"baseline: {' '.join(entry)} is not found any more" for entry in sorted(gone)]
    return Result(part, f"{answer.checked} packages checked", problems, answer.unchecked)


def report(results: Sequence[Result]) -> bool:
    """Say everything; True if there is nothing to mend."""
    for part, said, problems, unchecked in results:
        state = f"{len(problems)} to look at" if problems else "not checked" if unchecked else "fine"
        print(f"{part:10}{said:28}{state}")
        for problem in problems:
            print(f"    {problem}")
        for text in unchecked:
            print(f"    NOT CHECKED: {text}")
            if os.environ.get("GITHUB_ACTIONS"):
                print(f"::warning title=make audit::NOT CHECKED: {text}")
    return not any(result.problems for result in results)


def main() -> None:
    baseline = read_baseline()
    results = [
        audit_code(baseline.get("bandit", [])),
        audit_licences(),
        audit_answer("python", vulnerabilities.audit_python(), baseline.get("vulnerability", [])),
        audit_answer("npm", vulnerabilities.audit_npm(), baseline.get("vulnerability", [])),
    ]
    if not report(results):
        sys.exit(1)


if __name__ == "__main__":
    main()
