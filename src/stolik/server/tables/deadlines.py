"""What a table has to do by itself, and when: let bots move, end pauses, mind clocks and empty chairs."""

from typing import Literal, NamedTuple

from stolik.server.settings import Settings
from stolik.server.tables.match_session import Running
from stolik.server.tables.presence import Presence
from stolik.server.tables.table_state import Document


class Due(NamedTuple):
    at: float
    what: Literal["go_on", "bot", "late", "away"]
    seat: int = -1


def due(doc: Document, running: Running, presence: Presence, settings: Settings) -> list[Due]:
    """Everything that lies ahead if nobody moves."""
    match = running.match
    if match.over:
        return []
    if running.paused_at is not None:
        return [Due(pause_ends(doc, running, presence, settings), "go_on")]
    found = []
    for seat, since in running.awaited_since.items():
        if doc.chairs[seat].played_by_bot:
            found.append(Due(since, "bot", seat))
            continue
        late = clock_ends(doc, presence, seat, since)
        if late is not None:
            found.append(Due(late, "late", seat))
        away = away_ends(seat, presence, settings)
        if away is not None:
            found.append(Due(max(away, since), "away", seat))
    return found


def clock_ends(doc: Document, presence: Presence, seat: int, since: float) -> float | None:
    """When the time of somebody who is waited for since then is up; None: never, or the table sleeps."""
    if doc.clock is None or presence.awake_since is None:
        return None
    return max(since, presence.awake_since, doc.chairs[seat].back) + doc.clock


def away_ends(seat: int, presence: Presence, settings: Settings) -> float | None:
    """When a bot sits in for somebody who is not here; None: never, since the table sleeps."""
    gone = presence.absent_since.get(seat)
    if gone is None or presence.awake_since is None:
        return None
    return max(gone, presence.awake_since) + settings.away


def lookers(doc: Document, presence: Presence) -> set[int]:
    """The people who are here and look at what was revealed."""
    return {seat for seat in presence.seats if not doc.chairs[seat].played_by_bot}


def pause_ends(doc: Document, running: Running, presence: Presence, settings: Settings) -> float:
    begun = running.paused_at or 0.0
    looking = lookers(doc, presence)
    if looking and looking <= running.gone_on:
        return begun
    people = any(chair.guest is not None and not chair.played_by_bot for chair in doc.chairs)
    return begun + (settings.reveal if people else settings.reveal_for_bots)
