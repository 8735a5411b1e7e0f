"""What must hold for every game."""

from laws import play_laws, record_laws, secrecy_laws
from laws.law import LAWS

ALL_LAWS = LAWS

__all__ = ["ALL_LAWS", "play_laws", "record_laws", "secrecy_laws"]
