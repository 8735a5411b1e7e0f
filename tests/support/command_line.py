"""The command line as a person uses it: what is typed, and what comes back."""

from typing import Protocol


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


class Run(Protocol):
    def __call__(self, line: str, typed: str = "") -> Ran: ...
