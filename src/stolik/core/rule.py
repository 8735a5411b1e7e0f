"""What rules are written with: the mark `@rule` on plain Python functions that can also be compiled, and small helpers.

A marked function stays exactly what it was: the server, the tests and the debugger call it as Python. When somebody
compiles a loop (`stolik.lab`), `prepare` tells Numba about every marked function, and Numba translates the very same
source. Numba is imported only then.
"""

from collections.abc import Callable, Iterable, MutableSequence
from inspect import CO_GENERATOR
from types import FunctionType
from typing import Any, Final, TypeAlias, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

Seat: TypeAlias = int
State: TypeAlias = Any
"""A game's own state, packed when compiled. Only that game's functions look inside."""
Row: TypeAlias = MutableSequence[int]
"""A fixed row of integers: a list in Python, a NumPy row when compiled."""

NOBODY: Final = -1

SMALL = 400
"""Bytes of bytecode, some twenty lines."""

_bodies: dict[Callable[..., Any], Callable[..., Any]] = {}
_prepared: dict[Callable[..., Any], Callable[..., Any]] = {}


class LookupTable(tuple[int, ...]):
    """A row of constants that rules may look things up in: a tuple in Python, an array when compiled."""

    __slots__ = ()


def rule(function: Function) -> Function:
    """Mark a function as compilable. It is returned untouched."""
    _bodies[function] = function
    return function


def when_compiled(function: Callable[..., Any]) -> Callable[[Function], Function]:
    """Give `function` another body for compiled code, where Python has something better than Numba understands.

    The two must agree on every argument; a test compares them.
    """

    def mark(body: Function) -> Function:
        _bodies[function] = body
        return body

    return mark


def is_rule(function: Callable[..., Any]) -> bool:
    return function in _bodies


def body_when_compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The source that compiled code runs for `function`: mostly the function itself."""
    return _bodies.get(function, function)


def prepare() -> None:
    """Make every function marked so far known to Numba."""
    from numba.extending import overload

    for function, body in list(_bodies.items()):  # others may be marked meanwhile
        if _prepared.get(function) is not body:
            _prepared[function] = body
            # Rules are called by rules and loops only, so none needs the wrapper that would make it callable from C.
            how: Any = {"forceinline": _is_small(body), "no_cfunc_wrapper": True}
            overload(function, strict=False, jit_options=how)(_always(_with_arrays(body)))


def _is_small(body: Callable[..., Any]) -> bool:
    """Small functions become part of their callers: passing an array to a function costs more than most rules do."""
    code = body.__code__
    return len(code.co_code) <= SMALL and not code.co_flags & CO_GENERATOR


def _always(body: Callable[..., Any]) -> Callable[..., Any]:
    def choose(*_args: object, **_named: object) -> Callable[..., Any]:
        return body

    return choose


def _with_arrays(body: Callable[..., Any]) -> Callable[..., Any]:
    """Numba unrolls long tuples, so a copy of the function sees every `LookupTable` as a NumPy array."""
    import numpy as np

    if not isinstance(body, FunctionType):
        raise TypeError(f"@rule marks plain functions; {body!r} is none")
    names = {name for name, value in body.__globals__.items() if isinstance(value, LookupTable)}
    if not names & set(body.__code__.co_names):
        return body
    arrays = {name: np.array(body.__globals__[name], np.int64) for name in names}
    copy = FunctionType(body.__code__, body.__globals__ | arrays, body.__name__, body.__defaults__, body.__closure__)
    copy.__kwdefaults__ = body.__kwdefaults__
    return copy


def lookup_table(values: Iterable[int]) -> LookupTable:
    """Constants to look up by index: `VALUE = lookup_table([…])` at the top of a file, `VALUE[card]` in a rule."""
    return LookupTable(values)


@rule
def put(moves: Row, n: int, code: int) -> int:
    """Write one more legal code: `n = put(moves, n, TAKE)`."""
    moves[n] = code
    return n + 1


@rule
def left_of(seat: int, players: int) -> int:
    """The next seat clockwise. (A remainder would be the slowest thing in many games.)"""
    return seat + 1 if seat + 1 < players else 0
