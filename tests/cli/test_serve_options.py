"""The options and variables of `stolik serve`: each means what the docs say. Served for real in `tests/server`."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import user_data_path

from stolik.cli import main
from stolik.cli.serve import serve as serve_command
from stolik.server import run as server_run
from stolik.server.settings import ENVIRONMENT, Settings
from support.command_line import Run

DOCS = (Path(__file__).parent.parent.parent / "docs/hosts/server.md").read_text("utf-8")


@pytest.fixture
def settings(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Settings]:
    """What a line and an environment mean, without serving."""
    for variable in ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("stolik.server.transport.uvicorn_server.free_port", lambda _host, port=0: port)

    def meant(line: str = "", **environment: str) -> Settings:
        seen: list[Settings] = []

        async def serve(settings: Settings, _ready: object) -> None:
            seen.append(settings)

        with monkeypatch.context() as now:
            now.setattr(server_run, "serve", serve)
            for variable, text in environment.items():
                now.setenv(variable, text)
            ran = run(f"serve {line}")
        assert (ran.code, ran.err) == (0, "")
        return seen[0]

    return meant


def test_nothing_has_to_be_set_up(settings: Callable[..., Settings]) -> None:
    found = settings()
    assert (found.host, found.port) == ("127.0.0.1", 8000)
    assert found.database_or_file == str(user_data_path("stolik") / "stolik.db")
    assert (found.origins, bool(found.trust_proxy), found.workers, found.warm, found.metrics) == (
        (),
        False,
        1,
        True,
        "loopback",
    )


@pytest.mark.parametrize(
    ("line", "environment", "field", "value"),
    [
        ("--host 0.0.0.0", {"STOLIK_HOST": "0.0.0.0"}, "host", "0.0.0.0"),
        ("--port 9000", {"STOLIK_PORT": "9000"}, "port", 9000),
        ("--database x.db", {"STOLIK_DATABASE": "x.db"}, "database", "x.db"),
        ("--origin https://a.example", {"STOLIK_ORIGINS": "https://a.example"}, "origins", ("https://a.example",)),
        (
            "--origin https://a.example --origin https://b.example",
            {"STOLIK_ORIGINS": "https://a.example https://b.example"},
            "origins",
            ("https://a.example", "https://b.example"),
        ),
        ("--workers 3", {"STOLIK_WORKERS": "3"}, "workers", 3),
        (None, {"STOLIK_WARM": "0"}, "warm", False),
        (None, {"STOLIK_METRICS": "0"}, "metrics", "off"),
        ("--metrics public", {"STOLIK_METRICS": "public"}, "metrics", "public"),
    ],
)
def test_an_option_and_its_variable_mean_the_same(
    line: str | None, environment: dict[str, str], field: str, value: object, settings: Callable[..., Settings]
) -> None:
    assert getattr(settings(**environment), field) == value
    if line is not None:
        assert getattr(settings(line), field) == value
        nonsense = dict.fromkeys(environment, "7")
        assert getattr(settings(line, **nonsense), field) == value  # an option is nearer than a variable


def test_several_origins_may_be_one_word_of_the_line(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """As in a unit of systemd: --origin "https://a.example https://b.example"."""
    seen: list[Settings] = []

    async def serve(settings: Settings, _ready: object) -> None:
        seen.append(settings)

    monkeypatch.setattr(server_run, "serve", serve)
    main(["serve", "--port", "0", "--origin", "https://a.example https://b.example", "--origin", "https://c.example"])
    assert seen[0].origins == ("https://a.example", "https://b.example", "https://c.example")


def test_the_table_of_options_names_every_option_and_every_variable() -> None:
    rows = "\n".join(re.findall(r"^\| .*$", DOCS.partition("## ")[0], re.MULTILINE))
    options = {name for parameter in serve_command.params for name in parameter.opts}
    assert set(re.findall(r"`(--[a-z-]+)", rows)) == options
    assert set(re.findall(r"`(STOLIK_[A-Z_]+)", rows)) == set(ENVIRONMENT)


@pytest.mark.parametrize(
    ("variable", "text"),
    [("STOLIK_PORT", "x"), ("STOLIK_PORT", "70000"), ("STOLIK_WORKERS", "-1"), ("STOLIK_WARM", "?")],
)
def test_a_variable_that_means_nothing_is_refused_in_a_sentence(
    variable: str, text: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    refused = run("serve")
    assert refused.code == 2
    assert refused.err.startswith(f"stolik: {variable}: ")
    assert refused.err.count("\n") == 1


@pytest.mark.parametrize("line", ["--port x", "--workers 65", "--log loud", "--database mysql://x"])
def test_an_option_that_means_nothing_is_refused_in_a_sentence(line: str, run: Run) -> None:
    refused = run(f"serve --port 0 {line}")
    assert refused.code == 2
    assert refused.err.startswith("stolik: ")
    assert refused.err.count("\n") == 1


def test_without_its_driver_postgresql_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['asyncpg'] = None\nfrom stolik.cli import main\n"
        "main(['serve', '--port', '0', '--database', 'postgresql://nowhere/x'])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False)
    assert (ran.returncode, ran.stderr) == (2, "stolik: PostgreSQL needs asyncpg: pip install 'stolik[postgres]'\n")
