"""Commands of talk: say and react. What may be reacted with is `protocol.messages.Reaction`."""

from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.protocol.messages import Accepted, React, Say
from stolik.server.rate_limits import RateLimits
from stolik.server.tables.live_table import LiveTable
from stolik.store.rows import ChatRow


async def handle_say(limits: RateLimits, table: LiveTable, guest: str, command: Say) -> Accepted:
    seat = table.seat_of(guest)
    session = table.session
    if session is not None and table.state.status == "playing" and session.match.quiet:
        raise RequestRefused(ErrorCode.QUIET, "No talk while this is played. Reactions are fine.")
    limits.check(limits.rates.chat, "chat", guest)
    text = "".join(character for character in command.text if character.isprintable()).strip()
    if not text:
        raise RequestRefused(ErrorCode.MALFORMED, "There is nothing to read in that.")
    name = table.state.chairs[seat].name
    await table.store.add_chat(ChatRow(table.state.id, 0, table.now(), seat, name, text))
    table.enqueue(table.fetch_chat)  # kept is kept: reading it back must not make us say it again
    return Accepted(command.id)


async def handle_react(limits: RateLimits, table: LiveTable, guest: str, command: React) -> Accepted:
    seat = table.seat_of(guest)
    limits.check(limits.rates.reactions, "react", guest)
    await table.announce("reaction", str(seat), command.reaction)
    table.feed.send_reaction(seat, command.reaction)
    return Accepted(command.id)
