"""What stands behind a hint is true, and speaks for the move: in every position of whole games, for every move."""

from collections import Counter
from typing import Any

import pytest

from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.bot_levels import Reason
from stolik.core.rng import stream
from stolik.games.dycha.bots import reason
from stolik.games.dycha.bots.reasons import RISKY
from stolik.games.dycha.messages.moves import Bid, Draw, Pass, TakeCurrency, TakeNumbers

GAMES = 2
VARIANTS = [
    {"players": 2, "empty_reward": True},
    {"players": 4, "fiasco": True, "empty_reward": True},
    {"players": 1, "solo_limit": 7, "empty_reward": True},
]


@pytest.mark.parametrize("options", VARIANTS, ids=["two", "four", "solo"])
def test_a_reason_is_true_and_speaks_for_the_move(options: dict[str, Any]) -> None:
    said = Counter[str]()
    for number in range(GAMES):
        match = Match("dycha", options, seed=f"reasons {number}")
        imagining = stream("reasons", number)
        while not match.over:
            (seat,) = match.to_act
            imagined = match.imagine(seat, imagining)
            for code in match.game.codes(imagined, seat):
                found = reason(imagined, seat, code)
                if found is not None:
                    said[found.kind] += 1
                    check(match, seat, match.game.decode(imagined, seat, code), found)
            match.play(seat, Bot(match.game, "normal", number, match.seq).move(imagined, seat))
    assert set(said) == {"fiasco", "row_points", "market_points", "row_tokens", "worth", "too_dear"}


def check(match: Match, seat: int, move: Any, found: Reason) -> None:
    shown, own = match.public(), match.private(seat)
    match found.kind:
        case "fiasco":
            assert found.value == shown.row.breaking / shown.deck
            assert isinstance(move, Draw if found.value < RISKY else TakeNumbers | TakeCurrency)
        case "row_points":
            assert found.value == own.points_if_taken - own.points
            assert isinstance(move, Draw if found.value == 0 else TakeNumbers)
        case "market_points":
            assert isinstance(move, TakeNumbers)
            assert shown.row.numbers == 0
            gains = [offer.points_paid - own.points for offer in own.offers if offer.why_not is None]
            assert found.value in gains
            assert found.value > 0
        case "row_tokens":
            assert isinstance(move, TakeCurrency)
            before = shown.seats[seat].tokens
            assert found.value == tokens_after(match, seat, move) - before > 0
        case "worth":
            assert isinstance(move, Bid)
            assert found.value > 0
        case "too_dear":
            assert isinstance(move, Pass)
            assert found.value == own.bidding.lowest <= own.bidding.highest
        case other:
            raise AssertionError(f"a reason that nobody has looked at: {other}")


def tokens_after(match: Match, seat: int, move: Any) -> int:
    s = match.state
    match.game.apply(s, seat, match.game.encode(s, seat, move))
    return int(s.tokens[seat])
