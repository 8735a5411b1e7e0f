"""Regret matching: how to choose where others choose at the same time, and in secret.

The best answer to what the others are thought to do would be found out by them. So in every imagined world each seat
that chooses picks a code, the more often the more it has regretted not to have picked it; every other code of every
seat is then played on too, with the same luck, and regretted by as much as it would have brought more. All begin with
what their policy would do. What the seats pick on average comes close to a balance in which nobody would gain by
picking otherwise, and from that average the bot draws its code.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from stolik.bots.search_buffers import (
    AVERAGE,
    CODES,
    DEALS,
    DICE,
    FOUND,
    LOT,
    LUCK,
    OPTIONS,
    PICKED,
    PLACES,
    PLAYED,
    PROGRESS,
    REGRETS,
    REPLIES,
    SPENT,
    WORLD,
    WORLDS,
)
from stolik.core.bitset import members
from stolik.core.bot_levels import Weights
from stolik.core.game import Game
from stolik.core.rng import next_word
from stolik.core.rule import Row, Seat, State, rule

ONE: Final = 1 << 16
"""A whole choice: what the codes of one world add to the average together, for each world so far."""
WIN: Final = 1_000_000
RARELY: Final = 4
"""A code that is picked so many times less often than another is noise, and is not picked."""

WeightedPolicy: TypeAlias = Callable[[State, Seat, Row, int, Row, Weights], int]
Imagine: TypeAlias = Callable[[Any, Any, Seat, Row], None]
PlayOut: TypeAlias = Callable[[State, Row, Row, Row, Weights], None]
Worth: TypeAlias = Callable[[State, Seat, Row, Weights], int]


class Matching(NamedTuple):
    """The parts of it, as rules, like those of a search."""

    begin: Callable[[Any, Row], None]
    go_on: Callable[[Any, Any, Seat, int, Row, Weights, int], bool]
    chosen: Callable[[Any, int], int]


def matching(
    game: Game, playouts: int, usual: WeightedPolicy, imagine: Imagine, play_out: PlayOut, worth: Worth
) -> Matching:
    """The playouts are those of the bot's own codes. What is usual, each seat begins with."""
    to_act, regret, pick_all = game.to_act, _regretting(game, play_out, worth), _picking(game, usual)

    @rule
    def go_on(table: Any, room: Any, seat: Seat, n: int, rng: Row, weights: Weights, worlds: int) -> bool:
        while room[PROGRESS][SPENT] < playouts:
            if worlds == 0:
                return False
            worlds -= 1
            imagine(table, room, seat, rng)
            room[PROGRESS][WORLDS] += 1
            pick_all(table, room, rng, weights)
            for each in members(to_act(table[WORLD])):
                regret(table, room, each, weights)
            remember(room, seat, n)
            room[PROGRESS][SPENT] += n
        return True

    return Matching(begin, go_on, chosen)


@rule
def begin(room: Any, rng: Row) -> None:
    for row in range(AVERAGE, len(room)):
        for code in range(len(room[row])):
            room[row][code] = 0
    room[PROGRESS][WORLDS] = 0
    room[PROGRESS][SPENT] = 0
    room[PROGRESS][LOT] = next_word(rng)


@rule
def chosen(room: Any, n: int) -> int:
    """A code drawn from the average."""
    codes = room[CODES]
    average = room[AVERAGE]
    most = 0
    for k in range(n):
        most = max(most, average[codes[k]])
    often = 0
    for k in range(n):
        if average[codes[k]] * RARELY >= most:
            often += average[codes[k]]
    lot = part_of(often, room[PROGRESS][LOT])
    code: int = codes[0]
    for k in range(n):
        if average[codes[k]] * RARELY >= most:
            code = codes[k]
            lot -= average[code]
            if lot < 0:
                break
    return code


@rule
def part_of(whole: int, word: int) -> int:
    """From 0 to whole − 1, in proportion to 32 random bits; the whole may be large."""
    word >>= 1
    return (whole >> 31) * word + ((whole & (1 << 31) - 1) * word >> 31)


@rule
def positive(regrets: Row, codes: Row, n: int) -> int:
    """All that is regretted of these codes."""
    total = 0
    for k in range(n):
        total += max(regrets[codes[k]], 0)
    return total


@rule
def pick_one(regrets: Row, codes: Row, n: int, usual: int, rng: Row) -> int:
    """The more a code is regretted, the more often; what is usual, as if it had been regretted by a win once more."""
    lot = part_of(positive(regrets, codes, n) + WIN, next_word(rng))
    for k in range(n):
        lot -= max(regrets[codes[k]], 0)
        if lot < 0:
            return codes[k]
    return usual


@rule
def remember(room: Any, seat: Seat, n: int) -> None:
    """How the bot would pick now. Later worlds count more: they know more."""
    regrets = room[REGRETS + seat]
    codes = room[CODES]
    whole = ONE * room[PROGRESS][WORLDS]
    total = positive(regrets, codes, n)
    for k in range(n):
        if total == 0:
            room[AVERAGE][codes[k]] += whole // n
        else:
            room[AVERAGE][codes[k]] += int(whole * (max(regrets[codes[k]], 0) / total))


def _picking(game: Game, usual: WeightedPolicy) -> Callable[[Any, Any, Row, Weights], None]:
    """pick_all(table, room, rng, book): every seat that may choose, or choose anew, picks a code in this world."""
    to_act, legal = game.to_act, game.legal

    @rule
    def pick_all(table: Any, room: Any, rng: Row, weights: Weights) -> None:
        codes = room[OPTIONS]
        for each in members(to_act(table[WORLD])):
            n = legal(table[WORLD], each, codes)
            code = usual(table[WORLD], each, codes, n, rng, weights) if n > 1 else codes[0]
            n = legal(table[WORLD], each, codes)  # a policy may have put them in another order
            room[PICKED][each] = pick_one(room[REGRETS + each], codes, n, code, rng)

    return pick_all


def _regretting(game: Game, play_out: PlayOut, worth: Worth) -> Callable[[Any, Any, Seat, Weights], None]:
    """regret(table, room, seat, book): what each code of a seat would bring, when the others do as they have picked."""
    legal, choose_all = game.legal, _choosing(game)

    @rule
    def regret(table: Any, room: Any, seat: Seat, weights: Weights) -> None:
        codes = room[OPTIONS]
        found = room[FOUND]
        regrets = room[REGRETS + seat]
        n = legal(table[WORLD], seat, codes)
        if n == 1:
            return
        total = positive(regrets, codes, n)
        picked = room[PICKED][seat]
        mean = 0.0
        for k in range(n):
            for word in range(4):
                room[DEALS][word] = room[LUCK][word]
                room[DICE][word] = room[LUCK][word + 4]
            room[PICKED][seat] = codes[k]
            choose_all(table, room)
            play_out(table[PLAYED], room[REPLIES], room[DEALS], room[DICE], weights)
            found[k] = worth(table[PLAYED], seat, room[PLACES], weights)
            mean += found[k] * (max(regrets[codes[k]], 0) / total if total > 0 else 1 / n)
        for k in range(n):
            regrets[codes[k]] += found[k] - int(mean)
        room[PICKED][seat] = picked

    return regret


def _choosing(game: Game) -> Callable[[Any, Any], None]:
    """choose_all(table, room): what was picked is applied; last for those who are waited for, since that ends it."""
    to_act, awaited, apply = game.to_act, game.awaited, game.apply

    @rule
    def choose_all(table: Any, room: Any) -> None:
        table[PLAYED] = table[WORLD]
        waiting = awaited(table[WORLD])
        for each in members(to_act(table[WORLD]) & ~waiting):
            apply(table[PLAYED], each, room[PICKED][each])
        for each in members(waiting):
            apply(table[PLAYED], each, room[PICKED][each])

    return choose_all
