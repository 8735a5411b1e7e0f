"""What the rules of RAISE tell, each thing with its fields. Cards drawn and chosen are told to their owner alone."""

from stolik.core.tell import Secret, telling
from stolik.games.raise_.state import State


@telling
def started(s: State, seat: int) -> None:
    """This seat has the dice first."""


@telling
def drew(s: State, to: int, seat: int, kind: Secret) -> None:
    """A card of this kind, from the own deck."""


@telling
def turned_up(s: State, seat: int, points: int, number: int, rounds: int) -> None:
    """A scoring card: with it round `number` begins."""


@telling
def rolled(s: State, seat: int, faces: int) -> None:
    """What the dice show, in one number: see `dealing.face_of`."""


@telling
def sat_out(s: State, seat: int) -> None:
    """Without a card in hand, this seat has no part in the round (R5)."""


@telling
def chosen(s: State, to: int, seat: int, again: int, kind: Secret) -> None:
    """A card lies face down. Again: instead of one chosen before."""


@telling
def choice_stands(s: State, seat: int) -> None:
    """It was the last one that this seat has in the round (R15)."""


@telling
def played(s: State, seat: int, kind: int, value: int) -> None:
    """The chosen card is shown."""


@telling
def placed(s: State, seat: int, field: int, onto: int) -> None:
    """The marker comes onto the track, right on top of this seat's (or NOBODY's)."""


@telling
def raised(s: State, seat: int, cards: int, before: int, field: int, onto: int) -> None:
    """With this set of cards the marker went from one field to another, onto this seat's marker (or NOBODY's)."""


@telling
def passed(s: State, seat: int, field: int) -> None:
    """The marker leaves the track, from this field."""


@telling
def round_won(s: State, seat: int, scoring_card: int, cards: int, points: int) -> None:
    """So many number cards are won, and in all so many points."""


@telling
def round_lost(s: State, scoring_card: int) -> None:
    """Nobody had a card to play (R12)."""


@telling
def scored(s: State, seat: int, hand: int, points: int) -> None:
    """After the end: the set of cards in hand, and the points of the score pile without it."""
