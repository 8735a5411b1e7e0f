"""Moments of matches that bots have really played, as the pages of one seat show them: see tools/record_fixture.py."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

from record_fixture import seen
from stolik import Match, catalog
from stolik.bots.bot import Bot
from stolik.core.rng import stream

LONG_NAMES = (
    "Maksymilian Krzysztof",
    "Ola Bardzo-Długie Imię",
    "Wielisława Wrzeszczyńska",
    "Bo",
    "Gżegżółka Szczebrzeszyńska",
    "Konstantynopolitańczyk",
    "Ewa",
)
VARIANTS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "dycha": ({"fiasco": True},),
    "gang": (
        {},
        {"mode": "master", "challenges": "shuffled"},
        {"mode": "professional", "specialists": "shuffled"},
        {"mode": "professional", "challenges": 4, "specialists": 1},
        {"mode": "professional", "challenges": 9, "specialists": 9},
        {"mode": "professional", "challenges": 10, "specialists": 5},
    ),
    "gra": (
        {},
        {"joker": True, "directions": True},
        {"joker": True, "directions": True, "fewer": True, "longer": True},
    ),
    "no_thanks": ({}, {"tactical": True, "open_chips": True}),
}
"""With these options every kind of move is asked for in some match."""
SEEDS = 3
WAITING, LOOKING, OVER, WATCHING = "waiting", "looking", "over", "watching"


class Played(NamedTuple):
    players: int
    phase: str
    """What this seat may do: the kinds of its moves; or why it may do nothing."""
    view: dict[str, Any]


def player_counts(key: str) -> range:
    fewest, most = catalog.find(key).players_range()
    return range(fewest, most + 1)


def kinds_of_moves(key: str) -> set[str]:
    union = catalog.find(key).Move
    return {kind.__struct_config__.tag for kind in get_args(union) or (union,)}


@cache
def played(key: str, players: int) -> list[Played]:
    """All moments of several matches, some played by chance, some by a bot, as seat 1 (or the only one) saw them."""
    return [
        moment
        for variant in VARIANTS.get(key, ({},))
        for seed in range(SEEDS)
        if (options := options_for(key, players, variant)) is not None
        for moment in moments(Match(key, options, seed=str(seed), seats=LONG_NAMES[:players]), seed)
    ]


def options_for(key: str, players: int, variant: dict[str, Any]) -> dict[str, Any] | None:
    """None: this variant is not for so many."""
    if key == "dycha" and players == 1:
        return {"players": 1, "solo_limit": 7}
    if variant.get("tactical") and players > 5:
        return None
    return {"players": players, **variant}


def moments(match: Match, seed: int) -> Iterator[Played]:
    level = "easy" if seed % 2 else "random"
    bots = [Bot(match.game, level, match.commitment, seat) for seat in range(match.players)]
    imagining = stream("imagine", match.commitment)
    viewer = min(1, match.players - 1)
    while True:
        view = seen(match, viewer, match.seq)
        yield Played(match.players, phase_of(view), view)
        if match.over:
            yield Played(match.players, WATCHING, seen(match, None, match.seq))
            return
        if match.paused and not match.awaited:
            match.go_on()
            continue
        seat = min(match.awaited)
        match.play(seat, bots[seat].move(match.imagine(seat, imagining), seat))


def phase_of(view: dict[str, Any]) -> str:
    if view["over"]:
        return OVER
    if view["pause"] is not None:
        return LOOKING
    return "+".join(sorted({move["type"] for move in view["legal"]})) or WAITING


def representative(key: str, players: int) -> list[Played]:
    """Of each phase the fullest moment: the one of which most can be told."""
    found: dict[str, Played] = {}
    for moment in played(key, players):
        found[moment.phase] = max(found.get(moment.phase, moment), moment, key=_fullness)
    return list(found.values())


def _fullness(moment: Played) -> int:
    return len(repr(moment.view["public"])) + len(repr(moment.view["private"]))
