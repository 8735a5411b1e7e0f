"""The options of DYCHA."""

from typing import Annotated

import msgspec

from stolik.core import messages

SEATS = 5
HIGHEST_SOLO_LIMIT = 10


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=1, le=SEATS, description="how many play; 1: solo against TEN")]
    fiasco: Annotated[
        bool, msgspec.Meta(description="after a fiasco one may go shopping instead of taking the token")
    ] = False
    empty_reward: Annotated[
        bool, msgspec.Meta(description="the numbers can be taken though there are none in the row, just to go and buy")
    ] = False
    solo_limit: Annotated[
        Annotated[int, msgspec.Meta(ge=4, le=HIGHEST_SOLO_LIMIT)] | None,
        msgspec.Meta(description="with one player only: how far TEN goes, from 4 (easiest) to 10"),
    ] = None

    def __post_init__(self) -> None:
        if self.players == 1 and self.solo_limit is None:
            raise ValueError("alone one plays against TEN: please say its solo_limit, from 4 (easiest) to 10")
        if self.players > 1 and self.solo_limit is not None:
            raise ValueError("solo_limit is for a single player")
