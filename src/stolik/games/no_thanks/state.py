"""The state of a match of No Thanks!: what lies on the table, and what everybody has."""

from stolik.core.packed import packed, row, sets
from stolik.games.no_thanks.options import SEATS

LOWEST, HIGHEST = 3, 35
ALL_CARDS = (1 << HIGHEST + 1) - (1 << LOWEST)  # R1
TACTICAL_CARDS = ALL_CARDS & ~(1 << 10 | 1 << 20 | 1 << 30)  # R11
PILE = 24
CHIPS = {3: 11, 4: 11, 5: 11, 6: 9, 7: 7}  # R2, by the number of players
TACTICAL_CHIPS = 10

TAKE, DECLINE, MOVES = range(3)


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
