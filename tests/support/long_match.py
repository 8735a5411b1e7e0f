"""Long matches, as people make them who take chips and put them back: written into the store, not played."""

import asyncio
from random import Random
from typing import Any

import pytest

from stolik.core.messages import to_builtins, to_json
from stolik.server.tables.match_session import resume
from stolik.store.rows import Change, LogRow
from support.servers import Guest, RunningServer

AT_ONCE = 200


def forbid(monkeypatch: pytest.MonkeyPatch, *places: tuple[Any, str]) -> None:
    """From now on these must not be called in this process, which is that of the event loop."""

    def called(*_: object, **__: object) -> None:
        raise AssertionError("this works on a whole match in the process of the server")

    for place, name in places:
        monkeypatch.setattr(place, name, called)


async def finished_match(server: RunningServer, chairs: str = "mrr", game: str = "no_thanks") -> tuple[Guest, str]:
    ala = await server.guest()
    table = await ala.make_table(game, chairs)
    async with ala.line(table) as line:
        await line.until(lambda line: line.table)
        await line.ask("start", entropy="Ala's words")
        await line.play_to_the_end(Random(1), steady=0.7)
    return ala, table


async def chip_table(server: RunningServer, players: int = 3) -> tuple[str, list[Guest]]:
    """A table of Gang where everybody is a person, and the first match has begun."""
    guests = [await server.guest(f"Guest {seat}") for seat in range(players)]
    table = await guests[0].make_table("gang", "m" + "p" * (players - 1))
    for guest in guests[1:]:
        assert (await guest.do(table, "sit"))["type"] == "accepted"
    assert (await guests[0].do(table, "start"))["type"] == "accepted"
    return table, guests


async def prolong(server: RunningServer, table: str, entries: int = 1_000_000) -> int:
    """Let the log grow to so many entries, or until one move is missing to its end. Gives its length."""
    rows, length = await _stalled(server, table, entries)
    for start in range(0, len(rows), AT_ONCE):
        changes = [server.app.store.commit(Change(append=row)) for row in rows[start : start + AT_ONCE]]
        assert all(await asyncio.gather(*changes))
    await unload(server, table)
    return length


async def unload(server: RunningServer, table: str) -> None:
    """The table leaves memory, as it does when nobody has used it for a while."""
    live = server.app.tables._live.pop(table, None)
    if live is not None:
        await live.stop()


async def _stalled(server: RunningServer, table: str, entries: int) -> tuple[list[LogRow], int]:
    live = await server.app.tables.get(table)
    store = server.app.store
    row = await store.match(live.state.match_id)
    assert row is not None
    session = await resume(live.game, row, store, lambda at: at)
    match, random = session.match, Random(table)
    rows: list[LogRow] = []
    while match.seq < entries:
        seat = random.choice(sorted(match.to_act))
        legal = match.legal(seat)
        idle = [move for move in legal if to_builtins(move)["type"] in ("take", "return", "unready")]
        step = match.prepare(seat, random.choice(idle or legal))
        if live.game.over(step.state):
            break
        rows.append(LogRow(row.id, step.seq, to_json(step.entries), 0.0, seat, session.next_number[seat], store.node))
        match.accept(step)
        session.note(rows[-1], 0.0)
    return rows, match.seq
