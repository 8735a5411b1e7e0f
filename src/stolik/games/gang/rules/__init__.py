"""Gang. Chips tell how strong one's hand may be; at the showdown they must be in order. R1 … R44 are in RULES.md.

Here is whose turn it is, and which rule a move goes to. The decks of challenges and specialists are in decks.py, what
specialists do in specialists.py, chance in dealing.py, chips in chips.py, the way from round to round in rounds.py, the
end of a heist in showdown.py, poker hands in poker_hands.py; what a seat knows in redeal.py and observation.py.
"""

from stolik.core.game import DEALER, never
from stolik.core.rule import NOBODY, Row, put, rule
from stolik.games.gang.codes import (
    AGREE,
    CONFIRM,
    MOVES,
    READY,
    REFUSE,
    RETURN,
    SEEN,
    UNREADY,
    VOTES,
    answer_picked,
    card_chosen,
    is_choice,
    is_proposal,
    is_single_word,
    is_take,
    proposed_about,
    stars_taken,
    taken_from,
    user_proposed,
)
from stolik.games.gang.rules.chips import (
    awaited_with_chips,
    legal_with_chips,
    return_chip,
    say_ready,
    take,
    take_ready_back,
    to_act_with_chips,
)
from stolik.games.gang.rules.dealing import chances, deal, possible, ticket
from stolik.games.gang.rules.observation import OBSERVATION, invariants, observe
from stolik.games.gang.rules.redeal import redeal
from stolik.games.gang.rules.rounds import begin_round, end_round, is_settled
from stolik.games.gang.rules.showdown import (
    confirm,
    end_showdown,
    guessers,
    guessers_awaited,
    leave_naming,
    legal_guesses,
    pick_answer,
    say_ready_for_next_heist,
)
from stolik.games.gang.rules.specialists import (
    agree,
    choose,
    choose_to_pass,
    legal_cards,
    not_chosen,
    propose,
    refuse,
    say_seen,
)
from stolik.games.gang.state import (
    CHIPS,
    LOOKING,
    MOST_MOVES,
    OVER,
    PASSING,
    RESULT,
    ROUND_BEGINS,
    SHOWDOWN_ENDS,
    VAULTS_TO_WIN,
    State,
    counts_moves,
    everyone,
    is_guessing,
    is_heist_over,
    is_out_of_moves,
    max_length,
    start,
)
from stolik.games.gang.tellings import ran_out_of_moves

VERSION = 3

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


@rule
def to_act(s: State) -> int:
    if s.phase == CHIPS:
        return to_act_with_chips(s)
    if s.phase == PASSING:
        return everyone(s) & ~s.out_of_moves
    if s.phase in (LOOKING, RESULT):
        return everyone(s) & ~s.ready
    return guessers(s) if is_guessing(s) else 0


@rule
def awaited(s: State) -> int:
    if s.phase == CHIPS:
        return awaited_with_chips(s)
    if s.phase == PASSING:
        return not_chosen(s)
    if s.phase in (LOOKING, RESULT):
        return everyone(s) & ~s.ready
    return guessers_awaited(s) if is_guessing(s) else 0


@rule
def over(s: State) -> bool:
    return s.phase == OVER


pause = never
blur = redeal  # there is nothing that could be counted, but may not be said


@rule
def quiet(s: State) -> int:
    """Everybody while a heist runs (R10); while an answer is sought, only whom it is about (R27)."""
    if is_heist_over(s):
        return 0
    return 1 << s.target if is_guessing(s) else everyone(s)


@rule
def muted(s: State) -> int:
    """Whom the answer is about: a reaction would be a hint as well (R27)."""
    return 1 << s.target if is_guessing(s) else 0


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
    if not counts_moves(s) or is_out_of_moves(s, seat):
        do(s, seat, code)
        return
    s.moves_made[seat] += 1
    do(s, seat, code)
    if s.moves_made[seat] == MOST_MOVES:
        run_out_of_moves(s, seat)


@rule
def run_out_of_moves(s: State, seat: int) -> None:  # R42, R43
    if s.phase in (ROUND_BEGINS, SHOWDOWN_ENDS):  # it is over anyway
        return
    ran_out_of_moves(s, seat, s.phase)
    s.out_of_moves |= 1 << seat
    if is_guessing(s):
        leave_naming(s, seat)
    elif s.phase != PASSING:
        s.ready |= 1 << seat
        if s.proposer != NOBODY and not s.agreed >> seat & 1:
            agree(s, seat)


@rule
def do(s: State, seat: int, code: int) -> None:
    if is_single_word(code):
        act_by_word(s, seat, code)
    elif is_take(code):
        take(s, seat, stars_taken(code), taken_from(code))
    elif is_choice(code):
        if s.phase == PASSING:
            choose_to_pass(s, seat, card_chosen(code))
        else:
            choose(s, seat, card_chosen(code))
    elif is_proposal(code):
        propose(s, seat, user_proposed(code), proposed_about(code))
    else:
        pick_answer(s, seat, answer_picked(code))


@rule
def act_by_word(s: State, seat: int, code: int) -> None:
    """The moves of which a verb says it all."""
    if code == READY:
        if s.phase == RESULT:
            say_ready_for_next_heist(s, seat)
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
        say_seen(s, seat)
