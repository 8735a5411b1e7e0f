"""The licences of everything that the locks name: `tools/licences.txt`, and what is allowed.

python tools/licences.py            ask PyPI again, compare with the list; 1 if something has changed or is not allowed
python tools/licences.py --write    write the list anew

What npm packages say stands in their locks, what Python packages say in their metadata, which pip reads without
installing them. Which licences are fine, and what was found out by reading, is in `tools/licence_policy.toml`.
"""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
LIST = ROOT / "tools" / "licences.txt"
POLICY = ROOT / "tools" / "licence_policy.toml"
PYTHON_LOCKS = tuple(sorted((ROOT / "requirements").glob("*.txt")))
NPM_LOCKS = (ROOT / "web" / "package-lock.json", ROOT / "benchmarks/peers/boardgame_io/package-lock.json")
HEAD = "# What everything that the locks name is licensed under. Written by `make licences`; `make test` compares.\n"
UNKNOWN = "unknown"

_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)
_ANY_PYTHON = ("3.14", "3.13", "3.12")
"""Some versions are for newer Pythons than the one that runs this."""
_NAMES = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
"""What classifiers and older metadata call them. Which of the BSD licences it is they do not say."""


class Package(NamedTuple):
    kind: str
    """`python` or `npm`."""
    name: str
    version: str

    def __str__(self) -> str:
        return " ".join(self)


Licences = Mapping[Package, str]


# What the locks name


def python_packages(lock: Path) -> list[Package]:
    """All of them, whatever system they are for."""
    found = _LOCKED.findall(lock.read_text("utf-8"))
    return [Package("python", re.sub(r"[-_.]+", "-", name).lower(), version) for name, version in found]


def npm_packages(lock: Path) -> dict[Package, str | None]:
    """With the licence that the lock says."""
    found = json.loads(lock.read_text("utf-8"))["packages"]
    return {
        Package("npm", path.rpartition("node_modules/")[2], package["version"]): package.get("license")
        for path, package in found.items()
        if path and not package.get("link")
    }


def npm_licences() -> dict[Package, str | None]:
    return {package: licence for lock in NPM_LOCKS for package, licence in npm_packages(lock).items()}


def locked_packages() -> set[Package]:
    return {package for lock in PYTHON_LOCKS for package in python_packages(lock)} | set(npm_licences())


# What they say


def licence_in(metadata: Mapping[str, Any]) -> str:
    """In a package's core metadata as JSON: an SPDX expression, or as near to one as it says."""
    if metadata.get("license_expression"):
        return str(metadata["license_expression"])
    classifiers = [text for text in metadata.get("classifier", ()) if text.startswith("License :: ")]
    said = {text.rpartition(" :: ")[2] for text in classifiers} - {"OSI Approved"}
    if said:
        return " AND ".join(sorted(_NAMES.get(text, text) for text in said))
    first = str(metadata.get("license") or "").strip().partition("\n")[0]
    return _NAMES.get(first, first) or UNKNOWN


def asked_licences() -> dict[Package, str]:
    """As the locks and the index of Python packages say now. Needs a network."""
    found = {package: licence or UNKNOWN for package, licence in npm_licences().items()}
    wanted = sorted(package for package in locked_packages() if package.kind == "python")
    for batch in without_duplicates(wanted):
        metadata = _metadata(batch, ()) or {}
        for package in batch:
            said = metadata.get(package) or _metadata_for_any_python(package)
            found[package] = licence_in(said)
    return dict(sorted(found.items()))


def without_duplicates(packages: Iterable[Package]) -> list[list[Package]]:
    """In as few lists as it takes for each to have one version of everything."""
    lists: list[dict[str, Package]] = []
    for package in packages:
        fitting = next((found for found in lists if package.name not in found), None)
        if fitting is None:
            lists.append(fitting := {})
        fitting[package.name] = package
    return [list(found.values()) for found in lists]


def _metadata_for_any_python(package: Package) -> Mapping[str, Any]:
    for version in ("", *_ANY_PYTHON):
        options = ("--python-version", version, "--only-binary", ":all:") if version else ()
        found = _metadata([package], options)
        if found is not None:
            return found[package]
    sys.exit(f"pip does not find {package}")


def _metadata(packages: list[Package], options: tuple[str, ...]) -> dict[Package, Mapping[str, Any]] | None:
    """As pip would install them, without doing it; None if it cannot."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--dry-run"]
        command += ["--ignore-installed", "--no-deps", *options, "--target", folder, "--report", str(report)]
        command += [f"{package.name}=={package.version}" for package in packages]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            return None
        installed = json.loads(report.read_text("utf-8"))["install"]
    by_name = {re.sub(r"[-_.]+", "-", one["metadata"]["name"]).lower(): one["metadata"] for one in installed}
    return {package: by_name[package.name] for package in packages}


# The list


def read_list() -> dict[Package, str]:
    lines = [line for line in LIST.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {Package(*line.split(maxsplit=3)[:3]): line.split(maxsplit=3)[3] for line in lines}


def write_list(found: Licences) -> None:
    lines = [f"{package} {licence}\n" for package, licence in sorted(found.items())]
    LIST.write_text(HEAD + "".join(lines), "utf-8")


def differences(before: Licences, now: Licences) -> list[str]:
    gone = [f"{package}: gone" for package in before if package not in now]
    new = [f"{package}: new, {licence}" for package, licence in now.items() if package not in before]
    changed = [
        f"{package}: {before[package]} is now {licence}"
        for package, licence in now.items()
        if before.get(package, licence) != licence
    ]
    return [*gone, *new, *changed]


# What is allowed


def problems(found: Licences) -> list[str]:
    """Licences that nobody has allowed or reviewed, and reviews that nothing needs."""
    reviewed = {(review["kind"], review["name"]): review["licence"] for review in _policy()["reviewed"]}
    said, looked_at = [], set()
    for package, licence in found.items():
        known = reviewed.get(package[:2])
        looked_at.add(package[:2])
        if known is None and not is_allowed(licence):
            said.append(f"{package}: {licence} is neither allowed nor reviewed in {POLICY.name}")
        elif known not in (None, licence):
            said.append(f"{package}: {licence}, but what was reviewed in {POLICY.name} is {known}")
    unused = [f"{kind} {name}" for kind, name in reviewed if (kind, name) not in looked_at]
    return said + [f"{package}: reviewed in {POLICY.name}, but no lock names it" for package in unused]


def is_allowed(expression: str) -> bool:
    """Whether one can choose, where there is a choice, licences that are all allowed."""
    allowed, words = set(_policy()["allowed"]), {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    tokens = re.findall(r"[()]|[^\s()]+(?: WITH [^\s()]+)?", expression)
    try:
        parsed = ast.parse(" ".join(words.get(token, str(token in allowed)) for token in tokens), mode="eval")
    except SyntaxError:
        return False
    return _value(parsed.body)


def _value(node: ast.expr) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(map(_value, parts))
        case ast.BoolOp(op=ast.Or(), values=parts):
            return any(map(_value, parts))
        case ast.Constant(value=True):
            return True
    return False


@cache
def _policy() -> dict[str, Any]:
    return tomllib.loads(POLICY.read_text("utf-8"))


def main(arguments: list[str]) -> None:
    now = asked_licences()
    said = [] if arguments == ["--write"] else differences(read_list(), now)
    if arguments == ["--write"]:
        write_list(now)
    said += problems(now)
    if said:
        sys.exit("\n".join(said))
    print(f"{len(now)} packages, and all their licences are fine")


if __name__ == "__main__":
    main(sys.argv[1:])
