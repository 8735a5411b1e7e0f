"""The inner loops. Each maker binds one game's rules to a loop over an array of packed states, ready to be compiled.

`states` is an array of the game's packed states, `start` one before the first deal, `moves` a row for the legal codes,
`buffers` several such rows (see `stolik.bots.search_buffers`), `rng` a generator of `stolik.core.rng.stream`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from stolik.bots.bot import uniform
from stolik.bots.level_policies import LevelPolicy, level_policy
from stolik.bots.search_buffers import CODES, IMAGINED, TRUE
from stolik.core.bitset import lowest
from stolik.core.bot_levels import Level
from stolik.core.game import DEALER, NO_CODE, Game
from stolik.core.rng import below, next_word, pick
from stolik.core.rule import Row, Seat, State, rule

Loop = Callable[..., Any]

UNFINISHED: Final = -1
ILLEGAL: Final = -2
"""Instead of a length: the game did not end in time; or (less the seat) a seat's bot played no legal code."""
MIXING: Final = 24
"""Warm-up of the generator: numbers dropped until seeds that differ in one bit have diverged."""


def play_games(game: Game, levels: Sequence[Level]) -> Loop:
    """Whole games, one after the other; `levels[who[seat]]` decides for a seat, with `weights_of[who[seat]]`.

    Each game has random numbers of its own, for the deals, for whose turn it is among several, and for the bots (those
    of the dealer would tell them the next card): whoever plays, the deals of the hundredth game are the same.
    """
    over, awaited, legal, apply = game.over, game.awaited, game.legal, game.apply
    score, places_of, deal, decide = game.score, game.places, _deal_with_memory_rule(game), _decision_rule(game, levels)
    remember = game.remember

    def loop(
        start: Any,
        states: Any,
        who: Row,
        buffers: Any,
        weights_of: Any,
        seed: Row,
        first: int,
        generators: Any,
        limit: int,
        scores: Any,
        places: Any,
        lengths: Row,
    ) -> int:
        steps = 0
        s = states[TRUE]
        moves = buffers[CODES]
        dealing, turning, deciding = generators[0], generators[1], generators[2]
        for number in range(len(lengths)):
            seed_generators(generators, seed, first + number)
            states[TRUE] = start[0]
            decisions = 0
            failed = 0
            while failed == 0:
                waiting = awaited(s)
                if waiting == 0:
                    if over(s):
                        break
                    deal(s, dealing)
                else:
                    seat = pick(turning, waiting)
                    code = decide(states, buffers, who, seat, legal(s, seat, moves), deciding, weights_of)
                    if code == NO_CODE:
                        failed = ILLEGAL - seat
                    else:
                        remember(s, seat, code)
                        apply(s, seat, code)
                        decisions += 1
                        failed = 0 if decisions < limit else UNFINISHED
                steps += 1
            for seat in range(s.players):
                scores[number, seat] = score(s, seat)
            places_of(s, places[number])
            lengths[number] = decisions if over(s) else failed
        return steps

    return loop


@rule
def seed_generators(generators: Any, seed: Row, number: int) -> None:
    """Seed the first three generators by the seed of all games and the number of this one."""
    source = generators[3]
    for word in range(4):
        source[word] = seed[word]
    source[0] ^= number & 0xFFFFFFFF
    source[1] ^= number >> 32
    for _ in range(MIXING):
        next_word(source)
    for purpose in range(3):
        for word in range(4):
            generators[purpose, word] = next_word(source)


def begin(game: Game) -> Loop:
    """Start the matches marked in `which` and deal up to their first decision."""
    deal_on = _deal_on_rule(game)

    def loop(start: Any, states: Any, which: Row, rng: Any) -> None:
        for i in range(len(states)):
            if which[i]:
                states[i] = start[0]
                deal_on(states[i], rng[i])

    return loop


def step(game: Game) -> Loop:
    """Play one code in every match and deal on; mark in `finished` those that this ended, with their results."""
    over, apply, score, places_of = game.over, game.apply, game.score, game.places
    deal_on = _deal_on_rule(game)

    def loop(states: Any, seats: Row, codes: Row, rng: Any, finished: Row, scores: Any, places: Any) -> None:
        for i in range(len(states)):
            s = states[i]
            finished[i] = False
            if seats[i] >= 0:
                apply(s, seats[i], codes[i])
                deal_on(s, rng[i])
                if over(s):
                    finished[i] = True
                    for seat in range(s.players):
                        scores[i, seat] = score(s, seat)
                    places_of(s, places[i])

    return loop


def survey(game: Game) -> Loop:
    """Who decides in every match (the lowest seat that is waited for; −1: over), and which codes are legal."""
    awaited, legal = game.awaited, game.legal

    def loop(states: Any, moves: Row, seats: Row, masks: Any) -> None:
        for i in range(len(states)):
            s = states[i]
            masks[i, :] = False
            waiting = awaited(s)
            seats[i] = -1
            if waiting != 0:
                seats[i] = lowest(waiting)
                for k in range(legal(s, seats[i], moves)):
                    masks[i, moves[k]] = True

    return loop


def observe(game: Game) -> Loop:
    """What the deciding seat of every match knows; zeros where the match is over."""
    observe_one = game.observe

    def loop(states: Any, seats: Row, out: Any) -> None:
        for i in range(len(states)):
            if seats[i] >= 0:
                observe_one(states[i], seats[i], out[i])
            else:
                out[i, :] = 0

    return loop


def _deal_rule(game: Game) -> Callable[[State, Row], None]:
    apply, ticket, chances = game.apply, game.ticket, game.chances

    @rule
    def deal(s: State, rng: Row) -> None:
        apply(s, DEALER, ticket(s, below(rng, chances(s))))

    return deal


def _deal_with_memory_rule(game: Game) -> Callable[[State, Row], None]:
    apply, ticket, chances, remember = game.apply, game.ticket, game.chances, game.remember

    @rule
    def deal(s: State, rng: Row) -> None:
        code = ticket(s, below(rng, chances(s)))
        remember(s, DEALER, code)
        apply(s, DEALER, code)

    return deal


def _deal_on_rule(game: Game) -> Callable[[State, Row], None]:
    chances, deal = game.chances, _deal_rule(game)

    @rule
    def deal_on(s: State, rng: Row) -> None:
        while chances(s) > 0:
            deal(s, rng)

    return deal_on


def _decision_rule(game: Game, levels: Sequence[Level]) -> Callable[..., int]:
    """decide(states, buffers, who, seat, n, rng, weights_of) → a legal code, or NO_CODE if the bot gave none."""
    if all(level is uniform for level in levels):

        @rule
        def decide_at_random(states: Any, buffers: Any, who: Row, seat: Seat, n: int, rng: Row, weights_of: Any) -> int:
            code: int = buffers[CODES][below(rng, n)] if n > 1 else buffers[CODES][0]
            return code

        return decide_at_random

    redeal = game.redeal

    if all(level is game.levels.get("random") for level in levels):
        by_chance: Any = levels[0]

        @rule
        def decide_by_chance(states: Any, buffers: Any, who: Row, seat: Seat, n: int, rng: Row, weights_of: Any) -> int:
            return _if_legal(by_chance(states[TRUE], seat, buffers[CODES], n, rng), buffers[CODES], n)

        return decide_by_chance

    dispatch = _dispatching([level_policy(game, level) for level in levels])

    @rule
    def decide(states: Any, buffers: Any, who: Row, seat: Seat, n: int, rng: Row, weights_of: Any) -> int:
        states[IMAGINED] = states[TRUE]
        redeal(states[IMAGINED], seat, rng)
        return _if_legal(dispatch(who[seat], states, buffers, seat, n, rng, weights_of), buffers[CODES], n)

    return decide


@rule
def _if_legal(code: int, moves: Row, n: int) -> int:
    for k in range(n):
        if moves[k] == code:
            return code
    return NO_CODE


def _dispatching(policies: list[LevelPolicy]) -> Callable[..., int]:
    """Static dispatch: one rule for several policies, by number; compiled code cannot index a list of functions."""
    first = policies[0]
    if len(policies) == 1:

        @rule
        def only(number: int, states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights_of: Any) -> int:
            return first(states, buffers, seat, n, rng, weights_of[0])

        return only

    others = _dispatching(policies[1:])

    @rule
    def either(number: int, states: Any, buffers: Any, seat: Seat, n: int, rng: Row, weights_of: Any) -> int:
        if number == 0:
            return first(states, buffers, seat, n, rng, weights_of[0])
        return others(number - 1, states, buffers, seat, n, rng, weights_of[1:])

    return either
