"""Matches to begin a test with."""

from small_games import STAKES, YACHT
from stolik import Match


def started() -> Match:
    return Match("no_thanks", {"players": 4}, seed="a seed")


def mover(match: Match) -> int:
    (seat,) = match.to_act
    return seat


def rolling() -> Match:
    return Match(YACHT, {"players": 1}, seed="s")


def staking() -> Match:
    return Match(STAKES, {"players": 2}, seed="s")
