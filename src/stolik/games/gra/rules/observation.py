"""What a seat knows of a round of GRA as numbers, and what is conserved."""

from stolik.core.bitset import size
from stolik.core.rule import Row, rule
from stolik.games.gra.options import SEATS
from stolik.games.gra.state import (
    ALIKE,
    CARDS,
    HIGH,
    KINDS,
    LARGEST_HAND,
    LOW,
    PACK,
    VALUES,
    State,
    bids_of,
    hand_length,
    kind_at,
    showing,
)

SEAT_NUMBERS = 7 + VALUES
OBSERVATION = 14 + 3 * LARGEST_HAND + SEATS * SEAT_NUMBERS


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The table from this seat. The options and the state of the round. The own cards: both ends and the one that
    shows, 0 before it was chosen. Of each seat, the own first: is it in, hand size, cards, choices made, does it
    start, is it its turn, is the highest bid its own, and the highest count that it has bid on each value. (The last
    check is left out: all cards have been shuffled since.)
    """
    for k in range(OBSERVATION):
        out[k] = 0
    observe_round(s, out)
    for place in range(hand_length(s.hands[seat])):
        kind = kind_at(s.hands[seat], place)
        out[14 + 3 * place] = LOW[kind]
        out[15 + 3 * place] = HIGH[kind]
        if s.chosen >> seat & 1:
            out[16 + 3 * place] = showing(s.hands[seat], s.faces[seat], place)
    for step in range(s.players):
        observe_seat(s, (seat + step) % s.players, out, 14 + 3 * LARGEST_HAND + step * SEAT_NUMBERS)


@rule
def observe_round(s: State, out: Row) -> None:
    out[0] = s.players
    out[1] = s.by_count
    out[2] = s.joker
    out[3] = s.directions
    out[4] = s.fewer
    out[5] = s.longer
    out[6] = s.phase
    out[7] = s.round
    out[8] = s.tied
    out[9] = s.direction
    out[10] = s.total
    out[11] = s.jokers
    out[12] = s.count
    out[13] = s.value


@rule
def observe_seat(s: State, other: int, out: Row, at: int) -> None:
    out[at] = s.playing >> other & 1
    out[at + 1] = s.sizes[other]
    out[at + 2] = hand_length(s.hands[other])
    out[at + 3] = s.choices[other]
    out[at + 4] = s.starter == other
    out[at + 5] = s.turn == other
    out[at + 6] = s.bidder == other
    for value in range(1, VALUES + 1):
        out[at + 6 + value] = highest(bids_of(s, other, value))


@rule
def highest(set_: int) -> int:
    """The largest member of a set of counts; 0 if there is none."""
    found = 0
    while set_ > 1:
        set_ >>= 1
        found += 1
    return found


def invariants(s: State) -> dict[str, int]:
    held = [kind_at(hand, place) for hand in s.hands for place in range(hand_length(hand))]
    shown = [kind_at(hand, place) for hand in s.last_hands for place in range(hand_length(hand))]
    in_deck = [size(s.deck & alike) for alike in ALIKE]
    return {
        "cards": size(s.deck) + len(held),
        "kinds of which there are too many or too few": sum(
            in_deck[kind] + held.count(kind) != CARDS[kind][2] for kind in range(KINDS)
        ),
        "kinds of which too many were shown": sum(shown.count(kind) > CARDS[kind][2] for kind in range(KINDS)),
        "hands larger than their size": sum(map(_is_too_large, s.hands, s.sizes)),
        "faces of cards that are not there": sum(
            faces >> hand_length(hand) > 0 for faces, hand in zip(s.faces, s.hands, strict=True)
        ),
        "the pack": PACK,
    }


def _is_too_large(hand: int, size_: int) -> bool:
    return hand_length(hand) > size_
