"""What the rules of No Thanks! tell, each thing with its fields. All of it is public."""

from stolik.core.tell import telling
from stolik.games.no_thanks.state import State


@telling
def started(s: State, seat: int) -> None:
    """This seat begins."""


@telling
def turned_up(s: State, seat: int, card: int) -> None:
    """The next card lies face up, and it is this seat's turn."""


@telling
def declined(s: State, seat: int) -> None:
    """A chip goes on the card."""


@telling
def taken(s: State, seat: int, card: int, chips: int) -> None:
    """The card and the chips on it go to the seat."""


@telling
def set_aside(s: State, cards: int) -> None:
    """After the end: the set of cards that were never in the game."""


@telling
def scored(s: State, seat: int, cards: int, chips: int) -> None:
    """After the end: the set of cards and the chips that a seat has."""
