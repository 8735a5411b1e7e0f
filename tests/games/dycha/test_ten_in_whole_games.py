"""TEN follows R23 to R28 to the letter, in whole games: judged from the events alone, by rules written again."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from stolik import Match
from stolik.games.dycha.messages.events import (
    BidMade,
    Bought,
    Failed,
    FiascoTokenTaken,
    Paid,
    Passed,
    TokensReceived,
    TookNumbers,
    TurnedUp,
)


class Witness:
    """Follows a solo game by its events alone, and knows what TEN must do (R23 … R28)."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.turn = "you"
        self.row = (0, 0)
        self.deck = 89
        self.your_bid: int | None = None
        self.highest = 0
        self.tokens = {"you": 5, "ten": 5}
        self.fiascos = {"you": 0, "ten": 0}
        self.cards: dict[str, Counter[Any]] = {"you": Counter(), "ten": Counter()}

    def watch(self, event: Any) -> None:
        side = "ten" if getattr(event, "seat", None) == "ten" else "you"
        match event:
            case TurnedUp(_, _, total, currency, deck):
                assert self.turn == "you" or not self.is_full(), "TEN drew on though it should have stopped"
                self.turn, self.row, self.deck, self.your_bid = side, (total, currency), deck, None
            case TookNumbers(_, cards):
                assert side == "you" or self.is_full() or self.deck == 0, "TEN stopped too early"
                self.cards[side].update(cards)
                self.turn = "you"
            case Failed("ten", by, _, currency):
                assert by == "currency"
                assert currency > self.limit
            case TokensReceived(_, kept, _, now):
                self.tokens[side] += kept
                assert self.tokens[side] == now <= 10
            case FiascoTokenTaken():
                self.fiascos[side] += 1
            case BidMade(_, amount):
                self.expect(side, amount)
                self.highest = amount
            case Passed():
                self.expect(side, None)
            case Paid():
                self.pay(side, event)
            case Bought(_, card):
                self.cards[side][card] += 1

    def is_full(self) -> bool:
        total, currency = self.row
        return total >= self.limit or currency > self.limit

    def resources(self, side: str) -> int:
        duplicates = sum(count - 1 for count in self.cards[side].values() if count > 1)
        return self.tokens[side] + 3 * self.fiascos[side] + duplicates

    def expect(self, side: str, amount: int | None) -> None:
        if side == "you":
            self.your_bid = amount
            return
        most = self.resources("ten")
        if self.turn == "you":
            wanted = max(5, min(most, self.resources("you")))
        else:
            wanted = 5 if self.your_bid is None else self.your_bid + 1
        assert amount == (wanted if wanted <= most else None)

    def pay(self, side: str, paid: Paid) -> None:
        if side == "ten":
            coins = min(self.highest, self.tokens["ten"])
            fiascos = min(self.fiascos["ten"], -((coins - self.highest) // 3))
            cards = max(0, self.highest - coins - 3 * fiascos)
            assert (paid.tokens, paid.fiascos, len(paid.cards)) == (coins, fiascos, cards)
            assert all(self.cards["ten"][card] > 1 for card in paid.cards)
        self.tokens[side] -= paid.tokens
        self.fiascos[side] -= paid.fiascos
        self.cards[side] = self.cards[side] - Counter(paid.cards)


@pytest.mark.parametrize("limit", range(4, 11))
def test_ten_keeps_to_its_rules_in_whole_games(limit: int) -> None:
    for number in range(6):
        match = Match("dycha", {"players": 1, "solo_limit": limit, "fiasco": number % 2 == 1}, seed=f"witness {number}")
        witness, rng = Witness(limit), Random(number)
        while not match.over:
            seen = match.seq
            legal = match.legal(0)
            match.play(0, legal[rng.randrange(len(legal))])
            for event in match.told(None, since=seen):
                witness.watch(event)
        ten = match.public().ten.holdings
        assert (witness.tokens["ten"], witness.fiascos["ten"]) == (ten.tokens, ten.fiascos)
        assert sorted(map(repr, witness.cards["ten"].elements())) == sorted(map(repr, ten.numbers))
