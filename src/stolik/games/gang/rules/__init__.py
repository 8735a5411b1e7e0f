"""Gang. Chips tell how strong one's hand may be; at the showdown they must be in order. R1 … R37 are in RULES.md.

The state is in state.py, poker hands in hands.py; the decks of challenges and specialists in decks.py, what specialists
do in specialists.py, chips in chips.py, the way from round to round in rounds.py, the end of a heist in showdown.py,
chance in dealing.py, and what a seat knows in knowing.py and observing.py.
"""

from stolik.core.game import DEALER, never
from stolik.core.rule import Row, put, rule
from stolik.games.gang.components import RANKS
from stolik.games.gang.rules.chips import (
    able_with_chips,
    awaited_with_chips,
    legal_with_chips,
    return_chip,
    say_ready,
    take,
    take_ready_back,
)
from stolik.games.gang.rules.dealing import chances, deal, possible, ticket
from stolik.games.gang.rules.observation import OBSERVATION, invariants, observe
from stolik.games.gang.rules.redeal import redeal
from stolik.games.gang.rules.rounds import begin_round, end_round, is_settled
from stolik.games.gang.rules.showdown import (
    confirm,
    end_showdown,
    go_on,
    guessers,
    guessers_awaited,
    legal_guesses,
    pick_answer,
)
from stolik.games.gang.rules.specialists import (
    agree,
    choose,
    choose_to_pass,
    legal_cards,
    look,
    not_chosen,
    propose,
    refuse,
)
from stolik.games.gang.state import (
    AGREE,
    CHIPS,
    CHOOSE,
    CONFIRM,
    GUESS_CATEGORY,
    GUESS_RANK,
    LOOKING,
    MOVES,
    OVER,
    PASSING,
    PICK_CATEGORY,
    PICK_RANK,
    PLACES,
    PROPOSE,
    READY,
    REFUSE,
    RESULT,
    RETURN,
    ROUND_BEGINS,
    SEEN,
    SHOWDOWN_ENDS,
    TAKE,
    UNREADY,
    VAULTS_TO_WIN,
    VOTES,
    State,
    everyone,
    start,
)

VERSION = 1

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


@rule
def to_act(s: State) -> int:
    if s.phase == CHIPS:
        return able_with_chips(s)
    if s.phase == PASSING:
        return everyone(s)
    if s.phase in (LOOKING, RESULT):
        return everyone(s) & ~s.ready
    return guessers(s) if s.phase in (GUESS_RANK, GUESS_CATEGORY) else 0


@rule
def awaited(s: State) -> int:
    if s.phase == CHIPS:
        return awaited_with_chips(s)
    if s.phase == PASSING:
        return not_chosen(s)
    if s.phase in (LOOKING, RESULT):
        return everyone(s) & ~s.ready
    return guessers_awaited(s) if s.phase in (GUESS_RANK, GUESS_CATEGORY) else 0


@rule
def over(s: State) -> bool:
    return s.phase == OVER


pause = never
blur = redeal  # there is nothing that could be counted, but may not be said


@rule
def quiet(s: State) -> bool:
    """While a heist runs (R10)."""
    return s.phase not in (RESULT, OVER)


@rule
def score(s: State, seat: int) -> int:
    """All win or lose together (R1)."""
    return s.vaults


@rule
def places(s: State, out: Row) -> None:
    for seat in range(s.players):
        out[seat] = 1 if s.vaults == VAULTS_TO_WIN else 2


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    if s.phase == CHIPS:
        return legal_with_chips(s, seat, moves)
    if s.phase == PASSING:
        return legal_cards(s, seat, moves, 0)
    if s.phase == LOOKING:
        return put(moves, 0, SEEN)
    if s.phase == RESULT:
        return put(moves, 0, READY)
    return legal_guesses(s, seat, moves)


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        deal(s, code)
    else:
        act(s, seat, code)
    if s.phase == CHIPS and is_settled(s):
        end_round(s)
    if s.phase == ROUND_BEGINS:
        begin_round(s)
    if s.phase == SHOWDOWN_ENDS:
        end_showdown(s)


@rule
def act(s: State, seat: int, code: int) -> None:
    if code < TAKE:
        act_single(s, seat, code)
    elif code < CHOOSE:
        take(s, seat, (code - TAKE) // PLACES + 1, (code - TAKE) % PLACES - 1)
    elif code < PICK_RANK:
        if s.phase == PASSING:
            choose_to_pass(s, seat, code - CHOOSE)
        else:
            choose(s, seat, code - CHOOSE)
    elif code < PROPOSE:
        pick_answer(s, seat, code - (PICK_RANK if code < PICK_CATEGORY else PICK_CATEGORY))
    else:
        propose(s, seat, (code - PROPOSE) // RANKS, (code - PROPOSE) % RANKS)


@rule
def act_single(s: State, seat: int, code: int) -> None:
    if code == READY:
        if s.phase == RESULT:
            go_on(s, seat)
        else:
            say_ready(s, seat)
    elif code == UNREADY:
        take_ready_back(s, seat)
    elif code == RETURN:
        return_chip(s, seat)
    elif code == AGREE:
        agree(s, seat)
    elif code == REFUSE:
        refuse(s, seat)
    elif code == CONFIRM:
        confirm(s, seat)
    elif code == SEEN:
        look(s, seat)
