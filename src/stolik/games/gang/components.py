"""What is in the box, as numbers: cards, poker hands, challenges and specialists.

A card is suit · 13 + rank. Suits are 0 clubs, 1 diamonds, 2 hearts, 3 spades; ranks are 0 for the 2 up to 12 for the
ace. So 0 … 12 are the clubs, 39 … 51 the spades, and 52 is the Jack without suit of R34.

Cards together are a set: one bit a card, `1 << card`. A hand and the community cards are joined by `|`, and thirteen
neighbouring bits are the ranks that are there of one suit: poker_hands.py compares hands by these.
"""

from stolik.core.rule import rule

# Cards

SUITS = 4
RANKS = 13
FIVE = 3
JACK_RANK = 9
ACE = 12
JACK = SUITS * RANKS  # R34: the card without suit, beyond the 52
CARDS = JACK + 1
NO_SUIT = SUITS

ALL_RANKS = (1 << RANKS) - 1
ALL_CARDS = (1 << JACK) - 1
"""The deck of R1, as a set: without the Jack."""
FACES_OF_A_SUIT = 0b111 << JACK_RANK  # J, Q and K
FACE_CARDS = FACES_OF_A_SUIT | FACES_OF_A_SUIT << RANKS | FACES_OF_A_SUIT << 2 * RANKS | FACES_OF_A_SUIT << 3 * RANKS
"""All J, Q and K of the deck, as a set."""


@rule
def rank_of(card: int) -> int:
    return JACK_RANK if card == JACK else card % RANKS


@rule
def suit_of(card: int) -> int:
    """NO_SUIT for the Jack."""
    return card // RANKS


# Categories of hands, from the weakest (R9)

HIGH_CARD = 0
PAIR = 1
TWO_PAIRS = 2
THREE_OF_A_KIND = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR_OF_A_KIND = 7
STRAIGHT_FLUSH = 8
ROYAL_FLUSH = 9
CATEGORIES = 10

# Challenges and specialists, by the numbers on their cards

HIGHEST_NUMBER = 10

QUICK_ACCESS = 1  # R16
NOISE_SENSORS = 2  # R17
MOTION_DETECTOR = 3  # R18
RETINA_SCAN = 4  # R19
HASTY_GETAWAY = 5  # R20
VENTILATION_SHAFT = 6  # R21
LASER_TRIPWIRES = 7  # R22
BLACKOUT = 8  # R23
FINGERPRINT_SCAN = 9  # R24
SECURITY_CAMERAS = 10  # R25

INFORMANT = 1  # R28
DRIVER = 2  # R29
INVESTOR = 3  # R30, by itself
MASTERMIND = 4  # R31
HACKER = 5  # R32
COORDINATOR = 6  # R33, by itself
JACK_CARD = 7  # R34
MATH_WHIZ = 8  # R35, by itself
CON_ARTIST = 9  # R36, by itself
MUSCLE = 10  # R37
AUTOMATIC_SPECIALISTS = 1 << INVESTOR | 1 << COORDINATOR | 1 << MATH_WHIZ | 1 << CON_ARTIST
"""Those that work by themselves after the deal, as a set; the others are proposed."""
