"""How the rounds of GRA follow each other: who is next, who starts, who is out, who has won."""

from stolik.core.bitset import lowest, size
from stolik.core.rule import NOBODY, left_of, rule
from stolik.games.gra.options import SEATS
from stolik.games.gra.state import DEAL, OVER, VALUES, State, last_size
from stolik.games.gra.tellings import ended, lost, round_began, tied, went_out, won


@rule
def next_seat(s: State, seat: int) -> int:
    """Who comes after this seat in the direction of the round."""
    return neighbour(s, seat, s.direction)


@rule
def neighbour(s: State, seat: int, direction: int) -> int:
    """The nearest player on one side; those who do not play are passed over."""
    found = seat
    while True:
        found = left_of(found, s.players) if direction == 1 else right_of(found, s.players)
        if s.playing >> found & 1:
            return found


@rule
def right_of(seat: int, players: int) -> int:
    return seat - 1 if seat > 0 else players - 1


@rule
def begin_round(s: State) -> None:  # R3
    s.round += 1
    s.shown = 0
    s.total = 0
    for seat in range(s.players):
        if s.playing >> seat & 1:
            s.total += s.sizes[seat]
    round_began(s, s.round, s.starter, s.total, s.tied)
    s.direction = 0 if s.directions else 1
    s.jokers = s.joker
    s.count = 0
    s.value = 0
    s.bidder = NOBODY
    for k in range(SEATS * VALUES):
        s.bids[k] = 0


@rule
def lose_round(s: State, loser: int, winner: int) -> None:
    before = s.sizes[loser]
    if not s.tied:  # R11: extra rounds change no hand size
        s.sizes[loser] += -1 if s.fewer else 1  # R9, R14
    lost(s, loser, winner, before, s.sizes[loser])
    s.starter = winner  # R9
    if s.tied or (s.longer and s.sizes[loser] == last_size(s)):
        go_out(s, loser)
    elif s.sizes[loser] == last_size(s):
        end_match(s, loser)
    if size(s.playing) == 1:
        win(s)
    else:
        prepare_deal(s)


@rule
def prepare_deal(s: State) -> None:
    s.phase = DEAL
    s.receiver = lowest(s.playing)
    s.held = 0


@rule
def go_out(s: State, seat: int) -> None:  # R11, R15
    s.out_at[seat] = size(s.playing)
    s.playing &= ~(1 << seat)
    went_out(s, seat, s.out_at[seat])


@rule
def end_match(s: State, loser: int) -> None:  # R10
    ended(s, loser, s.sizes[loser])
    s.playing = best_sizes(s)
    if size(s.playing) > 1:  # R11
        s.tied = 1
        tied(s, s.playing)
        if not s.playing >> s.starter & 1:
            s.starter = next_seat(s, s.starter)


@rule
def best_sizes(s: State) -> int:
    """The seats with the smallest hand size, or the largest if hands get fewer (R10, R14)."""
    best = 0
    found = 0
    for seat in range(s.players):
        if found == 0 or strength(s, seat) > best:
            best = strength(s, seat)
            found = 0
        if strength(s, seat) == best:
            found |= 1 << seat
    return found


@rule
def strength(s: State, seat: int) -> int:
    """How far the seat's hand size is from the one that ends the match."""
    return s.sizes[seat] if s.fewer else last_size(s) - s.sizes[seat]


@rule
def win(s: State) -> None:
    won(s, lowest(s.playing))
    s.phase = OVER


@rule
def standing(s: State, seat: int) -> int:
    """Orders the seats by how well they did (R16): by hand size, then by who was in for longer."""
    return (SEATS + 1) * strength(s, seat) - s.out_at[seat]


@rule
def score(s: State, seat: int) -> int:
    """How many others this seat has left behind."""
    behind = 0
    for other in range(s.players):
        if standing(s, other) < standing(s, seat):
            behind += 1
    return behind


@rule
def place(s: State, seat: int) -> int:
    """1 is first; equals share a place."""
    found = 1
    for other in range(s.players):
        if standing(s, other) > standing(s, seat):
            found += 1
    return found
