"""People who play at tables of their own, at the pace of people, and note how long each move takes to come back."""

import asyncio
from random import Random

from attack_tables import Place
from server_load import percentile
from server_players import PLAYERS, StolikPosition, StolikSeat, Table, Tally


class _Seat(StolikSeat):
    """Thinks before every move."""

    pace = 0.0

    def _look(self, position: StolikPosition) -> None:
        if position.legal and not position.over:
            pause = self.pace * (0.5 + self.table.random.random())
            asyncio.get_running_loop().call_later(pause, super()._look, position)
        else:
            super()._look(position)


class Victims:
    def __init__(self, address: str, places: list[Place], random: Random, pace: float) -> None:
        self._tally = Tally()
        self._tables = []
        for number, place in enumerate(places):
            table = Table(number, self._tally, Random(random.random()))
            table.seats = [_Seat(table, seat, address, place.table, place.tokens[seat]) for seat in range(PLAYERS)]
            for seat in table.seats:
                seat.pace = pace  # type: ignore[attr-defined]
            self._tables.append(table)

    async def come(self, port: int) -> None:
        loop = asyncio.get_running_loop()
        for number, table in enumerate(self._tables):
            home = (f"127.0.1.{number + 1}", 0)  # every table is a household of its own: limits count by address
            for seat in table.seats:
                await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", port, local_addr=home)  # type: ignore[misc]

    async def measured(self, seconds: float) -> tuple[float, float, int]:
        """Median and slowest of a hundred moves, in milliseconds until all four had it; and how many there were."""
        tally = self._tally
        tally.last.clear()
        tally.on = True
        await asyncio.sleep(seconds)
        tally.on = False
        ended = next((seat.ended for table in self._tables for seat in table.seats if seat.ended), None)
        if tally.trouble or ended:
            raise RuntimeError(f"a victim was turned away: {ended or tally.trouble[0]}")
        times = sorted(tally.last)
        return 1000 * percentile(times, 50), 1000 * percentile(times, 99), len(times)

    def leave(self) -> None:
        for table in self._tables:
            table.playing = False
            for seat in table.seats:
                seat.close()
