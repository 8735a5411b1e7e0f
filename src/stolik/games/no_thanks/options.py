"""The options of No Thanks!."""

from typing import Annotated

import msgspec

from stolik.core import messages

SEATS = 7


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=3, le=SEATS, description="how many play")]
    tactical: Annotated[bool, msgspec.Meta(description="10, 20 and 30 are out; 10 chips each; 3–5 players")] = False
    open_chips: Annotated[bool, msgspec.Meta(description="everyone sees everyone's chips")] = False

    def __post_init__(self) -> None:
        if self.tactical and self.players > 5:  # R11
            raise ValueError("the tactical variant is for 3 to 5 players")
