"""Matches of RAISE between two for training: how they are played, and how each is looked back at."""

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
OWN_VIEW = 0.3
"""How much of what a move is said to have led to is the net's own view one move later."""
MOST_MOVES = 200


@rule
def odds(shown: Any, hidden: Any, says: Any, sums: Any) -> float:
    """The chance to win the match. What each unit came to stays in `sums`."""
    for unit in range(HIDDEN_UNITS):
        sums[unit] = 0
    for i in range(INPUTS):
        if shown[i] != 0:
            number = shown[i] / ONE
            for unit in range(HIDDEN_UNITS):
                sums[unit] += hidden[i, unit] * number
    said = says[HIDDEN_UNITS]
    for unit in range(HIDDEN_UNITS):
        if sums[unit] < 0:
            sums[unit] /= LEAK
        said += says[unit] * sums[unit]
    chance: float = 1 / (1 + exp(-said))
    return chance


@rule
def correct(shown: Any, says: Any, sums: Any, by: float, slopes: Any, says_slopes: Any) -> None:
    """Adds up what each number has to do with it that the chance should have been larger by so much."""
    says_slopes[HIDDEN_UNITS] += by
    for unit in range(HIDDEN_UNITS):
        says_slopes[unit] += by * sums[unit]
        sums[unit] = by * says[unit] / (1 if sums[unit] > 0 else LEAK)
    for i in range(INPUTS):
        if shown[i] != 0:
            number = shown[i] / ONE
            for unit in range(HIDDEN_UNITS):
                slopes[i, unit] += sums[unit] * number


@rule
def best_move(s: Any, seat: int, moves: Row, n: int, shown: Any, hidden: Any, says: Any, sums: Any) -> int:
    best = -1.0
    chosen = moves[0]
    for k in range(n):
        encode_inputs(s, seat, moves[k], shown)
        chance = odds(shown, hidden, says, sums)
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
def look_back(won: float, count: int, seen: Any, hidden: Any, says: Any, sums: Any, slopes: Any, more: Any) -> None:
    """From the last move to the first."""
    for k in range(count - 1, -1, -1):
        chance = odds(seen[k], hidden, says, sums)
        correct(seen[k], says, sums, won - chance, slopes, more)
        won += OWN_VIEW * (chance - won)


@rule
def own_move(
    s: Any, seat: int, moves: Row, n: int, rng: Row, shown: Any, hidden: Any, says: Any, sums: Any, some: int
) -> int:
    code = moves[0]
    if n > 1 and below(rng, 1000) < some:
        code = moves[below(rng, n)]
    elif n > 1:
        code = best_move(s, seat, moves, n, shown, hidden, says, sums)
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
def drawn(rng: Row, opponents: Row) -> int:
    lot = below(rng, 1000)
    rival = 0
    while lot >= opponents[rival]:
        rival += 1
    return rival


@rule
def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def play_matches(
    start: Any,
    table: Any,
    moves: Row,
    rng: Row,
    weights: Weights,
    seen: Any,
    sums: Any,
    hidden: Any,
    says: Any,
    slopes: Any,
    more: Any,
    opponents: Row,
    games: int,
    some: int,
    learning: int,
) -> Any:
    """Gives how many were won, and how many moves were looked at; adds what they teach to `slopes` and `more`."""
    results = sums[:2].astype("float64") * 0
    for number in range(games):
        table[0] = start[0]
        s = table[0]
        one = number % 2
        rival = drawn(rng, opponents)
        thrift = LEAST_THRIFT + below(rng, MORE_THRIFT)
        counts = [0, 0]
        while deal_on(s, rng):
            seat = pick(rng, awaited(s))
            n = legal(s, seat, moves)
            if seat == one or rival == ITSELF:
                shown = seen[seat, counts[seat]]
                code = own_move(s, seat, moves, n, rng, shown, hidden, says, sums, some)
                counts[seat] = min(counts[seat] + 1, MOST_MOVES - 1)
            else:
                code = rivals_move(s, seat, moves, n, rng, weights, rival, thrift)
            apply(s, seat, code)
        won = 0.5 + 0.5 * sign(score(s, one) - score(s, 1 - one))
        results[0] += won
        results[1] += counts[0] + counts[1]
        if learning:
            look_back(won, counts[one], seen[one], hidden, says, sums, slopes, more)
            look_back(1 - won, counts[1 - one], seen[1 - one], hidden, says, sums, slopes, more)
    return results
