"""Random play, driven by a `Choose`: any source of whole numbers, so that Hypothesis can drive, or plain chance."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from stolik import DEALER, Match
from stolik.core.bitset import members
from stolik.core.game import NO_CODE, Game
from stolik.core.messages import Options
from stolik.core.packed import clone
from stolik.core.rule import State
from stolik.core.tell import Telling

Choose: TypeAlias = Callable[[int], int]
"""choose(n) -> 0 … n − 1"""

LONGEST = 20_000
"""Entries after which a game counts as endless."""
FIDGETS = 60
"""Moves that one seat makes in a row, in some games: more than rules allow, so that their limits are met."""
MANY_TICKETS = 256
"""Up to so many, all that the dealer may do is tried; beyond, a sample."""


class Played(NamedTuple):
    """One entry of a log, with what came of it."""

    mover: int
    code: int
    message: Any
    after: State
    told: tuple[Telling, ...]


def as_set(numbers: Iterable[int]) -> int:
    """The bit set of these numbers."""
    return sum(1 << number for number in set(numbers))


def play_on(match: Match, choose: Choose) -> None:
    """Somebody who is waited for plays any legal move; after a pause, the dealer goes on."""
    if match.paused:
        match.go_on()
        return
    waiting = sorted(match.awaited)
    seat = waiting[choose(len(waiting))]
    s = match.state
    match.play(seat, match.game.decode(s, seat, _any_code(match.game, s, seat, choose)))


def chance(seed: object) -> Choose:
    return Random(repr(seed)).randrange


def scripted(first: Sequence[int], seed: int) -> Choose:
    """Follow the given numbers, then chance: short scripts shrink well."""
    script, rest = iter(first), Random(seed)

    def choose(n: int) -> int:
        given = next(script, None)
        return rest.randrange(n) if given is None else given % n

    return choose


def apply(game: Game, s: State, mover: int, code: int) -> Played:
    """One entry, on a copy."""
    message = game.decode(s, mover, code)
    after = clone(s)
    told: list[Telling] = []
    after.told = told
    game.apply(after, mover, code)
    after.told = None
    return Played(mover, code, message, after, tuple(told))


def movers(game: Game, s: State) -> list[int]:
    """All who may move: seats, or the dealer."""
    seats = list(members(game.to_act(s)))
    return seats or [DEALER] * (game.chances(s) > 0)


def codes(game: Game, s: State, mover: int, choose: Choose, sample: int = MANY_TICKETS) -> list[int]:
    """The legal codes; of a dealer with very many tickets, a sample."""
    if mover != DEALER or game.chances(s) <= MANY_TICKETS:
        return game.codes(s, mover)
    return sorted({game.ticket(s, choose(game.chances(s))) for _ in range(sample)})


def is_legal(game: Game, s: State, mover: int, code: int) -> bool:
    if mover == DEALER:
        return code != NO_CODE and bool(game.possible(s, code))
    return code in game.codes(s, mover)


def random_entry(game: Game, s: State, choose: Choose) -> Played:
    """Mostly somebody who is awaited moves; now and then somebody who only may."""
    able = movers(game, s)
    awaited = list(members(game.awaited(s))) or able
    among = able if choose(4) == 0 else awaited
    mover = among[choose(len(among))]
    code = game.ticket(s, choose(game.chances(s))) if mover == DEALER else _any_code(game, s, mover, choose)
    return apply(game, s, mover, code)


def _any_code(game: Game, s: State, seat: int, choose: Choose) -> int:
    legal = game.codes(s, seat)
    if "random" in game.levels and choose(4):  # a game that would wander for ever brings its own chance
        words = [choose(1 << 32) for _ in range(4)]
        code: int = game.levels["random"](s, seat, legal, len(legal), words)
        return code
    return legal[choose(len(legal))]


def random_game(game: Game, options: Options, choose: Choose) -> list[Played]:
    """A whole game, in which somebody may fidget for a while. AssertionError if nobody can move or it does not end."""
    s = game.begin(options)
    entries: list[Played] = []
    fidgety = choose(options.players) if choose(4) == 0 else None
    first = choose(80)
    while not game.over(s):
        able = movers(game, s)
        assert able, f"nobody can move, and it is not over: {s}"
        assert len(entries) < LONGEST, f"the game does not end: {s}"
        if fidgety in able and first <= len(entries) < first + FIDGETS:
            legal = game.codes(s, fidgety)
            entries.append(apply(game, s, fidgety, legal[choose(len(legal))]))
        else:
            entries.append(random_entry(game, s, choose))
        s = entries[-1].after
    return entries


def random_part(game: Game, options: Options, choose: Choose) -> list[Played]:
    """The beginning of a game, up to any point."""
    entries = random_game(game, options, choose)
    return entries[: choose(len(entries) + 1)]


def state_after(game: Game, options: Options, entries: Sequence[Played]) -> State:
    return clone(entries[-1].after) if entries else game.begin(options)


def bot_state_after(game: Game, options: Options, entries: Sequence[Played]) -> State:
    """The same as bots think about it: with what they have kept of the match in mind."""
    s = game.begin(options, with_memory=True)
    for entry in entries:
        game.remember(s, entry.mover, entry.code)
        game.apply(s, entry.mover, entry.code)
    return s


def match_of(game: Game, options: Options, entries: Sequence[Played]) -> Match:
    """The same as a match dealt by hand."""
    match = Match(game, options, dealer=None)
    for entry in entries:
        match.play(entry.mover, entry.message)
    return match
