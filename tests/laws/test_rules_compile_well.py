"""What Numba refuses, or is slow or silently wrong with, is kept out of rules: said here early and in words."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from stolik import catalog
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


MODULES = [
    catalog.module(key, ".".join(file.relative_to(catalog.folder(key)).with_suffix("").parts).removesuffix(".__init__"))
    for key in catalog.keys()
    for file in sorted(catalog.folder(key).rglob("*.py"))
    if file.parent != catalog.folder(key) or file.stem != "__init__"
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_rules_keep_to_what_compiles_well(module: ModuleType) -> None:
    found = {function.__name__: complaints(function) for function in rules_of(module)}
    assert not {name: said for name, said in found.items() if said}


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
