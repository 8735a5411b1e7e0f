"""Bots of Gang at a table, as plain Python."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.messages import to_builtins
from stolik.core.rng import below, stream

Person = Callable[[Match, int], Any]
"""Somebody who is no bot: the move of this seat."""


class Played(NamedTuple):
    vaults: int
    alarms: int
    longest: int
    """Moves of the longest round."""
    robbed: int
    """How often, at most, one seat took a chip from another in one round."""


def asked(match: Match, seat: int, level: str = "normal") -> dict[str, Any]:
    """What a bot in this chair would do."""
    bot = Bot(match.game, level, "test", seat)
    move: dict[str, Any] = to_builtins(bot.move(match.imagine(seat, stream("imagine")), seat))
    return move


def play(match: Match, who: Sequence[str | Person], seed: object = 0, *, moves: int = 1000, heists: int = 5) -> Played:
    """Bots, by the names of their levels, and persons play so far; whoever is waited for moves, in any order."""
    bots = [
        Bot(match.game, each, "play", seed, seat) if isinstance(each, str) else each for seat, each in enumerate(who)
    ]
    turning, imagining = stream("turns", seed), stream("imagine", seed)
    longest = robbed = in_round = 0
    takes: dict[tuple[int, int], int] = {}
    last = (0, 0)
    while not match.over and moves > 0 and match.state.heist <= heists:
        moves -= 1
        s = match.state
        if (s.heist, s.round) != last:
            last = (s.heist, s.round)
            in_round = 0
            takes.clear()
        awaited = sorted(match.awaited)
        seat = awaited[below(turning, len(awaited))]
        bot = bots[seat]
        move = bot.move(match.imagine(seat, imagining), seat) if isinstance(bot, Bot) else bot(match, seat)
        told = to_builtins(move)
        if told["type"] == "take" and told["from"] is not None:
            pair = (seat, told["from"])
            takes[pair] = takes.get(pair, 0) + 1
            robbed = max(robbed, takes[pair])
        match.play(seat, move)
        in_round += 1
        longest = max(longest, in_round)
    return Played(match.state.vaults, match.state.alarms, longest, robbed)
