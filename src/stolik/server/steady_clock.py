"""Time of a node: the wall clock for what is kept, and a steady one, which is never set, for what is due."""

import time
from collections.abc import Callable


class Clock:
    """What is due is due in steady time: setting the wall clock neither hurries nor delays anything.

    Steady time begins with what the wall clock says when the node starts, and then goes on by the monotonic clock. It
    is also what countdowns are shown in: whoever counts knows it from their snapshot. Times that outlive the node, or
    are read by others, are those of the wall clock.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.wall = wall
        self._monotonic = monotonic
        self._origin = wall() - monotonic()

    def steady(self) -> float:
        return self._origin + self._monotonic()

    def since(self, kept: float) -> float:
        """When that was in steady time, if the wall clock was read for it, here or on another node: never after now."""
        now = self.steady()
        return min(now, now - (self.wall() - kept))

    def to_keep(self, due: float) -> float:
        """A moment of steady time by the wall clock."""
        return self.wall() + (due - self.steady())

    def drift(self) -> float:
        """By how much the wall clock is ahead of steady time: it jumps when the wall clock is set."""
        return self.wall() - self.steady()
