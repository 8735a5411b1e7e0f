"""How a heist goes from round to round: community cards, redraws, blackouts, and chips that are left out."""

from stolik.core.bitset import size
from stolik.core.rule import NOBODY, lookup_table, rule
from stolik.core.tell import forget
from stolik.games.gang.components import (
    BLACKOUT,
    FACE_CARDS,
    HASTY_GETAWAY,
    LASER_TRIPWIRES,
    MOTION_DETECTOR,
    QUICK_ACCESS,
)
from stolik.games.gang.options import SEATS
from stolik.games.gang.rules.showdown import begin_showdown
from stolik.games.gang.state import (
    CHIPS,
    REDRAW,
    REVEAL,
    ROUND_BEGINS,
    ROUNDS,
    State,
    community_cards,
    everyone,
    forget_moves,
    has_challenge,
    holder_of,
    seats_without_chip,
)
from stolik.games.gang.tellings import blacked_out, discarded, revealed, round_began, round_skipped

CARDS_IN_ROUND = lookup_table([0, 0, 3, 4, 5])  # on the table when its chips come out (R3)


@rule
def begin_rounds(s: State) -> None:
    """Everybody has the pocket cards to begin with."""
    s.drawer = 0
    s.round = 1
    s.phase = ROUND_BEGINS


@rule
def begin_round(s: State) -> None:
    if has_challenge(s, BLACKOUT) and s.round > 1:
        black_out(s, s.round - 1)
    if (s.round == 1 and has_challenge(s, QUICK_ACCESS)) or (s.round == 3 and has_challenge(s, HASTY_GETAWAY)):
        round_skipped(s, s.round)  # R16, R20
        s.round += 1
        s.phase = REVEAL
        return
    s.phase = CHIPS
    s.ready = 0
    forget_moves(s)
    for seat in range(s.players):
        s.chip_moves[seat] = 0
    round_began(s, s.round)


@rule
def black_out(s: State, round_: int) -> None:  # R23
    gone = 0
    for seat in range(s.players):
        gone += s.chip[(round_ - 1) * SEATS + seat]
        s.chip[(round_ - 1) * SEATS + seat] = 0
    if gone > 0:  # a round without chips leaves nothing to forget (R26)
        forget(s)
        blacked_out(s, round_)


@rule
def is_settled(s: State) -> bool:
    """Everyone has a chip, no proposal is open, and all are ready; with `instant` nobody is asked (R6)."""
    return s.proposer == NOBODY and (s.instant == 1 or s.ready == everyone(s)) and seats_without_chip(s) == 0


@rule
def end_round(s: State) -> None:
    s.ready = 0
    forget_moves(s)
    for seat in range(s.players):
        s.chip_moves[seat] = 0
    if s.round == ROUNDS:
        begin_showdown(s)
    else:
        s.round += 1
        s.phase = REVEAL


@rule
def reveal(s: State, card: int) -> None:
    revealed(s, card, s.round)
    s.deck &= ~(1 << card)
    s.community[s.community_count] = card
    s.community_count += 1
    if s.community_count < CARDS_IN_ROUND[s.round]:
        return
    seat = must_redraw(s) if s.round == 2 else NOBODY
    if seat == NOBODY:
        s.phase = ROUND_BEGINS
    else:
        discard_all(s, seat)


@rule
def must_redraw(s: State) -> int:
    """Whose pocket cards the flop costs; NOBODY: it spares all (R18, R22)."""
    if community_cards(s, 3) & FACE_CARDS:
        return holder_of(s, 1, 1) if has_challenge(s, MOTION_DETECTOR) else NOBODY
    return holder_of(s, 1, s.players) if has_challenge(s, LASER_TRIPWIRES) else NOBODY


@rule
def discard_all(s: State, seat: int) -> None:
    cards = s.hand[seat]
    discarded(s, 1 << seat, seat, size(cards), cards)
    s.hand[seat] = 0
    if s.jack_holder == seat:  # R34: the Jack is discarded too
        s.jack_holder = NOBODY
    if has_challenge(s, BLACKOUT):  # who discarded would tell who had which chip
        s.forgotten_discards = cards
    else:
        s.discarded[seat] |= cards
        s.redrew = seat
        if s.specialist_used:
            s.outdated |= 1 << seat
    s.drawer = seat
    s.phase = REDRAW
