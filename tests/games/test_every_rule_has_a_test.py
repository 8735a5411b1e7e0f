"""Every rule number in a game's RULES.md has a test named after it."""

import re
from pathlib import Path

import pytest

from stolik import catalog

HERE = Path(__file__).parent


@pytest.mark.parametrize("key", catalog.keys())
def test_every_rule_has_a_test(key: str) -> None:
    rules = (catalog.folder(key) / "RULES.md").read_text("utf-8")
    numbers = [int(number) for number in re.findall(r"^\*\*R(\d+)\*\*", rules, re.MULTILINE)]
    assert numbers, "no rule in RULES.md has a number"
    assert numbers == list(range(1, len(numbers) + 1)), "rules are numbered from 1 without gaps"
    folder = HERE / catalog.folder(key).name
    tested = {int(n) for file in folder.glob("test_*.py") for n in re.findall(r"def test_r(\d+)_", file.read_text())}
    assert set(numbers) <= tested, f"no test is named after {sorted(set(numbers) - tested)}"
    assert tested <= set(numbers), f"tests of rules that do not exist: {sorted(tested - set(numbers))}"
