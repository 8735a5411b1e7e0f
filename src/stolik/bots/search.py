"""Sequential halving over determinized rollouts: moves are tried in sampled worlds, and the worse half is dropped again
and again until one is left.

A world is a determinization: all that the seat cannot know is drawn anew. In each one every candidate move is played
out by the rollout policy with common random numbers, so that what differs is due to the move. The rules bound here are
compiled by whoever runs them: the lab plays whole games, a `TimedSearch` decides one move within a time limit.

Where several seats move simultaneously and in secret, `stolik.bots.regret_matching` decides instead.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from stolik.bots.regret_matching import WIN, Determinize, Evaluate, Playout, WeightedPolicy, regret_matching
from stolik.bots.search_buffers import (
    ALIVE,
    CANDIDATES,
    CHANCE_RNG,
    CODES,
    IMAGINED,
    PLACES,
    PLAYOUT,
    PLAYOUT_CODES,
    POLICY_RNG,
    PROGRESS,
    SEEDS,
    SIMULTANEOUS,
    TOTALS,
    WORLD,
    WORLDS,
)
from stolik.core.bot_levels import Policy, Search, Trained, Weights, never, unvalued
from stolik.core.game import DEALER, Game
from stolik.core.rng import below, next_word, pick
from stolik.core.rule import Row, Seat, State, rule

ALL: Final = 1 << 40


@lru_cache(maxsize=256)
def weighted_policy(level: Policy | Trained) -> WeightedPolicy:
    """Any policy as one that takes weights, though most ignore them."""
    if isinstance(level, Trained):
        return level.policy
    policy = level

    @rule
    def without_weights(s: State, seat: Seat, moves: Row, n: int, rng: Row, weights: Weights) -> int:
        return policy(s, seat, moves, n, rng)

    return without_weights


class SearchRules(NamedTuple):
    """The parts of a search, as rules."""

    begin: Callable[[Any, Any, Seat, int, Row], None]
    """begin(states, buffers, seat, n, rng): n codes are the candidates."""
    advance: Callable[[Any, Any, Seat, int, Row, Weights, int], bool]
    """advance(states, buffers, seat, n, rng, weights, worlds) → whether the budget is spent; pauses after `worlds`."""
    choose: Callable[[Any, int], int]
    """choose(buffers, n) → the best code so far."""


@lru_cache(maxsize=64)
def search_rules(game: Game, search: Search) -> SearchRules:
    """Sequential halving, or regret matching where the search says that moves are simultaneous."""
    determinize, play_out = _determinizing(game, search), _playing_out(game, search)
    evaluate = _evaluating(game, search)
    halve = _sequential_halving(search.playouts, _evaluating_worlds(game, determinize, play_out, evaluate))
    if search.simultaneous is never:
        return halve
    simultaneous = search.simultaneous
    begin_halving, advance_halving, best = halve
    begin_matching, advance_matching, drawn = regret_matching(
        game, search.playouts, weighted_policy(search.rollout), determinize, play_out, evaluate
    )

    @rule
    def begin(states: Any, buffers: Any, seat: Seat, n: int, rng: Row) -> None:
        begin_halving(states, buffers, seat, n, rng)
        if simultaneous(states[IMAGINED], seat):
            begin_matching(buffers, rng)
            buffers[PROGRESS][SIMULTANEOUS] = 1

    @rule
    def advance(states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        if buffers[PROGRESS][SIMULTANEOUS] == 1:
            return advance_matching(states, buffers, seat, n, rng, weights, worlds)
        return advance_halving(states, buffers, seat, n, rng, weights, worlds)

    @rule
    def choose(buffers: Any, n: int) -> int:
        return drawn(buffers, n) if buffers[PROGRESS][SIMULTANEOUS] == 1 else best(buffers, n)

    return SearchRules(begin, advance, choose)


def _sequential_halving(playouts: int, evaluate_world: Callable[[Any, Any, Seat, Row, Weights], None]) -> SearchRules:
    @rule
    def begin(states: Any, buffers: Any, seat: Seat, n: int, rng: Row) -> None:
        for k in range(n):
            buffers[TOTALS][k] = 0
            buffers[CANDIDATES][k] = k
        buffers[PROGRESS][ALIVE] = n
        buffers[PROGRESS][WORLDS] = 0
        buffers[PROGRESS][SIMULTANEOUS] = 0

    @rule
    def advance(states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        while buffers[PROGRESS][ALIVE] > 1:
            enough = worlds_per_round(playouts, n, buffers[PROGRESS][ALIVE])
            while buffers[PROGRESS][WORLDS] < enough:
                if worlds == 0:
                    return False
                worlds -= 1
                evaluate_world(states, buffers, seat, rng, weights)
                buffers[PROGRESS][WORLDS] += 1
            drop_worse_half(buffers)
        return True

    @rule
    def choose(buffers: Any, n: int) -> int:
        best: int = buffers[CANDIDATES][0]
        for place in range(1, buffers[PROGRESS][ALIVE]):
            if buffers[TOTALS][buffers[CANDIDATES][place]] > buffers[TOTALS][best]:
                best = buffers[CANDIDATES][place]
        code: int = buffers[CODES][best]
        return code

    return SearchRules(begin, advance, choose)


@rule
def worlds_per_round(playouts: int, n: int, alive: int) -> int:
    """The budget of one round: in how many worlds the candidates are played out, until half of them is dropped."""
    halvings = 1
    while 1 << halvings < n:
        halvings += 1
    return max(1, playouts // (halvings * alive))


@rule
def drop_worse_half(buffers: Any) -> None:
    """Sort the candidates by their totals, and keep the better half."""
    totals = buffers[TOTALS]
    candidates = buffers[CANDIDATES]
    alive = buffers[PROGRESS][ALIVE]
    for place in range(1, alive):
        k = candidates[place]
        before = place
        while before > 0 and totals[candidates[before - 1]] < totals[k]:
            candidates[before] = candidates[before - 1]
            before -= 1
        candidates[before] = k
    buffers[PROGRESS][ALIVE] = (alive + 1) // 2
    buffers[PROGRESS][WORLDS] = 0


def _determinizing(game: Game, search: Search) -> Determinize:
    """determinize(states, buffers, seat, rng): sample one more world, and the seeds of its playouts."""
    redeal, believe = game.redeal, search.believe

    @rule
    def determinize(states: Any, buffers: Any, seat: Seat, rng: Row) -> None:
        states[WORLD] = states[IMAGINED]
        redeal(states[WORLD], seat, rng)
        believe(states[WORLD], seat, rng)
        for word in range(8):
            buffers[SEEDS][word] = next_word(rng)

    return determinize


def _evaluating_worlds(
    game: Game, determinize: Determinize, play_out: Playout, evaluate: Evaluate
) -> Callable[[Any, Any, Seat, Row, Weights], None]:
    """evaluate_world(states, buffers, seat, rng, weights): a playout of every candidate in one more world."""
    apply = game.apply

    @rule
    def evaluate_world(states: Any, buffers: Any, seat: Seat, rng: Row, weights: Weights) -> None:
        determinize(states, buffers, seat, rng)
        for place in range(buffers[PROGRESS][ALIVE]):
            k = buffers[CANDIDATES][place]
            for word in range(4):
                buffers[CHANCE_RNG][word] = buffers[SEEDS][word]
                buffers[POLICY_RNG][word] = buffers[SEEDS][word + 4]
            states[PLAYOUT] = states[WORLD]
            apply(states[PLAYOUT], seat, buffers[CODES][k])
            play_out(states[PLAYOUT], buffers[PLAYOUT_CODES], buffers[CHANCE_RNG], buffers[POLICY_RNG], weights)
            buffers[TOTALS][k] += evaluate(states[PLAYOUT], seat, buffers[PLACES], weights)

    return evaluate_world


def _playing_out(game: Game, search: Search) -> Playout:
    """play_out(s, codes, chance_rng, policy_rng, weights): on to the end, the horizon or a cut-off."""
    over, awaited, legal, apply = game.over, game.awaited, game.legal, game.apply
    ticket, chances, rollout, horizon = game.ticket, game.chances, weighted_policy(search.rollout), search.horizon
    resting = search.resting

    @rule
    def play_out(s: State, codes: Row, chance_rng: Row, policy_rng: Row, weights: Weights) -> None:
        decisions = 0
        while decisions < horizon and not resting(s):
            waiting = awaited(s)
            if waiting == 0:
                if over(s):
                    return
                apply(s, DEALER, ticket(s, below(chance_rng, chances(s))))
            else:
                seat = pick(chance_rng, waiting)
                n = legal(s, seat, codes)
                apply(s, seat, rollout(s, seat, codes, n, policy_rng, weights) if n > 1 else codes[0])
                decisions += 1

    return play_out


def _evaluating(game: Game, search: Search) -> Evaluate:
    """evaluate(s, seat, places, weights): the value of a position to a seat: its share of a win, and its margin."""
    places_of, score, point = game.places, game.score, search.point

    @rule
    def evaluate_end(s: State, seat: Seat, places: Row, weights: Weights) -> int:
        places_of(s, places)
        winners = 0
        rival = -WIN
        for other in range(s.players):
            winners += places[other] == 1
            if other != seat:
                rival = max(rival, score(s, other))
        share = WIN // winners if places[seat] == 1 else 0
        return share + point * (score(s, seat) - rival)

    if search.value is unvalued:
        return evaluate_end
    over, value = game.over, search.value

    @rule
    def evaluate(s: State, seat: Seat, places: Row, weights: Weights) -> int:
        return evaluate_end(s, seat, places, weights) if over(s) else value(s, seat, weights)

    return evaluate
