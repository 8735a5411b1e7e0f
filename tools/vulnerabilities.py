"""Known vulnerabilities of everything that the locks name, as pip-audit and npm audit find them.

Both say that all is well when nobody has answered them. So whoever is asked is first asked about an old version that is
known to be vulnerable: an answer that finds nothing wrong with that one is no answer, and what was to be checked by it
is reported as not checked.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pages
from licences import NPM_LOCKS, ROOT, Package, locked_packages, without_duplicates

SERVICES = ("pypi", "osv", "esms")
"""Of pip-audit, in the order in which they are tried."""
PYTHON_CONTROL = Package("python", "jinja2", "2.11.2")
NPM_CONTROL = Package("npm", "minimist", "0.0.8")
PATIENCE = 300.0
MOST_WORDS = 160
"""Characters of somebody else's complaint."""


class Vulnerability(NamedTuple):
    kind: str
    package: str
    id: str
    about: str


class Answer(NamedTuple):
    checked: int
    found: list[Vulnerability]
    unchecked: list[str]
    """What could not be checked, and why, in words."""


class NoAnswer(Exception):
    """Nobody answered, or nobody who knows. The text says why."""


# Python


def audit_python(packages: Iterable[Package] | None = None) -> Answer:
    """By the first service that knows anything."""
    wanted = sorted(package for package in packages or locked_packages() if package.kind == "python")
    reasons = []
    for service in SERVICES:
        try:
            _check_control(PYTHON_CONTROL, _ask_pip_audit(service, [PYTHON_CONTROL]))
            answers = [_ask_pip_audit(service, batch) for batch in without_duplicates(wanted)]
        except NoAnswer as error:
            reasons.append(f"{service}: {error}")
            continue
        return Answer(
            sum(answer.checked for answer in answers),
            [found for answer in answers for found in answer.found],
            [text for answer in answers for text in answer.unchecked],
        )
    return Answer(0, [], [f"{len(wanted)} Python packages ({'; '.join(reasons)})"])


def _ask_pip_audit(service: str, packages: Sequence[Package]) -> Answer:
    with TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.txt"
        asked.write_text("".join(f"{package.name}=={package.version}\n" for package in packages))
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(asked), "--no-deps", "--disable-pip"]
        command += [
            "--vulnerability-service",
            service,
            "--format",
            "json",
            "--desc",
            "off",
            "--progress-spinner",
            "off",
        ]
        return read_pip_audit(*run(command, ROOT))


def read_pip_audit(out: str, err: str) -> Answer:
    found = _json(out, err).get("dependencies", [])
    return Answer(
        sum("skip_reason" not in package for package in found),
        [
            Vulnerability("python", package["name"], one["id"], _fixed_in(one["fix_versions"]))
            for package in found
            for one in package.get("vulns", ())
        ],
        [f"python {package['name']} ({package['skip_reason']})" for package in found if "skip_reason" in package],
    )


def _fixed_in(versions: Sequence[str]) -> str:
    return f"fixed in {', '.join(versions)}" if versions else "not fixed yet"


# npm


def audit_npm(locks: Sequence[Path] = NPM_LOCKS) -> Answer:
    folders = [lock.parent for lock in locks]
    try:
        with TemporaryDirectory() as folder:
            _check_control(NPM_CONTROL, _ask_npm(_control_folder(Path(folder))))
        answers = [_ask_npm(folder) for folder in folders]
    except NoAnswer as error:
        names = " and ".join(str(folder.relative_to(ROOT)) for folder in folders)
        return Answer(0, [], [f"npm packages of {names} ({error})"])
    found = {one for answer in answers for one in answer.found}
    return Answer(sum(answer.checked for answer in answers), sorted(found), [])


def _ask_npm(folder: Path) -> Answer:
    node = pages.find_node()
    return read_npm_audit(*run([*node.npm, "audit", "--json", "--package-lock-only"], folder))


def read_npm_audit(out: str, err: str) -> Answer:
    answer = _json(out, err)
    if "vulnerabilities" not in answer:
        raise NoAnswer(answer.get("message") or "npm says nothing of vulnerabilities")
    causes = [cause for one in answer["vulnerabilities"].values() for cause in one["via"] if isinstance(cause, dict)]
    found = {
        Vulnerability("npm", cause["name"], cause["url"].rpartition("/")[2], f"{cause['severity']}: {cause['title']}")
        for cause in causes
    }
    return Answer(answer["metadata"]["dependencies"]["total"], sorted(found), [])


def _control_folder(folder: Path) -> Path:
    """A project that depends on what is known to be vulnerable."""
    name, version = NPM_CONTROL.name, NPM_CONTROL.version
    project = {"name": "control", "version": "0.0.0", "dependencies": {name: version}}
    locked = {"": project, f"node_modules/{name}": {"version": version}}
    (folder / "package.json").write_text(json.dumps(project))
    (folder / "package-lock.json").write_text(json.dumps({**project, "lockfileVersion": 3, "packages": locked}))
    return folder


# Both


def _check_control(control: Package, answer: Answer) -> None:
    if not any(found.package == control.name for found in answer.found):
        why = f": {answer.unchecked[0]}" if answer.unchecked else ""
        raise NoAnswer(f"it does not know that {control.name} {control.version} is vulnerable{why}")


def run(command: Sequence[str], folder: Path) -> tuple[str, str]:
    """What a program says, and what it complains about. Both programs end with 1 if they find something."""
    try:
        ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"no answer within {PATIENCE:.0f} seconds") from None
    return ran.stdout, ran.stderr


def _json(out: str, err: str) -> dict[str, Any]:
    try:
        found = json.loads(out)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise NoAnswer((err.strip() or out.strip() or "it says nothing").splitlines()[-1][:MOST_WORDS])
    return found
