"""The options of Gang."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from stolik.core import messages
from stolik.games.gang.components import NUMBERS

SEATS = 6
Mode: TypeAlias = Literal["basic", "advanced", "professional", "master"]
OnTop: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=NUMBERS)] | Literal["shuffled"]
RoundEnd: TypeAlias = Literal["ready", "instant"]


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=3, le=SEATS, description="how many play")]
    mode: Annotated[
        Mode,
        msgspec.Meta(
            description="basic: poker alone; advanced: a challenge after a success, a specialist after a failure;"
            " professional: one challenge more; master: two challenges, no specialists, two alarms lose"
        ),
    ] = "basic"
    round_end: Annotated[
        RoundEnd,
        msgspec.Meta(description="a round ends when all have a chip and are ready, or as soon as all have a chip"),
    ] = "ready"
    challenges: Annotated[OnTop, msgspec.Meta(description="the challenge on top of an ordered deck, or shuffled")] = 1
    specialists: Annotated[OnTop, msgspec.Meta(description="the specialist on top of an ordered deck, or shuffled")] = 1
