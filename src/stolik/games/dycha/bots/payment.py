"""Payments, for all levels: the cheapest item first."""

from stolik.core.rule import Row, rule
from stolik.games.dycha.bots.heuristic_values import WORST
from stolik.games.dycha.rules.scoring import best_value
from stolik.games.dycha.state import SETTLE, SPEND_CARD, SPEND_FIASCO, State


@rule
def pay(s: State, seat: int, moves: Row, n: int) -> int:
    """Duplicates, at the end all that does not count; then tokens, fiasco tokens, the card whose loss costs least."""
    numbers = s.once[seat]
    if s.buying >= 0:
        numbers |= 1 << s.buying
    value = best_value(numbers, s.jokers[seat])
    others = WORST
    cheapest = -1
    best_left = WORST
    for k in range(n):
        kind = moves[k] - SPEND_CARD
        if kind < 0:
            others = max(others, moves[k])  # SETTLE comes after SPEND_FIASCO
            continue
        left = best_value(numbers & ~(1 << kind), s.jokers[seat])
        if s.twice[seat] >> kind & 1 or (s.last_purchases > 0 and left == value):
            return moves[k]
        if left > best_left:
            best_left = left
            cheapest = moves[k]
    return others if others >= 0 else cheapest


assert SPEND_FIASCO < SETTLE
