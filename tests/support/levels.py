"""Which bots a test can ask for a move at once."""

from stolik.bots.bot import levels
from stolik.core.bot_levels import Search
from stolik.core.game import Game


def interpretable_levels(game: Game) -> list[str]:
    """Those that also run as plain Python; a search runs only compiled."""
    return [name for name, level in levels(game).items() if not isinstance(level, Search)]
