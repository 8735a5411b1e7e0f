"""The dealer's moves: who has the dice first, every card drawn, the scoring card, the roll."""

from stolik.core.bitset import nth, size
from stolik.core.rule import NOBODY, rule
from stolik.games.raise_.components import (
    CARDS_OF,
    DICE_COUNT,
    FACE,
    FACES_OF,
    HIGHEST_SCORING_CARD,
    KIND,
    KINDS,
    SIDES,
)
from stolik.games.raise_.options import SEATS
from stolik.games.raise_.rules.rounds import continue_round, lose
from stolik.games.raise_.state import CHOOSING, DRAW, FIRST_PLAYER, ROLL, SCORING_CARD, State, can_draw
from stolik.games.raise_.tellings import drew, rolled, sat_out, started, turned_up

KIND_COUNT = len(KINDS)
ROLLS: int = SIDES**DICE_COUNT
BITS = 3  # of a roll's code for each die: the face that it shows


@rule
def chances(s: State) -> int:
    if s.phase == DRAW:
        return size(s.deck[s.drawer])
    if s.phase == SCORING_CARD:
        return size(s.unseen)
    if s.phase == ROLL:
        return ROLLS
    return s.players if s.phase == FIRST_PLAYER else 0


@rule
def ticket(s: State, k: int) -> int:
    if s.phase == DRAW:
        return KIND[nth(s.deck[s.drawer], k)]
    if s.phase == SCORING_CARD:
        return nth(s.unseen, k)
    return faces_on(k) if s.phase == ROLL else k


@rule
def faces_on(k: int) -> int:
    """What the dice show if `k` names a side of each: the same faces are the same code, whichever side has them."""
    code = 0
    for die in range(DICE_COUNT):
        code |= FACE[SIDES * die + k % SIDES] << BITS * die
        k //= SIDES
    return code


@rule
def possible(s: State, code: int) -> bool:
    if code < 0:
        return False
    if s.phase == DRAW:
        return code < KIND_COUNT and s.deck[s.drawer] & CARDS_OF[code] != 0
    if s.phase == SCORING_CARD:
        return code <= HIGHEST_SCORING_CARD and s.unseen >> code & 1 == 1
    if s.phase == ROLL:
        return can_fall(code)
    return s.phase == FIRST_PLAYER and code < s.players


@rule
def can_fall(code: int) -> bool:
    fits = code < 1 << BITS * DICE_COUNT
    for die in range(DICE_COUNT):
        fits = fits and FACES_OF[die] >> face_of(code, die) & 1 == 1
    return fits


@rule
def face_of(code: int, die: int) -> int:
    return code >> BITS * die & (1 << BITS) - 1


@rule
def deal(s: State, code: int) -> None:
    if s.phase == DRAW:
        draw(s, s.drawer, code)
    elif s.phase == SCORING_CARD:
        turn_up(s, code)
    elif s.phase == ROLL:
        roll(s, code)
    else:
        name_first_player(s, code)


@rule
def name_first_player(s: State, seat: int) -> None:  # R3
    started(s, seat)
    s.holder = seat
    s.phase = DRAW


@rule
def draw(s: State, seat: int, kind: int) -> None:
    drew(s, 1 << seat, seat, kind)
    equals = s.deck[seat] & CARDS_OF[kind]
    card = equals & -equals
    s.deck[seat] ^= card
    s.hand[seat] |= card
    s.paused = 0
    if not can_draw(s, seat):
        continue_round(s)


@rule
def turn_up(s: State, points: int) -> None:  # R4
    clear_table(s)
    s.round += 1
    s.prize = points
    s.unseen &= ~(1 << points)
    s.phase = ROLL
    turned_up(s, s.holder, points, s.round, s.rounds)


@rule
def clear_table(s: State) -> None:
    s.paused = 0
    s.playing = 0
    s.markers = 0
    for seat in range(SEATS):
        s.played[seat] = 0
        s.field[seat] = 0
        s.track[seat] = NOBODY
    for symbol in range(len(s.multiplier)):
        s.multiplier[symbol] = 1


@rule
def roll(s: State, code: int) -> None:  # R4
    rolled(s, s.holder, code)
    for die in range(DICE_COUNT):
        s.dice[die] = face_of(code, die)
        s.multiplier[s.dice[die]] += 1
    for seat in range(s.players):
        if s.hand[seat] != 0:
            s.playing |= 1 << seat
        else:
            sat_out(s, seat)  # R5
    s.waiting = s.playing
    if s.playing == 0:
        lose(s)
    else:
        s.phase = CHOOSING
