"""What the bots of Gang keep of a round in mind: who moved which chip, in order. Everybody could see it."""

from stolik.core.packed import packed, row
from stolik.core.rule import rule
from stolik.games.gang.codes import AGREE, MOVES, READY, RETURN, is_choice, is_take
from stolik.games.gang.components import DRIVER, MASTERMIND, MUSCLE
from stolik.games.gang.state import CHIPS, HACKER_DRAW, State, everyone

ROUND_LOG = 60
"""Entries of a round, at most: what happens after these is not noted down."""


@packed
class BotState(State):
    logged: int  # how many entries the log has
    round_log: list[int] = row(ROUND_LOG)  # chip moves, readies, and the use of a specialist


@rule
def remember(s: BotState, mover: int, code: int) -> None:
    """Called before every move: notes down those about chips. When a round is over, all of it is forgotten."""
    if s.phase == CHIPS:
        if code in (READY, RETURN) or is_take(code):
            log_move(s, mover, code)
        elif completes_specialist(s, mover, code):
            log_move(s, s.user, AGREE)
    elif s.phase != HACKER_DRAW:  # which comes in the middle of a round
        clear_log(s)


@rule
def completes_specialist(s: State, mover: int, code: int) -> bool:
    """The specialist is used with this move: with the last one to agree or, where a card is chosen, with the card."""
    if code == AGREE:
        return s.specialist in (DRIVER, MASTERMIND, MUSCLE) and s.agreed | 1 << mover == everyone(s)
    return is_choice(code)


@rule
def log_move(s: BotState, seat: int, code: int) -> None:
    if s.logged < ROUND_LOG:
        s.round_log[s.logged] = seat * MOVES + code
        s.logged += 1


@rule
def clear_log(s: BotState) -> None:
    for k in range(s.logged):
        s.round_log[k] = 0
    s.logged = 0


@rule
def seat_of_entry(entry: int) -> int:
    return entry // MOVES


@rule
def code_of_entry(entry: int) -> int:
    """A chip move, READY, or AGREE: the seat has used the specialist."""
    return entry % MOVES
