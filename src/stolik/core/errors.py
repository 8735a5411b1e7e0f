"""Why a move was not accepted. Every refusal has a code for programs and a sentence for people."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from stolik.core.messages import to_json

_SHOWN = 12
"""How many legal moves a sentence lists; the exception carries them all."""


class MoveErrorCode(StrEnum):
    """What a match may say to a move. A server has more to say, about tables and guests: its own codes."""

    MALFORMED = "malformed"
    ILLEGAL = "illegal_move"
    NOT_YOUR_TURN = "not_your_turn"
    OUT_OF_DATE = "out_of_date"
    """It would have been right a moment ago, before somebody else moved."""
    FINISHED = "finished"


class IllegalMove(ValueError):
    """The move was refused and nothing has changed. `legal` is what this same mover may do instead."""

    def __init__(self, code: MoveErrorCode, reason: str, legal: Sequence[Any] = ()) -> None:
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
