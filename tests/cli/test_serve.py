"""The options of `stolik serve`: what the server is then told, and what is refused in words before it starts."""

from collections.abc import Callable

import pytest

from stolik.cli import main
from stolik.server import run
from stolik.server.settings import Settings, from_environment

ENVIRONMENT = ("STOLIK_TRUST_PROXY", "STOLIK_ORIGINS")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Settings]:
    """The settings that a server would be started with."""
    for variable in ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    found: list[Settings] = []

    async def serve(settings: Settings, _ready: Callable[[], None]) -> None:
        found.append(settings)

    monkeypatch.setattr(run, "serve", serve)
    monkeypatch.setattr("stolik.cli.serve.set_up_logging", lambda _style: None)

    def told(*arguments: str) -> Settings:
        main(["serve", "--port", "0", *arguments])
        return found[-1]

    return told


@pytest.mark.parametrize(
    ("arguments", "proxies"),
    [
        ([], 0),
        (["--trust-proxy"], 1),
        (["--trust-proxy", "--workers", "0"], 1),
        (["--trust-proxy", "1"], 1),
        (["--trust-proxy", "true"], 1),
        (["--trust-proxy", "2"], 2),
        (["--trust-proxy=3"], 3),
        (["--trust-proxy", "0"], 0),
        (["--trust-proxy", "false"], 0),
    ],
)
def test_how_many_proxies_are_trusted(told: Callable[..., Settings], arguments: list[str], proxies: int) -> None:
    assert told(*arguments).trust_proxy == proxies


@pytest.mark.parametrize("text", ["1", "true", "True", "TRUE"])
def test_one_proxy_in_the_environment(text: str) -> None:
    assert from_environment({"STOLIK_TRUST_PROXY": text}) == {"trust_proxy": 1}


def test_several_proxies_in_the_environment(told: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOLIK_TRUST_PROXY", "2")
    assert told().trust_proxy == 2
    assert told("--trust-proxy", "3").trust_proxy == 3
    monkeypatch.setenv("STOLIK_TRUST_PROXY", "false")
    assert told().trust_proxy == 0


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://cards.example", "https://cards.example"),
        ("https://cards.example/", "https://cards.example"),
        ("HTTPS://Cards.Example:443", "https://cards.example"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("http://[2001:db8::1]:80", "http://[2001:db8::1]"),
        ("https://żółw.example", "https://xn--w-uga1v8h.example"),
    ],
)
def test_a_public_address_is_kept_as_browsers_write_it(
    told: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch, written: str, meant: str
) -> None:
    assert told("--origin", written, "--origin", "http://lan.example").origins == (meant, "http://lan.example")
    monkeypatch.setenv("STOLIK_ORIGINS", f"{written} http://lan.example")
    assert told().origins == (meant, "http://lan.example")


@pytest.mark.parametrize(
    ("option", "variable", "wrong"),
    [
        ("--origin", "STOLIK_ORIGINS", "cards.example"),
        ("--origin", "STOLIK_ORIGINS", "https://"),
        ("--origin", "STOLIK_ORIGINS", "https://cards.example/table"),
        ("--origin", "STOLIK_ORIGINS", "https://me@cards.example"),
        ("--origin", "STOLIK_ORIGINS", "ftp://cards.example"),
        ("--origin", "STOLIK_ORIGINS", "https://cards.example:99999"),
        ("--origin", "STOLIK_ORIGINS", "https://..example"),
        ("--trust-proxy", "STOLIK_TRUST_PROXY", "perhaps"),
        ("--trust-proxy", "STOLIK_TRUST_PROXY", "1.5"),
        ("--trust-proxy", "STOLIK_TRUST_PROXY", "17"),
    ],
)
def test_what_nobody_can_mean_is_refused_in_words(
    told: Callable[..., Settings],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: str,
    variable: str,
    wrong: str,
) -> None:
    with pytest.raises(SystemExit) as stopped:
        told(option, wrong)
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert option in said
    assert wrong in said
    monkeypatch.setenv(variable, wrong)
    with pytest.raises(SystemExit) as stopped:
        told()
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert variable in said
    assert wrong in said
