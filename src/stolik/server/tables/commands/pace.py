"""Commands about the pace of bots: set it, skip to one's turn."""

import msgspec

from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.protocol.messages import Accepted, SetPace, SkipToTurn
from stolik.server.tables.live_table import LiveTable


async def handle_set_pace(table: LiveTable, guest: str, command: SetPace) -> Accepted:
    if guest != table.state.host and not table.state.is_alone(guest):
        table.seat_of(guest)
        raise RequestRefused(ErrorCode.NOT_ALLOWED, "Several people play here: the host sets the pace of bots.")
    await table.save(lambda state: msgspec.structs.replace(state, pace=command.pace))
    return Accepted(command.id)


async def handle_skip_to_turn(table: LiveTable, guest: str, command: SkipToTurn) -> Accepted:
    seat = table.seat_of(guest)
    if not table.state.is_alone(guest):
        raise RequestRefused(ErrorCode.NOT_ALLOWED, "Several people play here: nobody hurries the bots of all.")
    table.current_session()
    table.scheduler.hurry(seat)
    return Accepted(command.id)
