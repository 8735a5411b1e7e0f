"""What is in the box (R1 … R5), as data, and the tables that rules look it up in.

Which cards there are comes from reviews; the currency cards and the marks are *reconstructed*. Whoever has counted the
printed ones corrects the tables here, and raises VERSION.
"""

from itertools import chain

from stolik.core.rule import lookup_table

COLORS = ("blue", "green", "orange", "pink")
NUMBERS = 9
COLOR_COUNT = len(COLORS)

# Cards by the smallest number of players that they are used with (R5): 1, those marked 3+, those marked 4+.
FOR_ALL, MARKED_3, MARKED_4 = 1, 3, 4

# From reviews (R2); the marks are reconstructed (R5). The copies of each number, in every color.
NUMBER_CARDS = {
    **dict.fromkeys((1, 2, 3), (FOR_ALL, FOR_ALL, MARKED_3)),
    **dict.fromkeys((4, 5, 6), (FOR_ALL, FOR_ALL, MARKED_4)),
    **dict.fromkeys((7, 8, 9), (FOR_ALL,)),
}

# Reconstructed (R4, R5). The copies of each value.
CURRENCY_CARDS = {
    **dict.fromkeys((1, 2, 3), (FOR_ALL, FOR_ALL, FOR_ALL, MARKED_3, MARKED_4)),
    **dict.fromkeys((4, 5), (FOR_ALL, FOR_ALL, FOR_ALL, MARKED_3, MARKED_4, MARKED_4)),
}

# From reviews (R3); the marks are reconstructed (R5). Every number once, # in every color, one that is anything.
NUMBERED_JOKERS = (FOR_ALL,)
COLORED_JOKERS = (FOR_ALL, MARKED_3)
FULL_JOKERS = (FOR_ALL,)

# A kind is what can be told apart about a card. Number cards come first, by color and number: the order of payments.
NUMBER_KINDS = COLOR_COUNT * NUMBERS
CURRENCY = NUMBER_KINDS  # + value − 1
JOKERS = CURRENCY + len(CURRENCY_CARDS)
NUMBERED = JOKERS  # + number − 1
COLORED = NUMBERED + NUMBERS  # + color
FULL = COLORED + COLOR_COUNT
KINDS = FULL + 1

_COPIES = [
    *(NUMBER_CARDS[number] for _ in COLORS for number in NUMBER_CARDS),
    *CURRENCY_CARDS.values(),
    *([NUMBERED_JOKERS] * NUMBERS),
    *([COLORED_JOKERS] * COLOR_COUNT),
    FULL_JOKERS,
]

# A card is a number: 64 × its box + its place there. A set holds 62 cards at most, so there are three boxes: the first
# two colors, the other two, and all the rest. Of equal cards the lowest is always turned up first, so they are one.
BOXES = 3
BOX_SIZE = 64
BOX_OF = lookup_table(kind // (2 * NUMBERS) if kind < NUMBER_KINDS else BOXES - 1 for kind in range(KINDS))
_IN_BOX = [[kind for kind in range(KINDS) if BOX_OF[kind] == box for _ in _COPIES[kind]] for box in range(BOXES)]
_MARKS = [[mark for kind in range(KINDS) if BOX_OF[kind] == box for mark in _COPIES[kind]] for box in range(BOXES)]

KIND = lookup_table(chain.from_iterable(kinds + [0] * (BOX_SIZE - len(kinds)) for kinds in _IN_BOX))
"""The kind of each card."""
CARDS_OF = lookup_table(
    sum(1 << place for place, held in enumerate(_IN_BOX[BOX_OF[kind]]) if held == kind) for kind in range(KINDS)
)
"""The set of the cards of each kind, in its box."""
VALUE = lookup_table(
    [*(kind % NUMBERS + 1 for kind in range(NUMBER_KINDS)), *CURRENCY_CARDS, *([0] * (KINDS - JOKERS))],
)
"""The number on a number card, the tokens on a currency card."""


def boxes(players: int) -> list[int]:
    """The cards that so many play with (R5), a set for each box."""
    return [sum(1 << place for place, mark in enumerate(marks) if mark <= players) for marks in _MARKS]


# The jokers that somebody owns are a set of their own: the numbered ones by number, two places for # in every color,
# and the full one.
OWN_COLORED = NUMBERS
OWN_FULL = OWN_COLORED + 2 * COLOR_COUNT
