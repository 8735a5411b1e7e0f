"""Deadlines of a table: when a bot moves, a pause ends, a clock runs out, a bot sits in for somebody who is away."""

from typing import Literal, NamedTuple

from stolik.server.settings import Settings
from stolik.server.tables.match_session import MatchSession
from stolik.server.tables.move_clocks import clock_ends
from stolik.server.tables.presence import Presence
from stolik.server.tables.table_state import TableState


class Deadline(NamedTuple):
    at: float
    """In steady time, like all times here."""
    kind: Literal["pause", "bot", "clock", "away"]
    seat: int = -1


def deadlines(state: TableState, session: MatchSession, presence: Presence, settings: Settings) -> list[Deadline]:
    """Everything that lies ahead if nobody moves."""
    if session.match.over:
        return []
    if session.paused_at is not None:
        ends = pause_ends(state, session, presence, settings)
        return [] if ends is None else [Deadline(ends, "pause")]
    found = []
    for seat, since in session.awaited_since.items():
        if state.chairs[seat].played_by_bot:
            found.append(Deadline(since, "bot", seat))
            continue
        out_of_time = clock_ends(state, presence, seat, since)
        if out_of_time is not None:
            found.append(Deadline(out_of_time, "clock", seat))
        away = away_ends(seat, presence, settings)
        if away is not None:
            found.append(Deadline(max(away, since), "away", seat))
    return found


def wake_time(state: TableState, session: MatchSession | None, presence: Presence, settings: Settings) -> float | None:
    """The first deadline that the server must meet even if all people leave: bots and pauses."""
    if state.status != "playing" or session is None:
        return None
    ahead = deadlines(state, session, presence, settings)
    return min((deadline.at for deadline in ahead if deadline.kind in ("bot", "pause")), default=None)


def away_ends(seat: int, presence: Presence, settings: Settings) -> float | None:
    """When a bot sits in for somebody who is not here; None: never, since the table sleeps."""
    gone = presence.absent_since.get(seat)
    if gone is None or presence.awake_since is None:
        return None
    return max(gone, presence.awake_since) + settings.away_timeout


def pause_ends(state: TableState, session: MatchSession, presence: Presence, settings: Settings) -> float | None:
    """None: when whoever plays alone with bots, and is here, goes on."""
    begun = session.paused_at or 0.0
    watching = _people_present(state, presence)
    if watching and watching <= session.gone_on:
        return begun
    people = [seat for seat, chair in enumerate(state.chairs) if chair.guest is not None]
    if all(state.chairs[seat].played_by_bot for seat in people):
        return begun + settings.pause_timeout_for_bots
    if len(people) > 1:
        return begun + settings.pause_timeout
    if people[0] in watching:
        return None
    return max(begun, presence.absent_since.get(people[0], begun)) + settings.pause_timeout


def _people_present(state: TableState, presence: Presence) -> set[int]:
    """Those who are here and play themselves: they look at what was revealed."""
    return {seat for seat in presence.seats if not state.chairs[seat].played_by_bot}
