"""Single rounds of GRA among three and more, with hands of any size: what the numbers of `hard` are tried in.

A match is mostly small hands, and says little about a round with large ones; a round says who lost it.
"""

from typing import Any

import numpy as np

from stolik import catalog
from stolik.bots.search_buffers import CODES, IMAGINED, TRUE, new_buffers, new_states
from stolik.core.game import DEALER
from stolik.core.packed import dtype, pack
from stolik.core.rng import below, pick, stream
from stolik.core.rule import Row
from stolik.games.gra.bots import hard, normal
from stolik.games.gra.state import LARGEST_HAND
from stolik.jit.compiler import compiled
from stolik.lab.compiled_loops import seed_generators
from stolik.lab.training.gra.game_tree import Array

GRA = catalog.find("gra")
LEARNER, ANCESTOR, NORMAL = range(3)


class Rounds:
    """Rounds in which the seat 0 is the learner, and each other one an ancestor or a `normal` bot, by chance."""

    def __init__(self, by_count: int, joker: int, players: int) -> None:
        options = {"players": players, "bid_order": "count" if by_count else "value", "joker": bool(joker)}
        self.start = np.zeros(1, dtype(GRA.new))
        pack(GRA.begin(GRA.options(options)), self.start[0])
        self.loop = compiled(_play_rounds)

    def losers(self, learner: Array, ancestor: Array, rounds: int, seed: object, *, ancestors: int = 50) -> Array:
        """Who loses each round. `ancestors`: how many of a hundred others are; the same seed deals the same cards."""
        found = np.zeros(rounds, np.int64)
        seed_words = np.array(stream("rounds", repr(seed)), np.int64)
        generators = np.zeros((4, 4), np.int64)
        who = np.zeros(len(self.start[0]["sizes"]), np.int64)
        states, buffers = new_states(GRA), new_buffers(GRA)
        self.loop(self.start, states, buffers, learner, ancestor, ancestors, seed_words, generators, who, found)
        return found


_awaited, _legal, _apply, _redeal = GRA.awaited, GRA.legal, GRA.apply, GRA.redeal
_ticket, _chances = GRA.ticket, GRA.chances


def _play_rounds(
    start: Any,
    states: Any,
    buffers: Any,
    learner: Row,
    ancestor: Row,
    ancestors: int,
    seed: Row,
    generators: Any,
    who: Row,
    losers: Row,
) -> None:
    s = states[TRUE]
    moves = buffers[CODES]
    dealing, turning, deciding = generators[0], generators[1], generators[2]
    for number in range(len(losers)):
        seed_generators(generators, seed, number)
        states[TRUE] = start[0]
        for seat in range(s.players):
            s.sizes[seat] = 1 + below(turning, LARGEST_HAND)
            chosen = ANCESTOR if below(turning, 100) < ancestors else NORMAL
            who[seat] = LEARNER if seat == 0 else chosen
        while s.shown == 0:
            waiting = _awaited(s)
            if waiting == 0:
                _apply(s, DEALER, _ticket(s, below(dealing, _chances(s))))
                continue
            seat = pick(turning, waiting)
            n = _legal(s, seat, moves)
            states[IMAGINED] = states[TRUE]
            _redeal(states[IMAGINED], seat, deciding)
            if who[seat] == NORMAL:
                code = normal(states[IMAGINED], seat, moves, n, deciding)
            elif who[seat] == ANCESTOR:
                code = hard(states[IMAGINED], seat, moves, n, deciding, ancestor)
            else:
                code = hard(states[IMAGINED], seat, moves, n, deciding, learner)
            _apply(s, seat, code)
        losers[number] = s.last_checker + s.last_bidder - s.starter  # the other of the two has won, and starts (R9)
