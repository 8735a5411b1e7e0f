"""A copy of this working copy, for what changes the project itself."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PARTS = ("src", "tests", "tools", "web", "pyproject.toml", "README.md", "hatch_build.py")
LEFT_OUT = {"node_modules", "__pycache__", "coverage"}
PAGES = ROOT / "src" / "stolik" / "server" / "pages"
PACKAGES = Path("web") / "node_modules"


class WorkingCopy:
    def __init__(self, root: Path) -> None:
        self.root = root
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, root / part, ignore=_left_out)
            else:
                shutil.copy2(ROOT / part, root / part)

    def run(self, *command: str, **environment: str) -> str:
        """What a program said, run in the copy with the copy's own modules; AssertionError if it fails."""
        ran = subprocess.run(
            command,
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert ran.returncode == 0, f"{' '.join(command)}\n{ran.stdout}\n{ran.stderr}"
        return ran.stdout

    def python(self, *arguments: str, **environment: str) -> str:
        return self.run(sys.executable, *arguments, **environment)

    def tool(self, name: str, *arguments: str) -> str:
        """A program that is installed beside Python."""
        return self.run(str(Path(sys.executable).with_name(name)), *arguments)

    def pytest(self, *arguments: str, **environment: str) -> str:
        return self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, **environment)

    def pages(self, *scripts: str) -> str:
        """Scripts of web/package.json, with the packages that are installed here already."""
        if (ROOT / PACKAGES).is_dir() and not (self.root / PACKAGES).exists():
            shutil.copytree(ROOT / PACKAGES, self.root / PACKAGES, symlinks=True)
        return self.python("tools/pages.py", *scripts)

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.root.rglob("*") if path.is_file() and "node_modules" not in path.parts)
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in found}


def _left_out(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name in LEFT_OUT or Path(folder) / name == PAGES}
