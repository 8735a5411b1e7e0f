"""What a seat knows as numbers: all but the order of the deck (R6); and what never changes."""

from stolik.core.bitset import members, size
from stolik.core.rule import NOBODY, Row, rule
from stolik.games.dycha.components import (
    BOX_OF,
    CARDS_OF,
    COLOR_COUNT,
    KINDS,
    NUMBER_KINDS,
    NUMBERS,
    OWN_COLORED,
    OWN_FULL,
)
from stolik.games.dycha.options import SEATS
from stolik.games.dycha.rules.auction import lowest_bid
from stolik.games.dycha.rules.scoring import points
from stolik.games.dycha.state import (
    AUCTION,
    HOLDERS,
    LIMIT,
    MARKET,
    NOTHING,
    State,
    auction_resources,
    count_cards,
    resources,
)

TABLE_NUMBERS = 21
DECK = TABLE_NUMBERS  # where the parts of an observation begin
ON_MARKET = DECK + KINDS
EACH_SIDE = ON_MARKET + NUMBER_KINDS
SIDE_NUMBERS = 9
JOKER_KINDS = NUMBERS + COLOR_COUNT + 1
SIDE_SIZE = SIDE_NUMBERS + NUMBER_KINDS + JOKER_KINDS
OBSERVATION = EACH_SIDE + SEATS * SIDE_SIZE


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The table from this seat.

    Phase, players, TEN's limit, variant, cards in the deck; the row's total, currency, number cards and length; kinds
    (+ 1) of the joker and the card at stake, price, what is still due, fiasco tokens spent, the kind from which cards
    may still be spent; highest and lowest allowed bid; last purchases to come; who is active (places from here, + 1);
    whether the numbers need a number card to be taken, and whether a card was turned up in this turn. Then how many
    cards of each kind are in the deck, and on the market; and of each side, the own first: what `observe_side` says. In
    a solo game TEN is the second side.
    """
    for i in range(OBSERVATION):
        out[i] = 0
    out[0] = s.phase
    out[1] = s.players
    out[2] = s.solo_limit
    out[3] = s.fiasco_variant
    out[4] = s.pile
    out[5] = s.total
    out[6] = s.currency
    out[7] = s.numbers
    out[8] = s.length
    out[9] = s.joker + 1
    out[10] = s.buying + 1
    out[11] = s.price
    out[12] = s.still_due
    out[13] = s.spent_fiascos
    out[14] = s.spent_from
    if s.phase == AUCTION:
        out[15] = s.highest
        out[16] = lowest_bid(s)
    out[17] = s.last_purchases
    if s.active != NOBODY:
        out[18] = (s.active - seat + s.sides) % s.sides + 1
    out[19] = s.number_needed
    out[20] = s.turned
    for kind in range(KINDS):
        out[DECK + kind] = size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind])
    observe_cards(s, MARKET, out, ON_MARKET)
    for step in range(s.sides):
        observe_side(s, (seat + step) % s.sides, out, EACH_SIDE + step * SIDE_SIZE)


@rule
def observe_cards(s: State, holder: int, out: Row, at: int) -> None:
    for kind in members(s.once[holder]):
        out[at + kind] = 1 + (s.twice[holder] >> kind & 1) + (s.thrice[holder] >> kind & 1)


@rule
def observe_side(s: State, side: int, out: Row, at: int) -> None:
    """Must decide now, tokens, fiasco tokens, number cards, what it could pay for a card and for a joker, points, bid
    (−1: passed), leads the auction; then how many of each kind of number card, and of joker.
    """
    out[at] = s.turn == side
    out[at + 1] = s.tokens[side]
    out[at + 2] = s.fiascos[side]
    out[at + 3] = count_cards(s, side)
    out[at + 4] = resources(s, side)
    out[at + 5] = auction_resources(s, side)
    out[at + 6] = points(s, side)
    if s.phase == AUCTION:
        out[at + 7] = s.bids[side]
        out[at + 8] = s.leader == side
    observe_cards(s, side, out, at + SIDE_NUMBERS)
    jokers = at + SIDE_NUMBERS + NUMBER_KINDS
    for number in range(NUMBERS):
        out[jokers + number] = s.jokers[side] >> number & 1
    for color in range(COLOR_COUNT):
        out[jokers + NUMBERS + color] = size(s.jokers[side] >> OWN_COLORED + 2 * color & 0b11)
    out[jokers + NUMBERS + COLOR_COUNT] = s.jokers[side] >> OWN_FULL & 1


def invariants(s: State) -> dict[str, int]:
    sides = range(s.sides)
    owned = sum(count_cards(s, side) + size(s.jokers[side]) for side in sides)
    return {
        "cards": s.pile + s.length + int(s.joker != NOTHING) + count_cards(s, MARKET) + owned + s.discarded,
        "deck that is miscounted": s.pile - sum(map(size, s.unseen)),
        "row that is miscounted": s.length - s.numbers - sum(kind >= NUMBER_KINDS for kind in s.laid[: s.length]),
        "copies without a first": sum(
            size(s.twice[holder] & ~s.once[holder]) + size(s.thrice[holder] & ~s.twice[holder])
            for holder in range(HOLDERS)
        ),
        "too many of a kind": sum(_too_many(s, kind) for kind in range(NUMBER_KINDS)),
        "tokens beyond the limit": sum(not 0 <= s.tokens[side] <= LIMIT for side in sides),
        "fiasco tokens below none": sum(s.fiascos[side] < 0 for side in sides),
    }


def _too_many(s: State, kind: int) -> int:
    holders = [*range(s.sides), MARKET]
    seen = sum(
        size(s.once[at] >> kind & 1 | s.twice[at] >> kind << 1 & 2 | s.thrice[at] >> kind << 2 & 4) for at in holders
    )
    return int(seen + size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind]) > size(CARDS_OF[kind]))
