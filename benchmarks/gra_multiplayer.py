"""GRA among three and more: would the tables for two do, with beliefs about the rest? Compared with what `hard` does.

python benchmarks/gra_multiplayer.py

One who plays by the tables sees a duel in every bid: the last bidder is the other of the table, and what everybody else
is believed to show (by hard's own beliefs) is taken off the bid, and put on again when it is raised. Both sit among
`normal` bots, and one against the others; wins are given in parts of parity.
"""

from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from stolik.core.bitset import size
from stolik.core.bot_levels import Level, Trained, Weights
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.gra.bots import LEVELS, hard, towards_smaller_hand
from stolik.games.gra.bots.multiplayer import PARAMETERS_END, matching_share
from stolik.games.gra.bots.strategy_layout import bid_rank, count_of_rank, highest_known_count, value_of_rank
from stolik.games.gra.bots.two_player import choose_faces_against, node_of, sample_action
from stolik.games.gra.rules.bidding import lowest_raise
from stolik.games.gra.rules.rounds import next_seat
from stolik.games.gra.state import BIDDING, CHECK, CHOOSING, VALUES, State, bid_code
from stolik.lab.simulation import simulate

WEIGHTS = "stolik.games.gra.bots:strategy"
GAMES = 6_000
RESULTS = Path(__file__).parent / "results" / "gra_multiplayer.json"


@rule
def by_tables(s: State, seat: int, moves: Row, n: int, rng: Row, weights: Weights) -> int:
    """The tables for two, with beliefs about those who are not in the duel."""
    if size(s.playing) == 2:
        return hard(s, seat, moves, n, rng, weights)
    other = s.bidder if s.count > 0 else next_seat(s, seat)
    if s.phase == CHOOSING:
        return choose_faces_against(s, seat, s.sizes[other], rng, weights, PARAMETERS_END)
    if s.phase == BIDDING:
        return bid(s, seat, other, rng, weights)
    return towards_smaller_hand(s, seat, rng)


@rule
def believed(s: State, seat: int, other: int, value: int, chance: int, weights: Weights) -> int:
    """How many cards of those who are not in the duel count for a value: what is expected, rounded by chance."""
    expected = 0.0
    for third in range(s.players):
        if third not in (seat, other) and s.playing >> third & 1:
            expected += s.sizes[third] * matching_share(s, third, value, weights)
    return int(expected + chance / 1000)


@rule
def bid(s: State, seat: int, other: int, rng: Row, weights: Weights) -> int:
    """What the table says of the bid without the beliefs, raised by the beliefs again."""
    top = highest_known_count(s.sizes[seat] + s.sizes[other], s.joker)
    chance = below(rng, 1000)
    asked = s.count - believed(s, seat, other, s.value, chance, weights) if s.count > 0 else 0
    if asked > top:
        return CHECK
    sure = s.count > 0 and asked <= 0  # without those in the duel it is right: nothing to check
    count = 1 if sure else asked
    action = sample_action(s, seat, s.sizes[other], node_of(s, seat, count, top), rng, weights, PARAMETERS_END)
    if action == 0 and s.count > 0 and not sure:
        return CHECK
    step = bid_rank(count, s.value, top, s.by_count) if s.count > 0 else -1
    step = min(step + max(action, 1), VALUES * top - 1)
    value = value_of_rank(step, top, s.by_count)
    count = count_of_rank(step, top, s.by_count) + believed(s, seat, other, value, chance, weights)
    count = max(count, lowest_raise(s, value))
    return bid_code(count, value) if count <= s.total else CHECK


def share(one: Level, others: Level, options: dict[str, Any]) -> tuple[float, float]:
    """Of one among others, in every seat in turn, with the same deals: parts of parity, and the standard error."""
    players, won = options["players"], 0.0
    games = GAMES // players
    for seat in range(players):
        policies = [one if each == seat else others for each in range(players)]
        won += simulate("gra", options, games, policies=policies, seed="among many").wins[seat]
    part = won / (games * players)
    return players * part, players * sqrt(part * (1 - part) / (games * players))


def main() -> None:
    tables, crowd, normal = Trained(by_tables, WEIGHTS), LEVELS["hard"], LEVELS["normal"]
    meetings = {
        "tables among normal": (tables, normal),
        "hard among normal": (crowd, normal),
        "hard among tables": (crowd, tables),
        "tables among hard": (tables, crowd),
    }
    found = []
    for by_order, joker, players in product(("value", "count"), (False, True), (3, 4, 6)):
        options = {"players": players, "bid_order": by_order, "joker": joker}
        shares = {name: share(one, others, options) for name, (one, others) in meetings.items()}
        found.append({**options, **shares})
        told = ", ".join(f"{name} {part:.2f} ± {error:.2f}" for name, (part, error) in shares.items())
        print(f"{players} players, {by_order}{', joker' * joker}: {told}", flush=True)
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")


if __name__ == "__main__":
    main()
