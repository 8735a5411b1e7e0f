"""A real server on a real port, and guests who talk to it."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from small_games import SMALL_GAMES
from stolik import catalog
from stolik.core.game import Game
from stolik.server.admission.rate_limits import Rate, Rates
from stolik.server.app_context import AppContext
from stolik.server.protocol.messages import Frame
from stolik.server.run import serve_app
from stolik.server.settings import Settings
from stolik.store.open_store import store_at
from support.ports import free_port

NO_LIMIT = Rate(1e9, 1e9)
GENEROUS = Rates(*[NO_LIMIT] * len(Rates.__struct_fields__))
PATIENCE = 20.0
"""Seconds after which a test gives up waiting for a frame."""

Choose = Callable[[Random, Any], Any]
"""One of the legal moves."""

_FRAME: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Frame)


def find_any(key: str) -> Game:
    """Games of the catalog, and those made for the tests."""
    return SMALL_GAMES[key] if key in SMALL_GAMES else catalog.find(key)


def all_keys() -> tuple[str, ...]:
    return (*catalog.keys(), *SMALL_GAMES)


def quick(database: str, **changes: Any) -> Settings:
    """No waiting, no limits: bots answer at once, in a thread."""
    usual: dict[str, Any] = {"database": database, "workers": 0, "bot_delay": (0.0, 0.0), "rates": GENEROUS}
    usual |= {"bot_floor": 0.0, "pause_timeout_for_bots": 0.0, "port": free_port()}
    return Settings(**(usual | changes))


class RunningServer:
    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.base = f"http://127.0.0.1:{app.settings.port}"
        self._guests: list[Guest] = []

    async def guest(self, name: str = "Ala") -> "Guest":
        self._guests.append(await Guest.introduced(self.base, name))
        return self._guests[-1]

    async def close(self) -> None:
        for guest in self._guests:
            await guest.http.aclose()


@asynccontextmanager
async def running(
    database: str | Path, context: dict[str, Any] | None = None, **changes: Any
) -> AsyncIterator[RunningServer]:
    """A server, in this event loop. `context`: what `AppContext` is given besides."""
    settings = quick(str(database), **changes)
    games = {"find_game": find_any, "game_keys": all_keys}
    app = AppContext(settings, store_at(str(database)), **(games | (context or {})))
    ready, stop = asyncio.Event(), asyncio.Event()
    serving = asyncio.create_task(serve_app(app, ready.set, stop))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait((serving, waiting), return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    server = RunningServer(app)
    try:
        yield server
    finally:
        await server.close()
        stop.set()
        await serving


def _client(base: str, source: str | None, headers: dict[str, str] | None = None) -> httpx.AsyncClient:
    # Nothing here is https; reading all certificates for each guest would take most of the time.
    transport = httpx.AsyncHTTPTransport(verify=False, local_address=source)
    return httpx.AsyncClient(base_url=base, headers=headers, timeout=PATIENCE, transport=transport)


class Guest:
    """Somebody who has introduced themselves, by token. `source`: from which address of this machine."""

    def __init__(self, base: str, name: str, token: str, source: str | None = None) -> None:
        self.base = base
        self.name = name
        self.source = source
        self.headers = {"authorization": f"Bearer {token}"}
        self.http = _client(base, source, self.headers)

    @classmethod
    async def introduced(cls, base: str, name: str, source: str | None = None) -> "Guest":
        async with _client(base, source) as http:
            answer = await http.post("/api/guests", json={"name": name, "program": "test"})
            assert answer.status_code == 201, answer.text
            return cls(base, name, answer.json()["token"], source)

    async def get(self, path: str, **params: Any) -> Any:
        answer = await self.http.get(path, params=params)
        return answer.json()

    async def moments(self, match: str, **params: Any) -> list[Any]:
        """A whole replay, page by page."""
        found: list[Any] = []
        page: dict[str, Any] = {"next": 0}
        while page["next"] is not None:
            page = await self.get(f"/api/matches/{match}/replay", **{"from": page["next"], **params})
            found += page["moments"]
        return found

    async def make_table(self, game: str, chairs: str, options: dict[str, Any] | None = None, **more: Any) -> str:
        """`chairs`: m(e), p(erson), b(ot) or r(andom bot), a letter each."""
        kinds = {"m": {"kind": "me"}, "p": {"kind": "person"}, "r": {"kind": "bot", "level": "random"}}
        kinds["b"] = {"kind": "bot", "level": "normal"}
        body = {
            "game": game,
            "options": {"players": len(chairs), **(options or {})},
            "chairs": [kinds[letter] for letter in chairs],
            **more,
        }
        answer = await self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        found: str = answer.json()["id"]
        return found

    async def do(self, table: str, type_: str, **command: Any) -> dict[str, Any]:
        answer = await self.http.post(f"/api/tables/{table}/do", json={"type": type_, **command})
        found: dict[str, Any] = answer.json()
        return found

    @asynccontextmanager
    async def line(self, table: str, **resume: Any) -> AsyncIterator["Line"]:
        query = "&".join(f"{name}={value}" for name, value in resume.items() if value is not None)
        url = f"{self.base.replace('http', 'ws')}/api/tables/{table}/socket?{query}"
        local: dict[str, Any] = {"local_addr": (self.source, 0)} if self.source else {}
        async with connect(
            url, additional_headers=self.headers, max_size=None, open_timeout=PATIENCE, **local
        ) as socket:
            line = Line(socket)
            reading = asyncio.create_task(line.read())
            try:
                yield line
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)


class Line:
    """An open socket. Every frame is kept as it came, and read as what it claims to be."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.closed: int | None = None
        self._ids = itertools.count(1)
        self._arrived = asyncio.Event()

    async def read(self) -> None:
        try:
            async for message in self.socket:
                text = message if isinstance(message, str) else message.decode()
                _FRAME.decode(text)
                self._take(text, msgspec.json.decode(text))
                self._arrived.set()
        except websockets.ConnectionClosed:
            pass
        finally:
            self.closed = self.socket.close_code
            self._arrived.set()

    def _take(self, text: str, frame: dict[str, Any]) -> None:
        self.raw.append(text)
        self.frames.append(frame)
        if frame["type"] in ("snapshot", "table"):
            self.table, self.you = frame["table"], frame["you"]
        if frame["type"] == "snapshot":
            self.position = frame["match"]
        elif frame["type"] == "update":
            self.position = {**(self.position or {}), **frame}
        elif frame["type"] == "clocks" and self.position is not None:
            self.position = {**self.position, "clocks": frame["clocks"], "pause": frame["pause"]}

    async def until(self, true: Callable[["Line"], Any], patience: float = PATIENCE) -> None:
        """Wait until something has arrived."""
        async with asyncio.timeout(patience):
            while not true(self):
                if self.closed is not None:
                    raise ConnectionError(f"closed with {self.closed}")
                self._arrived.clear()
                await self._arrived.wait()

    async def ask(self, type_: str, **command: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        id_ = next(self._ids)
        await self.socket.send(msgspec.json.encode({"type": type_, "id": id_, **command}).decode())
        return await self._answer(id_)

    async def _answer(self, id_: int) -> dict[str, Any]:
        found: list[dict[str, Any]] = []

        def is_here(_: Line) -> bool:
            found[:] = [f for f in self.frames if f["type"] in ("accepted", "refused") and f["id"] == id_]
            return bool(found)

        await self.until(is_here)
        return found[0]

    async def move(self, moves: Any, **changes: Any) -> dict[str, Any]:
        """A move as a good client sends it."""
        now = self.position
        assert now is not None
        command = {"match": now["match"], "number": now["number"], "seen": now["seq"], "moves": moves}
        return await self.ask("move", **(command | changes))

    @property
    def over(self) -> bool:
        return self.position is not None and self.position["over"]

    async def play_to_the_end(self, random: Random, steady: float = 0.0, choose: Choose = Random.choice) -> None:
        """Play whatever is legal whenever this seat is waited for; go on after every pause.

        `steady`: how often it is what is listed first, for games in which all else would go on for ever.
        """
        done: tuple[int, int] | None = None
        while not self.over:
            now = self.position
            moment = None if now is None else (now["match"], now["seq"])
            if now is not None and moment != done and self.you["seat"] in now["awaited"]:
                done = moment
                first = random.random() < steady
                answer = await self.move(now["legal"][0] if first else choose(random, now["legal"]))
                ended_first = self.over and answer.get("code") == "finished"  # by somebody else, and told before
                known = answer["type"] == "accepted" or answer["code"] in ("out_of_date", "not_your_turn")
                assert known or ended_first, answer
                if answer["type"] == "refused":
                    done = None
                continue
            if now is not None and moment != done and now["pause"] is not None:
                done = moment
                assert (await self.ask("go_on", match=now["match"], seq=now["seq"]))["type"] == "accepted"
                continue
            await self._until_something_happens(moment)

    async def _until_something_happens(self, since: tuple[int, int] | None) -> None:
        await self.until(lambda line: line.over or line._moment() != since)

    def _moment(self) -> tuple[int, int] | None:
        return None if self.position is None else (self.position["match"], self.position["seq"])
