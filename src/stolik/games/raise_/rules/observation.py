"""What a seat knows as numbers, and what never changes."""

from stolik.core.bitset import members, size
from stolik.core.rule import Row, rule
from stolik.games.raise_.components import (
    BLANK,
    CARDS_OF,
    DECK_SIZE,
    FACES,
    HIGHEST_SCORING_CARD,
    KIND,
    KINDS,
    NUMBER,
    REPEATED,
    SYMBOL,
)
from stolik.games.raise_.options import SEATS
from stolik.games.raise_.state import (
    HAND,
    NOTHING,
    ROLL,
    State,
    is_decided,
    points_of,
)

KIND_COUNT = len(KINDS)
ROUND_NUMBERS = 5
PILE = ROUND_NUMBERS + BLANK  # where the parts of an observation begin
OWN_HAND = PILE + HIGHEST_SCORING_CARD + 1
OWN_DECK = OWN_HAND + KIND_COUNT
OWN_SLOTS = OWN_DECK + KIND_COUNT
OWN_CHOICE = OWN_SLOTS + 2 * HAND
EACH_SEAT = OWN_CHOICE + 1
SEAT_NUMBERS = 9
SEAT_SIZE = SEAT_NUMBERS + KIND_COUNT
OBSERVATION = EACH_SEAT + SEATS * SEAT_SIZE


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The table from this seat.

    Phase, round, rounds, scoring card and players; the multipliers; which scoring cards nobody has seen; the own hand
    and the own deck, a number for each kind of card; kind + 1 and value of the card in each slot of the hand; kind + 1
    of the own choice; and of each seat, the own first: what `observe_seat` says.
    """
    for i in range(OBSERVATION):
        out[i] = 0
    out[0] = s.phase
    out[1] = s.round
    out[2] = s.rounds
    out[3] = s.prize
    out[4] = s.players
    for symbol in range(BLANK):
        out[ROUND_NUMBERS + symbol] = s.multiplier[symbol]
    for points in members(s.unseen):
        out[PILE + points] = 1
    slot = OWN_SLOTS
    for card in members(s.hand[seat]):
        out[OWN_HAND + KIND[card]] += 1
        out[slot] = KIND[card] + 1
        out[slot + 1] = NUMBER[card] * s.multiplier[SYMBOL[card]]
        slot += 2
    for card in members(s.deck[seat]):
        out[OWN_DECK + KIND[card]] += 1
    out[OWN_CHOICE] = s.choice[seat] + 1
    for step in range(s.players):
        observe_seat(s, (seat + step) % s.players, out, EACH_SEAT + step * SEAT_SIZE)


@rule
def observe_seat(s: State, seat: int, out: Row, at: int) -> None:
    """Has the dice, field, place from the back (0: not on the track), choices made, cards in hand and deck, points of
    the score pile, points and number of the cards played this round; then, for each kind, the cards not yet played.
    """
    out[at] = s.holder == seat
    out[at + 1] = s.field[seat]
    for place in range(s.markers):
        if s.track[place] == seat:
            out[at + 2] = place + 1
    out[at + 3] = s.choices[seat]
    out[at + 4] = size(s.hand[seat])
    out[at + 5] = size(s.deck[seat])
    out[at + 6] = s.points[seat]
    out[at + 7] = points_of(s.played[seat])
    out[at + 8] = size(s.played[seat])
    for card in members(s.hand[seat] | s.deck[seat]):
        out[at + SEAT_NUMBERS + KIND[card]] += 1


def invariants(s: State) -> dict[str, int]:
    seats = range(s.players)
    open_round = not is_decided(s)
    on_table = [s.played[seat] if open_round else 0 for seat in seats]
    scoring_cards = s.unseen | s.lost | (1 << s.prize if open_round else 0)
    for seat in seats:
        scoring_cards |= s.scoring[seat]
    on_track = s.track[: s.markers]
    places = [s.field[seat] for seat in on_track]
    return {
        "cards": sum(size(s.hand[seat] | s.deck[seat] | on_table[seat]) + s.cards[seat] for seat in seats),
        "cards in two places": sum(
            size(s.hand[seat] & s.deck[seat]) + size((s.hand[seat] | s.deck[seat]) & s.played[seat]) for seat in seats
        ),
        "cards out of order": sum(_out_of_order(s, seat) for seat in seats),
        "scoring cards": size(scoring_cards),
        "points": sum(members(s.unseen | s.lost))
        + (s.prize if open_round else 0)
        + sum(s.points[seat] + points_of(s.hand[seat] | s.deck[seat] | on_table[seat]) for seat in seats),
        "hands that are too large": sum(size(s.hand[seat]) > HAND for seat in seats),
        "choices not in hand": sum(
            s.choice[seat] != NOTHING and s.hand[seat] & CARDS_OF[s.choice[seat]] == 0 for seat in seats
        ),
        "markers out of order": int(places != sorted(places)) + len(on_track) - len(set(on_track)),
        "markers without a field": sum(field <= 0 for field in places)
        + sum(s.field[seat] > 0 for seat in seats if seat not in on_track),
        "wrong multipliers": 0 if s.round == 0 or s.phase == ROLL else sum(s.multiplier) - len(FACES) - len(s.dice),
    }


def _out_of_order(s: State, seat: int) -> int:
    """Of equal cards the lowest is drawn first and played first: those in the deck are the highest."""
    in_hand, in_deck = s.hand[seat], s.deck[seat]
    where = [(in_deck >> card & 1) * 2 + (in_hand >> card & 1) for card in range(DECK_SIZE)]
    return sum(where[card] < where[card - 1] for card in members(REPEATED))
