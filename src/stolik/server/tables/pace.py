"""The pace of a table's bots. A pause is drawn by chance alone; how much of it is waited is the table's choice.

Nothing here knows a hand or what a bot has thought: when its move appears tells nothing.
"""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple, get_args

from stolik.server.protocol.messages import Pace

PACES: tuple[Pace, ...] = get_args(Pace)
"""From the slowest to the fastest."""
SHARE: Mapping[Pace, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.25, "at_once": 0.0}
"""Of a pause as it was drawn."""
FEW_BOTS = 2.5
"""With more of them each takes a shorter pause: what a person waits for is all of them together."""
FOR_PEOPLE = 16
"""So many pauses a bot leaves people the first word, where all reach for the same things."""


class BotPause(NamedTuple):
    """Seconds, as drawn for one decision of a bot."""

    usual: float

    @classmethod
    def draw(cls, random: Random, delay: tuple[float, float]) -> "BotPause":
        return cls(random.uniform(*delay))

    def at_pace(self, pace: Pace, bots: int = 1) -> float:
        """At a table with so many bots."""
        return self.usual * SHARE[pace] * min(1.0, FEW_BOTS / max(1, bots))

    def for_people(self, pace: Pace) -> float:
        """Time for people to read their cards, and to be first."""
        return self.usual * SHARE[pace] * FOR_PEOPLE
