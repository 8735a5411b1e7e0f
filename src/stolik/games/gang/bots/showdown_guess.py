"""What the holder of the highest chip may have: for the guesses that two challenges ask for (R19, R24).

Every hand that the guessers cannot rule out is weighed by the chips that its holder took: a white chip of many stars
is likelier with high pockets, a yellow or orange one with a hand that was strong on the table of its time.
"""

from stolik.core.bitset import members, size
from stolik.core.rng import below, pick
from stolik.core.rule import NOBODY, Row, rule
from stolik.games.gang.bots.hand_percentile import pocket_percentile, rng_of_cards, unseen_by
from stolik.games.gang.codes import CONFIRM, pick_category_code, pick_rank_code
from stolik.games.gang.components import CATEGORIES, HACKER, JACK_CARD, RANKS, rank_of
from stolik.games.gang.options import SEATS
from stolik.games.gang.rules.poker_hands import category, strength_of
from stolik.games.gang.rules.redeal import draw, fits_announcement, known_elsewhere
from stolik.games.gang.rules.showdown import count_rank, power, power_of
from stolik.games.gang.state import COMMUNITY, GUESS_RANK, ROUNDS, State, community_cards, holder_of, pocket_size

SAMPLES = 40  # hands that another is compared with
PARTS = 20  # into which percentiles are sorted
TRUST = 30  # how much likelier the chip that fits best is than one that does not fit at all
STUBBORN = 4  # one time in so many, even who knows the answer gives in


# How the guessers come together


@rule
def follow(s: State, seat: int, moves: Row, idea: int) -> int:
    """Confirm what all have picked; pick what was picked last; be the first to have an idea."""
    if moves[0] == CONFIRM:
        return CONFIRM
    if s.last_picker not in (NOBODY, seat) and s.pick[s.last_picker] != s.pick[seat]:
        return pick_code(s, s.pick[s.last_picker])
    return idea if idea != pick_code(s, s.pick[seat]) else moves[0]


@rule
def pick_code(s: State, answer: int) -> int:
    """The answer to what is asked now: a rank, or a category."""
    return pick_rank_code(answer) if s.phase == GUESS_RANK else pick_category_code(answer)


@rule
def lead(s: State, seat: int, moves: Row, idea: int, rng: Row) -> int:
    """Who has seen a card of the hand in question names it again, and is seldom talked out of it."""
    if s.phase == GUESS_RANK and moves[0] != CONFIRM:
        seen = s.hand[s.target] & known_elsewhere(s, seat)
        if seen != 0:
            rank = rank_in(seen)
            if rank != s.pick[seat] and below(rng, STUBBORN) > 0:
                return pick_rank_code(rank)
    return follow(s, seat, moves, idea)


@rule
def rank_in(cards: int) -> int:
    for rank in range(RANKS):
        if count_rank(cards, rank) > 0:
            return rank
    return 0


# First ideas


@rule
def obvious_rank(s: State) -> int:
    """The highest on the table: a strong hand often has another."""
    best = 0
    for k in range(s.community_count):
        best = max(best, rank_of(s.community[k]))
    return best


@rule
def obvious_category(s: State) -> int:
    """The same as the hand shown last."""
    return category(strength_of(community_cards(s, COMMUNITY) | hand_before(s), COMMUNITY + size(hand_before(s))))


@rule
def hand_before(s: State) -> int:
    return s.hand[holder_of(s, ROUNDS, s.players - 1)]


# By weighing


@rule
def likeliest_rank(s: State, seat: int, trust: int) -> int:
    counts = [0] * (RANKS + CATEGORIES)
    weigh_hands(s, seat, trust, counts)
    best = 0
    for rank in range(RANKS):
        if counts[rank] >= counts[best]:
            best = rank
    return best


@rule
def likeliest_category(s: State, seat: int, trust: int) -> int:
    counts = [0] * (RANKS + CATEGORIES)
    weigh_hands(s, seat, trust, counts)
    best = 0
    for kind in range(CATEGORIES):
        if counts[RANKS + kind] > counts[RANKS + best]:
            best = kind
    return best


@rule
def weigh_hands(s: State, seat: int, trust: int, counts: Row) -> None:
    """Add every hand that the target may have, by its weight, to the counts of its ranks and of its category."""
    known = s.hand[s.target] & known_elsewhere(s, seat)
    unseen = unseen_by(s, seat) & ~known
    for other in range(s.players):
        if s.hands_shown >> other & 1:
            unseen &= ~s.hand[other]
    samples = [0] * (ROUNDS * SAMPLES)
    sample_strengths(s, unseen, samples)
    cards = size(s.hand[s.target] & ~known)
    rng = rng_of_cards(known, community_cards(s, COMMUNITY))
    for one in members(unseen):
        for two in members(unseen & -(2 << one) if cards > 1 else 1 << one):
            hand = (1 << one | 1 << two) * (cards > 0)
            if cards > 2:  # too many to look at all: every pair with any third card
                hand |= 1 << pick(rng, unseen & ~hand)
            count_hand(s, known | hand, trust, samples, counts)


@rule
def count_hand(s: State, hand: int, trust: int, samples: Row, counts: Row) -> None:
    strength = strength_of(community_cards(s, COMMUNITY) | hand, COMMUNITY + size(hand))
    if power_of(strength, s.muscle_holder == s.target) < power(s, holder_of(s, ROUNDS, s.players - 1)):
        return
    if not s.outdated >> s.target & 1 and not fits_announcement(s, s.target, hand):
        return
    weight = weight_by_chips(s, hand, trust, samples)
    counts[RANKS + category(strength)] += weight
    for rank in range(RANKS):
        if count_rank(hand, rank) > 0:
            counts[rank] += weight


@rule
def weight_by_chips(s: State, hand: int, trust: int, samples: Row) -> int:
    """How likely the target would have taken its chips with this hand, the better part of a thousand a round."""
    weight = 1
    if trust == 0 or (s.specialist in (HACKER, JACK_CARD) and s.user == s.target):
        return weight
    for round_ in range(1, ROUNDS):
        stars = s.chip[(round_ - 1) * SEATS + s.target]
        if stars > 0 and (round_ > 1 or s.redrew != s.target):
            weight *= 1 + trust * chip_likelihood(s.players, stars, part_in_round(s, hand, round_, samples)) // 1000
    return weight


@rule
def chip_likelihood(players: int, stars: int, part: int) -> int:
    """How likely a hand in this part of all hands has this chip; a thousand where it is likeliest.

    All others are below or above with the same chance, each by itself.
    """
    most = 1
    found = 1
    best = max(PARTS * (stars - 1) // (players - 1), 1) if stars > 1 else 0
    for _ in range(stars - 1):
        found *= part
        most *= best
    for _ in range(players - stars):
        found *= PARTS - part
        most *= PARTS - best
    return min(1000 * found // max(most, 1), 1000)


@rule
def part_in_round(s: State, hand: int, round_: int, samples: Row) -> int:
    """Where the hand stood in that round, among the samples: 0 … PARTS."""
    if round_ == 1:
        return pocket_percentile(hand) * PARTS // 1000 if size(hand) == 2 and pocket_size(s) == 2 else PARTS // 2
    shared = round_ + 1
    strength = strength_of(community_cards(s, shared) | hand, shared + size(hand))
    beaten = 0
    for k in range(round_ * SAMPLES, (round_ + 1) * SAMPLES):
        beaten += samples[k] < strength
    return beaten * PARTS // SAMPLES


@rule
def sample_strengths(s: State, unseen: int, samples: Row) -> None:
    """Strengths of some hands on the tables of rounds 2 and 3."""
    rng = rng_of_cards(unseen, community_cards(s, COMMUNITY))
    cards = pocket_size(s)
    for k in range(SAMPLES):
        hand = draw(unseen, cards, rng)
        for round_ in range(2, ROUNDS):
            table = community_cards(s, round_ + 1)
            samples[round_ * SAMPLES + k] = strength_of(table | hand, round_ + 1 + cards)
