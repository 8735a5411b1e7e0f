"""Why a move was not taken. Every refusal has a code for programs and a sentence for people."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from stolik.core.messages import to_json

_SHOWN = 12
"""How many legal moves a sentence lists; the exception carries them all."""


class Refusal(StrEnum):
    MALFORMED = "malformed"
    ILLEGAL = "illegal_move"
    NOT_YOUR_TURN = "not_your_turn"
    OUT_OF_DATE = "out_of_date"
    """It would have been right a moment ago, before somebody else moved."""
    FINISHED = "finished"

    # The rest is said by a server, about tables and guests.
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
    TOO_FAST = "too_fast"
    TOO_LARGE = "too_large"
    OLD_RULES = "old_rules"
    """The match was begun by another version of the rules, which this server does not have."""
    UNAVAILABLE = "unavailable"
    """The server cannot keep it just now, or is about to stop; nothing has changed."""


class IllegalMove(ValueError):
    """The move was refused and nothing has changed. `legal` is what this same mover may do instead."""

    def __init__(self, code: Refusal, reason: str, legal: Sequence[Any] = ()) -> None:
        self.code = code
        self.reason = reason
        self.legal = list(legal)
        super().__init__(reason + _instead(self.legal))


def _instead(legal: Sequence[Any]) -> str:
    if not legal:
        return ""
    shown = ", ".join(to_json(move).decode() for move in legal[:_SHOWN])
    more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
    return f" Legal: {shown}{more}."
