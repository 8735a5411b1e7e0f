"""What a page needs to arrange a payment at leisure: all ways to pay, and nothing but them (R16, R25)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from stolik import Match
from stolik.core.packed import clone
from stolik.games.dycha.messages import Private
from stolik.games.dycha.messages.moves import Buy, Settle, SpendCard, SpendFiasco
from stolik.games.dycha.messages.payment_options import Way

MOST_CARDS = 8
"""With more of them there are too many payments to try them all."""


def payments(match: Match, s: Any, seat: int) -> Iterator[tuple[tuple[Any, ...], Way]]:
    """Every payment that the rules allow from here, step by step: the cards spent, and what it comes to."""
    payment = match.game.public(s).payment
    for code in match.game.codes(s, seat):
        move = match.game.decode(s, seat, code)
        if isinstance(move, Settle):
            yield (), Way(0, 0, payment.open, payment.lost)
            continue
        after = clone(s)
        match.game.apply(after, seat, code)
        for cards, way in payments(match, after, seat):
            if isinstance(move, SpendCard):
                yield (move.card, *cards), Way(way.cards + 1, way.fiascos, way.tokens, way.lost)
            else:
                assert isinstance(move, SpendFiasco)
                yield cards, Way(way.cards, way.fiascos + 1, way.tokens, way.lost)


def check(match: Match, s: Any, seat: int, own: Private, ways: tuple[Way, ...]) -> None:
    found = list(payments(match, s, seat))
    assert {way for _, way in found} == set(ways)
    assert len(set(ways)) == len(ways)
    spent: Counter[Way] = Counter()
    for cards, way in found:
        assert not Counter(cards) - Counter(own.spendable)
        spent[way] += 1
    for way in ways:
        assert spent[way] == choices(Counter(own.spendable), way.cards)


def choices(cards: Counter[Any], wanted: int) -> int:
    """How many different sets of so many cards there are: whichever of them may be spent."""
    ways = [1] + [0] * wanted
    for copies in cards.values():
        ways = [sum(ways[total - used] for used in range(min(copies, total) + 1)) for total in range(wanted + 1)]
    return ways[wanted]


@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 3, "fiasco": True}, {"players": 1, "solo_limit": 9, "fiasco": True}],
    ids=["two", "fiasco", "solo"],
)
def test_a_view_lists_all_ways_to_pay(options: dict[str, Any]) -> None:
    tried = Counter[str]()
    for seed in range(4):
        match = Match("dycha", options, seed=str(seed))
        while not match.over:
            (seat,) = match.to_act
            own, phase = match.private(seat), match.public().phase
            if len(own.spendable) <= MOST_CARDS and phase == "pay":
                tried[phase] += 1
                check(match, match.state, seat, own, own.ways)
            elif len(own.spendable) <= MOST_CARDS and phase == "buy":
                tried[phase] += check_purchases(match, seat, own)
            elif phase not in ("pay", "buy"):
                assert own.spendable == own.ways == ()
            legal = match.legal(seat)
            match.play(seat, legal[(7 * match.seq + 3 * seed) % len(legal)])
    assert min(tried["pay"], tried["buy"]) >= 10


def check_purchases(match: Match, seat: int, own: Private) -> int:
    tried = 0
    for each in own.offers:
        assert bool(each.ways) == (each.why_not is None)
        if each.ways:
            s = match.state
            match.game.apply(s, seat, match.game.encode(s, seat, Buy(each.card)))
            check(match, s, seat, own, each.ways)
            tried += 1
    return tried
