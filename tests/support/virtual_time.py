"""An event loop in whose time nothing takes any: it jumps to whatever is due next. What happens when is then exact."""

import asyncio
from collections.abc import Coroutine
from selectors import DefaultSelector, SelectorKey
from typing import Any, TypeVar

T = TypeVar("T")


class _NoWaiting(DefaultSelector):
    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing is due any more, and somebody still waits")
        if timeout > 0:
            self.loop.jump()
        found: list[tuple[SelectorKey, int]] = super().select(0)
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._now = 0.0
        selector = _NoWaiting()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self._now

    def jump(self) -> None:
        """To the very moment that is next: adding up what lies between would be almost the same, and not quite."""
        self._now = self._scheduled[0].when()  # type: ignore[attr-defined]


def run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
