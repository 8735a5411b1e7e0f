"""The options of RAISE."""

from typing import Annotated

import msgspec

from stolik.core import messages

SEATS = 5


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=SEATS, description="how many play")]
