"""Regret matching over determinized rollouts: how to choose where several seats move simultaneously, and in secret.

A best response to what the others are thought to do could be exploited. So in every sampled world each seat that moves
samples a code in proportion to its positive regret; every other code of every seat is then played out too, with the
same random numbers, and its regret grows by as much as it would have brought more. The prior is the rollout policy. The
average strategy of the seats approaches an equilibrium, in which nobody would gain by choosing otherwise, and from that
average the bot draws its code.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from stolik.bots.search_buffers import (
    ACTIONS,
    AVERAGE,
    CHANCE_RNG,
    CODES,
    DRAW,
    PLACES,
    PLAYOUT,
    PLAYOUT_CODES,
    POLICY_RNG,
    PROGRESS,
    REGRETS,
    SEAT_CODES,
    SEEDS,
    SPENT,
    VALUES,
    WORLD,
    WORLDS,
)
from stolik.core.bitset import members
from stolik.core.bot_levels import Weights
from stolik.core.game import Game
from stolik.core.rng import next_word
from stolik.core.rule import Row, Seat, State, rule

ONE: Final = 1 << 16
"""Probability one: what the codes of one world add to the average strategy together, for each world so far."""
WIN: Final = 1_000_000
PRUNED_BELOW: Final = 4
"""Purification: a code so many times less likely than another is noise, and is not drawn."""

WeightedPolicy: TypeAlias = Callable[[State, Seat, Row, int, Row, Weights], int]
Determinize: TypeAlias = Callable[[Any, Any, Seat, Row], None]
Playout: TypeAlias = Callable[[State, Row, Row, Row, Weights], None]
Evaluate: TypeAlias = Callable[[State, Seat, Row, Weights], int]


class RegretMatching(NamedTuple):
    """Its rules, like those of a search (`stolik.bots.search.SearchRules`)."""

    begin: Callable[[Any, Row], None]
    advance: Callable[[Any, Any, Seat, int, Row, Weights, int], bool]
    choose: Callable[[Any, int], int]


def regret_matching(
    game: Game, playouts: int, prior: WeightedPolicy, determinize: Determinize, play_out: Playout, evaluate: Evaluate
) -> RegretMatching:
    """`playouts` counts those of the bot's own codes; `prior` is the policy that each seat begins with."""
    to_act, sample_actions = game.to_act, _sampling_actions(game, prior)
    update_regrets = _updating_regrets(game, play_out, evaluate)

    @rule
    def advance(states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        while buffers[PROGRESS][SPENT] < playouts:
            if worlds == 0:
                return False
            worlds -= 1
            determinize(states, buffers, seat, rng)
            buffers[PROGRESS][WORLDS] += 1
            sample_actions(states, buffers, rng, weights)
            for each in members(to_act(states[WORLD])):
                update_regrets(states, buffers, each, weights)
            add_to_average(buffers, seat, n)
            buffers[PROGRESS][SPENT] += n
        return True

    return RegretMatching(begin, advance, choose)


@rule
def begin(buffers: Any, rng: Row) -> None:
    for row in range(AVERAGE, len(buffers)):
        for code in range(len(buffers[row])):
            buffers[row][code] = 0
    buffers[PROGRESS][WORLDS] = 0
    buffers[PROGRESS][SPENT] = 0
    buffers[PROGRESS][DRAW] = next_word(rng)


@rule
def choose(buffers: Any, n: int) -> int:
    """A code drawn from the average strategy."""
    codes = buffers[CODES]
    average = buffers[AVERAGE]
    most = 0
    for k in range(n):
        most = max(most, average[codes[k]])
    often = 0
    for k in range(n):
        if average[codes[k]] * PRUNED_BELOW >= most:
            often += average[codes[k]]
    draw = scaled(often, buffers[PROGRESS][DRAW])
    code: int = codes[0]
    for k in range(n):
        if average[codes[k]] * PRUNED_BELOW >= most:
            code = codes[k]
            draw -= average[code]
            if draw < 0:
                break
    return code


@rule
def scaled(whole: int, word: int) -> int:
    """From 0 to whole − 1, in proportion to 32 random bits; the whole may be large."""
    word >>= 1
    return (whole >> 31) * word + ((whole & (1 << 31) - 1) * word >> 31)


@rule
def positive_regret(regrets: Row, codes: Row, n: int) -> int:
    """The sum of the positive regrets of these codes."""
    total = 0
    for k in range(n):
        total += max(regrets[codes[k]], 0)
    return total


@rule
def sample_action(regrets: Row, codes: Row, n: int, prior: int, rng: Row) -> int:
    """In proportion to positive regret; the prior's code as if its regret were larger by a whole win."""
    draw = scaled(positive_regret(regrets, codes, n) + WIN, next_word(rng))
    for k in range(n):
        draw -= max(regrets[codes[k]], 0)
        if draw < 0:
            return codes[k]
    return prior


@rule
def add_to_average(buffers: Any, seat: Seat, n: int) -> None:
    """Add the bot's current strategy. Linear averaging: later worlds count more."""
    regrets = buffers[REGRETS + seat]
    codes = buffers[CODES]
    whole = ONE * buffers[PROGRESS][WORLDS]
    total = positive_regret(regrets, codes, n)
    for k in range(n):
        if total == 0:
            buffers[AVERAGE][codes[k]] += whole // n
        else:
            buffers[AVERAGE][codes[k]] += int(whole * (max(regrets[codes[k]], 0) / total))


def _sampling_actions(game: Game, prior: WeightedPolicy) -> Callable[[Any, Any, Row, Weights], None]:
    """sample_actions(states, buffers, rng, weights): every seat that may choose, or choose anew, samples a code."""
    to_act, legal = game.to_act, game.legal

    @rule
    def sample_actions(states: Any, buffers: Any, rng: Row, weights: Weights) -> None:
        codes = buffers[SEAT_CODES]
        for each in members(to_act(states[WORLD])):
            n = legal(states[WORLD], each, codes)
            code = prior(states[WORLD], each, codes, n, rng, weights) if n > 1 else codes[0]
            n = legal(states[WORLD], each, codes)  # a policy may have put them in another order
            buffers[ACTIONS][each] = sample_action(buffers[REGRETS + each], codes, n, code, rng)

    return sample_actions


def _updating_regrets(game: Game, play_out: Playout, evaluate: Evaluate) -> Callable[[Any, Any, Seat, Weights], None]:
    """update_regrets(states, buffers, seat, weights): the value of each code of a seat against the others' actions."""
    legal, apply_actions = game.legal, _applying_actions(game)

    @rule
    def update_regrets(states: Any, buffers: Any, seat: Seat, weights: Weights) -> None:
        codes = buffers[SEAT_CODES]
        found = buffers[VALUES]
        regrets = buffers[REGRETS + seat]
        n = legal(states[WORLD], seat, codes)
        if n == 1:
            return
        total = positive_regret(regrets, codes, n)
        picked = buffers[ACTIONS][seat]
        mean = 0.0
        for k in range(n):
            for word in range(4):
                buffers[CHANCE_RNG][word] = buffers[SEEDS][word]
                buffers[POLICY_RNG][word] = buffers[SEEDS][word + 4]
            buffers[ACTIONS][seat] = codes[k]
            apply_actions(states, buffers)
            play_out(states[PLAYOUT], buffers[PLAYOUT_CODES], buffers[CHANCE_RNG], buffers[POLICY_RNG], weights)
            found[k] = evaluate(states[PLAYOUT], seat, buffers[PLACES], weights)
            mean += found[k] * (max(regrets[codes[k]], 0) / total if total > 0 else 1 / n)
        for k in range(n):
            regrets[codes[k]] += found[k] - int(mean)
        buffers[ACTIONS][seat] = picked

    return update_regrets


def _applying_actions(game: Game) -> Callable[[Any, Any], None]:
    """apply_actions(states, buffers): the sampled actions; last those of seats that are awaited, since they end it."""
    to_act, awaited, apply = game.to_act, game.awaited, game.apply

    @rule
    def apply_actions(states: Any, buffers: Any) -> None:
        states[PLAYOUT] = states[WORLD]
        waiting = awaited(states[WORLD])
        for each in members(to_act(states[WORLD]) & ~waiting):
            apply(states[PLAYOUT], each, buffers[ACTIONS][each])
        for each in members(waiting):
            apply(states[PLAYOUT], each, buffers[ACTIONS][each])

    return apply_actions
