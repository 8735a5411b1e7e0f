"""What a seat knows as numbers, and what never changes."""

from collections.abc import Iterable

from stolik.core.bitset import members, size
from stolik.core.rule import NOBODY, Row, left_of, rule
from stolik.games.gang.components import ALL_CARDS, CON_ARTIST, COORDINATOR, HIGHEST_NUMBER, JACK
from stolik.games.gang.options import SEATS
from stolik.games.gang.rules.poker_hands import category, strength_of
from stolik.games.gang.rules.redeal import fits_announcement
from stolik.games.gang.state import (
    COMMUNITY,
    NOTHING,
    PASSING,
    ROUNDS,
    State,
    alarms_to_lose,
    community_cards,
    described_hand,
)

MOST_CARDS = 5  # in one place: a hand of three and one more, or all that one has discarded
PROPOSAL = 16  # where the parts of an observation begin
CHALLENGES = PROPOSAL + 4
CARDS_ON_TABLE = CHALLENGES + HIGHEST_NUMBER
OWN_HAND = CARDS_ON_TABLE + COMMUNITY
OWN_DISCARDS = OWN_HAND + MOST_CARDS
OWN_FIRST_HAND = OWN_DISCARDS + MOST_CARDS
OWN_NOTES = OWN_FIRST_HAND + MOST_CARDS
EACH_SEAT = OWN_NOTES + 4
SEAT_NUMBERS = ROUNDS + 19
SEAT_SIZE = SEAT_NUMBERS + MOST_CARDS
OBSERVATION = EACH_SEAT + SEATS * SEAT_SIZE


@rule
def card_number(card: int) -> int:
    """Cards as in components.py and one more: 1 … 53; NOTHING, −1, becomes 0."""
    return card + 1


@rule
def write_cards(cards: int, out: Row, at: int) -> None:
    for card in members(cards):
        out[at] = card_number(card)
        at += 1


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The table from this seat.

    First the numbers of `observe_table`; then which challenges are in play, the community cards, the own hand, discards
    and first hand, the cards that one passed, received, was shown or chose; and of each seat, the own first, what
    `observe_seat` says.
    """
    for i in range(OBSERVATION):
        out[i] = 0
    observe_table(s, out)
    for number in members(s.challenges):
        out[CHALLENGES + number - 1] = 1
    for k in range(COMMUNITY):
        out[CARDS_ON_TABLE + k] = card_number(s.community[k])
    write_cards(s.hand[seat], out, OWN_HAND)
    write_cards(s.discarded[seat], out, OWN_DISCARDS)
    write_cards(s.first_hand[seat], out, OWN_FIRST_HAND)
    out[OWN_NOTES] = card_number(s.passed[seat])
    right = seat - 1 if seat > 0 else s.players - 1
    if s.phase != PASSING:
        out[OWN_NOTES + 1] = card_number(s.passed[right])
    if seat in (s.user, s.other):
        out[OWN_NOTES + 2] = card_number(s.informant_card)
    cards = s.hand[seat] | community_cards(s, s.community_count)
    out[OWN_NOTES + 3] = category(strength_of(cards, size(cards))) + 1 if s.hand[seat] != 0 else 0
    for step in range(s.players):
        observe_seat(s, (seat + step) % s.players, out, EACH_SEAT + step * SEAT_SIZE)


@rule
def observe_table(s: State, out: Row) -> None:
    out[0] = s.players
    out[1] = s.mode
    out[2] = s.instant
    out[3] = s.phase
    out[4] = s.heist
    out[5] = s.vaults
    out[6] = s.alarms
    out[7] = alarms_to_lose(s)
    out[8] = s.challenge_on_top
    out[9] = s.specialist_on_top
    out[10] = s.specialist
    out[11] = s.specialist_used
    out[12] = s.round
    out[13] = s.named_rank + 1
    out[14] = s.named_category + 1
    out[15] = s.failures
    out[PROPOSAL] = s.proposals
    out[PROPOSAL + 1] = s.proposer != NOBODY
    out[PROPOSAL + 2] = s.mastermind_rank + 1
    out[PROPOSAL + 3] = s.community_then


@rule
def observe_seat(s: State, seat: int, out: Row, at: int) -> None:
    """Its chips; cards in hand and discarded; ready, agreed, confirmed; whether it proposed, is proposed, is shown a
    card, must choose; what it announced, and whether that is old; the Jack and the muscle, a redraw; whether it is the
    target, what it picked, whether it has chosen a card to pass; a mistake; chip moves, and all moves; and its cards,
    once shown.
    """
    for round_ in range(ROUNDS):
        out[at + round_] = s.chip[round_ * SEATS + seat]
    at += ROUNDS
    out[at] = size(s.hand[seat])
    out[at + 1] = size(s.discarded[seat])
    out[at + 2] = s.ready >> seat & 1
    out[at + 3] = s.agreed >> seat & 1
    out[at + 4] = s.confirmed >> seat & 1
    out[at + 5] = s.proposer == seat
    out[at + 6] = s.user == seat
    out[at + 7] = s.other == seat
    out[at + 8] = s.chooser == seat
    out[at + 9] = s.announced[seat] + 1
    out[at + 10] = s.outdated >> seat & 1
    out[at + 11] = (s.jack_holder == seat) + 2 * (s.muscle_holder == seat)
    out[at + 12] = s.redrew == seat
    out[at + 13] = s.target == seat
    out[at + 14] = s.pick[seat] + 1
    out[at + 15] = s.passed[seat] != NOTHING
    out[at + 16] = s.mistakes >> seat & 1
    out[at + 17] = s.chip_moves[seat]
    out[at + 18] = s.moves_made[seat]
    if s.hands_shown >> seat & 1:
        write_cards(s.hand[seat], out, at + 19)


def invariants(s: State) -> dict[str, int]:
    seats = range(s.players)
    table = community_cards(s, s.community_count)
    places = [s.deck, s.gathered, s.forgotten_discards, table, *s.hand, *s.discarded]
    everything = _union(places)
    return {
        "cards": size(everything & ALL_CARDS),
        "cards in two places": sum(map(size, places)) - size(everything),
        "Jacks without a holder": int(_union(s.hand) >> JACK & 1 != (s.jack_holder != NOBODY)),
        "marks without a Jack": int(s.jack_holder != NOBODY and not s.hand[s.jack_holder] >> JACK & 1),
        "chips held twice": sum(_doubles(s.chip[first : first + SEATS]) for first in range(0, ROUNDS * SEATS, SEATS)),
        "wrong announcements": sum(not fits_announcement(s, seat, described_hand(s, seat)) for seat in seats),
        "wrong notes": _wrong_notes(s),
        "heists": s.heist - s.vaults - s.alarms if not _is_decided(s) else 1,
        "challenges not used": size(s.challenges & ~s.challenges_drawn),
    }


def _is_decided(s: State) -> bool:
    return s.heist == s.vaults + s.alarms


def _wrong_notes(s: State) -> int:
    wrong = int(s.informant_card != NOTHING and not described_hand(s, s.user) >> s.informant_card & 1)
    if s.specialist == COORDINATOR:
        for seat in range(s.players):
            owner = seat if s.phase == PASSING else left_of(seat, s.players)
            wrong += s.passed[seat] != NOTHING and not described_hand(s, owner) >> s.passed[seat] & 1
    if s.specialist == CON_ARTIST and s.first_hand[0]:
        again = _union([s.gathered, *(described_hand(s, seat) for seat in range(s.players))])
        wrong += _union(s.first_hand) != again
        wrong += sum(map(size, s.first_hand)) != size(again)
    return wrong


def _union(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def _doubles(stars: list[int]) -> int:
    held = [number for number in stars if number]
    return len(held) - len(set(held))
