"""What the bots of RAISE know. Decks are alike and cards are played openly: what a rival has left can be counted."""

from stolik.core.bot_levels import Level, Search, Trained, Weights
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.raise_.bots.move_evaluation import weigh
from stolik.games.raise_.bots.position_value import WEIGHTS, chance_of_the_match
from stolik.games.raise_.bots.reasons import reason
from stolik.games.raise_.bots.two_player_net import duel
from stolik.games.raise_.rules.knowledge import believe
from stolik.games.raise_.state import CHOOSING, PASS, SCORING_CARD, State

__all__ = ["LEVELS", "reason"]

BEGINNERS_THRIFT = 20  # percent of a card's price that they think of
USUAL_THRIFT = 50
THRIFT_BETWEEN_TWO = 18  # more eager, so that one who plays well against it wins clearly
LEAST_THRIFT, MORE_THRIFT = 40, 70  # in what hard imagines, some are eager and some are careful
PLAYOUTS = 3_000


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """A first evening: any card to begin with; then one way to raise comes to mind, and is hardly thought through."""
    if s.phase == CHOOSING:
        return moves[below(rng, n)]
    moves[1] = moves[1 + below(rng, n - 1)] if n > 1 else PASS
    return weigh(s, seat, moves, 2, BEGINNERS_THRIFT, weights)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Weighs the chance to win the pot against what cards could do in later rounds, though a little eagerly."""
    return weigh(s, seat, moves, n, THRIFT_BETWEEN_TWO if s.players == 2 else USUAL_THRIFT, weights)


@rule
def somehow(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Between two, the best that the net knows. Among more, now eagerly, now carefully, since it is not known how the
    others play: this is who hard imagines.
    """
    if s.players == 2:
        return duel(s, seat, moves, n, rng, weights)
    return weigh(s, seat, moves, n, LEAST_THRIFT + below(rng, MORE_THRIFT), weights)


@rule
def between_two(s: State, seat: int) -> bool:
    return s.players == 2


@rule
def first_cards(s: State, seat: int) -> bool:
    """All choose in secret (R5)."""
    return s.phase == CHOOSING


@rule
def between_rounds(s: State) -> bool:
    return s.phase == SCORING_CARD


LEVELS: dict[str, Level] = {
    "easy": Trained(easy, WEIGHTS),
    "normal": Trained(normal, WEIGHTS),
    "hard": Search(
        Trained(somehow, WEIGHTS),
        PLAYOUTS,
        reflex=between_two,
        believe=believe,
        resting=between_rounds,
        value=chance_of_the_match,
        simultaneous=first_cards,
    ),
}
