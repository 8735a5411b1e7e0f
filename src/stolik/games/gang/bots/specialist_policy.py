"""The policy for specialists: who should use one and when, what to answer, which card to show, pass or throw away."""

from stolik.core.bitset import lowest, members, size
from stolik.core.rule import NOBODY, rule
from stolik.games.gang.bots.hand_percentile import chance_to_win
from stolik.games.gang.bots.showdown_guess import obvious_rank
from stolik.games.gang.codes import AGREE, REFUSE, propose_code
from stolik.games.gang.components import (
    DRIVER,
    FINGERPRINT_SCAN,
    HACKER,
    INFORMANT,
    JACK,
    JACK_CARD,
    MASTERMIND,
    RETINA_SCAN,
    rank_of,
)
from stolik.games.gang.rules.poker_hands import strength_of
from stolik.games.gang.rules.showdown import power, power_of
from stolik.games.gang.state import (
    COMMUNITY,
    NOTHING,
    PASSING,
    ROUNDS,
    State,
    chip_of,
    community_cards,
    has_challenge,
    holder_of,
    seats_without_chip,
)

RUNS = 30  # for each card that may be thrown away
CONTESTED = 2  # chip moves in a round that show a seat in doubt


@rule
def may_propose(s: State, seat: int) -> bool:
    """Once in a heist, when all have chips; where nobody says `ready`, before the last chip is taken."""
    if s.proposals > 0 or s.specialist == 0 or s.specialist_used or s.proposer != NOBODY:
        return False
    return seats_without_chip(s) == (1 << seat if s.instant else 0)


@rule
def proposal(s: State, seat: int) -> int:
    """What this seat proposes now; NOTHING: it can wait.

    New cards come while there are rounds left to sort them in. All else waits for the last round: the strongest gets
    the muscle, and who contested most, or is to be guessed about, tells the others why.
    """
    strongest = holder_of(s, s.round, s.players)
    if strongest == NOBODY:
        strongest = seat
    if s.specialist == HACKER or (s.specialist == JACK_CARD and not has_challenge(s, RETINA_SCAN)):
        return propose_code(strongest, 0) if 2 <= s.round < ROUNDS else NOTHING
    if s.round < ROUNDS:
        return NOTHING
    if s.specialist == INFORMANT:
        return informant_proposal(s, seat, strongest)
    if s.specialist == MASTERMIND:
        return propose_code(strongest, obvious_rank(s))
    if s.specialist == DRIVER and not has_challenge(s, FINGERPRINT_SCAN):
        return propose_code(most_contested(s, strongest), 0)
    return propose_code(strongest, 0)


@rule
def informant_proposal(s: State, seat: int, strongest: int) -> int:
    """The strongest shows a card to one who will guess; else the seat in doubt to the one next to it in chips."""
    shows = strongest if has_challenge(s, RETINA_SCAN) else most_contested(s, strongest)
    if shows != seat:
        return propose_code(shows, seat)
    stars = chip_of(s, shows)
    other = holder_of(s, s.round, stars - 1 if stars > 1 else 2)
    return propose_code(shows, other) if other not in (NOBODY, shows) else NOTHING


@rule
def most_contested(s: State, strongest: int) -> int:
    """Who moved most chips in this round; if nobody had to, the strongest."""
    found = strongest
    for seat in range(s.players):
        if s.chip_moves[seat] >= CONTESTED and s.chip_moves[seat] > s.chip_moves[found]:
            found = seat
    return found


@rule
def answer_to_proposal(s: State, seat: int) -> int:
    """Agree; but who would have to break a finished hand for the Jack says no."""
    finished = s.community_count == COMMUNITY
    if s.specialist == JACK_CARD and s.user == seat and finished and not has_challenge(s, RETINA_SCAN):
        table = community_cards(s, COMMUNITY)
        for card in members(s.hand[seat]):
            hand = s.hand[seat] & ~(1 << card) | 1 << JACK
            if power_of(strength_of(table | hand, COMMUNITY + size(hand)), s.muscle_holder == seat) >= power(s, seat):
                return AGREE
        return REFUSE
    return AGREE


# Cards


@rule
def card_to_choose(s: State, seat: int) -> int:
    """To be shown, the highest; to be passed on, the lowest; to be thrown away, the one that helps least."""
    cards = s.hand[seat] & ~(1 << JACK)
    if s.phase == PASSING:
        return lowest_card(cards)
    if s.specialist == INFORMANT:
        return highest_card(cards)
    best = NOTHING
    worst = lowest(cards)
    for card in members(cards):
        chance = chance_to_win(s, seat, s.hand[seat] & ~(1 << card), RUNS)
        if chance > best:
            best = chance
            worst = card
    return worst


@rule
def simple_choice(s: State, seat: int) -> int:
    """The highest to be shown, else the lowest."""
    cards = s.hand[seat] & ~(1 << JACK)
    return highest_card(cards) if s.specialist == INFORMANT and s.phase != PASSING else lowest_card(cards)


@rule
def lowest_card(cards: int) -> int:
    found = lowest(cards)
    for card in members(cards):
        if rank_of(card) < rank_of(found):
            found = card
    return found


@rule
def highest_card(cards: int) -> int:
    found = lowest(cards)
    for card in members(cards):
        if rank_of(card) > rank_of(found):
            found = card
    return found
