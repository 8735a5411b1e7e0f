"""The habits of the repository: decisions, changelog, workflow, templates."""

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DECISIONS = {path.name: path for path in sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))}
HEAD = re.compile(r"# (?P<title>.+)\n\n- Date: (?P<date>\d{4}-\d\d-\d\d)\n- Status: (?P<status>.+)\n\n")
STATUS = re.compile(
    r"(accepted|superseded by \[\d{4}\]\(\S+\.md\)|accepted; superseded in part by \[\d{4}\]\(\S+\.md\))"
)
FORMS = sorted(path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")


@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_has_a_date_and_a_status_and_is_listed(name: str) -> None:
    head = HEAD.match(DECISIONS[name].read_text("utf-8"))
    assert head is not None, "it begins with its title, then `- Date: …` and `- Status: …`"
    date.fromisoformat(head["date"])
    assert STATUS.fullmatch(head["status"])
    index = (ROOT / "docs/decisions/README.md").read_text("utf-8")
    assert f"| {name[:4]} | [{head['title']}]({name}) | {head['date']} | {head['status']} |" in index


def test_decisions_are_numbered_one_by_one() -> None:
    assert [int(name[:4]) for name in DECISIONS] == list(range(1, len(DECISIONS) + 1))


def test_the_changelog_has_this_version_and_a_place_for_the_next() -> None:
    sections = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert sections[0] == "Unreleased"
    version, _, day = sections[1].partition(" - ")
    assert version == PROJECT["version"]
    days = [date.fromisoformat(section.partition(" - ")[2]) for section in sections[1:]]
    assert days == sorted(days, reverse=True)
    assert day


def test_the_workflow_covers_what_is_promised() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text("utf-8"))
    python = "Programming Language :: Python :: "
    promised = {text.removeprefix(python) for text in PROJECT["classifiers"] if text.startswith(python)}
    matrix = workflow["jobs"]["python"]["strategy"]["matrix"]
    assert set(matrix["python"]) == promised
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert workflow["permissions"] == {"contents": "read"}
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    assert any(step.get("run") == "make test" for step in steps)
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"]) for step in steps if "uses" in step)


def test_dependencies_are_audited_every_day_and_with_every_change() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/audit.yml").read_text("utf-8"))
    when = workflow[True]  # YAML takes `on` for a word of its own
    assert "pull_request" in when
    assert re.fullmatch(r"\d+ \d+ \* \* \*", when["schedule"][0]["cron"])
    assert workflow["permissions"] == {"contents": "read"}
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    assert [step["run"] for step in steps if "run" in step] == ["make audit"]
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"]) for step in steps if "uses" in step)


def test_what_the_audit_is_made_with_is_locked() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    locked = (ROOT / "requirements/audit.txt").read_text("utf-8")
    names = [re.split("[<>=]", wanted)[0] for wanted in groups["audit"]]
    assert sorted(names) == ["bandit", "pip-audit"]
    assert all(re.search(rf"^{name}==\S+ \\\n +--hash=sha256:", locked, re.MULTILINE) for name in names)
    assert "make audit" not in (ROOT / ".github/workflows/test.yml").read_text("utf-8")  # `make test` needs no network


def test_updates_are_proposed_for_everything_that_is_locked() -> None:
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text("utf-8"))["updates"]
    watched = {(update["package-ecosystem"], update["directory"]) for update in updates}
    assert ("github-actions", "/") in watched
    assert ("pip", "/requirements") in watched
    for lock in ("web", "benchmarks/peers/boardgame_io"):
        assert (ROOT / lock / "package-lock.json").is_file()
        assert ("npm", f"/{lock}") in watched


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_asks_for_something(form: Path) -> None:
    found = yaml.safe_load(form.read_text("utf-8"))
    assert found["name"]
    assert found["description"]
    asked = [part for part in found["body"] if part["type"] != "markdown"]
    assert asked
    assert len({part["id"] for part in asked}) == len(asked)


def test_the_form_about_rules_names_every_game() -> None:
    from stolik import catalog

    found = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/rule.yml").read_text("utf-8"))
    asked = next(part for part in found["body"] if part["type"] == "dropdown")
    assert sorted(asked["attributes"]["options"]) == sorted(catalog.find(key).name for key in catalog.keys())
