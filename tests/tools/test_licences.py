"""Everything that the locks name has a licence, which is listed, reviewed and allowed. None of this needs a network."""

import importlib.metadata
import json
from pathlib import Path

import pytest

import licences
from licences import Package

LISTED = licences.read_list()
LOCKED = licences.locked_packages()


def test_the_list_names_what_the_locks_name_and_nothing_else() -> None:
    assert set(LISTED) == set(LOCKED), "the locks have changed: make licences, and read what is new in the list"
    assert list(LISTED) == sorted(LISTED)


def test_every_licence_is_allowed_or_was_reviewed() -> None:
    assert licences.problems(LISTED) == []


def test_the_list_says_what_the_locks_of_the_pages_say() -> None:
    by_lock = licences.npm_licences()
    listed = {package: LISTED[package] for package in by_lock}
    assert listed == {package: licence or licences.UNKNOWN for package, licence in by_lock.items()}


def test_the_list_says_what_the_packages_installed_here_say() -> None:
    compared = 0
    for package, licence in LISTED.items():
        if package.kind != "python":
            continue
        try:
            found = importlib.metadata.distribution(package.name)
        except importlib.metadata.PackageNotFoundError:
            continue
        if found.version == package.version:
            said = found.metadata.json
            assert licences.licence_in(said) == licence, package
            compared += 1
    assert compared > 50


@pytest.mark.parametrize(
    ("metadata", "licence"),
    [
        ({"license_expression": "MIT AND PSF-2.0", "license": "x"}, "MIT AND PSF-2.0"),
        ({"classifier": ["License :: OSI Approved :: MIT License", "Topic :: Games"]}, "MIT"),
        ({"classifier": ["License :: OSI Approved", "License :: OSI Approved :: BSD License"]}, "BSD"),
        (
            {
                "classifier": [
                    f"License :: OSI Approved :: {name}" for name in ("MIT License", "Apache Software License")
                ]
            },
            "Apache-2.0 AND MIT",
        ),
        ({"license": "Apache-2.0"}, "Apache-2.0"),
        ({"license": "MIT License\n\nCopyright (c) 2022 somebody"}, "MIT"),
        ({"license": "Do what you like\nbut not this"}, "Do what you like"),
        ({"classifier": ["License :: Other/Proprietary License"]}, "Other/Proprietary License"),
        ({"license": ""}, licences.UNKNOWN),
        ({}, licences.UNKNOWN),
    ],
)
def test_a_licence_is_found_wherever_metadata_has_it(metadata: dict[str, object], licence: str) -> None:
    assert licences.licence_in(metadata) == licence


@pytest.mark.parametrize(
    ("expression", "good"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR CC0-1.0) AND Apache-2.0", True),
        ("(GPL-3.0-only OR AGPL-3.0-only) AND MIT", False),
        ("GPL-3.0-only OR MIT AND GPL-2.0-only", False),  # AND binds more tightly
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-2.0-only WITH Classpath-exception-2.0", False),
        (licences.UNKNOWN, False),
        ("", False),
        ("MIT OR", False),
        ("(MIT", False),
        ("Other/Proprietary License", False),
    ],
)
def test_an_expression_is_allowed_if_one_can_choose_allowed_licences_only(expression: str, good: bool) -> None:
    assert licences.is_allowed(expression) is good


NEW = Package("python", "newcomer", "1.0")


def test_a_new_licence_is_a_problem_until_somebody_has_reviewed_it() -> None:
    (said,) = licences.problems({**LISTED, NEW: "GPL-3.0-only"})
    assert "newcomer" in said
    assert "GPL-3.0-only" in said
    assert licences.problems({**LISTED, NEW: "MIT"}) == []


def test_a_reviewed_licence_that_has_changed_is_a_problem_and_so_is_a_review_of_nothing() -> None:
    reviewed = next(package for package in LISTED if (package.kind, package.name) == ("python", "pygame-ce"))
    (changed,) = licences.problems({**LISTED, reviewed: "GPL-3.0-only"})
    assert "pygame-ce" in changed
    (gone,) = licences.problems({package: licence for package, licence in LISTED.items() if package != reviewed})
    assert "pygame-ce" in gone


def test_what_has_changed_is_said_line_by_line() -> None:
    package = next(iter(LISTED))
    assert licences.differences(LISTED, LISTED) == []
    assert licences.differences(LISTED, {**LISTED, package: "WTFPL"}) == [f"{package}: {LISTED[package]} is now WTFPL"]
    assert licences.differences(LISTED, {**LISTED, NEW: "MIT"}) == ["python newcomer 1.0: new, MIT"]
    assert licences.differences({**LISTED, NEW: "MIT"}, LISTED) == ["python newcomer 1.0: gone"]


def test_all_versions_of_a_lock_are_found_whatever_system_they_are_for(tmp_path: Path) -> None:
    lock = tmp_path / "some.txt"
    lock.write_text(
        "a-b==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:00\n    # via c==9\n"
        "c[extra]==2.0 \\\n    --hash=sha256:11\nc==3.0 ; python_full_version >= '3.12' \\\n    --hash=sha256:22\n"
    )
    assert licences.python_packages(lock) == [
        Package("python", *found) for found in (("a-b", "1.0"), ("c", "2.0"), ("c", "3.0"))
    ]
    packages = tmp_path / "package-lock.json"
    nested: dict[str, object] = {"": {}, "node_modules/@x/y": {"version": "1.0", "license": "MIT"}}
    nested |= {"node_modules/z/node_modules/w": {"version": "2.0"}, "node_modules/linked": {"link": True}}
    packages.write_text(json.dumps({"packages": nested}))
    assert licences.npm_packages(packages) == {
        Package("npm", "@x/y", "1.0"): "MIT",
        Package("npm", "w", "2.0"): None,
    }
