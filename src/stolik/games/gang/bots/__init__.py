"""What the bots of Gang know. All of them settle: a bot that has moved chips often enough lets them lie.

All go by the percentile of their hand (hand_percentile.py). The easy one has a rough idea of it and takes what is free;
the normal one knows it and insists a little (chip_heuristic.py); the hard one also infers the others' from every chip
move (chip_inference.py). Guesses are in showdown_guess.py, specialists in specialist_policy.py.
"""

from stolik.core.bot_levels import Level, Reason
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.gang.bots.chip_heuristic import any_free_chip, choose_chip, take_or_keep
from stolik.games.gang.bots.chip_inference import BINS, TOTAL_BELIEF, expected_chip, holders_by_stars, infer_percentiles
from stolik.games.gang.bots.hand_percentile import percentile, rough_percentile
from stolik.games.gang.bots.memory import BotState, remember
from stolik.games.gang.bots.showdown_guess import (
    TRUST,
    follow,
    lead,
    likeliest_category,
    likeliest_rank,
    obvious_category,
    obvious_rank,
)
from stolik.games.gang.bots.specialist_policy import (
    answer_to_proposal,
    card_to_choose,
    may_propose,
    proposal,
    simple_choice,
)
from stolik.games.gang.codes import (
    AGREE,
    CONFIRM,
    READY,
    REFUSE,
    choose_code,
    is_proposal,
    is_take,
    pick_category_code,
    pick_rank_code,
)
from stolik.games.gang.options import SEATS
from stolik.games.gang.state import (
    CHIPS,
    GUESS_CATEGORY,
    GUESS_RANK,
    NOTHING,
    PASSING,
    State,
    chip_of,
    is_guessing,
)

__all__ = ["LEVELS", "BotState", "reason", "remember"]

RANDOM_CHIP_MOVES = 2  # chip moves in a round after which a bot without plan settles
PROPOSALS = 2  # after which it proposes no more
FEW_RUNS = 12  # of the cards to come
SOME_RUNS = 150
MANY_RUNS = 600
NEVER_CONTEST = 1000
"""A step beyond a chip's border that no hand can make."""


@rule
def random(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Any legal move, but one that comes to an end: a few chip moves in a round, then only what the table waits for."""
    if is_guessing(s):
        return follow(s, seat, moves, moves[below(rng, n)])
    if s.phase != CHIPS or s.chooser == seat:
        return moves[below(rng, n)]
    if is_listed(moves, n, AGREE):
        return REFUSE if below(rng, 4) == 0 else AGREE
    if s.chip_moves[seat] < RANDOM_CHIP_MOVES and below(rng, 2) == 0:
        code = moves[below(rng, n)]
        if not is_proposal(code) or s.proposals < PROPOSALS:
            return code
    if chip_of(s, seat) == 0:
        return any_free_chip(s, moves, n, below(rng, s.players))
    return moves[0]  # ready or unready, where that is possible


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: has a rough idea of its hand, takes the free chip that fits, and agrees to everything."""
    if s.phase == GUESS_RANK:
        return follow(s, seat, moves, pick_rank_code(obvious_rank(s)))
    if s.phase == GUESS_CATEGORY:
        return follow(s, seat, moves, pick_category_code(obvious_category(s)))
    if s.phase == PASSING or s.chooser == seat:
        return choose_code(simple_choice(s, seat))
    if s.phase != CHIPS:
        return moves[0]
    if is_listed(moves, n, AGREE):
        return AGREE
    return choose_chip(s, seat, moves, n, rough_percentile(s, seat, FEW_RUNS), NEVER_CONTEST, 1)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Knows where its hand stands, insists a little, and uses specialists and guesses by counting."""
    if s.phase == GUESS_RANK:
        return lead(s, seat, moves, idea_of_rank(s, seat, moves, 0), rng)
    if s.phase == GUESS_CATEGORY:
        return follow(s, seat, moves, idea_of_category(s, seat, moves, 0))
    if s.phase != CHIPS or s.chooser == seat or s.specialist != 0:
        code = code_other_than_chips(s, seat, moves, n)
        if code != NOTHING:
            return code
    return choose_chip(s, seat, moves, n, percentile(s, seat, SOME_RUNS), 100, 2)


@rule
def hard(s: BotState, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Infers where the others' hands stand from every chip move, and takes the chip of the rank to be expected."""
    if s.phase == GUESS_RANK:
        return lead(s, seat, moves, idea_of_rank(s, seat, moves, TRUST), rng)
    if s.phase == GUESS_CATEGORY:
        return follow(s, seat, moves, idea_of_category(s, seat, moves, TRUST))
    if s.phase != CHIPS or s.chooser == seat or s.specialist != 0:
        code = code_other_than_chips(s, seat, moves, n)
        if code != NOTHING:
            return code
    belief = [TOTAL_BELIEF // BINS] * (SEATS * BINS)
    share_below = [0] * (SEATS * BINS)
    infer_percentiles(s, belief, share_below)
    chips = [0] * SEATS
    for other in range(s.players):
        chips[other] = chip_of(s, other)
    bin_ = min(percentile(s, seat, MANY_RUNS) * BINS // 1000, BINS - 1)
    stars = expected_chip(s, seat, bin_, chips[seat], holders_by_stars(s, chips), s.chip_moves[seat], share_below)
    return take_or_keep(s, seat, moves, stars)


@rule
def code_other_than_chips(s: State, seat: int, moves: Row, n: int) -> int:
    """A card, an answer, a proposal, or whatever the table waits for; NOTHING: it is about chips."""
    if s.phase == PASSING or s.chooser == seat:
        return choose_code(card_to_choose(s, seat))
    if s.phase != CHIPS:
        return moves[0]
    if is_listed(moves, n, AGREE):
        return answer_to_proposal(s, seat)
    return proposal(s, seat) if is_proposal(moves[n - 1]) and may_propose(s, seat) else NOTHING


@rule
def idea_of_rank(s: State, seat: int, moves: Row, trust: int) -> int:
    return pick_rank_code(likeliest_rank(s, seat, trust) if moves[0] != CONFIRM else 0)


@rule
def idea_of_category(s: State, seat: int, moves: Row, trust: int) -> int:
    return pick_category_code(likeliest_category(s, seat, trust) if moves[0] != CONFIRM else 0)


@rule
def is_listed(moves: Row, n: int, code: int) -> bool:
    return moves[0] == code or (n > 1 and moves[1] == code)  # single verbs come first


def reason(s: State, seat: int, code: int) -> Reason | None:
    """Where the hand stands among all hands, for taking a chip, and for being content with one."""
    if s.phase != CHIPS or not (code == READY or is_take(code)):
        return None
    return Reason("strength", percentile(s, seat, MANY_RUNS) / 1000)


LEVELS: dict[str, Level] = {"random": random, "easy": easy, "normal": normal, "hard": hard}
