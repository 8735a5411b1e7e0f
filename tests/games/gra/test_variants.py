"""Both orders, all sixteen combinations of the variants and two to six players: every match ends, as the rules say."""

from collections import Counter
from collections.abc import Mapping
from itertools import product

import pytest

from stolik import Match, catalog
from stolik.core.messages import to_builtins
from support.gra import Referee
from support.random_play import Choose, chance, match_of, random_game
from support.variants import variants

GAMES = 3
EVERYTHING = [
    {"players": players, "bid_order": order, "joker": joker, "directions": directions, "fewer": fewer, "longer": longer}
    for players in range(2, 7)
    for order in ("value", "count")
    for joker, directions, fewer, longer in product((False, True), repeat=4)
]


def test_nothing_is_left_out() -> None:
    assert len(EVERYTHING) == 5 * 2 * 16
    assert {repr(to_builtins(options)) for options in variants(catalog.find("gra"))} == set(map(repr, EVERYTHING))


def played(options: Mapping[str, object], choose: Choose) -> Match:
    game = catalog.find("gra")
    typed = game.options(options)
    return match_of(game, typed, random_game(game, typed, choose))


@pytest.mark.parametrize("players", range(2, 7))
def test_every_combination_ends_as_the_rules_say(players: int) -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(EVERYTHING):
        if options["players"] != players:
            continue
        for repeat in range(GAMES):
            match = played(options, chance((number, repeat)))
            referee = Referee(options).follow(match.log)
            seen.update(referee.seen)
            shown = match.view(None).public
            assert [seat.hand_size for seat in shown.seats] == referee.sizes, options
            assert match.winners == referee.inside == [shown.winner], options
            assert match.places == referee.places == [seat.place for seat in shown.seats], options
            assert shown.last is not None
            assert shown.last.round == shown.round, "the result carries the last check"
            assert not referee.gone or options["longer"] or shown.extra
    expected = {"jokers off", "other way", "highest"} | ({"tie"} if players > 2 else set())
    assert {what for what, times in seen.items() if times} == expected, "the test has seen every special case"
