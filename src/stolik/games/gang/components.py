"""What cards and poker hands are made of: ranks, suits and categories, as numbers."""

NUMBERS = 10  # challenges, and specialists

(
    HIGH_CARD,
    PAIR,
    TWO_PAIRS,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
    ROYAL_FLUSH,
    CATEGORIES,
) = range(11)

JACK = 52  # R34
JACK_RANK = 9
ACE = 12
NO_SUIT = 4
RANKS = 13
ALL_RANKS = (1 << RANKS) - 1
