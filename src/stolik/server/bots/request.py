"""What a bot is asked, and what it answers. What crosses is an imagined state: never the true one."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from stolik import catalog
from stolik.bots.bot import LONGEST, Bot
from stolik.core.bot_levels import Reason
from stolik.core.game import Game
from stolik.core.match import Match
from stolik.core.messages import to_builtins
from stolik.core.packed import fields_of


class Question(msgspec.Struct, frozen=True):
    """All that a bot is given: as plain numbers, so that it crosses to another process cheaply."""

    game: str
    level: str
    seat: int
    imagined: list[Any]
    """The fields of a state as it might be for all that the seat knows."""
    seconds: float
    """How long it may take to answer. It thinks for a part of that at most."""
    random: list[int]
    """The words of its random numbers."""


class Answer(msgspec.Struct, frozen=True):
    move: dict[str, Any]
    reason: Reason | None
    """The number behind it, where there is one."""


def question(match: Match, seat: int, level: str, seconds: float, random: list[int]) -> Question:
    imagined = match.imagine(seat, random)
    return Question(
        game=match.game.key,
        level=level,
        seat=seat,
        imagined=[getattr(imagined, field.name) for field in fields_of(match.game.bot_state)],
        seconds=seconds,
        random=random,
    )


def answer(asked: Question, find: Callable[[str], Game] = catalog.find) -> Answer:
    """The move, as JSON. Runs in a worker."""
    game = find(asked.game)
    s = game.bot_state()
    for field, value in zip(fields_of(game.bot_state), asked.imagined, strict=True):
        setattr(s, field.name, value)
    bot = _bot(game, asked.level)
    bot.rng[:] = asked.random
    code = bot.code(s, asked.seat, min(LONGEST, asked.seconds / 2))
    return Answer(to_builtins(game.decode(s, asked.seat, code)), game.reason(s, asked.seat, code))


@lru_cache(maxsize=64)
def _bot(game: Game, level: str) -> Bot:
    return Bot(game, level)
