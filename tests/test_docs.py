"""The Python in the docs runs as it stands, only with fewer games."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SMALLER = {"1_000_000": "2_000", "100_000": "2_000", "range(1000)": "range(5)", "size=4096": "size=64"}
SNIPPETS = [
    (f"{page}-{number}", snippet)
    for page in ("README.md", "docs/researchers/lab.md")
    for number, snippet in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL), 1)
]


@pytest.mark.parametrize("snippet", [text for _, text in SNIPPETS], ids=[name for name, _ in SNIPPETS])
def test_snippet_runs(snippet: str, tmp_path: Path) -> None:
    for large, small in SMALLER.items():
        snippet = snippet.replace(large, small)
    program = tmp_path / "snippet.py"
    program.write_text(snippet, "utf-8")
    ran = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_links_lead_somewhere() -> None:
    pages = [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "benchmarks/README.md",
    ]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
