"""What a view promises is what happens: points after a purchase or a won auction, payments, and what is left."""

from typing import Any

import pytest

from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.rng import stream
from stolik.games.dycha.messages.card_counts import CardCounts
from stolik.games.dycha.messages.moves import Bid, Buy, Pass, Settle
from stolik.games.dycha.text import inspect, label, render
from support.dycha import TAKE_CURRENCY, TAKE_NUMBERS, begun, buy, leave, offer, own, turn_up

VARIANTS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "fiasco": True},
    {"players": 1, "solo_limit": 9, "fiasco": True},
]


def positions(options: dict[str, Any], name: str) -> Any:
    """Of whole games in which much is bought and bid: what is poor must pay with cards."""
    for number in range(3):
        match = Match("dycha", options, seed=f"{name} {number}")
        imagining = stream(name, number)
        while not match.over:
            (seat,) = match.to_act
            yield match, seat
            legal = match.legal(seat)
            normal = Bot(match.game, "normal", number).move(match.imagine(seat, imagining), seat)
            odd = (7 * match.seq + number) % 3 == 0
            match.play(seat, legal[-1 - (match.seq % 2) % len(legal)] if odd else normal)


def points_after(match: Match, seat: int, moves: list[Any]) -> int:
    s = match.state
    for move in moves:
        match.game.apply(s, seat, match.game.encode(s, seat, move))
    return int(match.game.public(s).seats[seat].best.points)


@pytest.mark.parametrize("options", VARIANTS, ids=["two", "fiasco", "solo"])
def test_a_purchase_counts_what_is_paid_for_it(options: dict[str, Any]) -> None:
    bought = gave_points_away = 0
    for match, seat in positions(options, "bought"):
        if match.public().phase != "buy":
            continue
        for each in match.private(seat).offers:
            if each.why_not is not None:
                assert each.points_paid == match.private(seat).points
                continue
            assert each.points_paid == points_after(match, seat, [Buy(each.card), *each.proposal])
            bought += 1
            gave_points_away += each.points_paid < each.points
    assert bought > 50
    assert gave_points_away > 5


@pytest.mark.parametrize("options", VARIANTS, ids=["two", "fiasco", "solo"])
def test_a_bid_says_what_it_would_be_paid_with(options: dict[str, Any]) -> None:
    """The same as is proposed when it has won, and it counts as much as was promised."""
    tried = 0
    for match, seat in positions(options, "bids"):
        if match.public().phase != "auction":
            continue
        promised = {payment.amount: payment for payment in match.private(seat).bidding.payments}
        bids = [move.amount for move in match.legal(seat) if isinstance(move, Bid)]
        assert list(promised) == bids
        for amount in bids:
            s = match.state
            match.game.apply(s, seat, match.game.encode(s, seat, Bid(amount)))
            while (shown := match.game.public(s)).phase == "auction":
                match.game.apply(s, shown.turn, match.game.encode(s, shown.turn, Pass()))
            if shown.phase != "pay":
                continue  # TEN has bid more
            tried += 1
            proposed = match.game.private(s, seat).proposal
            given = match.game.public(s).payment
            for move in proposed[:-1]:
                match.game.apply(s, seat, match.game.encode(s, seat, move))
                given = match.game.public(s).payment
            match.game.apply(s, seat, match.game.encode(s, seat, Settle()))
            paid = promised[amount]
            assert (paid.cards, paid.fiascos, paid.tokens, paid.lost) == (
                given.cards,
                given.fiascos,
                given.open,
                given.lost,
            )
            assert paid.points == match.game.public(s).seats[seat].best.points
    assert tried > 50


def test_a_joker_is_paid_with_the_card_that_it_replaces() -> None:
    match = begun(2)
    own(match, 1, "blue 1, blue 2, blue 3, pink 8", tokens=0)
    turn_up(match, "joker 8")
    (paid, *_) = match.private(1).bidding.payments
    assert [card.number for card in paid.cards] == [8]
    assert paid.points == match.private(1).points


@pytest.mark.parametrize("options", VARIANTS, ids=["two", "fiasco", "solo"])
def test_what_is_left_in_the_deck_and_what_is_out_of_the_game(options: dict[str, Any]) -> None:
    for match, _ in positions(options, "counts"):
        shown = match.public()
        assert total(shown.deck_cards) == shown.deck
        assert total(shown.discarded_cards) == shown.discarded
        most = shown.row.safe_number
        if most is not None and shown.deck:
            numbers = sum(sum(row[max(most, 0) :]) for row in shown.deck_cards.numbers)
            values = enumerate(shown.deck_cards.currency, 1)
            currency = sum(copies for value, copies in values if value > shown.row.safe_currency)
            assert numbers + currency == shown.row.breaking


def total(counts: CardCounts) -> int:
    rows = [*counts.numbers, counts.currency, counts.numbered_jokers, counts.colored_jokers]
    assert all(copies >= 0 for row in rows for copies in row)
    return sum(map(sum, rows)) + counts.full_jokers


def test_what_is_out_of_the_game_is_listed_by_kind() -> None:
    match = begun(2)
    turn_up(match, "green 3, (4)")
    match.play(0, TAKE_CURRENCY)
    assert inspect(match.view(0)).splitlines()[-2:] == ["  Out of the game: 1 card.", "   currency  (4)"]


def test_tokens_above_the_limit_are_not_promised() -> None:
    match = begun(3)
    own(match, 0, tokens=8)
    own(match, 1, tokens=10)
    own(match, 2, tokens=9)
    turn_up(match, "green 3, (4)")
    view = match.view(0)
    said = {move.__class__.__name__: label(move, view) for move in match.legal(0)}
    assert said["TakeCurrency"] == "currency: stop and take 2 tokens (2 above the limit); the numbers go to the market"
    assert said["TakeNumbers"].endswith("; all others get up to 1 token")


def test_nothing_is_promised_of_an_empty_deck() -> None:
    match = begun(2)
    leave(match, "green 3")
    turn_up(match, "green 3")
    shown = render(match.view(0), 0, match.header.seats or ["Ada", "Bruno"])
    assert "no card can follow: the deck is used up" in shown
    assert "a fiasco would be" not in shown
    assert "draw on" not in shown


def test_a_purchase_is_labelled_with_what_is_left_after_paying() -> None:
    match = begun(2)
    offer(match, "pink 2")
    turn_up(match, "green 7")
    match.play(0, TAKE_NUMBERS)
    own(match, 0, "green 8", tokens=1)
    view = match.view(0)
    labels = [label(move, view) for move in match.legal(0)]
    assert "buy pink 2 for 2 (2 → 2 points)" in labels
    match.play(0, [buy("pink 2"), *view.private.offers[0].proposal])
    assert match.private(0).points == 2
