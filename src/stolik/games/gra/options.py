"""The options of GRA."""

from typing import Annotated, Literal

import msgspec

from stolik.core import messages

SEATS = 6


class Options(messages.Options, frozen=True):
    players: Annotated[int, msgspec.Meta(ge=2, le=SEATS, description="how many play")]
    bid_order: Annotated[
        Literal["value", "count"],
        msgspec.Meta(description="what makes a bid higher: first its value (as usual), or first its count"),
    ] = "value"
    joker: Annotated[bool, msgspec.Meta(description="1s count as every value, unless the first bid is on 1s")] = False
    directions: Annotated[bool, msgspec.Meta(description="each round's starter says which way it goes round")] = False
    fewer: Annotated[bool, msgspec.Meta(description="begin with 5 cards; the loser has one less")] = False
    longer: Annotated[bool, msgspec.Meta(description="whoever would end it is out; the last one left wins")] = False
