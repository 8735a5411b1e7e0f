"""Hints in the terminal."""

import re
import subprocess
import sys

import pytest

from stolik import catalog
from support.command_line import Run

COMPILED_LONG = "raise"
"""Its hints come from a search that takes a minute to compile."""


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=pytest.mark.long) if key == COMPILED_LONG else key for key in catalog.keys()],
)
def test_a_hint_is_one_of_the_moves(run: Run, key: str) -> None:
    """Asked for twice, it says the same; then it is typed as it was said."""
    shown = run(f"play {key} --seed hints --hints --pace 0", "h\nh\nq\n").out
    assert "h: hint" in shown
    hints = re.findall(r"^  > +Hint: (.+)$|^ +Hint: (.+)$", shown, re.MULTILINE)
    said = [one or other for one, other in hints]
    assert len(said) == 2
    assert said[0] == said[1]


def test_without_asking_for_them_there_are_no_hints(run: Run) -> None:
    shown = run("play no_thanks --seed s", "h\nq\n").out
    assert "There is no move 'h' here." in shown
    assert "h: hint" not in shown


def test_without_numpy_and_numba_there_are_hints_all_the_same() -> None:
    program = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "from stolik.cli import main\n"
        "main(['play', 'no_thanks', '--seed', 's', '--hints'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], input="h\nq\n", capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert "Hint: " in ran.stdout
