"""Hints: suggestions for people, by the best bot, from what their own seat may know and nothing else."""

from stolik.bots.bot import best_level
from stolik.core.match import Match
from stolik.core.rng import stream
from stolik.server.bots.pool import BotPool
from stolik.server.bots.request import move_request
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.metrics import Metrics
from stolik.server.protocol.messages import Hint


class Hints:
    def __init__(self, pool: BotPool, timeout: float, metrics: Metrics) -> None:
        self._pool = pool
        self._timeout = timeout
        self._metrics = metrics

    async def suggest(self, table: str, number: int, match: Match, seat: int) -> Hint:
        """For the moment that the match is at; asked again about the same moment, it says the same."""
        if seat not in match.to_act:
            raise RequestRefused(ErrorCode.NOT_NOW, "There is nothing for you to do just now.")
        seq = match.seq
        random = stream("hint", table, number, seq, seat)
        request = move_request(match, seat, best_level(match.game), self._timeout, random)
        try:
            reply = await self._pool.move(request)
        except (TimeoutError, RuntimeError, OSError, EOFError):
            self._metrics.errors.labels("hint").inc()
            raise RequestRefused(ErrorCode.UNAVAILABLE, "No hint came to mind. Please try again.") from None
        return Hint(number, seq, reply.move, reply.reason)
