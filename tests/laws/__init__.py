"""What must hold for every game."""

from laws import of_play, of_records, of_secrets
from laws.law import LAWS

ALL_LAWS = LAWS

__all__ = ["ALL_LAWS", "of_play", "of_records", "of_secrets"]
