"""The phases and codes of RAISE, its state, and small questions about it."""

from stolik.core.bitset import members, size
from stolik.core.packed import packed, row, sets
from stolik.core.rule import rule
from stolik.games.raise_.components import DICE_COUNT, FACES, FIVE_POINTS, KINDS, NUMBER, REPEATED, SYMBOL
from stolik.games.raise_.options import SEATS

HAND = 6
MOST_CHOICES = 20  # of one player in a round (R15)
MORE_ROUNDS_THAN_PLAYERS = 6  # R3: 8, 9, 10 or 11 rounds

FIRST_PLAYER, DRAW, SCORING_CARD, ROLL, CHOOSING, RAISING, OVER = range(7)  # what the table waits for

MOST_TO_RAISE_WITH = HAND - 1  # one card was played before, and none is drawn while raising (R8)
PASS = 0
PLAY = PASS + 1  # + the kind of card
RAISE = PLAY + len(KINDS)  # + the set of slots of the sorted hand, less one: the empty set is no raise
MOVES = RAISE + (1 << MOST_TO_RAISE_WITH) - 1

NOTHING = -1


@packed
class State:
    players: int
    phase: int
    round: int  # the running one, from 1; 0 while the first hands are drawn
    rounds: int
    unseen: int  # set: the scoring cards in the pile and those that left the game, which nobody can tell apart (R3)
    lost: int  # set: scoring cards that nobody could play for (R12)
    prize: int  # this round's scoring card
    holder: int  # of the dice
    drawer: int  # whose hand is filled up, in DRAW
    playing: int  # set: who plays this round; the others sit it out (R5)
    waiting: int  # set: who has not chosen a card yet, in CHOOSING
    markers: int  # how many are on the track
    paused: int  # a round was won, and its result lies on the table
    last_round: int  # the last one that is decided; its cards lie there until the next scoring card
    last_winner: int  # NOBODY: it was lost (R12), or there was none
    last_prize: int
    last_points: int  # all that the winner got
    dice: list[int] = row(DICE_COUNT)
    multiplier: list[int] = row(len(FACES))  # of each symbol, and of a blank (R4)
    hand: list[int] = sets(SEATS)
    deck: list[int] = sets(SEATS)
    choice: list[int] = row(SEATS)  # the kind of card chosen in secret; it is still in the hand
    choices: list[int] = row(SEATS)  # made in this round (R15)
    played: list[int] = sets(SEATS)  # this round
    field: list[int] = row(SEATS)  # 0: not on the track
    track: list[int] = row(SEATS)  # seats, hindmost first; of those on one field, the one on top first
    points: list[int] = row(SEATS)  # of the score pile
    cards: list[int] = row(SEATS)  # number cards in the score pile
    scoring: list[int] = sets(SEATS)  # scoring cards in it
    last_played: list[int] = sets(SEATS)


@rule
def is_decided(s: State) -> bool:
    """The round is over; until the next scoring card everything stays where it is."""
    return s.last_round == s.round


@rule
def can_draw(s: State, seat: int) -> bool:
    return s.deck[seat] != 0 and size(s.hand[seat]) < HAND


@rule
def points_of(cards: int) -> int:
    """The victory points of a set of cards."""
    return size(cards) + 4 * size(cards & FIVE_POINTS)


@rule
def value(s: State, cards: int) -> int:
    """How far a set of cards carries a marker, by this round's dice (R4, R5)."""
    total = 0
    for card in members(cards):
        total += NUMBER[card] * s.multiplier[SYMBOL[card]]
    return total


@rule
def equal_to_lower(cards: int) -> int:
    """Those of a hand's cards that equal a lower one in it."""
    return cards & cards << 1 & REPEATED


@rule
def picked(hand: int, slots: int) -> int:
    """The cards in these slots of a sorted hand."""
    cards = 0
    while slots != 0:
        card = hand & -hand
        if slots & 1:
            cards |= card
        hand ^= card
        slots >>= 1
    return cards
