"""What things are worth, by the plain guesses of the normal bot: in thousandths of a point."""

from stolik.core.rule import rule
from stolik.games.dycha.rules.scoring import best_value, hoped_value
from stolik.games.dycha.state import State

POINT = 1000
DREAM = 45  # percent of a collection's worth, early: what it would count with another card in every color
DISTANT_DREAM = 20  # and with two
TOKEN = 260  # what a token is worth early in the game, …
LAST_TOKEN = 160  # … and late
DUPLICATE = 60  # percent of a token


@rule
def rest(s: State) -> int:
    """How much of the game is still to come, from 100 to 0."""
    return min(100, s.pile)


@rule
def token(s: State) -> int:
    if s.last_purchases > 0:
        return 1  # it only decides a tie
    return LAST_TOKEN + (TOKEN - LAST_TOKEN) * rest(s) // 100


@rule
def worth(s: State, numbers: int, jokers: int) -> int:
    """Of a collection: what it counts, and what it could count with the next cards."""
    now = best_value(numbers, jokers) >> 3
    if s.last_purchases > 0:
        return POINT * now
    near = hoped_value(numbers, jokers, 1) >> 3
    far = hoped_value(numbers, jokers, 2) >> 3
    dream = DREAM * min(100, 50 + rest(s)) // 100
    distant = DISTANT_DREAM * rest(s) // 100
    return 10 * ((100 - dream - distant) * now + dream * near + distant * far)
