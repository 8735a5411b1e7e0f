"""Two servers that differ in nothing but what a seat cannot know: what do they send to that seat?"""

import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from stolik import DEALER
from stolik.core.dealer import Dealer
from stolik.core.game import Game
from stolik.core.messages import Options, to_builtins
from stolik.core.rule import State
from support.random_play import Played
from support.servers import Guest, Line, RunningServer, all_keys, find_any, running
from support.twins import Viewer

NOW = 1_000_000.0
SECRET = "5e" * 32


class ScriptedDealer(Dealer):
    """Deals what a log says; beyond its end, what chance says."""

    script: Sequence[int] = ()

    def draw(self, deal: int, chances: int) -> int:
        return self.script[deal] if deal < len(self.script) else super().draw(deal, chances)


def tickets(game: Game, options: Options, log: Sequence[Played]) -> list[int]:
    """Which ticket the dealer has to draw for each of its entries."""
    s: State = game.begin(options)
    found = []
    for entry in log:
        if entry.mover == DEALER:
            found.append(next(k for k in range(game.chances(s)) if game.ticket(s, k) == entry.code))
        s = entry.after
    return found


def up_to_a_decision(game: Game, log: Sequence[Played]) -> list[Played]:
    """The log, shortened to where people must move or all is over: a server deals on by itself."""
    last = len(log)
    while last and not game.to_act(log[last - 1].after) and not game.over(log[last - 1].after):
        last -= 1
    return list(log[:last])


class Stage:
    """A server whose ids, time and deals are given. Two of them, asked the same, must say the same."""

    def __init__(self) -> None:
        self.script: Sequence[int] = ()
        self.games: dict[str, Game] = {}
        self.server: RunningServer | None = None
        self.guests: list[Guest] = []
        self.opened: list[AsyncExitStack] = []
        ids, codes = itertools.count(1), itertools.count(1)
        self.context: dict[str, Any] = {
            "find_game": lambda key: self.games[key] if key in self.games else find_any(key),
            "game_keys": lambda: (*all_keys(), *self.games),
            "now": lambda: NOW,
            "monotonic": lambda: 0.0,
            "new_secret": lambda: SECRET,
            "new_dealer": self._dealer,
            "new_id": lambda: f"table-{next(ids)}",
            "new_code": lambda: f"CODE{next(codes)}",
        }

    def _dealer(self, secret: bytes, entropy: tuple[str, ...]) -> Dealer:
        dealer = ScriptedDealer(secret, entropy)
        dealer.script = self.script
        return dealer

    async def play(self, game: Game, options: Options, log: Sequence[Played]) -> "Scene":
        """A table with a person in each chair and somebody watching, played as the log says."""
        self.script = tickets(game, options, log)
        self.games[game.key] = game
        stack = AsyncExitStack()
        self.opened.append(stack)
        players = options.players
        chairs = "m" + "p" * (players - 1)
        table = await self.guests[0].make_table(game.key, chairs, to_builtins(options), hints=True)
        for seat in range(players):
            await self.guests[seat].do(table, "sit", chair=seat, entropy=f"words {seat}")
        lines: list[Line] = []
        for guest in (*self.guests[:players], self.guests[-1]):
            lines.append(await stack.enter_async_context(guest.line(table)))
            await lines[-1].until(lambda line: line.table)
        scene = Scene(self, game, table, lines, stack)
        await lines[0].ask("start")
        for entry in log:
            if entry.mover != DEALER:
                await scene.move(entry)
        await scene.settle()
        return scene


class Scene:
    def __init__(self, stage: Stage, game: Game, table: str, lines: list[Line], stack: AsyncExitStack) -> None:
        self.stage = stage
        self.game = game
        self.table = table
        self.lines = lines
        self._stack = stack

    async def move(self, entry: Played) -> None:
        await self.settle()
        while self.now["pause"] is not None:
            for line in self.lines[:-1]:
                await line.ask("go_on", match=1, seq=self.now["seq"])
            await self.settle()
        answer = await self.lines[entry.mover].move(to_builtins(entry.message))
        assert answer["type"] == "accepted", answer

    @property
    def now(self) -> dict[str, Any]:
        found = self.lines[-1].position
        assert found is not None
        return found

    async def settle(self) -> None:
        """Until every line has heard everything there is."""
        assert self.stage.server is not None
        live = await self.stage.server.app.tables.get(self.table)
        await live.call(_nothing)
        for line in self.lines:
            await line.ask("beat")

    def line(self, viewer: Viewer) -> Line:
        return self.lines[-1 if viewer is None else viewer]

    def guest(self, viewer: Viewer) -> Guest:
        return self.stage.guests[-1 if viewer is None else viewer]

    async def close(self) -> None:
        await self._stack.aclose()


async def _nothing() -> None:
    pass


@asynccontextmanager
async def stages(folder: Path, most: int = 7) -> AsyncIterator[tuple[Stage, Stage]]:
    """Two stages with the same guests, the last of whom only watches."""
    async with AsyncExitStack() as stack:
        both = Stage(), Stage()
        for number, stage in enumerate(both):
            server = await stack.enter_async_context(running(folder / f"{number}.db", stage.context))
            stage.server = server
            stage.guests = [await server.guest(f"Guest {seat}") for seat in range(most + 1)]
        try:
            yield both
        finally:
            for opened in (*both[0].opened, *both[1].opened):
                await opened.aclose()


async def exhibits(scene: Scene, viewer: Viewer, tries: Callable[[], list[Any]]) -> dict[str, str]:
    """All that the viewer can get to see of the moment, over sockets and over HTTP."""
    guest, table = scene.guest(viewer), scene.table
    shown: dict[str, str] = {}
    now = scene.now
    for name, resume in (("snapshot", {}), ("resumed", {"match": 1, "seq": max(0, now["seq"] - 2)})):
        async with guest.line(table, **resume) as line:
            await line.until(lambda line: line.frames)
            shown[name] = line.raw[0]
    if viewer is not None:
        position = scene.line(viewer).position or {}
        moment = {"match": 1, "number": position["number"], "seen": now["seq"]}
        for number, bad in enumerate(tries()):
            answer = await guest.do(table, "move", **(moment | {"moves": bad}))
            assert answer["type"] == "refused", f"{bad} was accepted"
            shown[f"refusal {number}"] = str(answer)
        late = await guest.do(table, "move", **(moment | {"moves": {"type": "x"}, "number": position["number"] + 5}))
        shown["out of order"] = str(late)
    for name, path, params in (
        ("table", f"/api/tables/{table}", {}),
        ("replay", f"/api/matches/{table}.1/replay", {}),
        ("record", f"/api/matches/{table}.1/record", {}),
        ("mine", "/api/me/tables", {}),
        ("hint", f"/api/tables/{table}/hint", {}),
        ("feed", f"/api/tables/{table}/feed", {"subscriber": "r", "wait": "1"}),
        ("others' eyes", f"/api/matches/{table}.1/replay", {"seat": "0" if viewer != 0 else "1"}),
    ):
        page = await guest.http.get(path, params=params)
        shown[name] = f"{page.status_code} {page.text}"
        while name == "replay" and page.is_success and (following := page.json()["next"]) is not None:
            page = await guest.http.get(path, params={"from": following})
            shown[f"replay from {following}"] = f"{page.status_code} {page.text}"
    return shown
