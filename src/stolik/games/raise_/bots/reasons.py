"""The number behind a move: the chance to win the round, from imagined hands of the others."""

from stolik.core.bot_levels import Reason
from stolik.core.game import DEALER
from stolik.core.packed import clone
from stolik.core.rng import below, stream
from stolik.games.raise_.bots.belief import believe
from stolik.games.raise_.bots.move_evaluation import UNTRAINED, cards_spent, choose_move
from stolik.games.raise_.rules import apply, awaited, chances, legal, ticket
from stolik.games.raise_.rules.redeal import redeal
from stolik.games.raise_.state import MOVES, PASS, RAISE, RAISING, State, is_decided, value

WORLDS = 40


def reason(s: State, seat: int, code: int) -> Reason | None:
    """For a raise, the chance to win the round with it (`win`); for a pass, the chance that one gives up (`stay`), if
    one could have raised. For the first card nothing: too much depends on what the others choose.

    It is given only where it speaks for the move: to pass, if it is less than an equal share of all who are still in;
    to raise, if it is at least half of that, since much can be won.
    """
    if s.phase != RAISING or s.track[0] != seat:
        return None
    share = 1 / s.markers
    if code >= RAISE:
        winning = simulated_win_share(s, seat, code)
        return Reason("win", winning) if winning >= share / 2 else None
    moves = [0] * MOVES
    raises = moves[1 : legal(s, seat, moves)] if code == PASS else []
    if not raises:
        return None
    smallest = min(raises, key=lambda each: value(s, cards_spent(s, seat, each)))
    staying = simulated_win_share(s, seat, smallest)
    return Reason("stay", staying) if staying < share else None


def simulated_win_share(s: State, seat: int, code: int) -> float:
    """Of the imagined worlds in which the round is played on, by all alike."""
    rng = stream("reason", s.round, s.prize)  # the same for all moves of a position
    won = 0
    for _ in range(WORLDS):
        played = clone(s)
        redeal(played, seat, rng)
        believe(played, seat, rng)
        apply(played, seat, code)
        play_out_round(played, rng)
        won += played.last_winner == seat
    return won / WORLDS


def play_out_round(s: State, rng: list[int]) -> None:
    moves = [0] * MOVES
    while not is_decided(s):
        if awaited(s) == 0:
            apply(s, DEALER, ticket(s, below(rng, chances(s))))
        else:
            seat = s.track[0]
            n = legal(s, seat, moves)
            apply(s, seat, choose_move(s, seat, moves, n, 100, UNTRAINED) if n > 1 else PASS)
