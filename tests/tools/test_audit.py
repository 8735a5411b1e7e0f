"""`make audit` finds what there is to find, says what it could not check, and calls nothing checked that was not."""

import json
import threading
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import audit
import code_findings
import pages
import vulnerabilities
from code_findings import CodeFinding
from licences import Package
from vulnerabilities import Answer, NoAnswer, Vulnerability

CLICK = Package("python", "click", "8.1.0")
OLD = Vulnerability("python", "jinja2", "PYSEC-2021-66", "fixed in 2.11.3")


# pip-audit: answers as it gave them


def said_by_pip_audit(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


JINJA = {
    "name": "jinja2",
    "version": "2.11.2",
    "vulns": [{"id": "PYSEC-2021-66", "fix_versions": ["2.11.3"], "aliases": ["CVE-2020-28493"]}],
}
FINE = {"name": "click", "version": "8.1.0", "vulns": []}
SKIPPED = {"name": "click", "skip_reason": "Dependency not found on PyPI and could not be audited: click (8.1.0)"}
SKIPPED_CONTROL = {"name": "jinja2", "skip_reason": "Dependency not found on PyPI and could not be audited: jinja2"}
CUT = ("", "Traceback …\nrequests.exceptions.ConnectionError: Failed to resolve 'api.osv.dev'\n")


def answering(monkeypatch: pytest.MonkeyPatch, **answers: Sequence[tuple[str, str]]) -> None:
    """By service: what it is asked first, and what next."""
    left = {service: iter(said) for service, said in answers.items()}

    def run(command: Sequence[str], _folder: Path) -> tuple[str, str]:
        return next(left[command[command.index("--vulnerability-service") + 1]])

    monkeypatch.setattr(vulnerabilities, "run", run)


def test_a_vulnerability_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, pypi=[(said_by_pip_audit(JINJA), ""), (said_by_pip_audit(JINJA, FINE), "")])
    assert vulnerabilities.audit_python([CLICK]) == Answer(2, [OLD], [])


def test_no_known_vulnerability_counts_only_from_a_service_that_knows_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip-audit ends with 0 and says that nothing was found when the index has no answers at all."""
    nothing = [(said_by_pip_audit(SKIPPED_CONTROL), "No known vulnerabilities found")]
    answering(monkeypatch, pypi=nothing, osv=[CUT], esms=[(said_by_pip_audit({**JINJA, "vulns": []}), "")])
    answer = vulnerabilities.audit_python([CLICK])
    assert (answer.checked, answer.found) == (0, [])
    (text,) = answer.unchecked
    assert text.startswith("1 Python packages (pypi: it does not know that jinja2 2.11.2 is vulnerable")
    assert "osv: requests.exceptions.ConnectionError" in text
    assert "esms: it does not know" in text


def test_the_next_service_is_asked_when_one_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    good = [(said_by_pip_audit(JINJA), ""), (said_by_pip_audit(FINE), "")]
    answering(monkeypatch, pypi=[CUT], osv=good)
    assert vulnerabilities.audit_python([CLICK]) == Answer(1, [], [])


def test_what_a_service_passes_over_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, pypi=[(said_by_pip_audit(JINJA), ""), (said_by_pip_audit(SKIPPED), "")])
    answer = vulnerabilities.audit_python([CLICK])
    assert answer.checked == 0
    assert "python click (Dependency not found" in answer.unchecked[0]


# npm audit: the real one, and a registry of our own

ADVISORY = {
    "id": 1,
    "url": "https://github.com/advisories/GHSA-vh95-rmgr-6w4m",
    "title": "Prototype pollution in minimist",
    "severity": "moderate",
    "vulnerable_versions": "<0.2.1",
    "cwe": [],
    "cvss": {"score": 5.6, "vectorString": None},
}


@contextmanager
def registry(status: int, advisories: dict[str, Any]) -> Iterator[str]:
    class Registry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            body = json.dumps(advisories).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Registry) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return vulnerabilities._control_folder(folder)


def asked(folder: Path, address: str, cache: Path) -> tuple[str, str]:
    try:
        npm = pages.find_node().npm
    except pages.NoNode as error:
        pytest.skip(str(error))
    options = ["--registry", address, "--cache", str(cache), "--fetch-retries", "0"]
    return vulnerabilities.run([*npm, "audit", "--json", "--package-lock-only", *options], folder)


def test_npm_finds_what_its_registry_knows(project: Path, tmp_path: Path) -> None:
    with registry(200, {"minimist": [ADVISORY]}) as address:
        answer = vulnerabilities.read_npm_audit(*asked(project, address, tmp_path / "cache"))
    about = "moderate: Prototype pollution in minimist"
    assert answer == Answer(1, [Vulnerability("npm", "minimist", "GHSA-vh95-rmgr-6w4m", about)], [])


def test_npm_says_that_all_is_well_where_its_registry_knows_nothing(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So an answer counts only after one that has found what is known to be vulnerable."""
    with registry(200, {}) as address:
        said = asked(project, address, tmp_path / "cache")
    assert vulnerabilities.read_npm_audit(*said) == Answer(1, [], [])
    monkeypatch.setattr(vulnerabilities, "run", lambda *_: said)
    answer = vulnerabilities.audit_npm()
    assert (answer.checked, answer.found) == (0, [])
    assert "does not know that minimist 0.0.8 is vulnerable" in answer.unchecked[0]


def test_a_registry_that_refuses_is_no_answer(project: Path, tmp_path: Path) -> None:
    with registry(405, {}) as address, pytest.raises(NoAnswer, match="405"):
        vulnerabilities.read_npm_audit(*asked(project, address, tmp_path / "cache"))


# bandit

PLANTED = "import pickle\n\n\ndef load(text):\n    return pickle.loads(text)\n"


def said_by_bandit(file: str, line: int, test: str = "B301") -> str:
    found = {"test_id": test, "filename": file, "line_number": line, "issue_text": "Pickle can be unsafe."}
    return json.dumps({"errors": [], "results": [found]})


def test_a_finding_is_one_until_somebody_has_looked_at_it(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(PLANTED)
    found = code_findings.read_bandit(said_by_bandit("./x.py", 5), tmp_path)
    assert found == [CodeFinding("B301", "x.py", 5, "return pickle.loads(text)", "Pickle can be unsafe.")]
    entry = {"test": "B301", "file": "x.py", "code": "return pickle.loads(text)", "reason": "…"}
    assert code_findings.not_in_baseline(found, [entry]) == []
    for other in ({"test": "B302"}, {"file": "y.py"}, {"code": "return pickle.loads(other)"}):
        new, unused = code_findings.not_in_baseline(found, [{**entry, **other}])
        assert new.startswith("x.py:5: B301")
        assert unused.startswith("baseline: nothing is found any more")


def test_a_file_that_bandit_cannot_read_is_no_pass() -> None:
    said = json.dumps({"errors": [{"filename": "x.py", "reason": "syntax error"}], "results": []})
    with pytest.raises(RuntimeError, match="syntax error"):
        code_findings.read_bandit(said)


# The baseline


def entries() -> list[tuple[str, dict[str, str]]]:
    found = tomllib.loads(audit.BASELINE.read_text("utf-8"))
    assert set(found) <= {"bandit", "vulnerability"}
    return [(kind, entry) for kind, all_of_it in found.items() for entry in all_of_it]


@pytest.mark.parametrize(("kind", "entry"), entries(), ids=lambda value: str(value)[:60])
def test_everything_in_the_baseline_has_a_reason_and_is_still_there(kind: str, entry: dict[str, str]) -> None:
    assert len(entry["reason"].split()) >= 5
    if kind == "bandit":
        assert set(entry) == {"test", "file", "code", "reason"}
        files = [path for place in code_findings.LOOKED_AT for path in (audit.ROOT / place).rglob("*.py")]
        files.append(audit.ROOT / "hatch_build.py")
        lines = [
            CodeFinding(entry["test"], path.relative_to(audit.ROOT).as_posix(), 0, line.strip(), "")
            for path in files
            for line in path.read_text("utf-8").splitlines()
        ]
        assert any(code_findings.is_covered(line, entry) for line in lines)
    else:
        assert set(entry) == {"kind", "package", "id", "reason"}


def test_a_vulnerability_that_was_looked_at_is_no_problem_and_one_that_is_gone_is() -> None:
    entry = {"kind": "python", "package": "jinja2", "id": "PYSEC-2021-66", "reason": "…"}
    found = Answer(2, [OLD], [])
    assert audit.audit_answer("python", found, []).problems == ["python jinja2 PYSEC-2021-66 fixed in 2.11.3"]
    assert audit.audit_answer("python", found, [entry]).problems == []
    assert audit.audit_answer("npm", found, [entry]).problems != []
    (gone,) = audit.audit_answer("python", Answer(2, [], []), [entry]).problems
    assert "not found any more" in gone
    assert audit.audit_answer("python", Answer(0, [], ["all"]), [entry]).problems == []  # nobody could know


@pytest.mark.parametrize(("problems", "good"), [([], True), (["python jinja2 PYSEC-2021-66"], False)])
def test_what_was_not_checked_is_said_and_fails_nothing(
    problems: list[str], good: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    results = [audit.Result("python", "0 packages checked", problems, ["149 Python packages (nobody answered)"])]
    assert audit.report(results) is good
    said = capsys.readouterr().out
    assert "NOT CHECKED: 149 Python packages (nobody answered)" in said
    assert "::warning title=make audit::NOT CHECKED" in said
    assert all(problem in said for problem in problems)
