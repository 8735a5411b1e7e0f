"""The decks of challenges and specialists, and which of their cards are in play (R11 … R15)."""

from stolik.core.bitset import lowest, size
from stolik.core.rule import rule
from stolik.games.gang.components import HIGHEST_NUMBER, QUICK_ACCESS
from stolik.games.gang.options import ADVANCED, BASIC, MASTER
from stolik.games.gang.state import (
    DEAL_POCKETS,
    DRAW_CHALLENGE,
    DRAW_SPECIALIST,
    DRAW_STANDING,
    SHUFFLED,
    State,
    clear_heist,
)
from stolik.games.gang.tellings import challenge_came, challenge_left, specialist_came

ALL_NUMBERS = (1 << HIGHEST_NUMBER + 1) - 2


@rule
def numbers_to_draw(s: State) -> int:
    """The set of challenges or specialists that the dealer may turn up now."""
    if s.phase == DRAW_SPECIALIST:
        return top_of(specialists_left(s), s.specialist_on_top, s.specialists_gone)
    if s.phase == DRAW_STANDING and s.challenge_on_top != SHUFFLED:
        return challenges_left(s)
    return top_of(challenges_left(s), s.challenge_on_top, s.challenges_gone)


@rule
def challenges_left(s: State) -> int:
    """The set of those that may come in this game."""
    left = ALL_NUMBERS & ~s.challenges_drawn
    return left if s.mode == ADVANCED else left & ~(1 << QUICK_ACCESS)  # R13, R14


@rule
def specialists_left(s: State) -> int:
    return ALL_NUMBERS & ~s.specialists_drawn


@rule
def top_of(left: int, on_top: int, gone: int) -> int:  # R15
    higher = left >> on_top << on_top
    if on_top != SHUFFLED and higher != 0:
        return higher & -higher
    return left & ~gone if left & ~gone != 0 else left


@rule
def gone_after(number: int, left: int, on_top: int, gone: int) -> int:
    """What is out of a shuffled deck once this number has come. If all were out, it has been shuffled again (R15)."""
    if on_top != SHUFFLED and number >= on_top:
        return gone
    return 1 << number if left & ~gone == 0 else gone | 1 << number


@rule
def on_top_after(number: int, on_top: int) -> int:  # R15
    if on_top == SHUFFLED or number < on_top or number == HIGHEST_NUMBER:
        return SHUFFLED
    return number + 1


@rule
def draw_number(s: State, number: int) -> None:
    if s.phase == DRAW_SPECIALIST:
        specialist_came(s, number)
        s.specialists_gone = gone_after(number, specialists_left(s), s.specialist_on_top, s.specialists_gone)
        s.specialists_drawn |= 1 << number
        s.specialist_on_top = on_top_after(number, s.specialist_on_top)
        s.specialist = number
        s.phase = DEAL_POCKETS
    else:
        draw_challenge(s, number)


@rule
def draw_challenge(s: State, number: int) -> None:
    challenge_came(s, number, s.phase == DRAW_STANDING and s.mode != MASTER)
    if s.phase == DRAW_CHALLENGE or s.challenge_on_top == SHUFFLED:
        s.challenges_gone = gone_after(number, challenges_left(s), s.challenge_on_top, s.challenges_gone)
    s.challenges_drawn |= 1 << number
    s.challenges |= 1 << number
    if s.phase == DRAW_CHALLENGE:
        s.challenge_on_top = on_top_after(number, s.challenge_on_top)
    elif s.mode != MASTER:
        s.standing_challenge = number
    if s.phase == DRAW_CHALLENGE or s.mode != MASTER or size(s.challenges) == 2:
        s.phase = DEAL_POCKETS


@rule
def next_heist(s: State) -> None:
    succeeded = s.failures == 0
    clear_heist(s)
    s.heist += 1
    s.specialist = 0
    if s.mode == BASIC:
        s.phase = DEAL_POCKETS
    elif s.mode == MASTER:  # R14: the lower number, not the older card
        challenge_leaves(s, lowest(s.challenges))
        s.phase = DRAW_CHALLENGE
    else:  # R12, R13
        leaving = s.challenges & ~(1 << s.standing_challenge)
        if leaving != 0:
            challenge_leaves(s, lowest(leaving))
        s.phase = DRAW_CHALLENGE if succeeded else DRAW_SPECIALIST


@rule
def challenge_leaves(s: State, number: int) -> None:
    challenge_left(s, number)
    s.challenges &= ~(1 << number)
