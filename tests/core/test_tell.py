"""Tellings: kept while somebody listens, nothing when compiled."""

from typing import Any

import numpy as np

from stolik.core.rule import rule
from stolik.core.tell import FORGET, Telling, tell


@rule
def tells(s: Any) -> int:
    tell(s, FORGET)
    tell(s, 3, 1, 5, 6, secret=7, to=0b10)
    return 1


def test_tellings_are_kept_only_while_somebody_listens(machine: Any) -> None:
    class Listener:
        told: list[Telling] | None = None

    s = Listener()
    tells(s)
    s.told = []
    tells(s)
    assert s.told == [Telling(FORGET, -1, 0, 0, 0, None, 0), Telling(3, 1, 5, 6, 0, 7, 0b10)]
    assert machine(tells)(np.zeros(1, [("x", "i8")])[0]) == 1, "compiled, telling is nothing"
