"""Trains the bots of RAISE from games of bots that play by move evaluation: the value of positions between two rounds
(softmax regression of who won in the end on what everybody had), then the parameters of the evaluation (evolution).
Twice, since each changes what the other is worth. At last the network by which hard plays between two (self-play).

See `position_value`, `move_evaluation` and `two_player_net` in `stolik.games.raise_.bots`.
"""

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stolik import catalog
from stolik.bots.weights import write_weights
from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.game import DEALER, Game
from stolik.core.packed import dtype, pack
from stolik.core.rng import below, pick, stream
from stolik.core.rule import Row
from stolik.games.raise_.bots import WEIGHTS
from stolik.games.raise_.bots.move_evaluation import UNTRAINED, choose_move
from stolik.games.raise_.bots.position_value import (
    FEATURES,
    PER_CARD,
    PER_CARD_SQUARED,
    PER_FIVE,
    PER_POINT,
    PER_REACH,
    PER_REACH_IN_HAND,
    UNIT,
    reach,
    weights_at,
)
from stolik.games.raise_.components import FIVE_POINTS
from stolik.games.raise_.state import SCORING_CARD
from stolik.jit.compiler import compiled
from stolik.lab.training.raise_.evolution import competition, evolve_parameters
from stolik.lab.training.raise_.two_player_net import UPDATES, train_net

if TYPE_CHECKING:
    import numpy as np

TURNS = 2
GAMES = 20_000
"""For each number of players, and in each turn, to see who wins; as many for every few parameters tried."""
LEAST_THRIFT, MORE_THRIFT = 20, 120
"""Some count all of a card's price in such a game, others little of it: so every way to spend a deck is seen."""
LEAST = 1e-3
"""How much, for each game, a large number must explain: keeps those small that hardly matter."""
STEPS = 12
LARGEST = (1 << 15) - 1
USUAL_SIZE = (10.0, 100.0, 10.0, 100.0, 1.0, 100.0)
"""Of what the numbers stand for, so that all are found alike."""


def train(
    folder: Path,
    *,
    seed: str,
    command: str,
    report: Callable[[str, float], None],
    games: int = GAMES,
    updates: int = UPDATES,
) -> None:
    game = catalog.find("raise")
    counts = range(2, game.players_range()[1] + 1)
    numbers = array("h", UNTRAINED)
    for turn in range(TURNS):
        for players in counts:
            report(f"turn {turn + 1}, {players} players", (turn + (players - 2) / len(counts)) / TURNS / 2)
            seen, won = _sample_games(game, players, games, f"{seed} {turn}", numbers)
            for to_come in range(1, seen.shape[1]):
                at = weights_at(players, to_come)
                numbers[at : at + FEATURES] = array("h", _fit(seen[:, to_come], won))
            evolve_parameters(game, players, games, f"{seed} {turn}", numbers)
    strength = _strength(game, counts, games, seed, numbers)
    found, shares = train_net(game, updates, seed, numbers, lambda share: report("a net for two", (1 + share) / 2))
    told = ", ".join(f"{2 * share:.2f}" for share in shares)
    strength += f" The network for two wins {told} times its part against normal, easy and random players."
    write_weights(folder, WEIGHTS.partition(":")[2], numbers + found, made_by=command, strength=strength)
    report("done", 1.0)


def _strength(game: Game, counts: range, games: int, seed: str, numbers: "array[int]") -> str:
    """Among opponents whose weights are rough guesses."""
    rough = array("h", UNTRAINED)
    shares = [competition(game, players, games)(numbers, rough, f"{seed} strength") for players in counts]
    told = ", ".join(f"{players * share:.2f}" for players, share in zip(counts, shares, strict=True))
    return (
        f"One who weighs moves by these weights, among others who do by rough guesses, wins {told} times its part with"
        f" {counts[0]} to {counts[-1]} players ({games} games each)."
    )


def _sample_games(
    game: Game, players: int, games: int, seed: str, numbers: "array[int]"
) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """What each seat had between the rounds of each game, by rounds to come; and each seat's share of the win."""
    import numpy as np

    start = np.zeros(1, dtype(game.new))
    s = game.begin(game.options({"players": players}))
    pack(s, start[0])
    seen = np.zeros((games, s.rounds, players, FEATURES))
    won = np.zeros((games, players))
    rng = np.array(stream("outlook", seed, players), np.int64)
    moves = np.zeros(game.moves, np.int64)
    thrift = np.zeros(players, np.int64)
    weights = np.array(numbers, np.int16)
    compiled(_sampling_loop(game))(start, np.zeros_like(start), moves, thrift, rng, weights, seen, won)
    return seen, won


def _sampling_loop(game: Game) -> Callable[..., None]:
    over, awaited, legal, apply, score = game.over, game.awaited, game.legal, game.apply, game.score
    ticket, chances = game.ticket, game.chances

    def loop(start: Any, states: Any, moves: Row, thrift: Row, rng: Row, weights: Weights, seen: Any, won: Any) -> None:
        for number in range(len(seen)):
            states[0] = start[0]
            s = states[0]
            for seat in range(s.players):
                thrift[seat] = LEAST_THRIFT + below(rng, MORE_THRIFT)
            while not over(s):
                waiting = awaited(s)
                if waiting == 0:
                    if s.phase == SCORING_CARD and s.round > 0:
                        for seat in range(s.players):
                            cards = s.hand[seat] | s.deck[seat]
                            row = seen[number, s.rounds - s.round, seat]
                            row[PER_POINT] = s.points[seat]
                            row[PER_REACH] = reach(cards)
                            row[PER_CARD] = size(cards)
                            row[PER_CARD_SQUARED] = size(cards) ** 2
                            row[PER_FIVE] = size(cards & FIVE_POINTS)
                            row[PER_REACH_IN_HAND] = reach(s.hand[seat])
                    apply(s, DEALER, ticket(s, below(rng, chances(s))))
                else:
                    seat = pick(rng, waiting)
                    apply(s, seat, choose_move(s, seat, moves, legal(s, seat, moves), thrift[seat], weights))
            best = -1
            for seat in range(s.players):
                best = max(best, score(s, seat))
            for seat in range(s.players):
                won[number, seat] = score(s, seat) == best
            won[number] /= won[number].sum()

    return loop


def _fit(seen: "np.ndarray[Any, Any]", won: "np.ndarray[Any, Any]") -> list[int]:
    """Softmax regression by Newton's method: the numbers by which the shares of wins were likeliest."""
    import numpy as np

    seen = seen / np.array(USUAL_SIZE)
    found = np.zeros(FEATURES)
    least = LEAST * len(seen)
    for _ in range(STEPS):
        values = seen @ found
        chances = np.exp(values - values.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        gradient = np.einsum("gp,gpn->n", won - chances, seen) - least * found
        middle = np.einsum("gp,gpn->gn", chances, seen)
        spread = np.einsum("gpn,gpm->nm", chances[:, :, None] * seen, seen) - middle.T @ middle
        found += np.linalg.solve(spread + least * np.eye(FEATURES), gradient)
    numbers = np.clip(np.rint(found / np.array(USUAL_SIZE) * UNIT), -LARGEST, LARGEST)
    numbers[PER_POINT] = max(numbers[PER_POINT], 1)  # prices are told in points
    return [int(number) for number in numbers]
