"""What a seat cannot know, drawn anew (determinization): in DYCHA nothing that is in the state."""

from stolik.core.rule import Row, rule
from stolik.games.dycha.state import State


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    """Cards are drawn late: the order of the deck, which is all that nobody can know, is not in the state."""
