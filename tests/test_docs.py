"""What the docs say is so: their Python runs, their commands exist, and so does every file and module they name."""

import logging
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import click
import pytest
from mkdocs.config.defaults import MkDocsConfig

import docs_site
from stolik.cli import stolik as command_line
from stolik.core.game import Bots, Messages, Rules
from stolik.server.guests import LINK_LIFETIME
from stolik.server.metrics import Metrics
from stolik.server.settings import Settings
from stolik.server.tables import join_codes
from stolik.server.tables.cluster import PRESENCE_LIFETIME

ROOT = Path(__file__).parent.parent
AT_THE_ROOT = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (
        *(ROOT / name for name in AT_THE_ROOT),
        *sorted((ROOT / "docs").rglob("*.md")),
        ROOT / "benchmarks/README.md",
    )
}
every_page = pytest.mark.parametrize("page", PAGES)


def prose(page: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", PAGES[page], flags=re.MULTILINE | re.DOTALL)


# Examples

SMALLER = {
    "1_000_000": "2_000",
    "100_000": "2_000",
    "range(1000)": "range(5)",
    "range(2000)": "range(5)",
    "size=1000": "size=20",
    "size=4096": "size=64",
    "SIZE = 4, 512": "SIZE = 4, 16",
}
RUN = ("README.md", "docs/index.md", "docs/researchers/lab.md", "docs/researchers/first_experiment.md")
SNIPPETS = {
    f"{page}-{number}": snippet
    for page in RUN
    for number, snippet in enumerate(re.findall(r"```python\n(.*?)```", PAGES[page], re.DOTALL), 1)
}


@pytest.mark.parametrize("snippet", SNIPPETS.values(), ids=SNIPPETS)
def test_snippet_runs(snippet: str, tmp_path: Path) -> None:
    """As it stands, only with fewer games."""
    for large, small in SMALLER.items():
        snippet = snippet.replace(large, small)
    program = tmp_path / "snippet.py"
    program.write_text(snippet, "utf-8")
    ran = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


# Links, files and modules

FILE = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]*)+|[\w-]+\.(?:py|ts|svelte|md|json|toml|yml|txt|svg|xz)")
OF_THE_READER = (
    *("*memory*", "goldens/", "match.json"),  # a new game, a saved match
    *(".venv*", "screenshots/", "site/*", "src/stolik/server/pages"),  # what commands make
)
"""Files that need not exist: who does what the docs say makes them."""
ELSEWHERE = {
    *(".git", ".venv", ".venv-audit", ".venv-bench", "node_modules"),
    *("site", "__pycache__", "pages", "build", "dist"),
}


@every_page
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose(page)):
        assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


@every_page
def test_named_files_exist(page: str) -> None:
    assert not (missing := missing_files(prose(page))), f"{page} names what is not there: {', '.join(missing)}"


def test_a_missing_file_is_noticed() -> None:
    there = (
        "`core/match.py`, `src/stolik/core`, `tests/laws`, `stakes.py`, `games/<key>/rules*`, `/etc/none.py`, `a/b c`"
    )
    assert missing_files(there) == []
    assert missing_files("`core/nowhere.py`, `x.ts`, `games/<key>/none.md`") == [
        *("core/nowhere.py", "x.ts", "games/<key>/none.md")
    ]


def missing_files(text: str) -> list[str]:
    named = [name for name in re.findall(r"`([^`\s]+)`", text) if FILE.fullmatch(name)]
    return [name for name in named if not any(fnmatch(name, known) for known in OF_THE_READER) and not _exists(name)]


def _exists(name: str) -> bool:
    """Somewhere in the repository, with this end of its path; a module may be named without its suffix."""
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    return any(fnmatch(path, f"*/{pattern}") or fnmatch(path, f"*/{pattern}.*") for path in _paths())


@cache
def _paths() -> tuple[str, ...]:
    def below(folder: Path) -> Iterator[str]:
        for path in folder.iterdir():
            yield f"/{path.relative_to(ROOT).as_posix()}"
            if path.is_dir() and path.name not in ELSEWHERE:
                yield from below(path)

    return tuple(below(ROOT))


@pytest.mark.parametrize("folder", ["src", "web/src", "tests", "tools", "benchmarks", "docs"])
def test_pages_that_sources_name_exist(folder: str) -> None:
    sources = [path for suffix in ("py", "ts", "svelte", "md") for path in (ROOT / folder).rglob(f"*.{suffix}")]
    for source in sources:
        for named in re.findall(r"(?<![\w/.])docs/[\w/.-]+\.(?:md|py|svg|png)", source.read_text("utf-8")):
            assert (ROOT / named).exists(), f"{source.relative_to(ROOT)} names {named}"


@every_page
def test_named_modules_exist(page: str) -> None:
    named = re.findall(r"(?:`|^::: )(stolik(?:\.\w+)+)(?=[`(]|$)", PAGES[page], re.MULTILINE)
    missing = [name for name in named if not _is_module_or_in_one(name)]
    assert not missing, f"{page} names what is not there: {', '.join(missing)}"


def _is_module_or_in_one(name: str) -> bool:
    path = ROOT / "src" / name.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    home = path.parent / "__init__.py" if path.parent.is_dir() else path.parent.with_suffix(".py")
    return home.is_file() and re.search(rf"\b{path.name}\b", home.read_text("utf-8")) is not None


def test_the_picture_and_the_tree_show_the_rooms_that_there_are() -> None:
    picture = ET.parse(ROOT / "docs/images/house.svg")
    texts = [text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    rooms = [text.strip() for text in texts if text.endswith("/") and " " not in text]
    files = {word for text in texts for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", text)} - {"handle_move"}
    assert [name for name in (*rooms, *sorted(files)) if not _exists(name)] == []
    tree = re.search(r"^    src/stolik/\n(.*?)^    tests/", PAGES["CONTRIBUTING.md"], re.MULTILINE | re.DOTALL)
    assert tree is not None
    drawn = set(re.findall(r"^ {6}(\w+)/", tree[1], re.MULTILINE))
    there = {path.parent.name for path in (ROOT / "src/stolik").glob("*/__init__.py")}
    assert drawn == there
    assert {f"{room}/" for room in there} <= {room.replace("games/<key>/", "games/") for room in rooms}


@pytest.mark.parametrize("protocol", [Rules, Messages, Bots])
def test_the_contract_explains_every_name(protocol: type) -> None:
    page = PAGES["docs/contributors/contract.md"]
    names = [name for name in vars(protocol) if not name.startswith("_")]
    assert [name for name in names if not re.search(rf"`{name}\b", page)] == []


# Commands and settings


IN_A_BLOCK = re.compile(r"^ {4}(?:\w+=\S+ )*(?:\S*/)?(stolik [a-z].*)$", re.MULTILINE)
IN_A_LINE = re.compile(r"`(stolik (?!seed`)[a-z][^`]*)`")  # `stolik seed` is hashed, not run


@every_page
def test_commands_exist_with_their_options(page: str) -> None:
    for line in IN_A_BLOCK.findall(PAGES[page]) + IN_A_LINE.findall(PAGES[page]):
        wrong = _wrong_with(line)
        assert not wrong, f"{page}: {line}: {wrong}"


def test_a_wrong_command_is_noticed() -> None:
    assert _wrong_with("stolik play no_thanks -p 5 --save match.json   # keep it") is None
    assert _wrong_with("stolik dance") is not None
    assert _wrong_with("stolik play --slowly") is not None


def _wrong_with(line: str) -> str | None:
    name, *arguments = shlex.split(line.partition("#")[0].replace("…", ""))[1:]
    command = command_line.commands.get(name)
    if command is None:
        return f"there is no command {name}"
    options = [option for option in command.params if isinstance(option, click.Option)]
    known = {"--help"}.union(*(option.opts for option in options))
    unknown = [given for given in arguments if given.startswith("-") and given.partition("=")[0] not in known]
    return f"it has no {unknown[0]}" if unknown else None


@every_page
def test_targets_of_make_and_settings_exist(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)|^    make ([a-z-]+)", PAGES[page], re.MULTILINE):
        assert re.search(rf"^{''.join(target)}:", makefile, re.MULTILINE), f"{page}: make {''.join(target)}"
    for variable in re.findall(r"\bSTOLIK_[A-Z]+\b", PAGES[page]):
        assert variable in _sources(), f"{page}: nobody reads {variable}"


@cache
def _sources() -> str:
    folders = (ROOT / "src/stolik", ROOT / "tests/support")
    return "".join(path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py"))


def test_times_and_lengths_are_those_that_are_set() -> None:
    settings, away = Settings(), "45 seconds"
    assert settings.away_timeout == 45
    for page in ("docs/hosts/server.md", "docs/players/friends.md", "CONTRIBUTING.md"):
        assert away in PAGES[page]
    assert settings.pause_timeout == 12
    assert "or for 12 seconds" in PAGES["docs/hosts/server.md"]
    assert LINK_LIFETIME == 10 * 60
    for page in ("docs/hosts/server.md", "docs/players/friends.md"):
        assert "once, within ten minutes" in PAGES[page]
    assert join_codes.LENGTH == 6
    assert "six letters of the code" in PAGES["docs/players/friends.md"]
    assert PRESENCE_LIFETIME == 25
    assert "forgotten after 25 seconds" in PAGES["docs/hosts/server.md"]


@every_page
def test_metrics_exist(page: str) -> None:
    counted = Metrics().text().decode()
    for name in re.findall(r"`(stolik_[a-z_]+)`", PAGES[page]):
        assert re.search(rf"^# \w+ {name} ", counted, re.MULTILINE), f"{page}: nobody counts {name}"


# The site


def test_links_of_the_repository_become_links_of_the_site() -> None:
    text = (
        "[a](docs/players/fairness.md#at-a-table) [b](src/stolik/core/match.py) [c](#here) [d](https://e.org)"
        " [f](SECURITY.md)"
    )
    assert docs_site.for_the_site("CONTRIBUTING.md", text) == (
        "[a](../players/fairness.md#at-a-table) [b](../source/src/stolik/core/match.py.md) [c](#here) [d](https://e.org)"
        " [f](security.md)"
    )


PLANTED = {
    "a.html": '<script src="https://cdn.example/x.js"></script>',
    "b.html": '<link rel="stylesheet" href="//fonts.example/css">',
    "c.html": "<style>p { background: url(http://pixel.example/p.gif) }</style>",
    "d.html": '<img srcset="small.png 1x, https://images.example/large.png 2x">',
    "e.css": '@import "https://fonts.example/css";',
    "f.html": "<p style=\"background: url('https://pixel.example/p.gif')\">",
    "g.svg": '<svg><image href="https://images.example/a.png"/></svg>',
}
HARMLESS = '<a href="https://example.org">link</a> <img src="a.png"> <link href="a.css"> <svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.mark.parametrize("name", PLANTED)
def test_what_is_fetched_from_another_host_is_a_warning(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And so an error: `make docs` is strict."""
    (tmp_path / "fine.html").write_text(HARMLESS, "utf-8")
    config = MkDocsConfig()
    config.site_dir = str(tmp_path)
    with caplog.at_level(logging.WARNING, "mkdocs"):
        docs_site.on_post_build(config)
        assert caplog.messages == []
        (tmp_path / name).write_text(PLANTED[name], "utf-8")
        docs_site.on_post_build(config)
    assert len(caplog.messages) == 1
    assert name in caplog.messages[0]


# Promises

PROMISES = "docs/hosts/promises.md"


def test_promises_are_held_by_tests_that_exist() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGES[PROMISES])
    assert len(named) > 50
    missing = [f"{file}::{name}" for file, name in named if not _is_test(ROOT / file, name)]
    assert missing == []


def _is_test(file: Path, name: str) -> bool:
    if not file.is_file():
        return False
    return name == "" or re.search(rf"^(async )?def {name}\(", file.read_text("utf-8"), re.MULTILINE) is not None
