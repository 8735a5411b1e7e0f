"""Fill a SQLite file with tables in the middle of a match, and then end as in a power cut: nothing is closed.

python server_tables.py FILE TABLES BOTS

In BOTS of the four chairs at each table sit bots, and if there are any it is a bot's turn. Ids and tokens go to
FILE.json.
"""

import asyncio
import random
import signal
import sys
from pathlib import Path
from secrets import token_urlsafe

import msgspec

from stolik.server.admission.client_address import UNKNOWN
from stolik.server.app_context import AppContext
from stolik.server.auth import Caller
from stolik.server.protocol.messages import Accepted, Start
from stolik.server.settings import Settings
from stolik.server.tables import table_state
from stolik.server.tables.commands.move import commit_step
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.table_state import Chair, TableState
from stolik.store.open_store import store_at
from stolik.store.rows import GuestRow

CHAIRS = 4
MOVES = 5
AT_ONCE = 250
MOST_GUESTS = 2_000
NEVER = 3600.0


class Made(msgspec.Struct):
    tables: list[str]
    tokens: list[str]
    """Of guests: those at table n are 4 n, 4 n + 1 … (and from the beginning again)."""


def file_beside(database: Path) -> Path:
    return database.with_name(database.name + ".json")


async def main(database: Path, count: int, bots: int) -> None:
    context = AppContext(Settings(database=str(database), bot_delay=(NEVER, NEVER)), store_at(str(database)))
    await context.store.open()
    await context.guests.open()
    guests, tokens = [], []
    for number in range(min(count * CHAIRS, MOST_GUESTS)):
        guest = await context.guests.create(f"Guest {number}")
        guests.append(guest)
        tokens.append((await context.guests.new_token(guest.id, "load"))[1])
    tables: list[str] = []
    for start in range(0, count, AT_ONCE):
        numbers = range(start, min(start + AT_ONCE, count))
        tables += await asyncio.gather(*(_made(context, number, guests, bots) for number in numbers))
    file_beside(database).write_bytes(msgspec.json.encode(Made(tables, tokens)))
    signal.raise_signal(signal.SIGKILL)


async def _made(context: AppContext, number: int, guests: list[GuestRow], bots: int) -> str:
    people = [guests[(number * CHAIRS + seat) % len(guests)] for seat in range(CHAIRS - bots)]
    state = TableState(
        id=token_urlsafe(12),
        code=f"T{number}",
        game="no_thanks",
        version=context.find_game("no_thanks").version,
        options={"players": CHAIRS},
        clock=None,
        public=False,
        host=people[0].id,
        chairs=(Chair(),) * CHAIRS,
        secret=context.new_secret(),
        created=context.now(),
    )
    for seat, guest in enumerate(people):
        state = table_state.sat_down(state, guest.id, guest.name, seat, None, now=state.created)
    table = await context.tables.add(table_state.filled(state, "normal"))
    assert table is not None
    begun = await context.commands.dispatch(table, Caller(state.host, UNKNOWN), Start())
    assert isinstance(begun, Accepted), begun
    await _play(table, until_bot=bots > 0)
    return state.id


async def _play(table: LiveTable, *, until_bot: bool) -> None:
    session, played = table.current_session(), 0
    match = session.match
    while True:
        seat = min(match.awaited)
        by_bot = table.state.chairs[seat].is_bot
        if played >= MOVES and by_bot == until_bot:
            return
        number = None if by_bot else session.next_number[seat]
        step = match.prepare(seat, random.choice(match.legal(seat)))
        await commit_step(table, session, step, seat, number)
        played += 1


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
