"""Values by hand-made heuristics, for the normal bot: in thousandths of a point."""

from stolik.core.rule import rule
from stolik.games.dycha.rules.scoring import best_value, value_bound
from stolik.games.dycha.state import State

POINT = 1000
WORST = -1_000_000  # below the value of any move
ONE_MORE = 45  # percent of a collection's value, early: what it would count with another card in every color
TWO_MORE = 20  # and with two
EARLY_TOKEN = 260  # the value of a token early in the game, …
LATE_TOKEN = 160  # … and late
DUPLICATE = 60  # percent of a token
ONLY_TO_BUY = 30  # percent of a purchase's value, if one stops for it alone (R31): it may still be there next time


@rule
def game_left(s: State) -> int:
    """How much of the game is still to come, from 100 to 0."""
    return min(100, s.pile)


@rule
def token_value(s: State) -> int:
    if s.last_purchases > 0:
        return 1  # it only decides a tie
    return LATE_TOKEN + (EARLY_TOKEN - LATE_TOKEN) * game_left(s) // 100


@rule
def collection_value(s: State, numbers: int, jokers: int) -> int:
    """What the cards count, mixed with what they could count with the next ones."""
    now = best_value(numbers, jokers) >> 3
    if s.last_purchases > 0:
        return POINT * now
    with_one = value_bound(numbers, jokers, 1) >> 3
    with_two = value_bound(numbers, jokers, 2) >> 3
    one_more = ONE_MORE * min(100, 50 + game_left(s)) // 100
    two_more = TWO_MORE * game_left(s) // 100
    return 10 * ((100 - one_more - two_more) * now + one_more * with_one + two_more * with_two)
