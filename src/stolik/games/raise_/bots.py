"""What the bots of RAISE know."""

from stolik.core.game import Policy

LEVELS: dict[str, Policy] = {}
