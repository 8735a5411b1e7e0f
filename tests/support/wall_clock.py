"""A wall clock that can be set, as an administrator or NTP would; the monotonic one runs on."""

import time

HOUR = 3600.0


class WallClock:
    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self._ahead

    def step(self, seconds: float) -> None:
        self._ahead += seconds
