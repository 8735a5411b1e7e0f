"""Hints at the terminal, by the best bot that can run here, from what the person's seat may know."""

from types import ModuleType

from stolik import Match
from stolik.bots.bot import Bot, best_level, fallback_level, level_of
from stolik.core.bot_levels import Reason, Search
from stolik.core.game import Game
from stolik.core.rng import stream
from stolik.jit import can_compile


def hinting_level(game: Game) -> str:
    level = best_level(game)
    return level if can_compile() or not isinstance(level_of(game, level), Search) else fallback_level(game, level)


def hint(match: Match, seat: int, text: ModuleType) -> str:
    """A sentence; the same for the same moment."""
    names = "hint", match.commitment, match.seq, seat
    imagined = match.imagine(seat, stream(*names))
    code = Bot(match.game, hinting_level(match.game), *names).code(imagined, seat)
    label = text.label(match.game.decode(imagined, seat, code), match.view(seat))
    return f"Hint: {label}.{_because(match.game.reason(imagined, seat, code), text)}"


def _because(reason: Reason | None, text: ModuleType) -> str:
    """The number behind it, in the game's text, if it has any for that."""
    sentence: str = getattr(text, "REASONS", {}).get(reason.kind if reason else "", "")
    if reason is None or not sentence:
        return ""
    number = f"{reason.value:+.0f}".replace("-", "−")
    return " " + sentence.format(percent=f"{100 * reason.value:.0f} %", number=number, count=f"{reason.value:.0f}")
