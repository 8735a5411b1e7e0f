"""How all levels pay: with what they can best spare."""

from stolik.core.rule import Row, rule
from stolik.games.dycha.rules.scoring import best_value
from stolik.games.dycha.state import SETTLE, SPEND_CARD, SPEND_FIASCO, State

LOSS = -1_000_000  # worse than any move


@rule
def pay(s: State, seat: int, moves: Row, n: int) -> int:
    """Duplicates first, at the end all that does not count; then tokens, fiasco tokens, what is missed the least."""
    numbers = s.once[seat]
    if s.buying >= 0:
        numbers |= 1 << s.buying
    value = best_value(numbers, s.jokers[seat])
    others = LOSS
    least_missed = -1
    best_left = LOSS
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
            least_missed = moves[k]
    return others if others >= 0 else least_missed


assert SPEND_FIASCO < SETTLE
