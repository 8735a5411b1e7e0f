"""How long a bot may think.

The soft bound is kept by `stolik/bots/timed_search.py`, which then plays the best that it has found; whoever does not
answer at all is killed by `worker.py` after the hard one, which is `bot_timeout` of the settings.
"""

from stolik.bots.bot import DEFAULT_SECONDS

UNLIMITED = float("inf")


def thinking_time(timeout: float, *, counted: bool) -> float:
    """Seconds, if the reply must come within `timeout`. Work that is counted in playouts has the hard bound only."""
    return UNLIMITED if counted else min(DEFAULT_SECONDS, timeout / 2)
