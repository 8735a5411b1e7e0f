"""GRA between two: how much can anybody win against `normal`? Beside it, what `hard` wins.

python benchmarks/gra_best_answer.py

For every pair of hand sizes the way in which `normal` plays is written down as a plan, and the best answer to it is
found (by one who remembers what hard's tables do). These answers are bound in a book like hard's own and play real
matches against `normal`. Where bids rise by value the plan is exact, because `normal` heeds nothing that it leaves out.
Where they rise by count it leaves out which other values the rival has bid on, and the real best answer may be better.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from stolik import catalog
from stolik.bots import books
from stolik.compiling.compiler import compiled
from stolik.core.kit import Row, below, stream
from stolik.core.levels import Trained
from stolik.core.record import dtype, pack
from stolik.games.gra import layout
from stolik.games.gra.bots import LEVELS, hard, normal
from stolik.games.gra.crowd import NUMBERS
from stolik.games.gra.state import (
    BIDDING,
    CARDS,
    CHECK,
    CHOOSE,
    CHOOSING,
    LARGEST_HAND,
    VALUES,
    count_of,
    value_of,
    with_card,
)
from stolik.lab.simulation import Tables
from stolik.lab.training import gra_packing, gra_rounds
from stolik.lab.training.gra_rounds import Array, Round
from stolik.lab.training.gra_solving import Learner, Loops, Plan, even
from stolik.lab.training.gra_strength import greedy

GAMES = 10_000
DRAWS = 300
"""How often `normal` is asked at each moment and with each showing."""
TURNINGS = 100_000
"""How often it is asked to turn its cards."""
PASSES = 8
RESULTS = Path(__file__).parent / "results" / "gra_best_answer.json"
GRA = catalog.find("gra")
gra_rounds.RAISES = 60  # every bid that `normal` may make


def ask_for_bids(table: Any, asked: Array, hands: Array, faces: Array, rng: Row, draws: int, found: Array) -> None:
    """found[moment, showing, bid]: how often `normal` bids so; 0 is to check."""
    s = table[0]
    for moment in range(len(asked)):
        s.count, s.value, s.jokers = asked[moment, 0], asked[moment, 1], asked[moment, 2]
        for value in range(VALUES):
            s.bids[VALUES + value] = 0
        if s.count > 0:
            s.bids[VALUES + s.value - 1] = 1 << s.count
        for shown in range(len(hands)):
            s.hands[0] = hands[shown]
            s.faces[0] = faces[shown]
            for _ in range(draws):
                code = normal(s, 0, rng, 2, rng)
                bid = 0 if code == CHECK else VALUES * (count_of(code) - 1) + value_of(code)
                found[moment, shown, bid] += 1


def ask_for_turning(table: Any, kinds: Array, rng: Row, places: Array, found: Array, times: int) -> None:
    """found[showing]: how often `normal` shows so."""
    s = table[0]
    cards = s.sizes[0]
    other = s.sizes[1]
    for _ in range(times):
        hand = 0
        for place in range(cards):  # a hand is drawn from the pack, which is left changed, and drawn from on
            drawn = place + below(rng, len(kinds) - place)
            kinds[place], kinds[drawn] = kinds[drawn], kinds[place]
            hand = with_card(hand, place, kinds[place])
        s.hands[0] = hand
        found[layout.showing_of(hand, normal(s, 0, rng, 2, rng) - CHOOSE, cards, other)] += 1


def plan_of_normal(round_: Round, which: int) -> Plan:
    """How `normal` plays the round."""
    own, other = round_.sizes if which == 0 else round_.sizes[::-1]
    table = np.zeros(1, dtype(GRA.new))
    s = GRA.begin(
        GRA.options({"players": 2, "bid_order": "count" if round_.by_count else "value", "joker": round_.joker})
    )
    s.sizes[0], s.sizes[1], s.total, s.jokers = own, other, own + other, int(round_.joker)
    s.phase = CHOOSING
    pack(s, table[0])
    rng = np.array(stream("normal", own, other, which), np.int64)
    shown = np.zeros(len(round_.showings[which]))
    kinds = np.repeat(np.arange(len(CARDS)), [times for _, _, times in CARDS])
    compiled(ask_for_turning)(table, kinds, rng, np.zeros(1, np.int64), shown, TURNINGS)
    table[0]["phase"] = BIDDING
    hands, faces = (
        np.array(each, np.int64) for each in zip(*(_hand(round_, which, k) for k in range(len(shown))), strict=True)
    )
    different = list(dict.fromkeys(round_.bids))
    found = np.zeros((len(different), len(shown), VALUES * (own + other) + 1))
    compiled(ask_for_bids)(table, np.array(different, np.int64), hands, faces, rng, DRAWS, found)
    bids = np.zeros_like(even(round_, len(shown)))
    for moment, bid in enumerate(round_.bids):
        _fill(round_, moment, found[different.index(bid)] / DRAWS, bids[moment])
    return Plan(bids, shown / TURNINGS)


def _hand(round_: Round, which: int, number: int) -> tuple[int, int]:
    """A hand, and how it is turned, that shows this. (`normal` bids by what shows alone.)"""
    if round_.exact:
        return with_card(0, 0, number // 2), number % 2
    hand = faces = 0
    for place, value in enumerate(round_.showings[which][number]):
        kind = next(k for k, (low, high, _) in enumerate(CARDS) if value in (low, high))
        hand = with_card(hand, place, kind)
        faces |= int(CARDS[kind][1] == value) << place
    return hand, faces


def _fill(round_: Round, moment: int, found: Array, bids: Array) -> None:
    """What was bid as actions; counts that the tables do not know become the highest that they do."""
    bids[0] += found[:, 0]
    after = round_.next[moment, : round_.raises[moment]]
    action = {round_.bids[to][:2]: k + 1 for k, to in enumerate(after)}
    for bid in range(1, found.shape[1]):
        if found[:, bid].any():
            count, value = (bid - 1) // VALUES + 1, (bid - 1) % VALUES + 1
            bids[action.get((min(count, round_.top), value), 0)] += found[:, bid]


def best_answer(round_: Round, which: int, theirs: Plan) -> tuple[Plan, float]:
    """The best plan that was found against theirs, and how often it wins."""
    me, loops = Learner(round_, which), Loops(round_)
    drawn = np.flatnonzero(theirs.shown > 1e-9)
    weights = theirs.shown[drawn].astype(np.float32)
    seen = np.maximum(weights @ me.affinity[drawn], 1e-12)
    plan = me.even
    best, won = Plan(plan, me.marginal), 0.0
    for number in range(PASSES + 1):
        curiosity = np.float32(0.3 / (number + 1) ** 2)
        tried = plan * (1 - curiosity) + me.even * curiosity
        gained, total = loops.sweep(me, drawn, weights, plan, tried, theirs.bids)
        shown, share = _best_showing(me, total / seen)
        if share > won:
            best, won = Plan(plan, shown), share
        plan = greedy(round_, gained)
    return best, won


def _best_showing(me: Learner, worth: Array) -> tuple[Array, float]:
    """Every hand shows what is worth most; how often each showing comes then, and how often that wins."""
    choices = me.choices
    shown, won = np.zeros(len(worth)), 0.0
    for hand, chance in enumerate(choices.chance):
        can = choices.showing[choices.first[hand] : choices.first[hand + 1]]
        one = can[worth[can].argmax()]
        shown[one] += chance
        won += chance * worth[one]
    return shown, float(won)


def answers(by_count: int, joker: int) -> "tuple[Any, dict[str, float]]":
    """A book of best answers, and how often they win with each pair of hand sizes."""
    tables: dict[int, tuple[list[int], int]] = {}
    shares: dict[str, float] = {}

    def solve(pair: tuple[int, int]) -> None:
        round_ = Round(*pair, by_count=bool(by_count), joker=bool(joker))
        for which in (0, 1):
            own, other = pair if which == 0 else pair[::-1]
            plan, won = best_answer(round_, which, plan_of_normal(round_, 1 - which))
            tables[layout.number_of(by_count, joker, own, other, int(which == 0))] = gra_packing.pack(
                round_, plan, which
            )
            shares[f"{own}-{other}, {'starts' if which == 0 else 'answers'}"] = round(won, 4)

    sizes = range(1, LARGEST_HAND + 1)
    solve((1, 1))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(solve, [pair for pair in product(sizes, sizes) if pair != (1, 1)]))
    return gra_packing.bind(tables, [0] * NUMBERS), dict(sorted(shares.items()))


def won_by(book: Any, options: dict[str, Any]) -> tuple[float, float]:
    """The share of matches against `normal`, from both seats, and its standard error."""
    tables = Tables(GRA, GRA.options(options), [Trained(hard, ""), LEVELS["normal"]])
    tables.books = np.array(book, np.int16), *tables.books[1:]
    won = 0.0
    for seat in (0, 1):
        tables.seat([seat, 1 - seat])
        won += float((tables.play(GAMES // 2, "best answer").places[:, seat] == 1).mean()) / 2
    return won, sqrt(won * (1 - won) / GAMES)


def main() -> None:
    found = []
    for by_count, joker in product((0, 1), (0, 1)):
        options = {"players": 2, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
        book, shares = answers(by_count, joker)
        best, own = won_by(book, options), won_by(books.rows("stolik.games.gra:tables"), options)
        print(
            f"{options}: the best answer wins {best[0]:.3f} ± {best[1]:.3f}, hard {own[0]:.3f} ± {own[1]:.3f}",
            flush=True,
        )
        found.append({**options, "best answer": best, "hard": own, "rounds": shares})
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


if __name__ == "__main__":
    main()
