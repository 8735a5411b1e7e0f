"""What the bots of No Thanks! know. Chips can be counted, so a bot may use them all (R12)."""

from stolik.core.game import Policy
from stolik.core.kit import Row, below
from stolik.core.rule import rule
from stolik.games.no_thanks.rules import DECLINE, TAKE, State, cost


@rule
def price(s: State, seat: int) -> int:
    """What taking the card would cost this seat now, in points; below zero it pays."""
    with_it = cost(s.cards[seat] | 1 << s.card)
    return with_it - cost(s.cards[seat]) - s.pot


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: pays while there are chips, takes what looks cheap, and sometimes just feels like it."""
    if n == 1:
        return moves[0]
    tempted = 4 + below(rng, 8)
    return TAKE if price(s, seat) <= tempted else DECLINE


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    return TAKE if n == 1 else DECLINE


LEVELS: dict[str, Policy] = {"easy": easy, "normal": normal}
