"""A hash of all that a compiled function is made of.

Numba's own disk cache looks only at the file of the outermost function. Here the key follows every function, constant
and default that the function can reach, so changed rules can never run stale, wherever they were changed. How things
are compiled counts too: the sources of `core` and `jit`, and the versions of Python, Numba, LLVM and NumPy.
"""

import sys
from collections.abc import Callable, Iterator
from enum import EnumType
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, NoneType
from typing import Any

from stolik import core
from stolik.core.rule import body_when_compiled, is_rule

FOREIGN = sys.stdlib_module_names | {"numpy", "numba", "llvmlite"}


def fingerprint(function: Callable[..., Any]) -> str:
    import llvmlite
    import numba
    import numpy as np

    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__)
    digest = sha256(repr(versions).encode() + _sources())
    for part in _Walk().parts(function):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()


@cache
def _sources() -> bytes:
    return b"".join(sources_digest(folder) for folder in (*map(Path, core.__path__), Path(__file__).parent))


def sources_digest(folder: Path) -> bytes:
    """A hash of all source files below the folder. Without any, changes would go unnoticed: that is an error."""
    files = sorted(folder.rglob("*.py"))
    if not files:
        raise FileNotFoundError(f"no source files in {folder}: compiled code cannot be told from stale code")
    digest = sha256()
    for file in files:
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.digest()


class _Walk:
    """Each function is described once; a function met again is named by its number."""

    def __init__(self) -> None:
        self.met: dict[int, int] = {}
        self.kept: list[object] = []

    def parts(self, value: Any, names: tuple[str, ...] = ()) -> Iterator[str]:
        """Describe a value; of a module or a class, only what the code that uses it names."""
        value = getattr(value, "py_func", value)  # a Numba dispatcher
        if isinstance(value, FunctionType):
            yield from self._function(value)
        elif isinstance(value, ModuleType):
            yield f"module {value.__name__} {getattr(value, '__version__', '')}"
            if not _is_foreign(value.__name__):
                yield from self._attributes(value, names)
        elif isinstance(value, EnumType):
            members: dict[str, Any] = dict(value.__members__)
            yield f"{value.__name__} {[(name, member.value) for name, member in members.items()]}"
        elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
            yield f"array {value.dtype} {getattr(value, 'shape', ())} {value.tobytes().hex()}"
        elif isinstance(value, tuple | list):
            yield f"{type(value).__name__} of {len(value)}"
            for item in value:
                yield from self.parts(item)
        elif isinstance(value, int | float | complex | str | bytes | NoneType):
            yield f"{type(value).__name__} {value!r}"
        elif callable(value) and _is_foreign(getattr(value, "__module__", None)):
            yield f"{value.__module__} {getattr(value, '__qualname__', value)}"
        else:
            raise TypeError(f"compiled code uses {value!r}; what it is made of cannot be told, so it cannot be cached")

    def _attributes(self, holder: object, names: tuple[str, ...]) -> Iterator[str]:
        for name in names:
            if hasattr(holder, name):
                yield name
                yield from self.parts(getattr(holder, name), names)

    def _function(self, function: FunctionType) -> Iterator[str]:
        if id(function) in self.met:
            yield f"function {self.met[id(function)]}"
            return
        self.met[id(function)] = len(self.met)
        self.kept.append(function)
        body = body_when_compiled(function)
        if body is not function:
            yield from self.parts(body)
            return
        yield f"{function.__qualname__} {is_rule(function)}"
        yield from self.parts(function.__defaults__)
        yield from self._code(function.__code__, function.__globals__)
        for cell in function.__closure__ or ():
            yield from self.parts(cell.cell_contents, function.__code__.co_names)

    def _code(self, code: CodeType, names: dict[str, Any]) -> Iterator[str]:
        yield code.co_code.hex()
        yield repr((code.co_varnames, code.co_names, code.co_freevars))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from self._code(constant, names)
            else:
                yield repr(constant)
        for name in code.co_names:
            if name in names:
                yield from self.parts(names[name], code.co_names)


def _is_foreign(module: str | None) -> bool:
    """Part of Python, or of what compiles and calculates: the versions tell enough."""
    return module is None or module.partition(".")[0] in FOREIGN
