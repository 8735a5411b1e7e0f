"""No Thanks! Pay a chip to refuse the card, or take it and the chips on it. R1 … R12 are in RULES.md."""

from stolik.core.bitset import members, nth, size
from stolik.core.game import DEALER, never, places_by_score
from stolik.core.rng import pick
from stolik.core.rule import NOBODY, Row, left_of, put, rule
from stolik.games.no_thanks.options import SEATS, Options
from stolik.games.no_thanks.state import (
    ALL_CARDS,
    CHIPS,
    DECLINE,
    HIGHEST,
    MOVES,
    PILE,
    TACTICAL_CARDS,
    TACTICAL_CHIPS,
    TAKE,
    State,
)
from stolik.games.no_thanks.tellings import declined, scored, set_aside, started, taken, turned_up

__all__ = [
    "MOVES",
    "OBSERVATION",
    "VERSION",
    "VOTES",
    "State",
    "apply",
    "awaited",
    "blur",
    "chances",
    "invariants",
    "legal",
    "max_length",
    "muted",
    "observe",
    "over",
    "pause",
    "places",
    "possible",
    "quiet",
    "redeal",
    "score",
    "start",
    "ticket",
    "to_act",
]

VERSION = 1
VOTES = ()  # nothing is voted on


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.open_chips = int(options.open_chips)
    s.turn = NOBODY
    s.pile = PILE
    s.unseen = TACTICAL_CARDS if options.tactical else ALL_CARDS
    for seat in range(s.players):
        s.chips[seat] = TACTICAL_CHIPS if options.tactical else CHIPS[s.players]


def max_length(options: Options) -> int:
    """The first player; then each card is turned up, declined as often as there are chips, and taken."""
    chips = options.players * (TACTICAL_CHIPS if options.tactical else CHIPS[options.players])
    return 1 + PILE * (1 + chips + 1)


# Whose turn


@rule
def over(s: State) -> bool:  # R8
    return s.turn != NOBODY and s.card == 0 and s.pile == 0


@rule
def to_act(s: State) -> int:
    return 0 if s.card == 0 else 1 << s.turn


awaited = to_act
pause = quiet = muted = never


@rule
def legal(s: State, seat: int, moves: Row) -> int:  # R5
    n = put(moves, 0, TAKE)
    if s.chips[seat] > 0:
        n = put(moves, n, DECLINE)
    return n


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        if s.turn == NOBODY:
            name_first_player(s, code)
        else:
            turn_up(s, code)
    elif code == TAKE:
        take(s, seat)
    else:
        decline(s, seat)


# The players' moves


@rule
def take(s: State, seat: int) -> None:
    taken(s, seat, s.card, s.pot)
    s.cards[seat] |= 1 << s.card
    s.chips[seat] += s.pot
    s.card = s.pot = 0  # R6: the turn stays
    if s.pile == 0:
        show_everything(s)


@rule
def decline(s: State, seat: int) -> None:
    declined(s, seat)
    s.chips[seat] -= 1
    s.pot += 1
    s.turn = left_of(seat, s.players)  # R6


@rule
def show_everything(s: State) -> None:  # R3, R12: after the end
    set_aside(s, s.unseen)
    for seat in range(s.players):
        scored(s, seat, s.cards[seat], s.chips[seat])


# The dealer's moves


@rule
def chances(s: State) -> int:
    if s.turn == NOBODY:
        return s.players
    return size(s.unseen) if s.card == 0 and s.pile > 0 else 0


@rule
def ticket(s: State, k: int) -> int:
    return k if s.turn == NOBODY else nth(s.unseen, k)


@rule
def possible(s: State, code: int) -> bool:
    if chances(s) == 0 or code < 0:
        return False
    if s.turn == NOBODY:
        return code < s.players
    return code <= HIGHEST and s.unseen >> code & 1 == 1


@rule
def name_first_player(s: State, seat: int) -> None:  # R4
    started(s, seat)
    s.turn = seat


@rule
def turn_up(s: State, card: int) -> None:
    turned_up(s, s.turn, card)
    s.card = card
    s.unseen &= ~(1 << card)
    s.pile -= 1


# The result


@rule
def run_starts(cards: int) -> int:
    """The cards whose lower neighbour is missing."""
    return cards & ~(cards << 1)


@rule
def cost(cards: int) -> int:
    """What a set of cards counts: the lowest card of every run."""
    total = 0
    for card in members(run_starts(cards)):
        total += card
    return total


@rule
def added_cost(cards: int, card: int) -> int:
    """By how much one more card changes what a set counts: below zero where it joins what lies above it to a run."""
    own = 0 if cards >> card - 1 & 1 else card
    return own - (card + 1) if cards >> card + 1 & 1 else own


@rule
def price(s: State, seat: int) -> int:
    """What taking the card would cost a seat now, in points; below zero it pays."""
    return added_cost(s.cards[seat], s.card) - s.pot


@rule
def points(s: State, seat: int) -> int:  # R9: fewest win
    return cost(s.cards[seat]) - s.chips[seat]


@rule
def score(s: State, seat: int) -> int:
    return -points(s, seat)


places = places_by_score(score)


# What a seat knows


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    """Nothing to draw anew: cards are drawn late, and every chip was placed in public (R12)."""


@rule
def blur(s: State, seat: int, rng: Row) -> None:
    """Chips can be counted, but may not be said (R12): hand the others' chips out at random."""
    if s.open_chips or over(s):
        return
    hidden = 0
    others = 0
    for other in range(s.players):
        if other != seat:
            hidden += s.chips[other]
            others |= 1 << other
            s.chips[other] = 0
    for _ in range(hidden):
        s.chips[pick(rng, others)] += 1


OBSERVATION = 4 + SEATS * (2 + HIGHEST + 1) + (HIGHEST + 1)


@rule
def observe(s: State, seat: int, out: Row) -> None:
    """The table from this seat: card, pot, pile and players; turn, chips and cards of each seat, the own first; the
    unseen cards. Chips are there because they can be counted (R12).
    """
    out[0] = s.card
    out[1] = s.pot
    out[2] = s.pile
    out[3] = s.players
    for i in range(4, OBSERVATION):
        out[i] = 0
    at = 4
    for step in range(s.players):
        other = (seat + step) % s.players
        out[at] = s.turn == other
        out[at + 1] = s.chips[other]
        for card in members(s.cards[other]):
            out[at + 2 + card] = 1
        at += 2 + HIGHEST + 1
    for card in members(s.unseen):
        out[OBSERVATION - 1 - HIGHEST + card] = 1


def cards_in_play(s: State) -> int:
    """The set of all cards that are anywhere."""
    found = s.unseen | (1 << s.card if s.card else 0)
    for owned in s.cards:
        found |= owned
    return found


def invariants(s: State) -> dict[str, int]:
    return {
        "cards": size(s.unseen) + (s.card > 0) + sum(map(size, s.cards)),
        "different cards": size(cards_in_play(s)),
        "cards set aside": size(s.unseen) - s.pile,
        "chips": s.pot + sum(s.chips),
        "players in debt": sum(chips < 0 for chips in s.chips),
    }
