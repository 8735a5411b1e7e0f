"""What the bots of No Thanks! know. Chips can be counted, so a bot may use them all (R12).

The numbers below won the most games of some dozen settings that were tried against each other with 3 to 7 players.
"""

from stolik.core.kit import Row, below, left_of
from stolik.core.levels import Level, Search
from stolik.core.rule import rule
from stolik.games.no_thanks.rules import DECLINE, TAKE, State, price

FAIR_PRICE = 10  # points that a card may cost while there are chips enough
ENOUGH_CHIPS = 10  # each one missing makes a card worth a point more
TEMPTING_PRICE = 17  # others are thought to take at this price


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: takes what looks cheap, by a mood that changes from turn to turn."""
    if n == 1:
        return TAKE
    return TAKE if price(s, seat) <= 4 + below(rng, 8) else DECLINE


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Takes at a fair price, dearer when chips run low; but lets a card that nobody else wants go round for chips."""
    if n == 1:
        return TAKE
    if price(s, seat) > fair_price(s.chips[seat]):
        return DECLINE
    return DECLINE if s.chips[seat] > 1 and comes_back(s, seat) else TAKE


@rule
def fair_price(chips: int) -> int:
    return FAIR_PRICE + ENOUGH_CHIPS - chips if chips < ENOUGH_CHIPS else FAIR_PRICE


@rule
def comes_back(s: State, seat: int) -> bool:
    """All others can pay and none is tempted: the card will come round again, with their chips on it."""
    chips_by_then = 1
    other = left_of(seat, s.players)
    while other != seat:
        if s.chips[other] == 0 or price(s, other) - chips_by_then <= TEMPTING_PRICE:
            return False
        chips_by_then += 1
        other = left_of(other, s.players)
    return True


LEVELS: dict[str, Level] = {"easy": easy, "normal": normal, "hard": Search(rollout=normal, playouts=1_000, point=5_000)}
