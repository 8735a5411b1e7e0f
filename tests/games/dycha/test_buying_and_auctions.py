"""R15 to R19: purchases, payments, auctions and the end. See RULES.md."""

from collections.abc import Iterator

import pytest

from stolik import DEALER, IllegalMove, Match, MoveErrorCode
from stolik.games.dycha.messages.events import (
    Bought,
    CardSpent,
    FiascoSpent,
    JokerDiscarded,
    JokerWon,
    LastPurchasesBegan,
    Paid,
    Scored,
)
from support.dycha import (
    DRAW,
    NO_BUY,
    PASS,
    SETTLE,
    SPEND_FIASCO,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    begun,
    bid,
    buy,
    card,
    leave,
    offer,
    own,
    shopping,
    spend,
    split,
    tokens,
    turn_up,
    types,
)


def offers(match: Match, seat: int) -> list[str]:
    return [f"{move.card.color} {move.card.number}" for move in match.legal(seat) if hasattr(move, "card")]


def numbers(match: Match, seat: int) -> list[str]:
    return [f"{held.color} {held.number}" for held in match.public().seats[seat].numbers]


def test_r15_one_card_at_its_number() -> None:
    match = shopping()
    offer(match, "pink 5, green 3")
    assert offers(match, 0) == ["green 3", "pink 5"]
    match.play(0, buy("pink 5"))
    assert match.public().payment.price == 5
    events = match.play(0, SETTLE)
    assert events[-1] == Bought(0, match.public().seats[0].numbers[1], 5)
    assert numbers(match, 0) == ["blue 1", "pink 5"]
    assert [found.card.number for found in match.public().market] == [3]
    assert tokens(match) == [0, 5]
    assert match.to_act == {1}, "one card only"


def test_r15_not_a_card_that_one_has_not_even_by_paying_with_it() -> None:
    match = shopping()
    own(match, 0, "green 3, joker 4")
    offer(match, "green 3, orange 3, green 4, blue 1")
    assert offers(match, 0) == ["green 4", "orange 3"]
    found = {(each.card.color, each.card.number): each.why_not for each in match.private(0).offers}
    assert found == {("blue", 1): "owned", ("green", 3): "owned", ("green", 4): None, ("orange", 3): None}
    with pytest.raises(IllegalMove) as refused:
        match.play(0, [buy("green 3"), spend("green 3"), SETTLE])
    assert refused.value.code == MoveErrorCode.ILLEGAL


def test_r15_not_a_card_that_one_cannot_pay() -> None:
    match = shopping()
    own(match, 0, tokens=4)
    offer(match, "pink 5, pink 6")
    assert offers(match, 0) == ["pink 5"], "four tokens and a card"
    assert [each.why_not for each in match.private(0).offers] == [None, "too_dear"]


def test_r15_a_buy_phase_always_ends_by_a_move() -> None:
    match = shopping()
    assert types(match, 0) == {"no_buy"}
    match.play(0, NO_BUY)
    assert match.to_act == {1}


def test_r15_of_equal_cards_on_the_market_one_is_bought() -> None:
    match = shopping(3)
    offer(match, "pink 2, pink 2, pink 2")
    assert match.public().market[0].copies == 3
    match.play(0, [buy("pink 2"), SETTLE])
    assert match.public().market[0].copies == 2


def test_r16_example_three_cards_and_two_tokens() -> None:
    match = shopping()
    own(match, 0, "green 2, green 2", tokens=2)
    offer(match, "pink 5")
    events = match.play(0, [buy("pink 5"), spend("blue 1"), spend("green 2"), spend("green 2"), SETTLE])
    assert [event.due for event in events if isinstance(event, CardSpent)] == [4, 3, 2]
    paid = next(event for event in events if isinstance(event, Paid))
    assert (paid.tokens, paid.fiascos, len(paid.cards), paid.lost) == (2, 0, 3, 0)
    assert numbers(match, 0) == ["pink 5"]
    assert match.public().discarded == 3
    assert tokens(match)[0] == 0


def test_r16_example_a_2_for_a_fiasco_token() -> None:
    match = shopping()
    own(match, 0, fiascos=1)
    offer(match, "pink 2")
    match.play(0, [buy("pink 2"), SPEND_FIASCO])
    assert (match.public().payment.open, match.public().payment.lost) == (0, 1)
    assert types(match, 0) == {"settle"}
    events = match.play(0, SETTLE)
    assert events[0] == Paid(0, tokens=0, fiascos=1, cards=(), lost=1)
    assert tokens(match)[0] == 5


@pytest.mark.parametrize(
    "payment",
    [[SETTLE], [spend("blue 1"), spend("blue 2"), spend("blue 3"), SETTLE], [SPEND_FIASCO, SETTLE]],
)
def test_r16_example_a_green_3(payment: list[dict[str, object]]) -> None:
    match = shopping()
    own(match, 0, "blue 2, blue 3", fiascos=1)
    offer(match, "green 3")
    match.play(0, [buy("green 3"), *payment])
    assert "green 3" in numbers(match, 0)
    assert match.to_act == {1}


def test_r16_nothing_that_could_be_left_out() -> None:
    match = shopping()
    own(match, 0, "blue 2", tokens=10, fiascos=3)
    offer(match, "green 4")
    match.play(0, [buy("green 4"), SPEND_FIASCO])
    assert types(match, 0) == {"spend_fiasco", "settle"}, "no cards after fiasco tokens"
    match.play(0, SPEND_FIASCO)
    assert types(match, 0) == {"settle"}
    assert match.play(0, SETTLE)[0] == Paid(0, tokens=0, fiascos=2, cards=(), lost=2)


def test_r16_never_jokers_and_never_cards_of_the_row() -> None:
    match = begun()
    own(match, 0, "joker 5, green 2", tokens=1)
    turn_up(match, "blue 1, pink 2, joker 3")
    match.play(1, PASS)
    assert match.private(0).bidding.highest == 2
    match.play(0, bid(2))
    assert [move.card.number for move in match.legal(0) if hasattr(move, "card")] == [2]
    match.play(0, [spend("green 2"), SETTLE])
    assert len(match.public().seats[0].jokers) == 2


def test_r16_cards_are_spent_in_order_and_settling_comes_last() -> None:
    match = shopping()
    own(match, 0, "green 5, pink 1, pink 1")
    offer(match, "orange 4")
    match.play(0, [buy("orange 4"), spend("pink 1")])
    assert offers(match, 0) == ["pink 1"], "the same again, or later ones"
    for wrong in (spend("blue 1"), spend("green 5"), SPEND_FIASCO):
        with pytest.raises(IllegalMove):
            match.play(0, wrong)
    match.play(0, [spend("pink 1"), SETTLE])
    assert tokens(match)[0] == 3
    with pytest.raises(IllegalMove):
        match.play(0, SETTLE)


def test_r16_a_list_is_played_all_or_nothing() -> None:
    match = shopping()
    offer(match, "orange 4")
    before = match.record
    with pytest.raises(IllegalMove):
        match.play(0, [buy("orange 4"), SPEND_FIASCO, SETTLE])
    assert match.record == before
    assert match.public().phase == "buy"


def complete_payments(match: Match, seat: int) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Every way through the steps that are offered: cards, fiasco tokens and tokens of each."""
    for move in match.legal(seat):
        after = Match.__new__(Match)
        after.__dict__.update(match.__dict__)
        for name in ("_log", "_told", "_votes", "_chain"):
            setattr(after, name, list(getattr(match, name)))
        events = after.play(seat, move)
        paid = [event for event in events if isinstance(event, Paid)]
        if paid:
            yield tuple(f"{c.color} {c.number}" for c in paid[0].cards), paid[0].fiascos, paid[0].tokens
        else:
            assert after.legal(seat), "a dead end"
            yield from complete_payments(after, seat)


def allowed_payments(due: int, cards: list[str], fiascos: int, tokens: int) -> set[tuple[tuple[str, ...], int, int]]:
    """What R16 says, word by word: enough, and without any one item not enough."""
    found = set()
    for chosen in range(1 << len(cards)):
        spent = tuple(each for k, each in enumerate(cards) if chosen >> k & 1)
        for f in range(fiascos + 1):
            for t in range(tokens + 1):
                paid = len(spent) + 3 * f + t
                smallest = 1 if spent or t else 3
                if paid >= due > paid - smallest:
                    found.add((spent, f, t))
    return found


@pytest.mark.parametrize("price", [1, 2, 3, 4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize(
    ("cards", "fiascos", "coins"),
    [
        ("blue 1", 0, 10),
        ("blue 1", 4, 0),
        ("blue 1, blue 1, green 4", 1, 1),
        ("blue 1, blue 1, green 4, pink 2, pink 2", 2, 2),
        ("blue 1, green 1, orange 1, pink 1", 3, 0),
    ],
)
def test_r16_the_steps_lead_to_all_payments_and_to_no_others(price: int, cards: str, fiascos: int, coins: int) -> None:
    match = shopping()
    own(match, 0, cards.removeprefix("blue 1"), tokens=coins, fiascos=fiascos)
    offer(match, f"orange {price}")
    wanted = allowed_payments(price, split(cards), fiascos, coins)
    if f"orange {price}" in offers(match, 0):
        match.play(0, buy(f"orange {price}"))
        found = list(complete_payments(match, 0))
        assert len(found) == len(set(found)), "each payment in one way"
        assert set(found) == wanted
    else:
        assert (price == 1 and "orange 1" in cards) or not wanted


def test_r17_bidding_goes_round_once_and_the_active_player_is_last() -> None:
    match = begun(4, first=2)
    turn_up(match, "joker 5")
    auction = match.public().auction
    assert (auction.waiting, auction.lowest, auction.leader) == ((3, 0, 1, 2), 1, None)
    match.play(3, bid(2))
    assert match.to_act == {0}
    match.play(0, PASS)
    match.play(1, bid(3))
    auction = match.public().auction
    assert [(each.seat, each.amount) for each in auction.bids] == [(3, 2), (0, None), (1, 3)]
    assert (auction.highest, auction.leader, auction.lowest, auction.waiting) == (3, 1, 4, (2,))
    match.play(2, PASS)
    assert match.to_act == {1}
    assert match.public().payment.price == 3


def test_r17_a_bid_must_be_higher_and_can_be_paid() -> None:
    match = begun(3)
    own(match, 1, "blue 1, blue 2", tokens=2, fiascos=1)
    own(match, 2, tokens=4)
    turn_up(match, "joker any")
    assert [move.amount for move in match.legal(1) if hasattr(move, "amount")] == [1, 2, 3, 4, 5, 6, 7]
    match.play(1, bid(3))
    assert [move.amount for move in match.legal(2) if hasattr(move, "amount")] == [4]
    for wrong in (bid(3), bid(5)):
        with pytest.raises(IllegalMove):
            match.play(2, wrong)
    match.play(2, bid(4))


def test_r17_without_anything_one_must_pass() -> None:
    match = begun()
    own(match, 1, tokens=0)
    turn_up(match, "joker 5")
    assert types(match, 1) == {"pass"}


def test_r17_a_joker_never_counts_in_the_row() -> None:
    match = begun()
    turn_up(match, "blue 9, joker 9")
    match.play(1, PASS)
    match.play(0, PASS)
    assert match.public().row.total == 9
    assert len(match.public().row.cards) == 1


def test_r18_example_a_bid_of_4_paid_with_two_fiasco_tokens() -> None:
    match = begun()
    own(match, 1, "blue 1", tokens=0, fiascos=2)
    turn_up(match, "green 2, joker 5")
    match.play(1, bid(4))
    match.play(0, PASS)
    events = match.play(1, [SPEND_FIASCO, SPEND_FIASCO, SETTLE])
    assert [event.due for event in events if isinstance(event, FiascoSpent)] == [1, 0]
    assert events[-2:] == [
        Paid(1, tokens=0, fiascos=2, cards=(), lost=2),
        JokerWon(1, match.public().seats[1].jokers[0], 4),
    ]
    assert match.to_act == {0}, "the active player goes on"
    assert types(match, 0) == {"draw", "take_numbers"}


def test_r18_if_all_pass_the_joker_leaves_the_game() -> None:
    match = begun()
    turn_up(match, "joker #pink")
    match.play(1, PASS)
    events = match.play(0, PASS)
    assert isinstance(events[1], JokerDiscarded)
    assert match.public().discarded == 1
    assert match.public().seats[0].jokers == match.public().seats[1].jokers == ()


def test_r18_several_auctions_in_one_turn() -> None:
    match = begun()
    for joker in ("joker 1", "joker #blue", "joker any"):
        turn_up(match, joker)
        match.play(1, PASS)
        match.play(0, bid(1))
        match.play(0, SETTLE)
        assert match.to_act == {0}
    assert len(match.public().seats[0].jokers) == 3
    assert tokens(match) == [2, 5]


def test_r19_an_auction_on_the_last_card_and_the_turn_is_played_out() -> None:
    match = begun(3, first=1)
    leave(match, "blue 2, (2), joker 5")
    turn_up(match, "blue 2, (2), joker 5")
    for seat in (2, 0):
        match.play(seat, PASS)
    match.play(1, bid(1))
    match.play(1, SETTLE)
    assert types(match, 1) == {"take_numbers", "take_currency"}, "no drawing"
    match.play(1, TAKE_NUMBERS)
    assert match.public().last_purchases is None
    assert match.to_act == {1}
    events = match.play(1, NO_BUY)
    assert LastPurchasesBegan(2) in events
    assert match.public().last_purchases == (2, 0, 1)


def test_r19_the_last_purchases_go_round_once_and_the_active_player_is_last() -> None:
    match = begun(3, first=1)
    leave(match, "blue 2, (2)")
    offer(match, "pink 3, green 1")
    turn_up(match, "blue 2, (2)")
    match.play(1, TAKE_CURRENCY)
    assert [found.card.color for found in match.public().market] == ["blue", "green", "pink"]
    match.play(2, [buy("blue 2"), SETTLE])
    assert match.to_act == {0}
    match.play(0, NO_BUY)
    assert match.to_act == {1}
    assert not match.over
    events = match.play(1, [buy("pink 3"), SETTLE])
    assert [event.seat for event in events if isinstance(event, Scored)] == [0, 1, 2]
    assert match.over
    assert match.public().last_purchases == ()


def test_r19_a_fiasco_by_the_last_card() -> None:
    match = begun(2, fiasco=True)
    leave(match, "blue 9, green 9")
    turn_up(match, "blue 9, green 9")
    assert types(match, 0) == {"fiasco_token", "go_shopping"}
    match.play(0, {"type": "go_shopping"})
    match.play(0, NO_BUY)
    assert match.public().last_purchases == (1, 0)


def test_r19_the_dealer_has_nothing_left_to_turn_up() -> None:
    match = begun()
    leave(match, "blue 2")
    turn_up(match, "blue 2")
    with pytest.raises(IllegalMove):
        match.play(0, DRAW)
    with pytest.raises(IllegalMove):
        match.play(DEALER, {"type": "turn_up", "card": card("blue 2")})
