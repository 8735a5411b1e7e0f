"""What the bots of RAISE know. Decks are alike and cards are played openly: what a rival has left can be counted."""

from stolik.core.bot_levels import Level, Search, Trained, Weights
from stolik.core.game import no_memory
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.raise_.bots.belief import believe
from stolik.games.raise_.bots.move_evaluation import choose_move
from stolik.games.raise_.bots.position_value import match_win_probability
from stolik.games.raise_.bots.reasons import reason
from stolik.games.raise_.bots.two_player_net import choose_move_by_net
from stolik.games.raise_.state import CHOOSING, PASS, SCORING_CARD, State

__all__ = ["LEVELS", "BotState", "reason", "remember"]

WEIGHTS = "stolik.games.raise_.bots:weights"

EASY_THRIFT = 20  # percent of a card's opportunity cost that are thought of
NORMAL_THRIFT = 50
NORMAL_THRIFT_BETWEEN_TWO = 18  # more eager, so that one who plays well against it wins clearly
LEAST_THRIFT, MORE_THRIFT = 40, 70  # in what hard imagines, some are eager and some are careful
PLAYOUTS = 3_000


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """A first evening: any card to begin with; then one way to raise comes to mind, and is hardly thought through."""
    if s.phase == CHOOSING:
        return moves[below(rng, n)]
    moves[1] = moves[1 + below(rng, n - 1)] if n > 1 else PASS
    return choose_move(s, seat, moves, 2, EASY_THRIFT, weights)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Weighs the chance to win the pot against what cards could do in later rounds, though a little eagerly."""
    return choose_move(s, seat, moves, n, NORMAL_THRIFT_BETWEEN_TWO if s.players == 2 else NORMAL_THRIFT, weights)


@rule
def rollout(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Between two, by the network. Among more, now eagerly, now carefully, since it is not known how the others play:
    this is who plays on in the worlds that hard imagines.
    """
    if s.players == 2:
        return choose_move_by_net(s, seat, moves, n, rng, weights)
    return choose_move(s, seat, moves, n, LEAST_THRIFT + below(rng, MORE_THRIFT), weights)


@rule
def is_between_two(s: State, seat: int) -> bool:
    return s.players == 2


@rule
def is_simultaneous(s: State, seat: int) -> bool:
    """All choose in secret (R5)."""
    return s.phase == CHOOSING


@rule
def between_rounds(s: State) -> bool:
    return s.phase == SCORING_CARD


LEVELS: dict[str, Level] = {
    "easy": Trained(easy, WEIGHTS),
    "normal": Trained(normal, WEIGHTS),
    "hard": Search(
        Trained(rollout, WEIGHTS),
        PLAYOUTS,
        reflex=is_between_two,
        believe=believe,
        resting=between_rounds,
        value=match_win_probability,
        simultaneous=is_simultaneous,
        effort=3,
    ),
}

BotState = State
remember = no_memory
