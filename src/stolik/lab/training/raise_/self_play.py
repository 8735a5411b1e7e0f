"""Self-play of RAISE between two, compiled: how matches are played, and what the network learns from each."""

from math import exp
from typing import Any

from stolik.core.bot_levels import Weights
from stolik.core.game import DEALER
from stolik.core.rng import below, pick
from stolik.core.rule import Row, rule
from stolik.games.raise_.bots import easy, normal
from stolik.games.raise_.bots.move_evaluation import choose_move
from stolik.games.raise_.bots.two_player_net import HIDDEN_UNITS, INPUTS, LEAK, ONE, encode_inputs
from stolik.games.raise_.rules import apply, awaited, chances, legal, over, score, ticket

ITSELF, NORMAL, EASY, RANDOM, EVALUATING = range(5)
"""Whom the network meets; the last plays by move evaluation, now eagerly, now carefully."""
LEAST_THRIFT, MORE_THRIFT = 10, 100
BOOTSTRAP = 0.3
"""Temporal difference: how much of a move's target is the network's own value one move later."""
MOST_MOVES = 200


@rule
def win_probability(shown: Any, hidden: Any, output: Any, sums: Any) -> float:
    """Forward pass: the probability to win the match. The activations stay in `sums`."""
    for unit in range(HIDDEN_UNITS):
        sums[unit] = 0
    for i in range(INPUTS):
        if shown[i] != 0:
            number = shown[i] / ONE
            for unit in range(HIDDEN_UNITS):
                sums[unit] += hidden[i, unit] * number
    said = output[HIDDEN_UNITS]
    for unit in range(HIDDEN_UNITS):
        if sums[unit] < 0:
            sums[unit] /= LEAK
        said += output[unit] * sums[unit]
    chance: float = 1 / (1 + exp(-said))
    return chance


@rule
def backpropagate(shown: Any, output: Any, sums: Any, by: float, gradients: Any, output_gradients: Any) -> None:
    """Adds the gradients for an error `by` of the output."""
    output_gradients[HIDDEN_UNITS] += by
    for unit in range(HIDDEN_UNITS):
        output_gradients[unit] += by * sums[unit]
        sums[unit] = by * output[unit] / (1 if sums[unit] > 0 else LEAK)
    for i in range(INPUTS):
        if shown[i] != 0:
            number = shown[i] / ONE
            for unit in range(HIDDEN_UNITS):
                gradients[i, unit] += sums[unit] * number


@rule
def best_move(s: Any, seat: int, moves: Row, n: int, shown: Any, hidden: Any, output: Any, sums: Any) -> int:
    best = -1.0
    chosen = moves[0]
    for k in range(n):
        encode_inputs(s, seat, moves[k], shown)
        chance = win_probability(shown, hidden, output, sums)
        if chance > best:
            best = chance
            chosen = moves[k]
    return chosen


@rule
def rivals_move(s: Any, seat: int, moves: Row, n: int, rng: Row, weights: Weights, rival: int, thrift: int) -> int:
    if n == 1:
        return moves[0]
    if rival == NORMAL:
        return normal(s, seat, moves, n, rng, weights)
    if rival == EASY:
        return easy(s, seat, moves, n, rng, weights)
    if rival == RANDOM:
        return moves[below(rng, n)]
    return choose_move(s, seat, moves, n, thrift, weights)


@rule
def learn_from_match(
    won: float, count: int, seen: Any, hidden: Any, output: Any, sums: Any, gradients: Any, output_gradients: Any
) -> None:
    """Temporal-difference targets, from the last move to the first."""
    for k in range(count - 1, -1, -1):
        chance = win_probability(seen[k], hidden, output, sums)
        backpropagate(seen[k], output, sums, won - chance, gradients, output_gradients)
        won += BOOTSTRAP * (chance - won)


@rule
def own_move(
    s: Any, seat: int, moves: Row, n: int, rng: Row, shown: Any, hidden: Any, output: Any, sums: Any, exploration: int
) -> int:
    code = moves[0]
    if n > 1 and below(rng, 1000) < exploration:
        code = moves[below(rng, n)]
    elif n > 1:
        code = best_move(s, seat, moves, n, shown, hidden, output, sums)
    encode_inputs(s, seat, code, shown)
    return code


@rule
def deal_on(s: Any, rng: Row) -> bool:
    """Until somebody has to decide; no if the match is over."""
    while awaited(s) == 0:
        if over(s):
            return False
        apply(s, DEALER, ticket(s, below(rng, chances(s))))
    return True


@rule
def draw_opponent(rng: Row, opponents: Row) -> int:
    draw = below(rng, 1000)
    rival = 0
    while draw >= opponents[rival]:
        rival += 1
    return rival


@rule
def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def play_matches(
    start: Any,
    states: Any,
    moves: Row,
    rng: Row,
    weights: Weights,
    seen: Any,
    sums: Any,
    hidden: Any,
    output: Any,
    gradients: Any,
    output_gradients: Any,
    opponents: Row,
    games: int,
    exploration: int,
    learning: int,
) -> Any:
    """How many were won, and how many moves were learnt from; adds to `gradients` and `output_gradients`."""
    results = sums[:2].astype("float64") * 0
    for number in range(games):
        states[0] = start[0]
        s = states[0]
        one = number % 2
        rival = draw_opponent(rng, opponents)
        thrift = LEAST_THRIFT + below(rng, MORE_THRIFT)
        counts = [0, 0]
        while deal_on(s, rng):
            seat = pick(rng, awaited(s))
            n = legal(s, seat, moves)
            if seat == one or rival == ITSELF:
                shown = seen[seat, counts[seat]]
                code = own_move(s, seat, moves, n, rng, shown, hidden, output, sums, exploration)
                counts[seat] = min(counts[seat] + 1, MOST_MOVES - 1)
            else:
                code = rivals_move(s, seat, moves, n, rng, weights, rival, thrift)
            apply(s, seat, code)
        won = 0.5 + 0.5 * sign(score(s, one) - score(s, 1 - one))
        results[0] += won
        results[1] += counts[0] + counts[1]
        if learning:
            learn_from_match(won, counts[one], seen[one], hidden, output, sums, gradients, output_gradients)
            learn_from_match(1 - won, counts[1 - one], seen[1 - one], hidden, output, sums, gradients, output_gradients)
    return results
