"""The exact JSON of DYCHA: what is on the wire, in logs and in other people's programs."""

from typing import Any
from unittest.mock import ANY

import pytest

from stolik import DEALER, BadOptions, IllegalMove, Match, MoveErrorCode, catalog
from stolik.core.messages import to_builtins
from stolik.games.dycha.options import Options
from support.dycha import (
    NO_BUY,
    PASS,
    SETTLE,
    SPEND_FIASCO,
    TAKE_CURRENCY,
    TAKE_NUMBERS,
    alone,
    begun,
    bid,
    buy,
    card,
    leave,
    offer,
    own,
    spend,
    turn_up,
)

TWO_PLAYERS = [2, 2, 2, 2, 2, 2, 1, 1, 1]
"""How many of each number there are in a color."""
GREEN_3 = {"kind": "number", "color": "green", "number": 3}


def test_options() -> None:
    assert to_builtins(Options(players=3)) == {
        "players": 3,
        "fiasco": False,
        "empty_reward": False,
        "solo_limit": None,
    }
    assert to_builtins(catalog.find("dycha").options({"players": 1, "solo_limit": 7})) == {
        "players": 1,
        "fiasco": False,
        "empty_reward": False,
        "solo_limit": 7,
    }


@pytest.mark.parametrize(
    ("options", "said"),
    [({"players": 1}, "solo_limit, from 4"), ({"players": 3, "solo_limit": 4}, "single player"), ({}, "players")],
)
def test_options_that_do_not_fit_are_refused_in_words(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOptions, match=said):
        catalog.find("dycha").options(options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("green 3", GREEN_3),
        ("(4)", {"kind": "currency", "value": 4}),
        ("joker #pink", {"kind": "joker", "color": "pink", "number": None}),
        ("joker 5", {"kind": "joker", "color": None, "number": 5}),
        ("joker any", {"kind": "joker", "color": None, "number": None}),
    ],
)
def test_cards(text: str, message: dict[str, Any]) -> None:
    match = begun()
    turn_up(match, text)
    assert to_builtins(match.record.log)[-1] == {"seat": None, "move": {"type": "turn_up", "card": message}}
    assert to_builtins(match.told(None))[-1]["card"] == message


def test_moves_and_deals_in_a_log() -> None:
    match = begun(2, first=1, fiasco=True)
    own(match, 0, "green 3", fiascos=1)
    turn_up(match, "(4), joker 5")
    match.play(0, bid(5))
    match.play(1, PASS)
    match.play(0, [spend("green 3"), SPEND_FIASCO, SETTLE])
    match.play(1, TAKE_CURRENCY)
    turn_up(match, "blue 9, pink 8")
    match.play(0, {"type": "go_shopping"})
    match.play(0, NO_BUY)
    turn_up(match, "orange 9, pink 9")
    match.play(1, {"type": "fiasco_token"})
    turn_up(match, "green 3")
    match.play(0, TAKE_NUMBERS)
    offer(match, "pink 2")
    match.play(0, [buy("pink 2"), SETTLE])
    log = to_builtins(match.record.log)
    assert log[0] == {"seat": None, "move": {"type": "first_player", "seat": 1}}
    assert [(entry["seat"], entry["move"]) for entry in log if entry["seat"] is not None] == [
        (1, {"type": "draw"}),
        (1, {"type": "draw"}),
        (0, {"type": "bid", "amount": 5}),
        (1, {"type": "pass"}),
        (0, {"type": "spend_card", "card": GREEN_3}),
        (0, {"type": "spend_fiasco"}),
        (0, {"type": "settle"}),
        (1, {"type": "take_currency"}),
        (0, {"type": "draw"}),
        (0, {"type": "draw"}),
        (0, {"type": "go_shopping"}),
        (0, {"type": "no_buy"}),
        (1, {"type": "draw"}),
        (1, {"type": "draw"}),
        (1, {"type": "fiasco_token"}),
        (0, {"type": "draw"}),
        (0, {"type": "take_numbers"}),
        (0, {"type": "buy", "card": {"kind": "number", "color": "pink", "number": 2}}),
        (0, {"type": "settle"}),
    ]


def told(match: Match, since: int) -> Any:
    return to_builtins(match.told(None, since=since))


def test_events_of_a_turn() -> None:
    match = begun(2)
    own(match, 1, tokens=8)
    turn_up(match, "green 3, (4)")
    match.play(0, TAKE_NUMBERS)
    assert told(match, 0) == [
        {"type": "started", "seat": 0},
        {"type": "turned_up", "seat": 0, "card": GREEN_3, "total": 3, "currency": 0, "deck": 88},
        {"type": "turned_up", "seat": 0, "card": card("(4)"), "total": -1, "currency": 4, "deck": 87},
        {"type": "took_numbers", "seat": 0, "cards": [GREEN_3]},
        {"type": "tokens_received", "seat": 1, "kept": 2, "returned": 2, "tokens": 10},
        {"type": "currency_discarded", "seat": 0, "cards": [card("(4)")]},
    ]


def test_events_of_a_fiasco() -> None:
    match = begun(2, fiasco=True)
    turn_up(match, "blue 9")
    since = match.seq
    turn_up(match, "green 3")
    match.play(0, {"type": "fiasco_token"})
    assert told(match, since) == [
        {"type": "turned_up", "seat": 0, "card": GREEN_3, "total": 12, "currency": 0, "deck": 87},
        {"type": "failed", "seat": 0, "by": "number", "total": 12, "currency": 0},
        {"type": "moved_to_market", "seat": 0, "cards": [card("blue 9"), GREEN_3]},
        {"type": "fiasco_token_taken", "seat": 0, "fiascos": 1},
    ]


def test_events_of_an_auction_and_a_purchase() -> None:
    match = begun(2)
    own(match, 1, "green 3", fiascos=1)
    offer(match, "pink 2")
    turn_up(match, "blue 1")
    since = match.seq
    turn_up(match, "joker #pink")
    match.play(1, bid(5))
    match.play(0, PASS)
    match.play(1, [spend("green 3"), SPEND_FIASCO, SETTLE])
    match.play(0, TAKE_NUMBERS)
    match.play(0, [buy("pink 2"), SETTLE])
    joker = card("joker #pink")
    assert told(match, since) == [
        {"type": "turned_up", "seat": 0, "card": joker, "total": 1, "currency": 0, "deck": 87},
        {"type": "bid_made", "seat": 1, "amount": 5},
        {"type": "passed", "seat": 0},
        {"type": "card_spent", "seat": 1, "card": GREEN_3, "due": 4},
        {"type": "fiasco_spent", "seat": 1, "due": 1, "lost": 0},
        {"type": "paid", "seat": 1, "tokens": 1, "fiascos": 1, "cards": [GREEN_3], "lost": 0},
        {"type": "joker_won", "seat": 1, "joker": joker, "price": 5},
        {"type": "took_numbers", "seat": 0, "cards": [card("blue 1")]},
        {"type": "card_chosen", "seat": 0, "card": card("pink 2"), "price": 2},
        {"type": "paid", "seat": 0, "tokens": 2, "fiascos": 0, "cards": [], "lost": 0},
        {"type": "bought", "seat": 0, "card": card("pink 2"), "price": 2},
    ]


def test_events_of_the_end_with_ten() -> None:
    match = alone(5)
    leave(match, "blue 1")
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    since = match.seq
    match.play(0, NO_BUY)
    match.play(0, NO_BUY)
    run = {"color": "blue", "cards": [{"number": 1, "joker": None}], "complete": False, "points": 1}
    assert told(match, since) == [
        {"type": "bought_nothing", "seat": 0},
        {"type": "last_purchases_began", "seat": 0},
        {"type": "bought_nothing", "seat": 0},
        {"type": "scored", "seat": 0, "best": {"points": 1, "cards": 1, "runs": [run], "idle": []}, "currency": 5},
        {"type": "scored", "seat": "ten", "best": {"points": 0, "cards": 0, "runs": [], "idle": []}, "currency": 5},
        {"type": "solo_ended", "won": True, "limit": 5},
    ]


def holdings(**changed: Any) -> dict[str, Any]:
    return {
        "tokens": 5,
        "fiascos": 0,
        "currency": 5,
        "numbers": [],
        "duplicates": 0,
        "jokers": [],
        "can_pay": 5,
        "can_bid": 5,
        "best": {"points": 0, "cards": 0, "runs": [], "idle": []},
        **changed,
    }


def test_a_view_of_a_row() -> None:
    match = begun(2)
    offer(match, "green 3, pink 9, pink 9")
    turn_up(match, "blue 1, (4)")
    assert to_builtins(match.view(0)) == {
        "public": {
            "phase": "decide",
            "active": 0,
            "turn": 0,
            "fiasco": False,
            "deck": 87,
            "deck_cards": {
                "numbers": [[1, *TWO_PLAYERS[1:]], TWO_PLAYERS, TWO_PLAYERS, TWO_PLAYERS],
                "currency": [3, 3, 3, 2, 3],
                "numbered_jokers": [1] * 9,
                "colored_jokers": [1] * 4,
                "full_jokers": 1,
            },
            "discarded": 0,
            "discarded_cards": ANY,  # the market is laid out by hand here, beside the deck
            "row": {
                "cards": [card("blue 1"), card("(4)")],
                "numbers": 1,
                "currency": 4,
                "total": -3,
                "limit": 10,
                "safe_number": 13,
                "safe_currency": 6,
                "breaking": 0,
            },
            "auction": None,
            "payment": None,
            "market": [
                {"card": GREEN_3, "price": 3, "copies": 1},
                {"card": card("pink 9"), "price": 9, "copies": 2},
            ],
            "last_purchases": None,
            "seats": [holdings(), holdings()],
            "ten": None,
            "last": None,
            "standings": [],
            "solo": None,
        },
        "private": {
            "points": 0,
            "points_if_taken": 1,
            "must_draw": False,
            "offers": [
                {"card": GREEN_3, "why_not": None, "points": 1, "points_paid": 1, "proposal": [], "ways": []},
                {
                    "card": card("pink 9"),
                    "why_not": "too_dear",
                    "points": 1,
                    "points_paid": 0,
                    "proposal": [],
                    "ways": [],
                },
            ],
            "bidding": None,
            "proposal": [],
            "ways": [],
            "spendable": [],
        },
    }


def test_a_view_of_an_auction_and_of_its_payment() -> None:
    match = begun(3)
    turn_up(match, "joker 5")
    match.play(1, bid(2))
    match.play(2, PASS)
    shown = to_builtins(match.view(0))
    assert shown["public"]["auction"] == {
        "joker": card("joker 5"),
        "bids": [{"seat": 1, "amount": 2}, {"seat": 2, "amount": None}],
        "highest": 2,
        "leader": 1,
        "lowest": 3,
        "waiting": [0],
    }
    paid_in_tokens: list[dict[str, Any]] = [
        {"amount": amount, "cards": [], "fiascos": 0, "tokens": amount, "lost": 0, "points": 1} for amount in (3, 4, 5)
    ]
    assert shown["private"]["bidding"] == {"lowest": 3, "highest": 5, "points": 1, "payments": paid_in_tokens}
    match.play(0, PASS)
    shown = to_builtins(match.view(1))
    assert shown["public"]["payment"] == {
        "seat": 1,
        "card": card("joker 5"),
        "price": 2,
        "cards": [],
        "fiascos": 0,
        "open": 2,
        "lost": 0,
    }
    assert shown["private"]["proposal"] == [SETTLE]


@pytest.mark.parametrize(
    ("cards", "tokens", "fiascos", "price", "proposal"),
    [
        ("", 5, 0, 4, [SETTLE]),
        ("green 1, green 1", 5, 0, 4, [spend("green 1"), SETTLE]),  # a duplicate is good for nothing else
        ("green 1, green 1", 0, 1, 4, [spend("green 1"), SPEND_FIASCO, SETTLE]),
        ("", 0, 1, 2, [SPEND_FIASCO, SETTLE]),  # too much, but there is nothing else
        ("", 2, 1, 2, [SETTLE]),  # rather than lose 1
        ("pink 6, pink 7, pink 9", 2, 0, 3, [spend("pink 9"), SETTLE]),  # a card that counts the least
    ],
)
def test_the_proposal_is_cheap_and_can_be_sent(
    cards: str, tokens: int, fiascos: int, price: int, proposal: list[dict[str, Any]]
) -> None:
    match = begun(2)
    offer(match, f"pink {price}")
    turn_up(match, "green 2")
    match.play(0, TAKE_NUMBERS)
    match._state.once[0] = 0
    own(match, 0, cards, tokens=tokens, fiascos=fiascos)
    (found,) = to_builtins(match.private(0))["offers"]
    assert found["proposal"] == proposal
    match.play(0, [buy(f"pink {price}"), *proposal])
    assert match.to_act == {1}


def test_every_proposal_can_be_sent() -> None:
    """Through whole games, at every point of a payment, and for every card that can be bought."""
    for number in range(4):
        match = Match("dycha", {"players": 2, "fiasco": True}, seed=f"proposals {number}")
        step = 0
        while not match.over:
            (seat,) = match.to_act
            own_part = match.private(seat)
            if own_part.proposal:
                match.prepare(seat, list(own_part.proposal))
            for offered in own_part.offers:
                if offered.proposal:
                    match.prepare(seat, [{"type": "buy", "card": offered.card}, *offered.proposal])
            legal = match.legal(seat)
            match.play(seat, legal[(7 * step + number) % len(legal)])
            step += 1


@pytest.mark.parametrize(
    "move",
    [
        {"type": "bid"},
        {"type": "bid", "amount": 0},
        {"type": "bid", "amount": "4"},
        {"type": "buy", "card": {"kind": "currency", "value": 4}},
        {"type": "buy", "card": {**GREEN_3, "number": 10}},
        {"type": "buy", "card": {**GREEN_3, "color": "red"}},
        {"type": "spend_card", "card": {**GREEN_3, "value": 1}},
        {"type": "turn_up", "card": GREEN_3},
    ],
)
def test_what_is_no_move_is_refused_as_such(move: object) -> None:
    match = begun()
    with pytest.raises(IllegalMove) as refused:
        match.play(0, move)
    assert refused.value.code == MoveErrorCode.MALFORMED


def test_a_bid_beyond_all_means_is_illegal() -> None:
    match = begun()
    turn_up(match, "joker 5")
    for amount in (6, 127, 128, 10**9):
        with pytest.raises(IllegalMove) as refused:
            match.play(1, bid(amount))
        assert refused.value.code == MoveErrorCode.ILLEGAL


def test_a_joker_has_a_color_or_a_number_or_neither() -> None:
    match = begun()
    match.play(0, {"type": "draw"})
    with pytest.raises(IllegalMove) as refused:
        match.play(DEALER, {"type": "turn_up", "card": {"kind": "joker", "color": "pink", "number": 5}})
    assert refused.value.code == MoveErrorCode.ILLEGAL
