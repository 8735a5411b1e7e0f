"""Chance: every card, and the decks of challenges and specialists. Cards are drawn late (R3)."""

from stolik.core.bitset import nth, size
from stolik.core.rule import rule
from stolik.games.gang.components import CARDS
from stolik.games.gang.rules.decks import draw_number, numbers_to_draw
from stolik.games.gang.rules.rounds import begin_rounds, reveal
from stolik.games.gang.rules.specialists import use_automatic_specialist
from stolik.games.gang.state import (
    CHIPS,
    DEAL_AGAIN,
    DEAL_POCKETS,
    HACKER_DRAW,
    REVEAL,
    ROUND_BEGINS,
    State,
    is_dealers_turn,
    is_drawing_number,
    pocket_size,
)
from stolik.games.gang.tellings import dealt, heist_began


@rule
def tickets(s: State) -> int:
    """The set of what the dealer may turn up next, each as likely as the others."""
    if not is_dealers_turn(s):
        return 0
    if is_drawing_number(s):
        return numbers_to_draw(s)
    return s.gathered if s.phase == DEAL_AGAIN else s.deck


@rule
def chances(s: State) -> int:
    return size(tickets(s))


@rule
def ticket(s: State, k: int) -> int:
    return nth(tickets(s), k)


@rule
def possible(s: State, code: int) -> bool:
    return 0 <= code < CARDS and tickets(s) >> code & 1 == 1


@rule
def deal(s: State, code: int) -> None:
    if is_drawing_number(s):
        draw_number(s, code)
    elif s.phase == REVEAL:
        reveal(s, code)
    else:
        deal_card(s, s.drawer, code)


@rule
def deal_card(s: State, seat: int, card: int) -> None:
    if s.phase == DEAL_POCKETS and s.hand[0] == 0:
        heist_began(s, s.heist)
    dealt(s, 1 << seat, seat, s.phase, card)
    s.deck &= ~(1 << card)
    s.gathered &= ~(1 << card)
    s.hand[seat] |= 1 << card
    if s.phase == HACKER_DRAW:
        s.drawer = 0
        s.chooser = seat
        s.phase = CHIPS
    elif size(s.hand[seat]) == pocket_size(s):
        deal_on(s)


@rule
def deal_on(s: State) -> None:
    """A hand is complete."""
    if s.phase in (DEAL_POCKETS, DEAL_AGAIN) and s.drawer + 1 < s.players:
        s.drawer += 1
    elif s.phase == DEAL_POCKETS:
        s.drawer = 0
        use_automatic_specialist(s)
    elif s.phase == DEAL_AGAIN:
        s.specialist_used = 1
        begin_rounds(s)
    else:  # R18, R22: a redraw
        s.drawer = 0
        s.phase = ROUND_BEGINS
