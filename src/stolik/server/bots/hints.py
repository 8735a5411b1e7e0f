"""Suggestions for people, by the best bot, from what their own seat may know and nothing else."""

from typing import TYPE_CHECKING

from stolik.bots.bot import best_level
from stolik.core.errors import Refusal
from stolik.core.rng import stream
from stolik.server.bots.request import question
from stolik.server.errors import Refused
from stolik.server.protocol.messages import Hint

if TYPE_CHECKING:
    from stolik.server.tables.live_table import LiveTable


async def hint(table: "LiveTable", guest: str) -> Hint:
    """For the moment that the table is at; asked again about the same moment, it says the same."""
    seat = table.doc.seated(guest)
    if not table.doc.hints:
        raise Refused(Refusal.NOT_ALLOWED, "At this table people play without hints.")
    running = table.on()
    match = running.match
    if seat not in match.to_act:
        raise Refused(Refusal.NOT_NOW, "There is nothing for you to do just now.")
    seq = match.seq
    words = stream("hint", table.doc.id, running.number, seq, seat)
    asked = question(match, seat, best_level(table.game), table.house.settings.thinking, words)
    try:
        given = await table.house.thinkers.move(asked)
    except (TimeoutError, RuntimeError, OSError, EOFError):
        table.house.metrics.failures.labels("hint").inc()
        raise Refused(Refusal.UNAVAILABLE, "No hint came to mind. Please try again.") from None
    return Hint(running.number, seq, given.move, given.reason)
