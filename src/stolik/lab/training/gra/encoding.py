"""Encodes strategies for rounds of GRA as weights, as `stolik.games.gra.bots.strategy_layout` says, and reads them."""

from array import array

import numpy as np

from stolik.games.gra.bots import strategy_layout
from stolik.lab.training.gra.cfr import Strategy, showing_distribution, uniform
from stolik.lab.training.gra.game_tree import LAYERS, Array, Choices, Round

FITTING = 400
LEAST = 1e-9
POWERS = 60
"""How many times as much as another a showing can weigh, as a power of two."""


def cells_for(round_: Round) -> int:
    """How finely actions are mixed: the fewer cards, the finer."""
    cards = sum(round_.sizes)
    return {2: 64, 3: 8, 4: 6, 5: 3, 6: 3}.get(cards, 2)


def rarely(round_: Round, which: int) -> float:
    """What is asked for less often is not worth its place in the weights; that matters where hands are large."""
    return 0.1 / len(round_.showings[which]) if sum(round_.sizes) > 4 else 0.0


def pack(round_: Round, strategy: Strategy, which: int) -> tuple[list[int], int]:
    """The numbers of one player's table, and how many cells it has for each showing."""
    cells = cells_for(round_)
    found = showing_weights(round_.choices[which], strategy.shown)
    for moment in moments(round_, which):
        if moment < 0:
            found += [0] * (len(strategy.shown) * cells)
        else:
            found += _cells(*alike(round_, strategy, which, moment), cells)
    return found, cells


def moments(round_: Round, which: int) -> list[int]:
    """The moments of the round at the nodes of the strategy: −1 where this player never moves."""
    ladders = (1 + round_.joker) * round_.steps
    answering = range(1 + (1 - which) * ladders, 1 + (2 - which) * ladders)
    later = range(1 + (LAYERS - 1) * ladders, 1 + LAYERS * ladders)
    return [0 if which == 0 else -1, *answering, *later]


def showing_weights(choices: Choices, shown: Array) -> list[int]:
    """Weights for all showings, so that hands that turn their cards by them show each as often as planned."""
    wanted = np.maximum(shown, LEAST)
    logs = np.log2(wanted)
    for _ in range(FITTING):
        found = showing_distribution(choices, turned(choices, logs), len(shown))
        logs += np.clip(np.log2(wanted / np.maximum(found, 1e-30)), -4, 4)
    logs = np.maximum(logs - logs.max() + POWERS, 0)
    powers = np.floor(logs)
    numbers: list[int] = (32 * powers + np.minimum(np.rint(32 * 2 ** (logs - powers)) - 32, 31)).astype(int).tolist()
    return numbers


def turned(choices: Choices, logs: Array) -> Array:
    """How each hand turns its cards, if showings weigh so much (as powers of two)."""
    each = logs[choices.showing]
    heaviest = np.repeat(np.maximum.reduceat(each, choices.first[:-1]), np.diff(choices.first))
    found: Array = 2 ** (each - heaviest) * choices.ways
    return found


def alike(round_: Round, strategy: Strategy, which: int, moment: int) -> tuple[Array, Array]:
    """The strategy for a moment, the same for showings that differ only in what no longer matters.

    And for each showing the one whose cells it shares: those hardly ever asked for have the cells of the one before
    them, which makes the file smaller.
    """
    reach = strategy.reach[moment]
    group = groups(round_, which, moment)
    totals = np.bincount(group, reach + LEAST)
    bids = np.stack([np.bincount(group, action * (reach + LEAST)) / totals for action in strategy.bids[moment]])
    often = totals[group] > rarely(round_, which)
    return bids[:, group], np.maximum.accumulate(np.where(often, np.arange(len(often)), 0))


def groups(round_: Round, which: int, moment: int) -> Array:
    """Where bids rise by value, the showing values below the one bid are of no use any more, but for jokers."""
    shown = round_.showings[which]
    if round_.by_count or round_.exact or moment == 0:
        return np.arange(len(shown))
    _, lowest, jokers = round_.bids[moment]
    useful = [tuple(v for v in values if v >= lowest or (jokers and v == 1)) for values in shown]
    number = {values: k for k, values in enumerate(dict.fromkeys(useful))}
    return np.array([number[values] for values in useful])


def _cells(bids: Array, same_as: Array, cells: int) -> list[int]:
    """For each showing: the strategy as cells, each taken equally often, with two actions at most."""
    numbers = np.zeros((len(same_as), cells), np.int64)
    for shown in set(same_as.tolist()):
        numbers[shown] = _shared_out(bids[:, shown], cells)
    found: list[int] = numbers[same_as].ravel().tolist()
    return found


def _shared_out(chances: Array, cells: int) -> list[int]:
    """Fill cell after cell: with the action that has least left, topped up by the one that has most."""
    left = chances.astype(float) * cells
    left[np.argsort(-left, kind="stable")[cells + 1 :]] = 0
    left *= cells / left.sum()
    found = []
    for _ in range(cells):
        live = np.flatnonzero(left > 1e-6)
        small = live[left[live].argmin()]
        large = live[left[live].argmax()]
        part = min(left[small], 1.0)
        left[small] -= part
        left[large] -= 1 - part
        found.append(_cell(int(small), int(large), part))
    return found


def _cell(one: int, another: int, part: float) -> int:
    first, second, rest = (one, another, 1 - part) if part >= 0.5 else (another, one, part)
    mix = round(2 * (strategy_layout.MIXES - 1) * rest)
    return first | (second if mix else first) << strategy_layout.ACTION_BITS | mix << 2 * strategy_layout.ACTION_BITS


def unpack(round_: Round, which: int, weights: "array[int]", index: int) -> Strategy:
    """The strategy that these weights stand for."""
    own, other = round_.sizes if which == 0 else round_.sizes[::-1]
    number = strategy_layout.strategy_number(int(round_.by_count), int(round_.joker), own, other, int(which == 0))
    begin = strategy_layout.strategy_begin(weights, index, number)
    cells = strategy_layout.cells_per_infoset(weights, index, number)
    shown = strategy_layout.showing_count(own, other)
    choices = round_.choices[which]
    numbers = np.array(weights[begin : begin + shown])
    logs = (numbers >> 5) + np.log2(32 + (numbers & 31)) - 5
    bids = uniform(round_, shown)
    places = moments(round_, which)
    mixed = np.array(weights[begin + shown : begin + shown + len(places) * shown * cells], np.int64)
    for moment, cell in zip(places, mixed.reshape(len(places), shown, cells), strict=True):
        if moment >= 0:
            bids[moment] = _mixed(cell, bids.shape[1])
    return Strategy(bids, showing_distribution(choices, turned(choices, logs), shown))


def _mixed(cells: Array, actions: int) -> Array:
    shown, number = cells.shape
    found = np.zeros((actions, shown), np.float32)
    mask = (1 << strategy_layout.ACTION_BITS) - 1
    part = (cells >> 2 * strategy_layout.ACTION_BITS) / (2 * (strategy_layout.MIXES - 1))
    for k in range(number):
        each = np.arange(shown)
        np.add.at(found, (cells[:, k] & mask, each), (1 - part[:, k]) / number)
        np.add.at(found, (cells[:, k] >> strategy_layout.ACTION_BITS & mask, each), part[:, k] / number)
    return found


def bind(strategies: dict[int, tuple[list[int], int]], head: list[int]) -> "array[int]":
    """All strategies in one array, behind the head and an index."""
    at = len(head) + strategy_layout.INDEX_ENTRY * strategy_layout.STRATEGIES
    index: list[int] = []
    numbers: list[int] = []
    for number in range(strategy_layout.STRATEGIES):
        strategy, cells = strategies.get(number, ([], 1))
        index += [*divmod(at + len(numbers), strategy_layout.HIGH_PART), cells]
        numbers += strategy
    return array("h", head + index + numbers)
