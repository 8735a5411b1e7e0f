"""What the bots of Gang know. All of them settle: a bot that has moved chips often enough lets them lie.

All measure hands by the same yardstick (yardstick.py). The easy one has a rough idea of it and takes what is free; the
normal one knows it and insists a little (settling.py); the hard one also reads every chip move of the others
(reading.py). Guesses are in guessing.py, specialists in counsel.py.
"""

from stolik.core.bot_levels import Level, Reason
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.gang.bots.chip_heuristic import from_centre, hold, settle
from stolik.games.gang.bots.chip_inference import MARKS, WEIGHT, chip_for, owners_of, read
from stolik.games.gang.bots.hand_percentile import rough_standing, standing
from stolik.games.gang.bots.showdown_guess import (
    TRUST,
    follow,
    lead,
    likeliest_category,
    likeliest_rank,
    obvious_category,
    obvious_rank,
)
from stolik.games.gang.bots.specialist_policy import answer, card_to_choose, may_propose, plain_card, proposal
from stolik.games.gang.options import SEATS
from stolik.games.gang.state import (
    AGREE,
    CHIPS,
    CHOOSE,
    CONFIRM,
    GUESS_CATEGORY,
    GUESS_RANK,
    NOTHING,
    PASSING,
    PICK_CATEGORY,
    PICK_RANK,
    PROPOSE,
    READY,
    REFUSE,
    TAKE,
    State,
    chip_of,
)

WANDERING = 2  # chip moves in a round after which a bot without plan settles
PROPOSALS = 2  # after which it proposes no more
ROUGHLY, WELL, EXACTLY = 12, 150, 600  # runs of the cards to come
NEVER = 1000
"""A step beyond a chip's border that no hand can make."""


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
    """A first evening: has a rough idea of its hand, takes the free chip that fits, and agrees to everything."""
    if s.phase == GUESS_RANK:
        return follow(s, seat, moves, PICK_RANK + obvious_rank(s))
    if s.phase == GUESS_CATEGORY:
        return follow(s, seat, moves, PICK_CATEGORY + obvious_category(s))
    if s.phase == PASSING or s.chooser == seat:
        return CHOOSE + plain_card(s, seat)
    if s.phase != CHIPS:
        return moves[0]
    if is_listed(moves, n, AGREE):
        return AGREE
    return settle(s, seat, moves, n, rough_standing(s, seat, ROUGHLY), NEVER, 1)


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Knows where its hand stands, insists a little, and uses specialists and guesses by counting."""
    if s.phase == GUESS_RANK:
        return lead(s, seat, moves, idea_of_rank(s, seat, moves, 0), rng)
    if s.phase == GUESS_CATEGORY:
        return follow(s, seat, moves, idea_of_category(s, seat, moves, 0))
    if s.phase != CHIPS or s.chooser == seat or s.specialist != 0:
        code = code_apart_from_chips(s, seat, moves, n)
        if code != NOTHING:
            return code
    return settle(s, seat, moves, n, standing(s, seat, WELL), 100, 2)


@rule
def hard(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Reads in every chip move of the others where their hands stand, and takes the chip of the rank to be expected."""
    if s.phase == GUESS_RANK:
        return lead(s, seat, moves, idea_of_rank(s, seat, moves, TRUST), rng)
    if s.phase == GUESS_CATEGORY:
        return follow(s, seat, moves, idea_of_category(s, seat, moves, TRUST))
    if s.phase != CHIPS or s.chooser == seat or s.specialist != 0:
        code = code_apart_from_chips(s, seat, moves, n)
        if code != NOTHING:
            return code
    weights = [WEIGHT // MARKS] * (SEATS * MARKS)
    under = [0] * (SEATS * MARKS)
    read(s, weights, under)
    chips = [0] * SEATS
    for other in range(s.players):
        chips[other] = chip_of(s, other)
    mark = min(standing(s, seat, EXACTLY) * MARKS // 1000, MARKS - 1)
    stars = chip_for(s, seat, mark, chips[seat], owners_of(s, chips), s.stirred[seat], under)
    return hold(s, seat, moves, stars)


@rule
def code_apart_from_chips(s: State, seat: int, moves: Row, n: int) -> int:
    """A card, an answer, a proposal, or whatever the table waits for; NOTHING: it is about chips."""
    if s.phase == PASSING or s.chooser == seat:
        return CHOOSE + card_to_choose(s, seat)
    if s.phase != CHIPS:
        return moves[0]
    if is_listed(moves, n, AGREE):
        return answer(s, seat)
    return proposal(s, seat) if moves[n - 1] >= PROPOSE and may_propose(s, seat) else NOTHING


@rule
def idea_of_rank(s: State, seat: int, moves: Row, trust: int) -> int:
    return PICK_RANK + (likeliest_rank(s, seat, trust) if moves[0] != CONFIRM else 0)


@rule
def idea_of_category(s: State, seat: int, moves: Row, trust: int) -> int:
    return PICK_CATEGORY + (likeliest_category(s, seat, trust) if moves[0] != CONFIRM else 0)


@rule
def is_listed(moves: Row, n: int, code: int) -> bool:
    return moves[0] == code or (n > 1 and moves[1] == code)  # single verbs come first


def reason(s: State, seat: int, code: int) -> Reason | None:
    """Where the hand stands among all hands, for taking a chip, and for being content with one."""
    if s.phase != CHIPS or not (code == READY or TAKE <= code < CHOOSE):
        return None
    return Reason("strength", standing(s, seat, EXACTLY) / 1000)


LEVELS: dict[str, Level] = {"random": random, "easy": easy, "normal": normal, "hard": hard}
