"""What Numba refuses, or is slow or silently wrong with, is kept out of rules: said here early and in words."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from stolik import catalog, games
from stolik.core.rule import LookupTable, Row, is_rule, rule

REFUSED_CALLS = {"any", "all", "sorted", "sum", "map", "filter", "zip", "dict", "set", "list", "isinstance", "str"}
LONGEST_TUPLE = 8


def rules_of(module: ModuleType) -> Iterator[FunctionType]:
    for value in vars(module).values():
        if isinstance(value, FunctionType) and is_rule(value) and value.__module__ == module.__name__:
            yield value


def complaints(function: Callable[..., Any]) -> list[str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.GeneratorExp() | ast.ListComp() | ast.DictComp() | ast.SetComp():
                found.append("comprehensions and generator expressions")
            case ast.Dict() | ast.Set():
                found.append("dicts and sets")
            case ast.Slice():
                found.append("slices")
            case ast.Call(func=ast.Name(id=name)) if name in REFUSED_CALLS:
                found.append(f"{name}()")
            case ast.Call(func=ast.Name(id=name)) if name == function.__name__:
                found.append("recursion")
            case ast.Attribute(attr="bit_count" | "bit_length" as name):
                found.append(f".{name}")
            case ast.Tuple(elts=elements) if len(elements) > LONGEST_TUPLE:
                found.append("long tuples: use lookup_table()")
            case ast.Try() | ast.With() | ast.Raise() | ast.Lambda() | ast.JoinedStr():
                found.append(type(node).__name__.lower())
            case ast.Name(id=name) if _is_unmarked(function.__globals__.get(name)):
                found.append(f"{name}(), which is not marked @rule")
            case ast.Name(id=name) if isinstance(value := function.__globals__.get(name), list | dict | set | tuple):
                if not isinstance(value, LookupTable):
                    found.append(f"the global {type(value).__name__} {name}: use lookup_table()")
    return found


def _is_unmarked(value: object) -> bool:
    return isinstance(value, FunctionType) and not is_rule(value) and value is not rule


def modules_below(folder: Path, package: str) -> Iterator[ModuleType]:
    """All modules of a game, however deep."""
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        yield import_module(".".join((package, *parts)).removesuffix(".__init__"))


def complaints_below(folder: Path, package: str) -> dict[str, list[str]]:
    """By rule, what is wrong with it. A game without any rule is a mistake of this search."""
    found = {
        f"{module.__name__}.{function.__name__}": complaints(function)
        for module in modules_below(folder, package)
        for function in rules_of(module)
    }
    assert found, f"no function in {folder} is marked @rule"
    return {name: said for name, said in found.items() if said}


@pytest.mark.parametrize("key", catalog.keys())
def test_rules_keep_to_what_compiles_well(key: str) -> None:
    folder = catalog.folder(key)
    assert not complaints_below(folder, f"{games.__name__}.{folder.name}")


LIST = [1, 2]


def unmarked(x: int) -> int:
    return x


@rule
def everything_wrong(row: Row) -> int:
    total = sum(value for value in row)
    named = {"a": LIST[0]}
    if any(row[1:]):
        return everything_wrong(row) + unmarked(1)
    return total + named["a"] + total.bit_count()


def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str, text: str) -> Path:
    folder = tmp_path / name
    path = folder / file
    path.parent.mkdir(parents=True)
    for parent in {folder, *path.relative_to(tmp_path).parents} - {Path()}:
        tmp_path.joinpath(parent, "__init__.py").touch()
    path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_a_bad_rule_is_found_in_a_subfolder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = "from stolik.core.rule import rule\n\n\n@rule\ndef total(row):\n    return sum(row)\n"
    folder = planted(tmp_path, monkeypatch, "planted_deep", "rules/sub/file.py", bad)
    assert complaints_below(folder, "planted_deep") == {"planted_deep.rules.sub.file.total": ["sum()"]}


def test_a_game_without_rules_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = planted(tmp_path, monkeypatch, "planted_empty", "rules/sub/file.py", "def total(row):\n    return 0\n")
    with pytest.raises(AssertionError, match=r"no function in .*planted_empty is marked @rule"):
        complaints_below(folder, "planted_empty")


def test_this_test_can_fail() -> None:
    assert set(complaints(everything_wrong)) >= {
        "comprehensions and generator expressions",
        "sum()",
        "dicts and sets",
        "slices",
        "any()",
        "recursion",
        "unmarked(), which is not marked @rule",
        ".bit_count",
        "the global list LIST: use lookup_table()",
    }
