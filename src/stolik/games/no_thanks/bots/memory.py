"""What the bots of No Thanks! keep of a match in mind. All of it could be seen by everybody (R12)."""

from stolik.core.game import DEALER
from stolik.core.packed import packed, row
from stolik.core.rule import NOBODY, rule
from stolik.games.no_thanks.options import SEATS
from stolik.games.no_thanks.state import PILE, TAKE, State

MODEL = 5 + 1 + 24 + 1
"""Numbers that model one seat: see `opponent_model`."""


@packed
class BotState(State):
    first: int  # who began
    taken: list[int] = row(PILE)  # the cards taken so far, in order, and the chips that lay on them
    models: list[int] = row(SEATS * MODEL)  # what is thought of each seat: filled in before a search


@rule
def remember(s: BotState, mover: int, code: int) -> None:
    """Called before every move: notes down who begins, and every card that is taken."""
    if mover == DEALER:
        if s.turn == NOBODY:
            s.first = code
    elif code == TAKE:
        s.taken[PILE - 1 - s.pile] = entry(s.card, s.pot)


@rule
def entry(card: int, pot: int) -> int:
    """A card that was taken, with so many chips, as one number. (By whom follows from the others.)"""
    return card + 64 * pot


@rule
def card_of(entry_: int) -> int:
    return entry_ & 63


@rule
def pot_of(entry_: int) -> int:
    return entry_ >> 6
