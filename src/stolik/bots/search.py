"""The search: moves are tried in imagined worlds, and half of them is given up again and again until one is left.

In every world (all that the seat cannot know drawn anew) each move that is still tried is played on to the end with the
same luck, so that what differs is due to the move. Rules bound here are compiled by whoever drives them: the lab plays
whole games with them, a `Thinker` decides one move at a time and looks at the clock now and then.

Where others choose at the same time and in secret, `stolik.bots.regret_matching` decides instead.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from stolik.bots.regret_matching import WIN, Imagine, PlayOut, WeightedPolicy, Worth, matching
from stolik.bots.search_buffers import (
    ALIVE,
    CODES,
    DEALS,
    DICE,
    IMAGINED,
    LUCK,
    PLACES,
    PLAYED,
    PROGRESS,
    REPLIES,
    TOGETHER,
    TOTALS,
    TRIED,
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
    """Any policy as one that has a book, though most do not open it."""
    if isinstance(level, Trained):
        return level.policy
    policy = level

    @rule
    def without_weights(s: State, seat: Seat, moves: Row, n: int, rng: Row, weights: Weights) -> int:
        return policy(s, seat, moves, n, rng)

    return without_weights


class Searching(NamedTuple):
    """The parts of a search, as rules."""

    begin: Callable[[Any, Any, Seat, int, Row], None]
    """begin(table, room, seat, n, rng): n codes are to be compared."""
    go_on: Callable[[Any, Any, Seat, int, Row, Weights, int], bool]
    """go_on(table, room, seat, n, rng, book, worlds) → whether it is decided; it stops after so many worlds."""
    chosen: Callable[[Any, int], int]
    """chosen(room, n): the best code so far."""


@lru_cache(maxsize=64)
def searching(game: Game, search: Search) -> Searching:
    """Halving, or regret matching where the search says so."""
    imagine, play_out, worth = _imagining(game, search), _playing_out(game, search), _worth(game, search)
    halve = _halving(search.playouts, _examining(game, imagine, play_out, worth))
    if search.simultaneous is never:
        return halve
    simultaneous = search.simultaneous
    compare, go_on_halving, best = halve
    start_regretting, go_on_regretting, drawn = matching(
        game, search.playouts, weighted_policy(search.rollout), imagine, play_out, worth
    )

    @rule
    def begin(table: Any, room: Any, seat: Seat, n: int, rng: Row) -> None:
        compare(table, room, seat, n, rng)
        if simultaneous(table[IMAGINED], seat):
            start_regretting(room, rng)
            room[PROGRESS][TOGETHER] = 1

    @rule
    def go_on(table: Any, room: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        if room[PROGRESS][TOGETHER] == 1:
            return go_on_regretting(table, room, seat, n, rng, weights, worlds)
        return go_on_halving(table, room, seat, n, rng, weights, worlds)

    @rule
    def chosen(room: Any, n: int) -> int:
        return drawn(room, n) if room[PROGRESS][TOGETHER] == 1 else best(room, n)

    return Searching(begin, go_on, chosen)


def _halving(playouts: int, examine: Callable[[Any, Any, Seat, Row, Weights], None]) -> Searching:
    @rule
    def begin(table: Any, room: Any, seat: Seat, n: int, rng: Row) -> None:
        for k in range(n):
            room[TOTALS][k] = 0
            room[TRIED][k] = k
        room[PROGRESS][ALIVE] = n
        room[PROGRESS][WORLDS] = 0
        room[PROGRESS][TOGETHER] = 0

    @rule
    def go_on(table: Any, room: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        while room[PROGRESS][ALIVE] > 1:
            enough = worlds_for(playouts, n, room[PROGRESS][ALIVE])
            while room[PROGRESS][WORLDS] < enough:
                if worlds == 0:
                    return False
                worlds -= 1
                examine(table, room, seat, rng, weights)
                room[PROGRESS][WORLDS] += 1
            give_up_half(room)
        return True

    @rule
    def chosen(room: Any, n: int) -> int:
        best: int = room[TRIED][0]
        for place in range(1, room[PROGRESS][ALIVE]):
            if room[TOTALS][room[TRIED][place]] > room[TOTALS][best]:
                best = room[TRIED][place]
        code: int = room[CODES][best]
        return code

    return Searching(begin, go_on, chosen)


@rule
def worlds_for(playouts: int, n: int, alive: int) -> int:
    """In how many worlds those still tried are played, until half of them is given up."""
    halvings = 1
    while 1 << halvings < n:
        halvings += 1
    return max(1, playouts // (halvings * alive))


@rule
def give_up_half(room: Any) -> None:
    """Sort what is tried by what it came to, and keep the better half."""
    totals = room[TOTALS]
    tried = room[TRIED]
    alive = room[PROGRESS][ALIVE]
    for place in range(1, alive):
        k = tried[place]
        before = place
        while before > 0 and totals[tried[before - 1]] < totals[k]:
            tried[before] = tried[before - 1]
            before -= 1
        tried[before] = k
    room[PROGRESS][ALIVE] = (alive + 1) // 2
    room[PROGRESS][WORLDS] = 0


def _imagining(game: Game, search: Search) -> Imagine:
    """imagine(table, room, seat, rng): one more world, and its luck."""
    redeal, believe = game.redeal, search.believe

    @rule
    def imagine(table: Any, room: Any, seat: Seat, rng: Row) -> None:
        table[WORLD] = table[IMAGINED]
        redeal(table[WORLD], seat, rng)
        believe(table[WORLD], seat, rng)
        for word in range(8):
            room[LUCK][word] = next_word(rng)

    return imagine


def _examining(
    game: Game, imagine: Imagine, play_out: PlayOut, worth: Worth
) -> Callable[[Any, Any, Seat, Row, Weights], None]:
    """examine(table, room, seat, rng, book): every code still tried, played on in one more world."""
    apply = game.apply

    @rule
    def examine(table: Any, room: Any, seat: Seat, rng: Row, weights: Weights) -> None:
        imagine(table, room, seat, rng)
        for place in range(room[PROGRESS][ALIVE]):
            k = room[TRIED][place]
            for word in range(4):
                room[DEALS][word] = room[LUCK][word]
                room[DICE][word] = room[LUCK][word + 4]
            table[PLAYED] = table[WORLD]
            apply(table[PLAYED], seat, room[CODES][k])
            play_out(table[PLAYED], room[REPLIES], room[DEALS], room[DICE], weights)
            room[TOTALS][k] += worth(table[PLAYED], seat, room[PLACES], weights)

    return examine


def _playing_out(game: Game, search: Search) -> Callable[[State, Row, Row, Row, Weights], None]:
    over, awaited, legal, apply = game.over, game.awaited, game.legal, game.apply
    ticket, chances, rollout, horizon = game.ticket, game.chances, weighted_policy(search.rollout), search.horizon
    resting = search.resting

    @rule
    def play_out(s: State, codes: Row, deals: Row, dice: Row, weights: Weights) -> None:
        decisions = 0
        while decisions < horizon and not resting(s):
            waiting = awaited(s)
            if waiting == 0:
                if over(s):
                    return
                apply(s, DEALER, ticket(s, below(deals, chances(s))))
            else:
                seat = pick(deals, waiting)
                n = legal(s, seat, codes)
                apply(s, seat, rollout(s, seat, codes, n, dice, weights) if n > 1 else codes[0])
                decisions += 1

    return play_out


def _worth(game: Game, search: Search) -> Worth:
    """What a position is worth to a seat: its share of a win, and how far it is ahead."""
    places_of, score, point = game.places, game.score, search.point

    @rule
    def worth_at_the_end(s: State, seat: Seat, places: Row, weights: Weights) -> int:
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
        return worth_at_the_end
    over, value = game.over, search.value

    @rule
    def worth(s: State, seat: Seat, places: Row, weights: Weights) -> int:
        return worth_at_the_end(s, seat, places, weights) if over(s) else value(s, seat, weights)

    return worth
