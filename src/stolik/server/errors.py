"""Error codes, as they go over the wire, and the exception that carries one."""

import logging
from enum import StrEnum

from stolik.core.errors import MoveErrorCode


class ErrorCode(StrEnum):
    # The first five are said by a match, about a move.
    MALFORMED = MoveErrorCode.MALFORMED.value
    ILLEGAL = MoveErrorCode.ILLEGAL.value
    NOT_YOUR_TURN = MoveErrorCode.NOT_YOUR_TURN.value
    OUT_OF_DATE = MoveErrorCode.OUT_OF_DATE.value
    FINISHED = MoveErrorCode.FINISHED.value

    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_MATCH = "unknown_match"
    UNKNOWN_GUEST = "unknown_guest"
    """Nobody has introduced themselves, or the key is no longer good."""
    NOT_A_MEMBER = "not_a_member"
    NOT_ALLOWED = "not_allowed"
    NOT_NOW = "not_now"
    """Right in itself, but the table is not at that point: it has not started, or is already running."""
    TAKEN = "taken"
    """The chair, or all chairs."""
    QUIET = "quiet"
    """Talk is closed while a secret is at stake."""
    MUTED = "muted"
    """The others are finding out something about this seat, which can send neither words nor reactions until then."""
    TOO_FAST = "too_fast"
    TOO_LARGE = "too_large"
    OLD_RULES = "old_rules"
    """The match was begun by another version of the rules, which this server does not have."""
    DAMAGED = "damaged"
    """What the store has of a table cannot be read: the table is closed until the host has repaired it."""
    UNAVAILABLE = "unavailable"
    """The server cannot keep it just now, or is about to stop. Nothing has changed, as far as it knows: a store that
    did not answer in time may have kept it all the same. A move may be repeated.
    """


class RequestRefused(Exception):
    """A request or command is refused, and nothing has changed."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)


class TableDamaged(RequestRefused):
    """What the store has of a table cannot be read."""

    def __init__(self, why: str) -> None:
        text = "What the server has kept of this table cannot be read, so it is closed. Other tables go on."
        super().__init__(ErrorCode.DAMAGED, text)
        self.why = why
        """For the host alone."""


def unavailable() -> RequestRefused:
    text = "The server cannot keep this just now. Please look again in a moment."
    return RequestRefused(ErrorCode.UNAVAILABLE, text)


def log_level(refused: Exception) -> int:
    """How loudly a table says that something of its own was refused. Trouble of the store is said once, by itself."""
    quiet = isinstance(refused, RequestRefused) and refused.code in (ErrorCode.UNAVAILABLE, ErrorCode.DAMAGED)
    return logging.DEBUG if quiet else logging.WARNING


def shutting_down() -> RequestRefused:
    return RequestRefused(ErrorCode.UNAVAILABLE, "The server is about to stop. Nothing is lost: come back in a moment.")
