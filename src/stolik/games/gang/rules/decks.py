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
        return top_of(ALL_NUMBERS & ~s.specialists_drawn, s.specialist_on_top)
    left = ALL_NUMBERS & ~s.challenges_drawn
    if s.mode != ADVANCED:
        left &= ~(1 << QUICK_ACCESS)  # R13, R14
    return left if s.phase == DRAW_STANDING else top_of(left, s.challenge_on_top)


@rule
def top_of(left: int, on_top: int) -> int:  # R15
    higher = left >> on_top << on_top
    if on_top == SHUFFLED or higher == 0:
        return left
    return higher & -higher


@rule
def on_top_after(number: int, on_top: int) -> int:  # R15
    if on_top == SHUFFLED or number < on_top or number == HIGHEST_NUMBER:
        return SHUFFLED
    return number + 1


@rule
def draw_number(s: State, number: int) -> None:
    if s.phase == DRAW_SPECIALIST:
        specialist_came(s, number)
        s.specialists_drawn |= 1 << number
        s.specialist_on_top = on_top_after(number, s.specialist_on_top)
        s.specialist = number
        s.phase = DEAL_POCKETS
    else:
        draw_challenge(s, number)


@rule
def draw_challenge(s: State, number: int) -> None:
    challenge_came(s, number, s.phase == DRAW_STANDING and s.mode != MASTER)
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
