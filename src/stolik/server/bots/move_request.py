"""A request to a bot for a move, and its reply. What crosses is an imagined state: never the true one."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from stolik import catalog
from stolik.bots.bot import Bot
from stolik.core.bot_levels import Reason
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_builtins
from stolik.core.packed import fields_of
from stolik.server.bots.thinking_time import thinking_time

RECALLED_AT_ONCE = 100
"""Entries that bots note down before others have their turn: some milliseconds."""


class MoveRequest(msgspec.Struct, frozen=True):
    """All that a bot is given: as plain numbers, so that it crosses to another process cheaply."""

    game: str
    level: str
    seat: int
    imagined: list[Any]
    """The fields of a state as it might be for all that the seat knows."""
    seconds: float
    """How long it may take to answer. It thinks for a part of that at most."""
    random: list[int]
    """The state of its random generator."""
    counted: bool = False
    """Think until all playouts are done, however long that takes: so the reply is the same on every node and under any
    load, or there is none in time."""


class MoveReply(msgspec.Struct, frozen=True):
    move: dict[str, Any]
    reason: Reason | None
    """The number behind it, where there is one."""


async def recalled(match: Match) -> None:
    """Let bots catch up with a long match a part at a time, so that others have their turn in between."""
    while not match.recall(RECALLED_AT_ONCE):
        await asyncio.sleep(0)


def move_request(
    match: Match, seat: int, level: str, seconds: float, random: list[int], *, counted: bool = False
) -> MoveRequest:
    imagined = match.imagine(seat, random)
    return MoveRequest(
        game=match.game.key,
        level=level,
        seat=seat,
        imagined=[getattr(imagined, field.name) for field in fields_of(match.game.bot_state)],
        seconds=seconds,
        random=random,
        counted=counted,
    )


def choose_move(request: MoveRequest, find: Callable[[str], Game] = catalog.find) -> MoveReply:
    """The move, as JSON. Runs in a worker."""
    game = find(request.game)
    s = game.bot_state()
    for field, value in zip(fields_of(game.bot_state), request.imagined, strict=True):
        setattr(s, field.name, value)
    bot = _bot(game, request.level)
    bot.rng[:] = request.random
    code = bot.code(s, request.seat, thinking_time(request.seconds, counted=request.counted))
    return MoveReply(to_builtins(game.decode(s, request.seat, code)), game.reason(s, request.seat, code))


@lru_cache(maxsize=64)
def _bot(game: Game, level: str) -> Bot:
    return Bot(game, level)
