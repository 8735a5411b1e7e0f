"""The clock for a move: when somebody's time is up, and what happens then. The scheduler enforces it by these two."""

from stolik.server.tables.presence import Presence
from stolik.server.tables.table_state import TableState, with_chair_fields


def clock_ends(state: TableState, presence: Presence, seat: int, since: float) -> float | None:
    """When the time of somebody who is awaited since then is up; None: never, or the table sleeps."""
    if state.clock is None or presence.awake_since is None:
        return None
    return max(since, presence.awake_since, presence.back_since[seat]) + state.clock


def clock_ran_out(state: TableState, seat: int) -> TableState:
    """A bot sits in for whoever was too slow, until they take the chair back: it moves in their place."""
    return with_chair_fields(state, seat, stand_in="late")
