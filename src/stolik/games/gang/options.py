"""The options of Gang."""

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from stolik.core import messages
from stolik.core.option_marks import CARRIED_ON, only_with
from stolik.games.gang.components import HIGHEST_NUMBER

SEATS = 6
Mode: TypeAlias = Literal["basic", "advanced", "professional", "master"]
OnTop: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_NUMBER)] | Literal["shuffled"]
Gone: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=(1 << HIGHEST_NUMBER) - 1)]
RoundEnd: TypeAlias = Literal["ready", "instant"]

MODES: tuple[Mode, ...] = get_args(Mode)
"""By the numbers that stand for them in a state."""
BASIC = 0  # R11
ADVANCED = 1  # R12
PROFESSIONAL = 2  # R13
MASTER = 3  # R14


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
    challenges: Annotated[
        OnTop,
        msgspec.Meta(
            description="the challenge on top of an ordered deck, or shuffled",
            extra_json_schema=only_with(mode=("advanced", "professional", "master")),
        ),
    ] = 1
    specialists: Annotated[
        OnTop,
        msgspec.Meta(
            description="the specialist on top of an ordered deck, or shuffled",
            extra_json_schema=only_with(mode=("advanced", "professional")),
        ),
    ] = 1
    challenges_gone: Annotated[
        Gone,
        msgspec.Meta(
            description="of a shuffled deck, which challenges have come: 1 for the first, 2 for the second, 4 for the"
            " third …, added up; a rematch goes on with the others",
            extra_json_schema=CARRIED_ON,
        ),
    ] = 0
    specialists_gone: Annotated[
        Gone, msgspec.Meta(description="the same for specialists", extra_json_schema=CARRIED_ON)
    ] = 0
