"""How rules say what happens: to everybody, and what only some may know."""

from typing import Any, Final

import msgspec

from stolik.core.rule import NOBODY, when_compiled

FORGET: Final = -1
"""Told when something must be forgotten: what was told before is not told again until REMEMBER, or the end."""
REMEMBER: Final = -2
"""Told when what was forgotten may be known again."""


class Telling(msgspec.Struct, frozen=True):
    """What a rule said happened. Everyone learns it; only the seats in the set `to` also learn `secret`."""

    what: int
    who: int
    a: int
    b: int
    c: int
    secret: int | None
    to: int


def tell(
    s: Any, what: int, who: int = NOBODY, a: int = 0, b: int = 0, c: int = 0, secret: int = 0, to: int = 0
) -> None:
    """Say what happens, where it happens. Kept only while somebody listens; compiled, this is nothing."""
    if s.told is not None:
        s.told.append(Telling(what, who, a, b, c, secret if to else None, to))


@when_compiled(tell)
def _tell_nobody(
    s: Any, what: int, who: int = NOBODY, a: int = 0, b: int = 0, c: int = 0, secret: int = 0, to: int = 0
) -> None:
    pass
