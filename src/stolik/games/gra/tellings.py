"""What the rules of GRA tell, each thing with its fields. Hands and choices are told to their owner alone."""

from stolik.core.tell import Secret, telling
from stolik.games.gra.state import State


@telling
def started(s: State, seat: int) -> None:
    """This seat starts the first round."""


@telling
def round_began(s: State, number: int, starter: int, cards: int, extra: int) -> None:
    """All cards were shuffled; so many will be in all hands. Extra: only the tied play (R11)."""


@telling
def dealt(s: State, to: int, seat: int, number: int, hand_size: int, kind: Secret) -> None:
    """The first, second, … card of a hand of so many."""


@telling
def chosen(s: State, to: int, seat: int, again: int, hand: Secret, faces: Secret) -> None:
    """The seat has turned its cards. Again: instead of a choice made before."""


@telling
def choice_stands(s: State, seat: int) -> None:
    """It was the last one that this seat has in the round (R17)."""


@telling
def settled(s: State, starter: int) -> None:
    """The last one has chosen: all choices stand, and the starter goes on."""


@telling
def declared(s: State, seat: int, clockwise: int) -> None:
    """This way the round goes (R13)."""


@telling
def bid_made(s: State, seat: int, count: int, value: int, jokers_off: int) -> None:
    """Jokers off: the first bid is on 1s, so in this round they are no jokers (R12)."""


@telling
def checked(s: State, seat: int, bidder: int, count: int, value: int) -> None:
    """The highest bid is not believed."""


@telling
def shown(s: State, seat: int, hand: int, faces: int, counting: int, found: int) -> None:
    """One hand after the other. Counting: the set of places whose cards count; found: so many so far, in all hands."""


@telling
def counted(s: State, found: int, count: int, value: int) -> None:
    """How many cards count for the bid that was checked."""


@telling
def lost(s: State, seat: int, winner: int, size_before: int, size_after: int) -> None:
    """The round, and how the loser's hand size changes."""


@telling
def ended(s: State, seat: int, hand_size: int) -> None:
    """This seat has the hand size that ends the match (R10)."""


@telling
def tied(s: State, seats: int) -> None:
    """This set of seats plays extra rounds (R11)."""


@telling
def went_out(s: State, seat: int, place: int) -> None:
    """For the rest of the match (R11, R15)."""


@telling
def won(s: State, seat: int) -> None:
    """The match."""
