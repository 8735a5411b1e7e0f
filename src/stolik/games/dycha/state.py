"""The table of DYCHA as numbers: phases, codes of moves, the state, and small questions about it."""

from stolik.core.bitset import size
from stolik.core.packed import packed, row, sets
from stolik.core.rule import NOBODY, rule
from stolik.games.dycha.components import (
    BOXES,
    COLORED,
    FULL,
    NUMBER_KINDS,
    NUMBERED,
    OWN_COLORED,
    OWN_FULL,
    boxes,
)
from stolik.games.dycha.options import SEATS, Options

LIMIT = 10  # of a row (R8), and of tokens (R12)
TOKENS = 5  # at the start
FIASCO_WORTH = 3
LOWEST_SOLO_BID = 5  # R25

# Who owns something: a seat; TEN, where it plays (R30); and two places on the table that hold number cards too.
TEN = 1
MARKET, SPENT = SEATS, SEATS + 1
HOLDERS = SEATS + 2

FIRST_PLAYER, TURN_UP, DECIDE, FIASCO, AUCTION, BUY, PAY, OVER = range(8)  # what the table waits for

DRAW, TAKE_NUMBERS, TAKE_CURRENCY, FIASCO_TOKEN, GO_SHOPPING, PASS, NO_BUY, SPEND_FIASCO, SETTLE = range(9)
BUY_CARD = SETTLE + 1  # + the kind of card
SPEND_CARD = BUY_CARD + NUMBER_KINDS  # + the kind of card
BID = SPEND_CARD + NUMBER_KINDS  # + the amount − 1
# Nobody can own more: a fiasco token takes two cards out of the deck in the own turn and one in every other's, a card
# that is taken or bought at least one. With three players that is 110, and ten tokens. With more a fiasco token takes
# five of 129 cards, and only 84 are number cards: 9 × 3 + 84, and ten tokens.
HIGHEST_BID = 127
MOVES = BID + HIGHEST_BID

NOTHING_YET, BY_NUMBERS, BY_CURRENCY, FAILED_BY_NUMBER, FAILED_BY_CURRENCY, EMPTY_HANDED = range(6)  # how a turn ended

LONGEST_ROW = 32  # 20 in numbers, 10 in currency and the card that breaks it are less
NOTHING = -1
HAS_PASSED = -1


@packed
class State:
    players: int
    sides: int  # who has turns and things: the seats and, in a solo game, TEN
    solo_limit: int  # 0: not a solo game
    fiasco_variant: int  # 1: the variant of R14
    number_needed: int  # 0: the option of R31
    phase: int
    active: int  # whose turn it is: a seat, TEN, or NOBODY
    turn: int  # the seat that decides now
    turned: int  # 1: in this turn a card has been turned up, which may have been a joker
    pile: int  # cards in the deck
    discarded: int  # cards out of the game
    total: int  # of the row: numbers − currency
    currency: int  # in the row
    numbers: int  # number cards in the row
    length: int  # cards in the row
    joker: int  # the kind that is auctioned or being paid for; NOTHING: none
    highest: int  # bid so far
    leader: int  # who made it
    buying: int  # the kind of card that is being paid for; NOTHING: none
    price: int  # of what is being paid for
    still_due: int  # below 0: more was spent than needed
    spent_fiascos: int
    spent_from: int  # the lowest kind of card that may still be spent: cards are spent in order
    last_purchases: int  # how many of the last buy phases are still to come, the running one included (R19)
    last_active: int  # whose turn was the last that is over
    last_end: int  # how it ended
    last_length: int
    last_total: int
    last_currency: int
    unseen: list[int] = sets(BOXES)  # the deck
    laid: list[int] = row(LONGEST_ROW)  # the row: kinds, in the order turned up
    last_laid: list[int] = row(LONGEST_ROW)
    tokens: list[int] = row(SEATS)
    fiascos: list[int] = row(SEATS)  # fiasco tokens
    bids: list[int] = row(SEATS)  # in this auction; HAS_PASSED; 0: not yet
    once: list[int] = sets(HOLDERS)  # the kinds of number cards that are there, …
    twice: list[int] = sets(HOLDERS)  # … at least twice, …
    thrice: list[int] = sets(HOLDERS)  # … three times
    jokers: list[int] = sets(SEATS)


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.solo_limit = options.solo_limit or 0
    s.sides = options.players + int(s.solo_limit > 0)
    s.fiasco_variant = int(options.fiasco)
    s.number_needed = int(not options.empty_reward)
    s.leader = s.last_active = NOBODY
    s.joker = s.buying = NOTHING
    for box, cards in enumerate(boxes(options.players)):
        s.unseen[box] = cards
        s.pile += size(cards)
    for side in range(s.sides):
        s.tokens[side] = TOKENS
    s.active = 0 if s.solo_limit else NOBODY  # R22
    s.phase = DECIDE if s.solo_limit else FIRST_PLAYER


def max_length(options: Options) -> int:
    """Who begins; for every card of the deck what can follow from it, once; and the last purchases.

    A card is asked for and turned up. It may end a turn: somebody stops or chooses after a fiasco, buys, and settles
    what is due. It can be spent once, and so can the fiasco token of a turn. A joker is bid for by all and paid for; it
    may end a turn as well (R31), and is never spent.
    """
    cards = sum(map(size, boxes(options.players)))
    return 1 + cards * (8 + options.players) + 2 * options.players


@rule
def is_ten(s: State, side: int) -> bool:
    return s.solo_limit > 0 and side == TEN


@rule
def put_card(s: State, holder: int, kind: int) -> None:
    card = 1 << kind
    s.thrice[holder] |= s.twice[holder] & card
    s.twice[holder] |= s.once[holder] & card
    s.once[holder] |= card


@rule
def take_card(s: State, holder: int, kind: int) -> None:
    card = 1 << kind
    s.once[holder] &= s.twice[holder] | ~card
    s.twice[holder] &= s.thrice[holder] | ~card
    s.thrice[holder] &= ~card


@rule
def count_cards(s: State, holder: int) -> int:
    return size(s.once[holder]) + size(s.twice[holder]) + size(s.thrice[holder])


@rule
def count_duplicates(s: State, holder: int) -> int:  # R25
    return size(s.twice[holder]) + size(s.thrice[holder])


@rule
def money(s: State, side: int) -> int:
    """Tokens and fiasco tokens (R21)."""
    return s.tokens[side] + FIASCO_WORTH * s.fiascos[side]


@rule
def resources(s: State, side: int) -> int:
    """What a buyer can pay in all (R16)."""
    return money(s, side) + count_cards(s, side)


@rule
def auction_resources(s: State, side: int) -> int:
    """What a bidder can pay in all (R17, R25)."""
    return money(s, side) + (count_duplicates(s, side) if s.solo_limit > 0 else count_cards(s, side))


@rule
def own_joker(jokers: int, kind: int) -> int:
    """The set of jokers with one more of this kind."""
    if kind == FULL:
        return jokers | 1 << OWN_FULL
    if kind < COLORED:
        return jokers | 1 << kind - NUMBERED
    first = 1 << OWN_COLORED + 2 * (kind - COLORED)
    return jokers | (first << 1 if jokers & first else first)
