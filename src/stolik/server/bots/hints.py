"""Hints: suggestions for people, by the best bot, from what their own seat may know and nothing else."""

import asyncio

from stolik.bots.bot import best_level
from stolik.core.match import Match
from stolik.core.rng import stream
from stolik.server.bots.move_request import MoveReply, MoveRequest, move_request, recalled
from stolik.server.bots.pool import BotPool
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.metrics import Metrics
from stolik.server.protocol.messages import Hint
from stolik.server.settings import Settings


class Hints:
    """One moment has one hint, on whichever node and under whatever load: its bot thinks until all playouts are done.
    If that takes too long there is none, rather than another.
    """

    def __init__(self, pool: BotPool, settings: Settings, metrics: Metrics) -> None:
        self._pool = pool
        self._timeout = settings.bot_timeout
        self._step = settings.hint_step
        """Hints are given after whole steps: whoever asks waits for a worker while others' bots think, and must not be
        able to tell for how long they do."""
        self._metrics = metrics

    async def suggest(self, table: str, number: int, match: Match, seat: int) -> Hint:
        """For the moment that the match is at; asked again about the same moment, it says the same."""
        await recalled(match)
        if seat not in match.to_act:
            raise RequestRefused(ErrorCode.NOT_NOW, "There is nothing for you to do just now.")
        seq, level = match.seq, best_level(match.game)
        if self._pool.is_preparing(match.game.key, level):  # a weaker bot would say something else
            text = "Hints are still being prepared. Please try again in a minute."
            raise RequestRefused(ErrorCode.UNAVAILABLE, text)
        random = stream("hint", table, number, seq, seat)
        asked = asyncio.get_running_loop().time()
        try:
            reply = await self._reply(move_request(match, seat, level, self._timeout, random, counted=True))
        finally:
            await self._next_step(asked)
        return Hint(number, seq, reply.move, reply.reason)

    async def _reply(self, request: MoveRequest) -> MoveReply:
        try:
            return await self._pool.move(request)
        except (TimeoutError, RuntimeError, OSError, EOFError):
            self._metrics.errors.labels("hint").inc()
            raise RequestRefused(ErrorCode.UNAVAILABLE, "No hint came to mind. Please try again.") from None

    async def _next_step(self, asked: float) -> None:
        if self._step:
            passed = asyncio.get_running_loop().time() - asked
            await asyncio.sleep(self._step - passed % self._step)
