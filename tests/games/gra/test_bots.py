"""The bots of GRA: each level beats the one below it, and none is lost for an answer."""

from typing import Any

import pytest

from stolik import catalog
from stolik.bots.bot import Bot
from stolik.core.rng import stream
from stolik.lab.simulation import simulate
from support.gra import Table

GAMES = 1200


def share(one: str, others: str, options: dict[str, Any]) -> float:
    """How much more often than its fair share one bot wins against a table of another level, in all seats."""
    players, won = options["players"], 0.0
    for seat in range(players):
        levels = [others] * players
        levels[seat] = one
        won += simulate("gra", options, GAMES // players, policies=levels, seed="levels").wins[seat]
    return float(won / (GAMES // players))


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("order", ["value", "count"])
@pytest.mark.parametrize(("players", "least"), [(2, 1.42), (4, 1.5)])
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("hard", "normal", marks=pytest.mark.long),
        ("normal", "easy"),
        pytest.param("easy", "random", marks=pytest.mark.long),
    ],
)
def test_a_better_level_wins_clearly_more_than_its_share(
    better: str, worse: str, players: int, least: float, order: str, joker: bool
) -> None:
    """Half as much again; between two, where it is hardly more, 1,200 games leave a little to chance."""
    assert share(better, worse, {"players": players, "bid_order": order, "joker": joker}) > least


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("options", [{}, {"bid_order": "count"}, {"joker": True}, {"fewer": True}])
def test_bots_answer_every_bid(level: str, players: int, options: dict[str, Any]) -> None:
    """The boldest ones too, where a probability is nearly one, or which no strategy knows."""
    table = Table(players, **options)
    table.fill()
    total = table.public.total
    for bid in (f"{total}x1", f"{total}x2", f"{total}x6"):
        table.bid(bid)
        seat = table.turn
        bot = Bot(catalog.find("gra"), level, "bold", bid)
        assert bot.move(table.match.imagine(seat, stream("bold")), seat) in table.match.legal(seat)


@pytest.mark.long
def test_it_holds_where_the_last_two_play_on() -> None:
    """In a longer game of three, rounds between two come last."""
    longer = simulate("gra", {"players": 3, "longer": True}, 900, policies=["hard", "normal", "normal"], seed="left")
    assert longer.wins[0] > 330
