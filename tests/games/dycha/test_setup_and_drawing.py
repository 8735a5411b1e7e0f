"""R1 to R14 but R9: the box, a turn up to its reward, and the fiasco. R9 is in test_stopping.py. See RULES.md."""

import pytest

from stolik import DEALER, Match
from stolik.games.dycha.components import (
    BOX_OF,
    CARDS_OF,
    COLORED,
    CURRENCY,
    CURRENCY_CARDS,
    FULL,
    JOKERS,
    KINDS,
    NUMBER_KINDS,
    NUMBERED,
    boxes,
)
from stolik.games.dycha.components import COLORS as COLORS_IN_THE_BOX
from stolik.games.dycha.messages.cards import COLORS
from stolik.games.dycha.messages.cards import CURRENCY_CARDS as CURRENCY_MESSAGES
from stolik.games.dycha.messages.events import (
    CurrencyDiscarded,
    Failed,
    FiascoTokenTaken,
    MovedToMarket,
    TokensReceived,
    TookCurrency,
    TookNumbers,
    WentShopping,
)
from support.dycha import (
    DRAW,
    NO_BUY,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    begun,
    card,
    offer,
    own,
    tokens,
    turn_up,
    types,
)


def copies(players: int) -> list[int]:
    """How many cards of each kind so many play with."""
    used = boxes(players)
    return [(used[BOX_OF[kind]] & CARDS_OF[kind]).bit_count() for kind in range(KINDS)]


def test_r1_the_box() -> None:
    found = copies(5)
    assert sum(found) == 129
    assert sum(found[:NUMBER_KINDS]) == 84
    assert sum(found[CURRENCY:JOKERS]) == 27
    assert sum(found[JOKERS:]) == 18


def test_r1_fiasco_tokens_never_run_out() -> None:
    match = begun()
    own(match, 0, fiascos=15)
    turn_up(match, "blue 9, green 9")
    assert match.public().seats[0].fiascos == 16


def test_r2_number_cards() -> None:
    assert copies(5)[:NUMBER_KINDS] == [3, 3, 3, 3, 3, 3, 1, 1, 1] * 4
    assert COLORS == COLORS_IN_THE_BOX == ("blue", "green", "orange", "pink")


def test_r3_jokers() -> None:
    found = copies(5)
    assert found[NUMBERED:COLORED] == [1] * 9
    assert found[COLORED:FULL] == [2] * 4
    assert found[FULL] == 1


def test_r4_currency_cards() -> None:
    assert list(CURRENCY_CARDS) == [message.value for message in CURRENCY_MESSAGES] == [1, 2, 3, 4, 5]
    assert copies(5)[CURRENCY:JOKERS] == [5, 5, 5, 6, 6]


def test_r5_marked_cards_stay_in_the_box() -> None:
    assert [sum(copies(players)) for players in (1, 2, 3, 4, 5)] == [89, 89, 110, 129, 129]
    for_two, for_three, for_all = copies(2), copies(3), copies(4)
    marked_3 = [more - fewer for more, fewer in zip(for_three, for_two, strict=True)]
    marked_4 = [more - fewer for more, fewer in zip(for_all, for_three, strict=True)]
    assert marked_3[:NUMBER_KINDS] == [1, 1, 1, 0, 0, 0, 0, 0, 0] * 4
    assert marked_3[CURRENCY:JOKERS] == [1, 1, 1, 1, 1]
    assert marked_3[JOKERS:] == [0] * 9 + [1] * 4 + [0]
    assert marked_4[:NUMBER_KINDS] == [0, 0, 0, 1, 1, 1, 0, 0, 0] * 4
    assert marked_4[CURRENCY:JOKERS] == [1, 1, 1, 2, 2]
    assert marked_4[JOKERS:] == [0] * 14
    for players, deck in ((2, 89), (3, 110), (4, 129), (5, 129)):
        assert begun(players).public().deck == deck


def test_r6_five_tokens_and_a_random_player_begins() -> None:
    match = Match("dycha", {"players": 4}, dealer=None)
    assert [move.seat for move in match.legal(DEALER)] == [0, 1, 2, 3]
    match.play(DEALER, {"type": "first_player", "seat": 2})
    assert tokens(match) == [5, 5, 5, 5]
    assert match.to_act == {2}
    assert match.public().active == 2


def test_r6_what_players_own_is_public() -> None:
    match = begun()
    own(match, 1, "blue 2, blue 2, joker 5", tokens=7, fiascos=1)
    held = match.view(None).public.seats[1]
    assert (held.tokens, held.fiascos, held.currency, held.duplicates) == (7, 1, 10, 1)
    assert [found.number for found in held.numbers] == [2, 2]
    assert held.jokers[0].number == 5
    assert held.can_pay == held.can_bid == 12
    assert match.view(0).public == match.view(1).public == match.view(None).public


def test_r7_the_first_card_is_compulsory() -> None:
    match = begun()
    assert types(match, 0) == {"draw"}
    assert match.private(0).must_draw
    match.play(0, DRAW)
    assert match.to_act == frozenset()
    match.play(DEALER, {"type": "turn_up", "card": card("green 3")})
    assert match.to_act == {0}
    assert types(match, 0) == {"draw", "take_numbers"}


def test_r7_currency_may_bring_the_total_below_zero() -> None:
    match = begun()
    events = turn_up(match, "blue 1, (5), (3)")
    assert (events[0].total, events[0].currency) == (-7, 8)
    row = match.public().row
    assert (row.numbers, row.currency, row.total) == (1, 8, -7)
    assert (row.safe_number, row.safe_currency) == (17, 2)


def test_example_what_would_be_a_fiasco() -> None:
    match = begun()
    turn_up(match, "blue 2, green 1, (4), pink 7, (2)")
    row = match.public().row
    assert (row.numbers, row.currency, row.total) == (10, 6, 4)
    assert (row.safe_number, row.safe_currency) == (6, 4)
    # 7, 8 and 9 of four colors but the pink 7, and three 5s of currency
    assert row.breaking == 11 + 3


@pytest.mark.parametrize(("text", "broken"), [("orange 6", False), ("orange 7", True), ("(4)", False), ("(5)", True)])
def test_example_the_next_card(text: str, broken: bool) -> None:
    match = begun()
    turn_up(match, "blue 2, green 1, (4), pink 7, (2)")
    assert any(isinstance(event, Failed) for event in turn_up(match, text)) == broken


def test_r8_exactly_ten_is_safe() -> None:
    match = begun()
    turn_up(match, "blue 4, green 6")
    assert match.public().row.total == 10
    assert match.to_act == {0}
    turn_up(match, "(5), (5)")
    assert match.public().row.currency == 10
    assert types(match, 0) == {"draw", "take_numbers", "take_currency"}


def test_r8_example_fiasco_by_a_number() -> None:
    match = begun()
    events = turn_up(match, "blue 6, (4), green 5, pink 7")
    assert events[1] == Failed(0, "number", 14, 4)
    assert tokens(match) == [5, 9]
    assert match.public().last.end == "fiasco_by_number"


def test_r8_example_fiasco_by_currency_whatever_the_total() -> None:
    match = begun()
    events = turn_up(match, "(3), blue 7, (4), (5)")
    assert events[1] == Failed(0, "currency", -5, 12)
    assert tokens(match) == [5, 5]
    assert match.public().last.end == "fiasco_by_currency"


def test_r8_a_currency_card_never_breaks_by_the_total_nor_a_number_card_by_currency() -> None:
    match = begun()
    turn_up(match, "(5), (5), blue 9")
    assert match.public().row.total == -1
    assert match.to_act == {0}


def test_r10_numbers_for_the_player_tokens_for_all_others() -> None:
    match = begun(3, first=1)
    turn_up(match, "blue 2, (3), pink 2, (1)")
    events = match.play(1, TAKE_NUMBERS)
    assert [type(event) for event in events] == [TookNumbers, TokensReceived, TokensReceived, CurrencyDiscarded]
    assert tokens(match) == [9, 5, 9]
    assert [(held.color, held.number) for held in match.public().seats[1].numbers] == [("blue", 2), ("pink", 2)]
    assert match.public().discarded == 2
    assert match.public().market == ()
    assert match.public().phase == "buy"
    assert match.to_act == {1}


def test_r10_after_the_purchase_the_next_player_draws() -> None:
    match = begun(3, first=1)
    turn_up(match, "blue 2")
    match.play(1, TAKE_NUMBERS)
    match.play(1, NO_BUY)
    assert match.to_act == {2}
    assert types(match, 2) == {"draw"}
    assert match.public().row.cards == ()


def test_r11_currency_for_the_player_numbers_for_the_market() -> None:
    match = begun(3)
    turn_up(match, "blue 2, (3), pink 2, (1)")
    events = match.play(0, TAKE_CURRENCY)
    assert [type(event) for event in events] == [TookCurrency, TokensReceived, CurrencyDiscarded, MovedToMarket]
    assert tokens(match) == [9, 5, 5]
    assert [found.card.color for found in match.public().market] == ["blue", "pink"]
    assert match.to_act == {1}, "no buying"


def test_r12_nobody_has_more_than_ten_tokens() -> None:
    match = begun(3)
    own(match, 1, tokens=8)
    turn_up(match, "blue 2, (4)")
    events = match.play(0, TAKE_NUMBERS)
    assert TokensReceived(1, kept=2, returned=2, tokens=10) in events
    assert TokensReceived(2, kept=4, returned=0, tokens=9) in events
    assert tokens(match) == [5, 10, 9]


def test_r12_the_limit_is_for_the_own_reward_too_and_not_for_fiasco_tokens() -> None:
    match = begun()
    own(match, 0, tokens=9, fiascos=4)
    turn_up(match, "(5)")
    assert TokensReceived(0, kept=1, returned=4, tokens=10) in match.play(0, TAKE_CURRENCY)
    assert match.public().seats[0].fiascos == 4


def test_r13_after_a_fiasco_by_a_number_all_others_are_paid() -> None:
    match = begun(3)
    events = turn_up(match, "blue 9, (2), green 9")
    assert [type(event) for event in events[1:]] == [
        *(Failed, MovedToMarket, TokensReceived, TokensReceived, CurrencyDiscarded, FiascoTokenTaken),
    ]
    assert tokens(match) == [5, 7, 7]
    held = match.public().seats[0]
    assert (held.fiascos, held.numbers) == (1, ())
    assert [found.card.number for found in match.public().market] == [9, 9], "the one that broke it included"
    assert match.to_act == {1}


def test_r13_after_a_fiasco_by_currency_nobody_is_paid() -> None:
    match = begun(3)
    events = turn_up(match, "blue 9, (5), (5), (1)")
    assert not any(isinstance(event, TokensReceived) for event in events)
    assert tokens(match) == [5, 5, 5]
    assert match.public().seats[0].fiascos == 1
    assert match.public().discarded == 3
    assert match.to_act == {1}


def test_r14_the_variant_lets_one_choose() -> None:
    match = begun(3, fiasco=True)
    events = turn_up(match, "blue 2, (2), green 9, pink 9")
    assert not any(isinstance(event, FiascoTokenTaken) for event in events)
    assert tokens(match) == [5, 7, 7], "all else as ever"
    assert types(match, 0) == {"fiasco_token", "go_shopping"}
    assert match.public().phase == "fiasco"
    other = Match.replay(match.record)
    assert match.play(0, {"type": "fiasco_token"}) == [FiascoTokenTaken(0, 1)]
    assert match.to_act == {1}
    assert other.play(0, {"type": "go_shopping"}) == [WentShopping(0)]
    assert other.public().seats[0].fiascos == 0
    assert other.public().phase == "buy"
    other.play(0, {"type": "buy", "card": card("blue 2")})
    other.play(0, {"type": "settle"})
    assert other.to_act == {1}


def test_r14_go_shopping_is_always_legal_there() -> None:
    match = begun(2, fiasco=True)
    own(match, 0, tokens=0)
    turn_up(match, "(5), (5), (1)")
    assert match.public().market == ()
    match.play(0, {"type": "go_shopping"})
    assert types(match, 0) == {"no_buy"}
    match.play(0, NO_BUY)
    assert match.to_act == {1}


def test_r14_without_the_variant_there_is_no_choice() -> None:
    match = begun()
    offer(match, "blue 1")
    turn_up(match, "green 9, pink 9")
    assert match.to_act == {1}
    assert types(match, 1) == {"draw"}
