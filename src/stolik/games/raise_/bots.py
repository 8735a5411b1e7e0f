"""What the bots of RAISE know. Decks are alike and cards are played openly: what a rival has left can be counted."""

from stolik.core.kit import Row, below
from stolik.core.levels import Book, Level, Search, Trained
from stolik.core.rule import rule
from stolik.games.raise_.outlook import BOOK, chance_of_the_match
from stolik.games.raise_.reasons import reason
from stolik.games.raise_.state import CHOOSING, SCORING_CARD, State
from stolik.games.raise_.weighing import weigh

__all__ = ["LEVELS", "reason"]

NOTICED = 3
PLAYOUTS = 3_000


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row, book: Book) -> int:
    """A first evening: notices few of its moves, and takes the one that seems best of them."""
    first = 0 if s.phase == CHOOSING else 1  # passing is always thought of
    seen = min(n, NOTICED)
    for k in range(first, seen):
        other = k + below(rng, n - k)
        moves[k], moves[other] = moves[other], moves[k]
    return weigh(s, seat, moves, seen, book)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row, book: Book) -> int:
    """Weighs the chance to win the pot against what cards could do in later rounds, and passes if it does not pay."""
    return weigh(s, seat, moves, n, book)


@rule
def first_cards(s: State, seat: int) -> bool:
    """All choose in secret (R5)."""
    return s.phase == CHOOSING


@rule
def between_rounds(s: State) -> bool:
    return s.phase == SCORING_CARD


SOUND = Trained(normal, BOOK)
LEVELS: dict[str, Level] = {
    "easy": Trained(easy, BOOK),
    "normal": SOUND,
    "hard": Search(SOUND, PLAYOUTS, resting=between_rounds, value=chance_of_the_match, together=first_cards),
}
