"""What the bots of No Thanks! know. Chips can be counted, so a bot may use them all (R12)."""

from stolik.core.bot_levels import Level, Reason, Search, Trained, Weights
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.no_thanks.bots.linear_policy import FEATURES, kind_of_table, take_score
from stolik.games.no_thanks.bots.memory import MODEL, BotState, remember
from stolik.games.no_thanks.bots.opponent_model import FITTED_STYLE, STYLE, build_models, fitted_take_score
from stolik.games.no_thanks.rules import price
from stolik.games.no_thanks.state import DECLINE, TAKE, State

__all__ = ["LEVELS", "BotState", "reason", "remember"]

WEIGHTS = "stolik.games.no_thanks.bots:weights"


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: takes what looks cheap, by a threshold drawn anew at every turn."""
    if n == 1:
        return TAKE
    return TAKE if price(s, seat) <= 4 + below(rng, 16) else DECLINE


@rule
def by_weights(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Takes the card if its score, a weighted sum of features, is above zero."""
    if n == 1:
        return TAKE
    return TAKE if take_score(s, seat, weights, FEATURES * kind_of_table(s)) > 0 else DECLINE


@rule
def by_opponent_model(s: BotState, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """Moves in the style that explains best how this seat has played so far."""
    if n == 1:
        return TAKE
    style = s.models[MODEL * seat + STYLE]
    if style == FITTED_STYLE:
        return TAKE if fitted_take_score(s, seat) >= 0 else DECLINE
    return TAKE if take_score(s, seat, weights, FEATURES * style) > 0 else DECLINE


def reason(s: State, seat: int, code: int) -> Reason | None:
    """By how many points taking the card now would change the seat's result, with the chips on it; below zero it costs
    points. The same number stands behind taking and behind declining.
    """
    return Reason("points", -price(s, seat)) if s.card else None


LEVELS: dict[str, Level] = {
    "easy": easy,
    "normal": Trained(by_weights, WEIGHTS),
    "hard": Search(rollout=Trained(by_opponent_model, WEIGHTS), playouts=1_000, point=30_000, reflex=build_models),
}
