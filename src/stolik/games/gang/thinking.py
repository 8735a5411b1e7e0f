"""How strong a hand is among all hands, and what another may have: what the bots of Gang reckon with."""

from stolik.core.kit import Row, lowest, members, size
from stolik.core.rule import rule
from stolik.games.gang.hands import CATEGORIES, RANKS, category, strength_of
from stolik.games.gang.knowing import draw, fits, known_elsewhere
from stolik.games.gang.showdown import count_rank, power, power_of
from stolik.games.gang.state import (
    ALL_CARDS,
    COMMUNITY,
    INFORMANT,
    JACK,
    PASSING,
    ROUNDS,
    State,
    community_set,
    holder_of,
    pocket_cards,
)

GUESSES = 150  # hands that a guess is counted from
EVEN = 500


@rule
def unseen_by(s: State, seat: int) -> int:
    """All cards that may be anywhere, for all that the seat has seen."""
    return ALL_CARDS & ~(s.hand[seat] | s.discarded[seat] | community_set(s, s.shared))


@rule
def chance_to_win(s: State, seat: int, samples: int, rng: Row) -> int:
    """Against any other hand, in thousandths: counted where few are possible, else sampled."""
    if s.hand[seat] == 0:
        return EVEN
    if s.shared == COMMUNITY and pocket_cards(s) == 2:
        return counted_chance(s, seat)
    return sampled_chance(s, seat, s.hand[seat], samples, rng)


@rule
def counted_chance(s: State, seat: int) -> int:
    table = community_set(s, COMMUNITY)
    own = power(s, seat)
    rest = unseen_by(s, seat)
    won = 0
    hands = 0
    while rest != 0:
        one = rest & -rest
        rest ^= one
        others = rest
        while others != 0:
            two = others & -others
            others ^= two
            theirs = power_of(strength_of(table | one | two, COMMUNITY + 2), 0)
            won += 2 * (own > theirs) + (own == theirs)
            hands += 2
    return 1000 * won // hands


@rule
def sampled_chance(s: State, seat: int, hand: int, samples: int, rng: Row) -> int:
    unseen = unseen_by(s, seat)
    shared = community_set(s, s.shared)
    own_cards = COMMUNITY + size(hand)
    their_cards = pocket_cards(s)
    won = 0
    for _ in range(samples):
        table = shared | draw(unseen, COMMUNITY - s.shared, rng)
        other = table | draw(unseen & ~table, their_cards, rng)
        own = power_of(strength_of(table | hand, own_cards), s.muscle == seat)
        theirs = power_of(strength_of(other, COMMUNITY + their_cards), 0)
        won += 2 * (own > theirs) + (own == theirs)
    return 1000 * won // (2 * samples)


@rule
def worst_card(s: State, seat: int, rng: Row) -> int:
    """The card without which the own hand is strongest; to be shown, the highest one instead."""
    cards = s.hand[seat] & ~(1 << JACK)
    if s.specialist == INFORMANT or s.phase == PASSING:
        return highest_card(cards) if s.specialist == INFORMANT else lowest_card(cards)
    best = -1
    worst = lowest(cards)
    for card in members(cards):
        chance = sampled_chance(s, seat, s.hand[seat] & ~(1 << card), 30, rng)
        if chance > best:
            best = chance
            worst = card
    return worst


@rule
def lowest_card(cards: int) -> int:
    found = lowest(cards)
    for card in members(cards):
        if card & 15 < found & 15:
            found = card
    return found


@rule
def highest_card(cards: int) -> int:
    found = lowest(cards)
    for card in members(cards):
        if card & 15 > found & 15:
            found = card
    return found


# Guesses


@rule
def likely_hand(s: State, seat: int, rng: Row) -> int:
    """A hand that the target may have: as announced, and not weaker than the last one shown."""
    known = s.hand[s.target] & known_elsewhere(s, seat)
    unseen = unseen_by(s, seat) & ~known
    for other in range(s.players):
        if s.shown >> other & 1:
            unseen &= ~s.hand[other]
    table = community_set(s, COMMUNITY)
    before = power(s, holder_of(s, ROUNDS, s.players - 1))
    cards = size(s.hand[s.target])
    hand = 0
    for _ in range(20):
        hand = known | draw(unseen, cards - size(known), rng)
        strength = strength_of(table | hand, COMMUNITY + cards)
        if power_of(strength, s.muscle == s.target) >= before and fits_now(s, hand):
            break
    return hand


@rule
def fits_now(s: State, hand: int) -> bool:
    return s.stale >> s.target & 1 == 1 or fits(s, s.target, hand)


@rule
def likeliest_rank(s: State, seat: int, rng: Row) -> int:
    counts = 0  # eight bits a rank, in two halves: what a rule may keep without a row
    more = 0
    for _ in range(GUESSES):
        hand = likely_hand(s, seat, rng)
        for rank in range(RANKS):
            if count_rank(hand, rank) > 0:
                if rank < 7:
                    counts += 1 << 8 * rank
                else:
                    more += 1 << 8 * (rank - 7)
    best = 0
    found = 0
    for rank in range(RANKS):
        count = (counts >> 8 * rank if rank < 7 else more >> 8 * (rank - 7)) & 255
        if count >= best:
            best = count
            found = rank
    return found


@rule
def likeliest_category(s: State, seat: int, rng: Row) -> int:
    table = community_set(s, COMMUNITY)
    counts = 0
    more = 0
    for _ in range(GUESSES):
        cards = table | likely_hand(s, seat, rng)
        kind = category(strength_of(cards, size(cards)))
        if kind < 7:
            counts += 1 << 8 * kind
        else:
            more += 1 << 8 * (kind - 7)
    best = 0
    found = 0
    for kind in range(CATEGORIES):
        count = (counts >> 8 * kind if kind < 7 else more >> 8 * (kind - 7)) & 255
        if count > best:
            best = count
            found = kind
    return found
