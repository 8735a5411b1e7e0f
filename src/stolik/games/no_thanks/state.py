"""The state of a match of No Thanks!: what lies on the table, and what everybody has."""

from stolik.core.packed import packed, row, sets
from stolik.core.rule import rule
from stolik.games.no_thanks.options import SEATS

LOWEST, HIGHEST = 3, 35
ALL_CARDS = (1 << HIGHEST + 1) - (1 << LOWEST)  # R1
TACTICAL_CARDS = ALL_CARDS & ~(1 << 10 | 1 << 20 | 1 << 30)  # R11
PILE = 24
CHIPS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}  # R2, by the number of players
TACTICAL_CHIPS = 10

TAKE, DECLINE, MOVES = range(3)
STARTED, TURNED_UP, DECLINED, TAKEN, SET_ASIDE, SCORED = range(6)  # what is told


HABITS = 5 + 1 + 24 + 1  # numbers that a bot keeps of each seat


@packed
class State:
    players: int
    open_chips: int  # R12
    turn: int  # NOBODY until the dealer has named the first player
    card: int  # face up; 0 between cards
    pot: int  # chips lying on it
    pile: int  # how many cards are still to come
    unseen: int  # set: the pile and the cards set aside, which nobody can tell apart (R3)
    chips: list[int] = row(SEATS)
    cards: list[int] = sets(SEATS)  # sets
    first: int  # who began
    story: list[int] = row(PILE)  # the cards taken so far, in order, and the chips that lay on them
    habits: list[int] = row(SEATS * HABITS)  # room for a bot's thoughts: no rule looks there


@rule
def entry(card: int, pot: int) -> int:
    """A card that was taken, with so many chips, as one number of the story. (By whom follows from the others.)"""
    return card + 64 * pot


@rule
def card_of(entry_: int) -> int:
    return entry_ & 63


@rule
def pot_of(entry_: int) -> int:
    return entry_ >> 6
