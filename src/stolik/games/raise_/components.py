"""What is in the box (R1, R2), as data, and as lookup tables for rules.

Deck and dice are *reconstructed*: 30 cards numbered 1 to 6, worth 1 or 5 points, and seven dice are known;
how symbols and numbers are spread over them is our best guess. Whoever has counted the printed ones corrects DECK and
DICE, and raises VERSION.
"""

from typing import NamedTuple

from stolik.core.rule import lookup_table

SYMBOLS = ("diamond", "gear", "cloud", "hourglass", "bell")
BLANK = len(SYMBOLS)
FACES = (*SYMBOLS, "blank")

# Reconstructed. One player's deck: the numbers of each symbol; a star is worth 5 points, every other card 1.
DECK = {
    "diamond": "4 5 5 6*",
    "gear": "3 4 4 5 6*",
    "cloud": "2 3 3 4 4 5*",
    "hourglass": "1 2 2 3 3 4 4*",
    "bell": "1 1 1 2 2 2 3 3*",
}

# Reconstructed. The six sides of each die.
DICE = (
    *(["diamond gear cloud hourglass bell blank"] * 4),
    "diamond cloud hourglass hourglass bell blank",
    *(["gear cloud hourglass bell bell blank"] * 2),
)

SCORING_CARDS = (6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20)  # no 13


class Kind(NamedTuple):
    """What can be told apart about a card, in the order in which cards are sorted."""

    symbol: int
    number: int
    points: int


def _deck() -> list[Kind]:
    return sorted(
        Kind(SYMBOLS.index(symbol), int(text.rstrip("*")), 5 if text.endswith("*") else 1)
        for symbol, row in DECK.items()
        for text in row.split()
    )


# A card is a number from 0 to 29, its place in the sorted deck; equal cards are neighbours. Of equal cards the lowest
# is always drawn first and played first, so that the same cards are always the same numbers.
CARDS = tuple(_deck())
KINDS = tuple(sorted(set(CARDS)))

DECK_SIZE = len(CARDS)
ALL_CARDS = (1 << DECK_SIZE) - 1
FIVE_POINTS = sum(1 << card for card, kind in enumerate(CARDS) if kind.points == 5)
REPEATED = sum(1 << card for card in range(1, DECK_SIZE) if CARDS[card] == CARDS[card - 1])
"""The cards that are equal to the one before."""
SYMBOL = lookup_table(kind.symbol for kind in CARDS)
NUMBER = lookup_table(kind.number for kind in CARDS)
KIND = lookup_table(KINDS.index(kind) for kind in CARDS)
CARDS_OF = lookup_table(sum(1 << card for card, kind in enumerate(CARDS) if kind == wanted) for wanted in KINDS)
"""The set of the cards of each kind."""

DICE_COUNT, SIDES = len(DICE), 6
_SIDES_OF = [[FACES.index(face) for face in die.split()] for die in DICE]
FACE = lookup_table(face for sides in _SIDES_OF for face in sides)
"""What side `side` of die `die` shows, at `SIDES * die + side`."""
FACES_OF = lookup_table(sum(1 << face for face in set(sides)) for sides in _SIDES_OF)
"""The set of faces that each die has."""
SIDES_WITH = tuple(sum(sides.count(face) for sides in _SIDES_OF) for face in range(len(FACES)))
"""On how many of the 42 sides each face is."""

ALL_SCORING_CARDS = sum(1 << points for points in SCORING_CARDS)
HIGHEST_SCORING_CARD = max(SCORING_CARDS)
