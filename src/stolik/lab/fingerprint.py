"""A hash of all that a compiled function is made of.

Numba's own disk cache looks only at the file of the outermost function. Here the key follows every function, constant
and default that the function can reach, so changed rules can never run stale, wherever they were changed. How things
are compiled counts too: the sources of `core` and `lab`, and the versions of Python, Numba, LLVM and NumPy.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from stolik import core, lab
from stolik.core.rule import body_when_compiled


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
    digest = sha256()
    for room in (core, lab):
        for folder in room.__path__:
            for file in sorted(Path(folder).glob("*.py")):
                digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.digest()


class _Walk:
    """Each function is described once; a function met again is named by its number."""

    def __init__(self) -> None:
        self.met: dict[int, int] = {}
        self.kept: list[object] = []

    def parts(self, value: Any) -> Iterator[str]:
        value = getattr(value, "py_func", value)  # a Numba dispatcher
        if isinstance(value, FunctionType):
            yield from self._function(value)
        elif isinstance(value, ModuleType):
            yield f"module {value.__name__} {getattr(value, '__version__', '')}"
        elif hasattr(value, "tobytes"):
            yield f"array {value.dtype} {value.tobytes().hex()}"
        elif isinstance(value, tuple | list):
            yield f"{type(value).__name__} of {len(value)}"
            for item in value:
                yield from self.parts(item)
        else:
            yield repr(value) if isinstance(value, int | float | str | bytes | None) else str(type(value))

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
        yield function.__qualname__
        yield from self.parts(function.__defaults__)
        yield from self._code(function.__code__, function.__globals__)
        for cell in function.__closure__ or ():
            yield from self.parts(cell.cell_contents)

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
                yield from self.parts(names[name])
