"""The cards, codes and phases of GRA, and its state."""

from stolik.core.packed import packed, row, sets
from stolik.core.rule import lookup_table, rule
from stolik.games.gra.options import SEATS

VALUES = 6
LARGEST_HAND = 5
MOST_CHOICES = 20  # of one player in a round (R17)
CARD_BITS = 4

# R1, reconstructed: the lower and the higher value of each kind of card, and how many there are of it.
CARDS = (
    *((1, 2, 2), (1, 3, 2), (1, 4, 2), (1, 5, 2), (1, 6, 2)),
    *((2, 3, 2), (2, 4, 2), (2, 5, 2), (2, 6, 2)),
    *((3, 4, 2), (3, 5, 2), (3, 6, 2)),
    *((4, 5, 2), (4, 6, 2)),
    *((5, 6, 2),),
)
KINDS = len(CARDS)
KIND = lookup_table(kind for kind in range(KINDS) for _ in range(CARDS[kind][2]))  # of each of the 30 cards
PACK = len(KIND)
ALL_CARDS = (1 << PACK) - 1
# By kind, the set of its cards.
ALIKE = lookup_table(sum(1 << card for card in range(PACK) if KIND[card] == kind) for kind in range(KINDS))
LOW = lookup_table(low for low, _, _ in CARDS)
HIGH = lookup_table(high for _, high, _ in CARDS)

CHECK, CLOCKWISE, COUNTERCLOCKWISE, CHOOSE = range(4)  # CHOOSE + faces: a set of the cards that show the higher value
BID = CHOOSE + (1 << LARGEST_HAND)  # BID + PACK * (value − 1) + count − 1
MOVES = BID + PACK * VALUES

FIRST_PLAYER, DEAL, CHOOSING, DECLARING, BIDDING, OVER = range(6)  # phases


@packed
class State:
    players: int
    by_count: int  # R6: bids rise by count, not by value
    joker: int  # R12
    directions: int  # R13
    fewer: int  # R14
    longer: int  # R15
    phase: int
    round: int  # counted from 1
    playing: int  # set: who gets cards in this round
    tied: int  # 1: these are extra rounds (R11)
    starter: int
    direction: int  # 1: clockwise, −1: the other way, 0: not yet declared
    turn: int
    shown: int  # 1: the hands of a check lie on the table
    deck: int  # set of cards that nobody holds; of those alike, the lowest go first
    receiver: int  # whose hand is dealt next
    held: int  # cards dealt to that hand
    total: int  # cards in all hands of this round, when they are dealt: the largest count that can be bid (R7)
    chosen: int  # set of seats
    jokers: int  # 1s count as every value in this round
    count: int  # of the highest bid; 0: none yet
    value: int
    bidder: int
    last_checker: int  # of the last check; NOBODY before the first
    last_bidder: int
    last_count: int
    last_value: int
    last_jokers: int
    sizes: list[int] = row(SEATS)
    out_at: list[int] = row(SEATS)  # how many were playing when the seat went out; 0: it did not
    hands: list[int] = sets(SEATS)  # a hand in one number: see `kind_at`
    choices: list[int] = row(SEATS)  # made in this round (R17)
    faces: list[int] = row(SEATS)  # sets of cards in the hand, by their place in it: these show the higher value
    bids: list[int] = sets(SEATS * VALUES)  # sets of counts that were bid in this round: see `bids_of`
    last_hands: list[int] = sets(SEATS)
    last_faces: list[int] = row(SEATS)


# Hands. In the order dealt, CARD_BITS for each card, holding one more than its kind.


@rule
def kind_at(hand: int, place: int) -> int:
    """Of the card at this place in the hand."""
    return (hand >> CARD_BITS * place & (1 << CARD_BITS) - 1) - 1


@rule
def with_card(hand: int, place: int, kind: int) -> int:
    return hand | kind + 1 << CARD_BITS * place


@rule
def showing(hand: int, faces: int, place: int) -> int:
    """The value that the card at this place shows."""
    kind = kind_at(hand, place)
    return HIGH[kind] if faces >> place & 1 else LOW[kind]


@rule
def hand_length(hand: int) -> int:
    length = 0
    while hand != 0:
        hand >>= CARD_BITS
        length += 1
    return length


@rule
def matching(hand: int, faces: int, value: int, jokers: int) -> int:
    """The set of places in the hand whose cards count for a bid on this value (R8, R12)."""
    found = 0
    place = 0
    while hand >> CARD_BITS * place != 0:
        shown = showing(hand, faces, place)
        if shown == value or (jokers and shown == 1):
            found |= 1 << place
        place += 1
    return found


@rule
def without(deck: int, kind: int) -> int:
    """The deck after a card of this kind was drawn."""
    alike = deck & ALIKE[kind]
    return deck & ~(alike & -alike)


# Bids


@rule
def bid_code(count: int, value: int) -> int:
    return BID + PACK * (value - 1) + count - 1


@rule
def count_of(code: int) -> int:
    return (code - BID) % PACK + 1


@rule
def value_of(code: int) -> int:
    return (code - BID) // PACK + 1


@rule
def bids_of(s: State, seat: int, value: int) -> int:
    """The set of counts that this seat has bid on this value in this round."""
    return s.bids[VALUES * seat + value - 1]


@rule
def last_size(s: State) -> int:
    """The hand size that ends the match, or puts a player out (R10, R14, R15)."""
    return 0 if s.fewer else LARGEST_HAND + 1
