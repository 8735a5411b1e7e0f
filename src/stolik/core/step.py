"""One move: read it, check it, apply it to a copy. Whatever is refused has changed nothing."""

from collections.abc import Sequence
from typing import Any

import msgspec

from stolik.core.bitset import members
from stolik.core.errors import IllegalMove, MoveErrorCode
from stolik.core.game import DEALER, NO_CODE, Game
from stolik.core.messages import to_builtins, to_json
from stolik.core.packed import clone
from stolik.core.record import Entry
from stolik.core.rule import Seat, State
from stolik.core.tell import Telling

MOST_LISTED = 4096
"""Tickets of the dealer up to which a refusal lists what is possible instead."""


class Step(msgspec.Struct, frozen=True):
    """What a play would do. Nothing has happened until `Match.accept` takes it: a server stores the entries first."""

    seq: int
    """The number of the first of its entries."""
    state: State
    entries: tuple[Entry, ...] = ()
    told: tuple[tuple[Telling, ...], ...] = ()
    """For each entry, what the rules told."""
    votes: tuple[bool, ...] = ()
    """For each entry, whether it only consented to what lies on the table."""


def legal_messages(game: Game, s: State, mover: Seat) -> list[Any]:
    """All that the mover may do; for the dealer of a game with a great many outcomes, nothing is listed."""
    if mover == DEALER and game.chances(s) > MOST_LISTED:
        return []
    return [game.decode(s, mover, code) for code in game.codes(s, mover)]


def played(game: Game, step: Step, mover: Seat, move: Any, *, changed: bool = False) -> Step:
    """The step with one more move by a seat or, by hand, by the dealer; IllegalMove if it may not be.

    `changed`: what lies on the table is no longer what the mover saw, so a vote on it would be a mistake.
    """
    s = step.state
    _refuse_out_of_turn(game, s, mover)
    message = _read(game, s, mover, move)
    code = game.encode(s, mover, message)
    if code == NO_CODE or not (game.possible(s, code) if mover == DEALER else code in game.codes(s, mover)):
        said, legal = to_json(message).decode(), legal_messages(game, s, mover)
        if mover != DEALER and game.out_of_date(s, mover, message):
            raise IllegalMove(MoveErrorCode.OUT_OF_DATE, f"{said} is out of date: others have moved since.", legal)
        raise IllegalMove(MoveErrorCode.ILLEGAL, f"{said} is not possible here.", legal)
    if changed and mover != DEALER and code in game.votes:
        said, legal = to_json(message).decode(), legal_messages(game, s, mover)
        raise IllegalMove(MoveErrorCode.OUT_OF_DATE, f"{said} is out of date: others have moved since.", legal)
    return applied(game, step, mover, code)


def played_in_a_row(game: Game, step: Step, mover: Seat, moves: Sequence[Any], *, changed: bool = False) -> Step:
    """Several moves, all or nothing. How far they would go, and what they would bring, is not told by refusing them."""
    if not moves:
        raise IllegalMove(MoveErrorCode.MALFORMED, "An empty list is no move.")
    if len(moves) == 1:
        return played(game, step, mover, moves[0], changed=changed)
    able = game.to_act(step.state)
    if mover != DEALER and able & (able - 1):
        raise IllegalMove(MoveErrorCode.NOT_YOUR_TURN, "A list of moves is for a seat that is alone to move.")
    step_by_step = [_read(game, step.state, mover, move) for move in moves]  # nonsense is refused before anything else
    step = played(game, step, mover, step_by_step[0], changed=changed)
    for move in step_by_step[1:]:
        if mover != DEALER and (game.over(step.state) or game.to_act(step.state) != 1 << mover):
            raise _not_as_a_list()
        try:
            step = played(game, step, mover, move)
        except IllegalMove:
            raise _not_as_a_list() from None
    return step


def _not_as_a_list() -> IllegalMove:
    return IllegalMove(
        MoveErrorCode.ILLEGAL,
        "These moves are not possible as a list: each must be possible after those before it, and the list ends where"
        " the dealer or another seat must move.",
    )


def applied(game: Game, step: Step, mover: Seat, code: int) -> Step:
    """The step with one more entry, known to be legal."""
    message = game.decode(step.state, mover, code)
    s = clone(step.state)
    told: list[Telling] = []
    s.told = told
    game.apply(s, mover, code)
    s.told = None
    entry = Entry(None if mover == DEALER else mover, to_builtins(message))
    vote = mover != DEALER and code in game.votes
    return Step(step.seq, s, (*step.entries, entry), (*step.told, tuple(told)), (*step.votes, vote))


def code_of(game: Game, s: State, mover: Seat, move: Any) -> int:
    """The code of a move that is known to be legal here."""
    return game.encode(s, mover, _read(game, s, mover, move))


def _refuse_out_of_turn(game: Game, s: State, mover: Seat) -> None:
    by_dealer = type(mover) is int and mover == DEALER
    if not by_dealer and (type(mover) is not int or not 0 <= mover < s.players):
        raise IllegalMove(MoveErrorCode.MALFORMED, f"There is no seat {mover!r}: seats are 0 to {s.players - 1}.")
    if game.over(s):
        raise IllegalMove(MoveErrorCode.FINISHED, "The match is over.")
    if (game.chances(s) > 0) if by_dealer else game.to_act(s) >> mover & 1:
        return
    awaited = ", ".join(str(seat) for seat in members(game.awaited(s)))
    waits_for = f"seat {awaited}" if awaited else "the dealer"
    who = "the dealer" if by_dealer else f"seat {mover}"
    raise IllegalMove(MoveErrorCode.NOT_YOUR_TURN, f"It is not the turn of {who}: the table waits for {waits_for}.")


def _read(game: Game, s: State, mover: Seat, move: Any) -> Any:
    try:
        text = move if isinstance(move, str | bytes) else to_json(move)
        return (game.read_deal if mover == DEALER else game.read_move)(text)
    except (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError, ValueError, OverflowError) as error:
        wrong = f"Not a move of {game.name}: {error}."
        raise IllegalMove(MoveErrorCode.MALFORMED, wrong, legal_messages(game, s, mover)) from None
