"""The bots of GRA: each level beats the one below it, and none is lost for an answer."""

from typing import Any

import pytest

from stolik import catalog
from stolik.bots.bot import Bot
from stolik.core.kit import stream
from stolik.lab.simulation import simulate
from support.gra import Table

GAMES = 600


def share(one: str, others: str, options: dict[str, Any]) -> float:
    """How much more often than its fair share one bot wins against a table of another level, in all seats."""
    players, won = options["players"], 0.0
    for seat in range(players):
        levels = [others] * players
        levels[seat] = one
        won += simulate("gra", options, GAMES // players, policies=levels, seed="levels").wins[seat]
    return float(won / (GAMES // players))


@pytest.mark.parametrize("order", ["value", "count"])
@pytest.mark.parametrize(("better", "worse"), [("normal", "easy"), ("easy", "random")])
def test_a_better_level_wins_more_than_its_share(better: str, worse: str, order: str) -> None:
    assert share(better, worse, {"players": 4, "bid_order": order}) > 1.5


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("options", [{}, {"bid_order": "count"}, {"joker": True}, {"fewer": True, "players": 6}])
def test_bots_answer_every_bid(level: str, options: dict[str, Any]) -> None:
    """The boldest ones too, where a probability is nearly one."""
    table = Table(**{"players": 2, **options})
    table.fill()
    total = table.public.total
    for bid in (f"{total}x1", f"{total}x2", f"{total}x6"):
        table.bid(bid)
        seat = table.turn
        bot = Bot(catalog.find("gra"), level, "bold", bid)
        assert bot.move(table.match.imagine(seat, stream("bold")), seat) in table.match.legal(seat)
