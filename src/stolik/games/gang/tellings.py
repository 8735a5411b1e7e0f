"""What the rules of Gang tell, each thing with its fields.

A seat is a number from 0, or NOBODY; a card, a rank and a category are numbers of components.py, or NOTHING; `cards`
are sets; a yes is 1. What only some seats may know is Secret.
"""

from stolik.core.tell import Secret, telling
from stolik.games.gang.state import State

# Challenges and specialists


@telling
def challenge_came(s: State, number: int, standing: int) -> None:
    """A challenge comes into play; a standing one for the whole game."""


@telling
def challenge_left(s: State, number: int) -> None:
    """A challenge is out of play."""


@telling
def specialist_came(s: State, number: int) -> None:
    """A specialist comes into play, for one heist."""


# Cards and rounds


@telling
def heist_began(s: State, heist: int) -> None:
    """The deck is shuffled; pocket cards are dealt next."""


@telling
def dealt(s: State, to: int, seat: int, phase: int, card: Secret) -> None:
    """A pocket card; the phase says why it was dealt."""


@telling
def revealed(s: State, card: int, round_: int) -> None:
    """A community card."""


@telling
def round_began(s: State, round_: int) -> None:
    """The chips of the round are laid in the centre."""


@telling
def round_skipped(s: State, round_: int) -> None:
    """There are no chips in this round."""


@telling
def blacked_out(s: State, round_: int) -> None:
    """The chips of the round are gone, and may not be looked up."""


# Chips


@telling
def took(s: State, seat: int, stars: int, giver: int, put_back: int, locked: int) -> None:
    """A chip, from another seat or (NOBODY) from the centre; the own one (0: none) goes to the centre."""


@telling
def returned(s: State, seat: int, stars: int) -> None:
    """The own chip goes to the centre."""


@telling
def said_ready(s: State, seat: int) -> None:
    """The chips may stay as they are; or, after a heist: go on."""


@telling
def took_ready_back(s: State, seat: int) -> None:
    """Not ready after all."""


@telling
def ran_out_of_moves(s: State, seat: int, phase: int) -> None:
    """It was the last one: of the round, the passing or the naming that the phase says (R42, R43)."""


# Proposals


@telling
def proposed(s: State, seat: int, proposal: int, specialist: int, user: int, other: int, rank: int) -> None:
    """This user should use the specialist, towards the other seat or for the rank where it needs one."""


@telling
def agreed(s: State, seat: int, proposal: int) -> None:
    """One more agrees."""


@telling
def refused(s: State, seat: int, proposal: int) -> None:
    """The proposal is dropped."""


@telling
def completed(s: State, proposal: int, specialist: int) -> None:
    """The proposal has had its effect; the specialist is used."""


# What specialists do


@telling
def showed(s: State, to: int, seat: int, other: int, card: Secret) -> None:
    """A pocket card is shown to one other seat."""


@telling
def announced(s: State, seat: int, specialist: int, said: int, rank: int) -> None:
    """What the specialist makes known of a hand: a number or a category."""


@telling
def took_jack(s: State, seat: int) -> None:
    """The Jack without suit goes into this hand."""


@telling
def took_muscle(s: State, seat: int) -> None:
    """This hand will beat all others of its category."""


@telling
def discarded(s: State, to: int, seat: int, number: int, cards: Secret) -> None:
    """So many pocket cards, face down."""


@telling
def chose(s: State, to: int, seat: int, again: int, card: Secret) -> None:
    """A card to pass; `again` instead of one chosen before."""


@telling
def passed(s: State, to: int, seat: int, left: int, card: Secret) -> None:
    """A card goes to the seat on the left."""


@telling
def looked(s: State, seat: int) -> None:
    """The seat has seen its own cards."""


@telling
def gathered(s: State, number: int) -> None:
    """All pocket cards are shuffled, and will be dealt again."""


# The showdown


@telling
def hand_shown(s: State, seat: int, stars: int, hand: int, community: int, stronger: int, kickers: int) -> None:
    """The pocket cards and the community cards, as sets; whose hand, shown before, is stronger (NOBODY: it is in
    order); and how many kickers tell it from other hands.
    """


@telling
def asked(s: State, target: int, phase: int) -> None:
    """The others must name a rank or the category of the target's hand: the phase says which."""


@telling
def picked(s: State, seat: int, phase: int, answer: int) -> None:
    """What one of them would name."""


@telling
def confirmed(s: State, seat: int) -> None:
    """What all have picked is meant."""


@telling
def named(s: State, target: int, phase: int, answer: int) -> None:
    """All have confirmed."""


@telling
def judged(s: State, target: int, phase: int, answer: int, right: int) -> None:
    """The target has shown: was it right?"""


# The end


@telling
def heist_ended(s: State, heist: int, failures: int, vaults: int, alarms: int, order: int) -> None:
    """With the set of reasons why it failed: none, if it succeeded; and the `right_order`."""


@telling
def game_ended(s: State, won: int, challenge_on_top: int, specialist_on_top: int) -> None:
    """And where the decks go on in a rematch."""
