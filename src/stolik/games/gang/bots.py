"""What the bots of Gang know. All of them settle: a bot that has moved chips often enough lets them lie.

A chip stands for a share of all hands: of four, the chip with three stars for those that beat 50 to 75 in a hundred.
Bots take the chip that fits, contest one that another holds the less readily the more that one has moved for it, and
so let the one who insists have it. That sorts hands much finer than four chips could.
"""

from stolik.core.game import Policy
from stolik.core.kit import NOBODY, Row, below
from stolik.core.rule import rule
from stolik.games.gang.hands import RANKS
from stolik.games.gang.state import (
    AGREE,
    CHIPS,
    CHOOSE,
    CONFIRM,
    GUESS_CATEGORY,
    GUESS_RANK,
    HACKER,
    INFORMANT,
    JACK_CARD,
    MASTERMIND,
    NOTHING,
    PASSING,
    PICK_CATEGORY,
    PICK_RANK,
    PLACES,
    PROPOSE,
    READY,
    REFUSE,
    ROUNDS,
    TAKE,
    State,
    chip_of,
    holder_of,
)
from stolik.games.gang.thinking import chance_to_win, likeliest_category, likeliest_rank, worst_card

CONFIDENT = 1_000  # all chances are thousandths
WANDERING = 2  # chip moves in a round after which a bot without plan settles
PROPOSALS = 2  # after which it proposes no more


@rule
def random(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Any legal move, but one that comes to an end: a few chip moves in a round, then only what the table waits for."""
    if s.phase in (GUESS_RANK, GUESS_CATEGORY):
        return follow(s, seat, moves, moves[below(rng, n)])
    if s.phase != CHIPS or s.chooser == seat:
        return moves[below(rng, n)]
    if is_listed(moves, n, AGREE):
        return REFUSE if below(rng, 4) == 0 else AGREE
    if s.stirred[seat] < WANDERING and below(rng, 2) == 0:
        code = moves[below(rng, n)]
        if code < PROPOSE or s.proposals < PROPOSALS:
            return code
    if chip_of(s, seat) == 0:
        return from_centre(s, moves, n, below(rng, s.players))
    return moves[0]  # ready or unready, where that is possible


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: has a rough idea of its hand, takes the chip that fits, and seldom contests one."""
    if s.phase in (GUESS_RANK, GUESS_CATEGORY):
        return follow(s, seat, moves, moves[below(rng, n)])
    if s.phase != CHIPS or s.chooser == seat:
        return moves[below(rng, n)]
    if s.proposer != NOBODY and chip_of(s, seat) > 0:
        return AGREE if is_listed(moves, n, AGREE) else moves[0]
    return settle(s, seat, moves, n, chance_to_win(s, seat, 12, rng), 100, 1)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Knows how many hands its own would beat, insists where it pays, and uses specialists and guesses by counting."""
    if s.phase == GUESS_RANK:
        return follow(s, seat, moves, PICK_RANK + likeliest_rank(s, seat, rng))
    if s.phase == GUESS_CATEGORY:
        return follow(s, seat, moves, PICK_CATEGORY + likeliest_category(s, seat, rng))
    if s.phase == PASSING or s.chooser == seat:
        return CHOOSE + worst_card(s, seat, rng)
    if s.phase != CHIPS:
        return moves[0]
    if is_listed(moves, n, AGREE):
        return AGREE
    if is_listed(moves, n, READY) and moves[n - 1] >= PROPOSE and s.proposals == 0:
        code = proposal(s, seat)
        if code != NOTHING:
            return code
    last = s.round == ROUNDS
    chance = chance_to_win(s, seat, 300 if last else 40, rng)
    return settle(s, seat, moves, n, chance, 150 // s.players, 6 if last else 2)


# Chips


@rule
def settle(s: State, seat: int, moves: Row, n: int, chance: int, step: int, patience: int) -> int:
    """The chip that fits best of those that are free or worth contesting; or the own one, and ready."""
    held = chip_of(s, seat)
    free = nearest_free(s, moves, n, chance)
    base = held if held > 0 else free
    best = base
    if s.stirred[seat] < patience:
        for k in range(n):
            if TAKE <= moves[k] < CHOOSE:
                stars = (moves[k] - TAKE) // PLACES + 1
                if misfit(s, stars, chance) < misfit(s, best, chance) and is_worth(s, moves[k], base, chance, step):
                    best = stars
    if best == held:
        return moves[0]
    return TAKE + (best - 1) * PLACES + holder_of(s, s.round, best) + 1


@rule
def misfit(s: State, stars: int, chance: int) -> int:
    """How far a chance is from the middle of the share that the chip stands for."""
    return abs(2 * s.players * chance - CONFIDENT * (2 * stars - 1))


@rule
def is_worth(s: State, code: int, base: int, chance: int, step: int) -> bool:
    """A free chip always; one that is held, if the chance is beyond its border by a step for each of its moves."""
    stars = (code - TAKE) // PLACES + 1
    giver = (code - TAKE) % PLACES - 1
    if giver == NOBODY:
        return True
    claim = step * s.stirred[giver]
    if stars > base:
        return chance - CONFIDENT * (stars - 1) // s.players > claim
    return CONFIDENT * stars // s.players - chance > claim


@rule
def nearest_free(s: State, moves: Row, n: int, chance: int) -> int:
    """The stars of the chip in the centre that fits best; 0: none is there."""
    best = 0
    for k in range(n):
        if TAKE <= moves[k] < CHOOSE and (moves[k] - TAKE) % PLACES == 0:
            stars = (moves[k] - TAKE) // PLACES + 1
            if best == 0 or misfit(s, stars, chance) < misfit(s, best, chance):
                best = stars
    return best


@rule
def from_centre(s: State, moves: Row, n: int, skipped: int) -> int:
    """One of the chips in the centre."""
    found = moves[0]
    for k in range(n):
        if TAKE <= moves[k] < CHOOSE and (moves[k] - TAKE) % PLACES == 0:
            found = moves[k]
            if skipped == 0:
                return found
            skipped -= 1
    return found


# Talking things over


@rule
def is_listed(moves: Row, n: int, code: int) -> bool:
    return moves[0] == code or (n > 1 and moves[1] == code)  # single verbs come first


@rule
def follow(s: State, seat: int, moves: Row, idea: int) -> int:
    """Confirm what all have picked; pick what was picked last; be the first to have an idea."""
    if moves[0] == CONFIRM:
        return CONFIRM
    first = PICK_RANK if s.phase == GUESS_RANK else PICK_CATEGORY
    if s.last_picker not in (NOBODY, seat) and s.pick[s.last_picker] != s.pick[seat]:
        return first + s.pick[s.last_picker]
    return idea if idea != first + s.pick[seat] else moves[0]


@rule
def proposal(s: State, seat: int) -> int:
    """When all have chips: the strongest hand should use the specialist; NOTHING: it can wait.

    Who is strongest should be sure of it (Hacker, Jack, Muscle), or the others should know why.
    """
    best = holder_of(s, s.round, s.players)
    if s.round < (2 if s.specialist in (HACKER, JACK_CARD) else ROUNDS):
        return NOTHING
    if s.specialist == INFORMANT:
        return PROPOSE + best * RANKS + seat if seat != best else NOTHING
    return PROPOSE + best * RANKS + (RANKS - 1 if s.specialist == MASTERMIND else 0)


LEVELS: dict[str, Policy] = {"random": random, "easy": easy, "normal": normal}
