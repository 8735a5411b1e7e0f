"""A bot at a seat. It is given a determinized state, in which all that its seat cannot know is drawn anew."""

from collections.abc import Mapping
from typing import Any

from stolik.bots.search import weighted_policy
from stolik.bots.weights import load_weights
from stolik.core.bot_levels import Level, Search, weights_name
from stolik.core.game import Game
from stolik.core.rng import below, stream
from stolik.core.rule import Row, Seat, State, rule

DEFAULT_SECONDS = 0.9
"""Time limit of a search, if nobody says otherwise."""


class UnknownLevel(ValueError):
    """The game has no bot of this level. The text lists those it has."""


@rule
def uniform(s: State, seat: Seat, moves: Row, n: int, rng: Row) -> int:
    """Any legal move, each equally likely."""
    return moves[below(rng, n)]


def levels(game: Game) -> Mapping[str, Level]:
    """The levels that can be chosen for this game's bots, and how each plays."""
    return {"random": uniform, **game.levels}


def level_of(game: Game, level: str) -> Level:
    try:
        return levels(game)[level]
    except KeyError:
        raise UnknownLevel(f"{game.name} has no {level!r} bot; it has: {', '.join(levels(game))}") from None


def best_level(game: Game) -> str:
    """The level that gives hints."""
    return list(levels(game))[-1]


def fallback_level(game: Game, level: str) -> str:
    """What plays for a level that is not compiled yet: the strongest below it that needs no compiling."""
    names = list(levels(game))
    below = names[: names.index(level)]
    return next(name for name in reversed(below) if not isinstance(level_of(game, name), Search))


def effort(game: Game, level: str) -> int:
    """How much it has to think: see `Search.effort`. Whatever does not search hardly has to."""
    found = level_of(game, level)
    return found.effort if isinstance(found, Search) else 0


class Bot:
    """Plays one level of one game. The same names give the same play."""

    def __init__(self, game: Game, level: str, *names: object) -> None:
        self.game = game
        self.level = level
        self.rng = stream("bot", *names)
        self._level = level_of(game, level)
        self._moves = [0] * game.moves

    def move(self, imagined: State, seat: Seat, seconds: float = DEFAULT_SECONDS) -> Any:
        """A legal move, as a message. A search takes no longer than `seconds`."""
        return self.game.decode(imagined, seat, self.code(imagined, seat, seconds))

    def code(self, imagined: State, seat: Seat, seconds: float = DEFAULT_SECONDS) -> int:
        """The same, as a code."""
        level = self._level
        if isinstance(level, Search):
            from stolik.bots.timed_search import timed_search

            return timed_search(self.game, level).move(imagined, seat, self.rng, seconds)
        n = self.game.legal(imagined, seat, self._moves)
        return weighted_policy(level)(imagined, seat, self._moves, n, self.rng, load_weights(weights_name(level)))
