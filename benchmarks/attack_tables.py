"""Fill a SQLite file with what `attack.py` needs: tables of people who want to play, and long matches of one who not.

python attack_tables.py FILE VICTIMS LONG

VICTIMS tables of No Thanks!, four people each, whose first match has begun. LONG tables of Gang, six guests each, whose
first match was made as long as it can be in three heists, by taking chips and putting them back, and whose second
match is as long as that, but for its last heist. Ids and tokens go to FILE.json.
"""

import asyncio
import signal
import sys
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import Any

import msgspec

from stolik.core.match import Match
from stolik.core.messages import to_builtins
from stolik.server.admission.client_address import Address
from stolik.server.app_context import AppContext
from stolik.server.auth import Caller
from stolik.server.protocol.messages import Accepted, Start
from stolik.server.settings import Settings
from stolik.server.tables import table_state
from stolik.server.tables.commands.move import commit_step
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.table_state import Chair, TableState
from stolik.store.open_store import store_at

IDLE_MOVES = 34
"""Chips that each seat takes or puts back in a round before it settles: fewer than the rules of Gang allow."""


class Place(msgspec.Struct):
    table: str
    tokens: list[str]
    """Of the guests, by seat."""


class Prepared(msgspec.Struct):
    victims: list[Place]
    long: list[Place]
    entries: int
    """Of the first match at the long tables."""


def file_beside(database: Path) -> Path:
    return database.with_name(database.name + ".json")


async def main(database: Path, victims: int, long: int) -> None:
    context = AppContext(Settings(database=str(database)), store_at(str(database)))
    await context.store.open()
    await context.guests.open()
    played = [(await _begun(context, "no_thanks", 4, f"V{number}"))[0] for number in range(victims)]
    prolonged, entries = [], 0
    for number in range(long):
        place, table = await _begun(context, "gang", 6, f"L{number}")
        random = Random(number)
        await _prolong(table, random, heists=99)
        entries = table.current_session().match.seq
        begun = await context.commands.dispatch(table, Caller(table.state.host, Address("127.0.0.1")), Start())
        assert isinstance(begun, Accepted), begun
        await _prolong(table, random, heists=2)
        prolonged.append(place)
    file_beside(database).write_bytes(msgspec.json.encode(Prepared(played, prolonged, entries)))
    signal.raise_signal(signal.SIGKILL)


async def _begun(context: AppContext, game: str, chairs: int, code: str) -> tuple[Place, LiveTable]:
    guests = [await context.guests.create(f"{code} {seat}") for seat in range(chairs)]
    tokens = [(await context.guests.new_token(guest.id, "attack"))[1] for guest in guests]
    state = TableState(
        id=token_urlsafe(12),
        code=code,
        game=game,
        version=context.find_game(game).version,
        options={"players": chairs},
        clock=None,
        public=False,
        host=guests[0].id,
        chairs=(Chair(),) * chairs,
        secret=context.new_secret(),
        created=context.now(),
    )
    for seat, guest in enumerate(guests):
        state = table_state.sat_down(state, guest.id, guest.name, seat, None, now=context.now())
    table = await context.tables.add(state)
    assert table is not None
    begun = await context.commands.dispatch(table, Caller(state.host, Address("127.0.0.1")), Start())
    assert isinstance(begun, Accepted), begun
    return Place(state.id, tokens), table


async def _prolong(table: LiveTable, random: Random, heists: int) -> None:
    """Everybody takes and returns chips in every round, as often as that may be, and settles then."""
    session = table.current_session()
    match = session.match
    made = [0] * match.players
    round_ = (0, 0)
    while not match.over and match.state.heist <= heists:
        if (match.state.heist, match.state.round) != round_:
            made, round_ = [0] * match.players, (match.state.heist, match.state.round)
        idle = [seat for seat in match.to_act if made[seat] < IDLE_MOVES]
        seat = random.choice(sorted(idle or match.awaited))
        move = _idle_move(match, seat, random) if idle else _settling_move(match, seat)
        made[seat] += 1
        await commit_step(table, session, match.prepare(seat, move), seat, session.next_number[seat])


def _idle_move(match: Match, seat: int, random: Random) -> dict[str, Any]:
    """A chip that is taken or put back."""
    legal = [to_builtins(move) for move in match.legal(seat)]
    found: dict[str, Any] = random.choice([move for move in legal if move["type"] in ("take", "return")] or legal)
    return found


def _settling_move(match: Match, seat: int) -> dict[str, Any]:
    """What the table waits for: ready, or a chip that is free."""
    legal = [to_builtins(move) for move in match.legal(seat)]
    free = [move for move in legal if move["type"] == "take" and move["from"] is None]
    wanted: dict[str, Any] = legal[0] if legal[0]["type"] == "ready" else (free or legal)[0]
    return wanted


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
