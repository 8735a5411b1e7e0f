"""Commands of talk: say and react. What may be reacted with is `protocol.messages.Reaction`."""

import asyncio
from time import monotonic

from stolik.core.match import Match
from stolik.server.errors import ErrorCode, RequestRefused, unavailable
from stolik.server.protocol.messages import Accepted, React, Say
from stolik.server.tables.live_table import MAX_ATTEMPTS, MAX_TROUBLE, RETRY_PAUSE, LiveTable
from stolik.server.visible_text import visible_text
from stolik.store.protocol import Fault, StoreFailed
from stolik.store.rows import ChatRow


async def handle_say(table: LiveTable, guest: str, command: Say) -> Accepted:
    seat = table.seat_of(guest)
    match = _running_match(table)
    if match is not None:
        if seat in match.muted:
            raise _muted()
        if seat in match.quiet:
            raise RequestRefused(ErrorCode.QUIET, "No talk while this is played. Reactions are fine.")
    text = visible_text(command.text)
    if not text:
        raise RequestRefused(ErrorCode.MALFORMED, "There is nothing to read in that.")
    name = table.state.chairs[seat].name
    await _keep(table, ChatRow(table.state.id, 0, table.now(), seat, name, text))
    table.enqueue(table.refresh_chat)  # kept is kept: reading it back must not make us say it again
    return Accepted(command.id)


def _running_match(table: LiveTable) -> Match | None:
    session = table.session
    return session.match if session is not None and table.state.status == "playing" else None


def _muted() -> RequestRefused:
    text = "The others are finding something out about you: until they have, you can send neither words nor reactions."
    return RequestRefused(ErrorCode.MUTED, text)


async def _keep(table: LiveTable, said: ChatRow) -> None:
    """Once: if the store fails, it may have kept it all the same."""
    give_up = 0.0
    for attempt in range(MAX_ATTEMPTS):
        try:
            if attempt and await table.store.number_of_chat(said) is not None:
                return
            await table.store.add_chat(said)
        except StoreFailed as failed:
            table.metrics.errors.labels("store").inc()
            give_up = give_up or monotonic() + MAX_TROUBLE
            if failed.fault is Fault.SILENT or monotonic() > give_up:
                break
            await asyncio.sleep(RETRY_PAUSE)
        else:
            return
    raise unavailable()


async def handle_react(table: LiveTable, guest: str, command: React) -> Accepted:
    seat = table.seat_of(guest)
    match = _running_match(table)
    if match is not None and seat in match.muted:
        raise _muted()
    await table.announcer.announce("reaction", str(seat), command.reaction)
    table.feed.send_reaction(seat, command.reaction)
    return Accepted(command.id)
