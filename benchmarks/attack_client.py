"""One who wants to slow everybody down, from an address of their own, as fast as one machine on a network is.

python attack_client.py KIND PORT PREPARED SECONDS

KIND is one of ATTACKS. How many requests were made, and how they were answered, goes to stdout as JSON.
"""

import asyncio
import http.client
import json
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from attack_tables import Place, Prepared
from server_wires import Wire

ADDRESS = "127.0.0.66"
"""Everything under 127 is this machine; the server sees another address than that of the others."""
CONNECTIONS = 10
RATE = 120.0
"""Requests a second, all connections together: more than twice what the server allows one address."""
EACH_SOCKET = 29.0
"""Commands a second: just below what the server allows one socket. Where it counts by guest, ten sockets of one have a
tenth each."""
NICENESS = 10
"""The machine of an attacker would have cores of its own."""


class Client:
    def __init__(self, port: int, prepared: Prepared, seconds: float) -> None:
        self.port = port
        self.prepared = prepared
        self.until = time.monotonic() + seconds
        self.answers: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def place(self) -> Place:
        return self.prepared.long[0]

    def count(self, answer: object) -> None:
        with self._lock:
            self.answers[str(answer)] += 1

    # Requests, each connection in a thread

    def ask(self, make: Callable[[Random], tuple[str, str, bytes | None]]) -> None:
        """`make` gives method, path and body."""
        threads = [threading.Thread(target=self._ask, args=(make, number)) for number in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _ask(self, make: Callable[[Random], tuple[str, str, bytes | None]], number: int) -> None:
        random, connection = Random(number), self.connection()
        headers = {"Authorization": f"Bearer {self.place.tokens[number % 2]}", "Content-Type": "application/json"}
        due = time.monotonic()
        while time.monotonic() < self.until:
            method, path, body = make(random)
            try:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                answer.read()
                self.count(answer.status)
            except (OSError, http.client.HTTPException) as error:
                self.count(type(error).__name__)
                connection.close()
                connection = self.connection()
            due = max(due + CONNECTIONS / RATE, time.monotonic() - 1.0)
            time.sleep(max(0.0, due - time.monotonic()))
        connection.close()

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20, source_address=(ADDRESS, 0))

    # Sockets

    async def play(self, sockets: int, place: Place, rate: float, guests: int = 2, earlier: int | None = None) -> None:
        """Chips are taken and returned on so many sockets of so many guests, so often a second on each.

        `earlier`: the moves are for that match.
        """
        loop = asyncio.get_running_loop()
        lines = [_Line(self, place, number % guests, earlier) for number in range(sockets)]
        for line in lines:
            await loop.create_connection(lambda line=line: line, "127.0.0.1", self.port, local_addr=(ADDRESS, 0))  # type: ignore[misc]
        while time.monotonic() < self.until:
            begun = time.monotonic()
            for line in lines:
                line.move()
            await asyncio.sleep(max(0.0, 1 / rate - (time.monotonic() - begun)))
        for line in lines:
            line.close()
        await asyncio.sleep(0.1)

    async def come_and_go(self, place: Place) -> None:
        """Sockets that ask for everything, and are closed again."""
        loop = asyncio.get_running_loop()
        while time.monotonic() < self.until:
            line = _Line(self, place, 0, None)
            try:
                await loop.create_connection(lambda line=line: line, "127.0.0.1", self.port, local_addr=(ADDRESS, 0))  # type: ignore[misc]
                await asyncio.wait_for(line.here.wait(), 5)
            except (OSError, TimeoutError):
                self.count("no snapshot")
            line.close()
            await asyncio.sleep(1 / 40)


class _Line(Wire):
    def __init__(self, client: Client, place: Place, seat: int, earlier: int | None) -> None:
        path, token = f"/api/tables/{place.table}/socket", place.tokens[seat]
        super().__init__(f"127.0.0.1:{client.port}", path, {"Authorization": f"Bearer {token}"})
        self._client = client
        self._earlier = earlier
        self._seat = seat
        self._now: dict[str, Any] = {}
        self.here = asyncio.Event()

    def received(self, text: bytes) -> None:
        frame = msgspec.json.decode(text)
        if frame["type"] == "snapshot":
            self._now = frame["match"] or {}
            self._client.count("snapshot")
            self.here.set()
        elif frame["type"] == "update":
            self._now.update(frame)
            if frame["over"] and self._seat == 0:
                self.send(b'{"type":"start"}')
        elif frame["type"] in ("accepted", "refused"):
            self._client.count(frame.get("code") or "accepted")

    def move(self) -> None:
        now = self._now
        if self.ended or not now:
            return
        if self._earlier is not None:
            move = {"match": self._earlier, "number": Random().randrange(500), "seen": 0, "moves": {"type": "return"}}
        else:
            idle = [move for move in now["legal"] if move["type"] in ("take", "return")]
            legal = idle or now["legal"] or [{"type": "return"}]  # which is refused, and costs something all the same
            chosen = legal[len(legal) // 2]
            move = {"match": now["match"], "number": now["number"], "seen": now["seq"], "moves": chosen}
        self.send(msgspec.json.encode({"type": "move", "id": 1, **move}))


def running(client: Client) -> str:
    return f"/api/matches/{client.place.table}.2"


def over(client: Client) -> str:
    return f"/api/matches/{client.place.table}.1"


def proof(client: Client) -> None:
    client.ask(lambda random: ("GET", f"{random.choice([running, over])(client)}/proof", None))


def replay(client: Client) -> None:
    def one(random: Random) -> tuple[str, str, bytes | None]:
        since = random.randrange(client.prepared.entries)
        if random.random() < 0.5:
            return "GET", f"{running(client)}/replay?from={since}", None
        return "GET", f"{over(client)}/replay?seat={random.randrange(6)}&from={since}", None

    client.ask(one)


def verify(client: Client) -> None:
    def one(random: Random) -> tuple[str, str, bytes | None]:
        place = random.choice(client.prepared.long)
        noted = f"?head={random.randrange(1 << 30):064x}"
        what = random.choice(["record", f"verify{noted}"])
        return "GET", f"/api/matches/{place.table}.1/{what}", None

    client.ask(one)


def verify_given(client: Client) -> None:
    connection = client.connection()
    connection.request("GET", f"{over(client)}/record")
    record = connection.getresponse().read()
    connection.close()
    client.ask(lambda random: ("POST", "/api/verify", record))


def wake(client: Client) -> None:
    """Tables with long matches that are not in memory are looked at, one after the other."""
    places = iter(client.prepared.long[1:])
    lock = threading.Lock()

    def one(random: Random) -> tuple[str, str, bytes | None]:
        with lock:
            place = next(places, client.prepared.long[-1])
        time.sleep(0.3)
        return "GET", f"/api/tables/{place.table}", None

    client.ask(one)


def long_match(client: Client) -> None:
    asyncio.run(client.play(6, client.place, EACH_SOCKET, guests=6))


def earlier_match(client: Client) -> None:
    asyncio.run(client.play(20, client.place, EACH_SOCKET / 10, earlier=1))


def earlier_match_each_socket(client: Client) -> None:
    asyncio.run(client.play(20, client.place, EACH_SOCKET, earlier=1))


def flood(client: Client) -> None:
    asyncio.run(client.play(20, client.prepared.long[1], EACH_SOCKET / 10))


def flood_each_socket(client: Client) -> None:
    asyncio.run(client.play(20, client.prepared.long[1], EACH_SOCKET))


def snapshots(client: Client) -> None:
    asyncio.run(client.come_and_go(client.place))


ATTACKS: dict[str, Callable[[Client], None]] = {
    "proof": proof,
    "replay": replay,
    "verify": verify,
    "verify_given": verify_given,
    "earlier_match": earlier_match,
    "earlier_match_each_socket": earlier_match_each_socket,
    "long_match": long_match,
    "snapshots": snapshots,
    "flood": flood,
    "flood_each_socket": flood_each_socket,
    "wake": wake,
}


def main() -> None:
    kind, port, prepared, seconds = sys.argv[1:]
    os.nice(NICENESS)
    client = Client(int(port), msgspec.json.decode(Path(prepared).read_bytes(), type=Prepared), float(seconds))
    ATTACKS[kind](client)
    sys.stdout.write(json.dumps(client.answers))


if __name__ == "__main__":
    main()
