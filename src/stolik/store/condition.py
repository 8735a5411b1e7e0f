"""What can be wrong with a store, and what is wrong with one just now. Both stores report here, `/health` reads it."""

import logging
from enum import StrEnum

log = logging.getLogger(__name__)


class Fault(StrEnum):
    """In words for everybody: they name no path, no address and no value."""

    SILENT = "The store does not answer."
    FULL = "The disk of the store is full."
    DAMAGED = "The store is damaged."
    LOCKED = "Another program holds the store."
    READ_ONLY = "The store may not be written."
    DISK = "The disk of the store fails."
    UNREACHABLE = "The store cannot be reached."
    BROKEN = "The store cannot be used."


class StoreFailed(RuntimeError):
    """The database failed or refused; nothing was acknowledged. The text says why, to the host alone."""

    def __init__(self, text: str, fault: Fault | None = None) -> None:
        super().__init__(text)
        self.fault = fault
        """What is wrong with the store; None: with this request alone."""


class Condition:
    """A fault begins once and ends once, however many feel it: each is one line in the log."""

    def __init__(self) -> None:
        self.fault: Fault | None = None
        """What is wrong just now. None: the last thing that was asked of the store was done."""
        self.damage = ""
        """What could not be read since the start, for the host; empty: nothing. It does not end by itself."""

    def failed(self, failed: StoreFailed) -> None:
        """Something was not done."""
        if failed.fault is Fault.DAMAGED:
            self.damaged(str(failed))
        elif failed.fault is not None and failed.fault is not self.fault:
            self.fault = failed.fault
            log.error("store trouble: %s", failed)

    def damaged(self, what: str) -> None:
        if not self.damage:
            self.damage = what
            log.error("the store is damaged, `stolik doctor` says more: %s", what)

    def answered(self) -> None:
        """Something was done."""
        if self.fault is not None:
            self.fault = None
            log.warning("the store is well again")
