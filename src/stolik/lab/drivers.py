"""The inner loops. Each maker binds one game's rules to a loop over an array of records, ready to be compiled.

`table` is an array of the game's records, `start` one record before the first deal, `moves` room for the legal codes,
`rng` the words of `stolik.core.kit.stream`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from stolik.bots.bot import uniform
from stolik.core.game import DEALER, NO_CODE, Game, Policy, Seat, State
from stolik.core.kit import Row, below, lowest, pick
from stolik.core.rule import rule

Loop = Callable[..., Any]

TRUE, IMAGINED = range(2)
"""The two records of a playout: the match itself, and the one in which a policy thinks."""

UNFINISHED: Final = -1
ILLEGAL: Final = -2
"""Instead of a length: the game did not end in time; or (less the seat) a seat's policy played no legal code."""


def play_games(game: Game, policies: Sequence[Policy]) -> Loop:
    """Whole games, one after the other; `policies[who[seat]]` decides for a seat.

    Policies have random numbers of their own: those of the dealer would tell them the next card.
    """
    over, awaited, legal, apply = game.over, game.awaited, game.legal, game.apply
    score, places_of, deal, decide = game.score, game.places, _dealing(game), _deciding(game, policies)

    def loop(
        start: Any,
        table: Any,
        who: Row,
        moves: Row,
        dealing: Row,
        thinking: Row,
        limit: int,
        scores: Any,
        places: Any,
        lengths: Row,
    ) -> int:
        steps = 0
        s = table[TRUE]
        for number in range(len(lengths)):
            table[TRUE] = start[0]
            decisions = 0
            failed = 0
            while failed == 0:
                waiting = awaited(s)
                if waiting == 0:
                    if over(s):
                        break
                    deal(s, dealing)
                else:
                    seat = pick(dealing, waiting)
                    code = decide(table, who, seat, moves, legal(s, seat, moves), thinking)
                    if code == NO_CODE:
                        failed = ILLEGAL - seat
                    else:
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


def begin(game: Game) -> Loop:
    """Start the matches marked in `which` and deal up to their first decision."""
    deal_on = _dealing_on(game)

    def loop(start: Any, table: Any, which: Row, rng: Any) -> None:
        for i in range(len(table)):
            if which[i]:
                table[i] = start[0]
                deal_on(table[i], rng[i])

    return loop


def step(game: Game) -> Loop:
    """Play one code in every match and deal on; mark in `finished` those that this ended, with their results."""
    over, apply, score, places_of = game.over, game.apply, game.score, game.places
    deal_on = _dealing_on(game)

    def loop(table: Any, seats: Row, codes: Row, rng: Any, finished: Row, scores: Any, places: Any) -> None:
        for i in range(len(table)):
            s = table[i]
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

    def loop(table: Any, moves: Row, seats: Row, masks: Any) -> None:
        for i in range(len(table)):
            s = table[i]
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

    def loop(table: Any, seats: Row, out: Any) -> None:
        for i in range(len(table)):
            if seats[i] >= 0:
                observe_one(table[i], seats[i], out[i])
            else:
                out[i, :] = 0

    return loop


def _dealing(game: Game) -> Callable[[State, Row], None]:
    apply, ticket, chances = game.apply, game.ticket, game.chances

    @rule
    def deal(s: State, rng: Row) -> None:
        apply(s, DEALER, ticket(s, below(rng, chances(s))))

    return deal


def _dealing_on(game: Game) -> Callable[[State, Row], None]:
    chances, deal = game.chances, _dealing(game)

    @rule
    def deal_on(s: State, rng: Row) -> None:
        while chances(s) > 0:
            deal(s, rng)

    return deal_on


def _deciding(game: Game, policies: Sequence[Policy]) -> Callable[..., int]:
    """decide(table, who, seat, moves, n, rng) → a legal code, or NO_CODE if the policy failed to give one."""
    if all(policy is uniform for policy in policies):

        @rule
        def decide_at_random(table: Any, who: Row, seat: Seat, moves: Row, n: int, rng: Row) -> int:
            return moves[below(rng, n)] if n > 1 else moves[0]

        return decide_at_random

    redeal, choose = game.redeal, _either(list(policies))

    if all(policy is game.levels.get("random") for policy in policies):

        @rule
        def decide_by_chance(table: Any, who: Row, seat: Seat, moves: Row, n: int, rng: Row) -> int:
            return _if_legal(choose(who[seat], table[TRUE], seat, moves, n, rng), moves, n)

        return decide_by_chance

    @rule
    def decide(table: Any, who: Row, seat: Seat, moves: Row, n: int, rng: Row) -> int:
        table[IMAGINED] = table[TRUE]
        imagined = table[IMAGINED]
        redeal(imagined, seat, rng)
        return _if_legal(choose(who[seat], imagined, seat, moves, n, rng), moves, n)

    return decide


@rule
def _if_legal(code: int, moves: Row, n: int) -> int:
    for k in range(n):
        if moves[k] == code:
            return code
    return NO_CODE


def _either(policies: list[Policy]) -> Callable[..., int]:
    """One function for several policies, told apart by a number: compiled code cannot pick from a list of functions."""
    first = policies[0]
    if len(policies) == 1:

        @rule
        def only(number: int, s: State, seat: Seat, moves: Row, n: int, rng: Row) -> int:
            return first(s, seat, moves, n, rng)

        return only

    others = _either(policies[1:])

    @rule
    def either(number: int, s: State, seat: Seat, moves: Row, n: int, rng: Row) -> int:
        if number == 0:
            return first(s, seat, moves, n, rng)
        return others(number - 1, s, seat, moves, n, rng)

    return either
