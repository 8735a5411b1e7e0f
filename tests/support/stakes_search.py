"""A small search in Stakes that has every part: a reflex, regret matching, and halving."""

from typing import Any

from small_games import STAKES
from stolik.bots.bot import uniform
from stolik.core.bot_levels import Search
from stolik.core.game import DEALER
from stolik.core.rule import Seat, State, rule


@rule
def holding_a_three(s: State, seat: Seat) -> bool:
    return bool(s.hand[seat] == 3)


@rule
def in_the_third_seat(s: State, seat: Seat) -> bool:
    return seat == 2


STAKING = Search(uniform, 400, point=10_000, reflex=holding_a_three, simultaneous=in_the_third_seat)


def dealt(*cards: int) -> Any:
    s = STAKES.begin(STAKES.options({"players": len(cards)}))
    for card in cards:
        STAKES.apply(s, DEALER, card)
    return s
