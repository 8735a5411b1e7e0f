"""The specialists: those that work by themselves after the deal, and those that are proposed (R28 … R37)."""

from stolik.core.bitset import members, size
from stolik.core.rule import NOBODY, Row, left_of, lookup_table, put, rule
from stolik.games.gang.codes import choose_code, propose_code
from stolik.games.gang.components import (
    CON_ARTIST,
    COORDINATOR,
    DRIVER,
    FACE_CARDS,
    HACKER,
    INFORMANT,
    INVESTOR,
    JACK,
    JACK_CARD,
    MASTERMIND,
    MATH_WHIZ,
    MUSCLE,
    RANKS,
    rank_of,
)
from stolik.games.gang.rules.poker_hands import category, strength_of
from stolik.games.gang.rules.rounds import begin_rounds
from stolik.games.gang.rules.showdown import count_rank
from stolik.games.gang.state import DEAL_AGAIN, HACKER_DRAW, LOOKING, NOTHING, PASSING, State, community_cards, everyone
from stolik.games.gang.tellings import (
    agreed,
    announced,
    chose,
    completed,
    discarded,
    gathered,
    looked,
    passed,
    proposed,
    refused,
    showed,
    took_jack,
    took_muscle,
)

WORTH = lookup_table([2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11])  # by rank (R35)


@rule
def faces_of(cards: int) -> int:
    return size(cards & FACE_CARDS)  # R30: an ace is none


@rule
def sum_of(cards: int) -> int:
    total = 0
    for card in members(cards):
        total += WORTH[rank_of(card)]
    return total


@rule
def category_with(s: State, cards: int, shared: int) -> int:
    """What these pocket cards made when so many community cards lay there."""
    both = cards | community_cards(s, shared)
    return category(strength_of(both, size(both)))


# Automatic ones


@rule
def use_automatic_specialist(s: State) -> None:
    """The last pocket card is dealt."""
    if s.specialist == COORDINATOR:
        s.phase = PASSING
    elif s.specialist == CON_ARTIST:
        s.phase = LOOKING
    else:
        if s.specialist in (INVESTOR, MATH_WHIZ):
            announce_all(s)
        begin_rounds(s)


@rule
def announce_all(s: State) -> None:  # R30, R35
    for seat in range(s.players):
        announce(s, seat, faces_of(s.hand[seat]) if s.specialist == INVESTOR else sum_of(s.hand[seat]))
    s.specialist_used = 1


@rule
def announce(s: State, seat: int, said: int) -> None:
    s.announced[seat] = said
    announced(s, seat, s.specialist, said, s.mastermind_rank)


@rule
def choose_to_pass(s: State, seat: int, card: int) -> None:  # R33
    chose(s, 1 << seat, seat, s.passed[seat] != NOTHING, card)
    s.passed[seat] = card
    if not_chosen(s) == 0:
        pass_all(s)


@rule
def not_chosen(s: State) -> int:
    """The set of seats that have no card to pass yet."""
    found = 0
    for seat in range(s.players):
        if s.passed[seat] == NOTHING:
            found |= 1 << seat
    return found


@rule
def pass_all(s: State) -> None:
    for seat in range(s.players):
        s.hand[seat] &= ~(1 << s.passed[seat])
    for seat in range(s.players):
        left = left_of(seat, s.players)
        s.hand[left] |= 1 << s.passed[seat]
        passed(s, 1 << seat | 1 << left, seat, left, s.passed[seat])
    s.specialist_used = 1
    begin_rounds(s)


@rule
def say_seen(s: State, seat: int) -> None:  # R36
    looked(s, seat)
    s.ready |= 1 << seat
    if s.ready == everyone(s):
        gather(s)


@rule
def gather(s: State) -> None:
    s.ready = 0
    for seat in range(s.players):
        s.first_hand[seat] = s.hand[seat]
        s.gathered |= s.hand[seat]
        s.hand[seat] = 0
    gathered(s, size(s.gathered))
    s.drawer = 0
    s.phase = DEAL_AGAIN


# Those that are proposed


@rule
def legal_proposals(s: State, moves: Row, n: int) -> int:
    for seat in range(s.players):
        if s.specialist == INFORMANT:
            for other in range(s.players):
                if other != seat:
                    n = put(moves, n, propose_code(seat, other))
        elif s.specialist == MASTERMIND:
            for rank in range(RANKS):
                n = put(moves, n, propose_code(seat, rank))
        else:
            n = put(moves, n, propose_code(seat, 0))
    return n


@rule
def propose(s: State, seat: int, user: int, about: int) -> None:
    s.proposals += 1
    s.proposer = seat
    s.user = user
    if s.specialist == INFORMANT:
        s.other = about
    elif s.specialist == MASTERMIND:
        s.mastermind_rank = about
    s.agreed = 1 << seat | s.out_of_moves
    s.ready = s.out_of_moves  # R42
    proposed(s, seat, s.proposals, s.specialist, s.user, s.other, s.mastermind_rank)
    if s.agreed == everyone(s):
        take_effect(s, s.user)


@rule
def agree(s: State, seat: int) -> None:
    agreed(s, seat, s.proposals)
    s.agreed |= 1 << seat
    if s.agreed == everyone(s):
        take_effect(s, s.user)


@rule
def refuse(s: State, seat: int) -> None:
    refused(s, seat, s.proposals)
    s.proposer = s.user = s.other = NOBODY
    s.mastermind_rank = NOTHING
    s.agreed = 0


@rule
def take_effect(s: State, user: int) -> None:
    if s.specialist == DRIVER:  # R29
        s.community_then = s.community_count
        announce(s, user, category_with(s, s.hand[user], s.community_count))
        complete(s)
    elif s.specialist == MASTERMIND:  # R31
        announce(s, user, count_rank(s.hand[user], s.mastermind_rank))
        complete(s)
    elif s.specialist == MUSCLE:  # R37
        s.muscle_holder = user
        took_muscle(s, user)
        complete(s)
    elif s.specialist == HACKER:  # R32
        s.drawer = user
        s.phase = HACKER_DRAW
    else:
        if s.specialist == JACK_CARD:  # R34
            s.jack_holder = user
            s.hand[user] |= 1 << JACK
            took_jack(s, user)
        s.chooser = user


@rule
def choose(s: State, seat: int, card: int) -> None:
    if s.specialist == INFORMANT:  # R28: the card stays in the hand
        s.informant_card = card
        showed(s, 1 << seat | 1 << s.other, seat, s.other, card)
    else:
        s.hand[seat] &= ~(1 << card)
        s.discarded[seat] |= 1 << card
        discarded(s, 1 << seat, seat, 1, 1 << card)
    complete(s)


@rule
def complete(s: State) -> None:
    completed(s, s.proposals, s.specialist)
    s.specialist_used = 1
    s.proposer = s.chooser = NOBODY
    s.agreed = 0
    s.ready = s.out_of_moves  # R42


@rule
def legal_cards(s: State, seat: int, moves: Row, n: int) -> int:
    """What may be shown, passed or discarded; the Jack that was just taken stays (R44)."""
    for card in members(s.hand[seat] & ~(1 << JACK)):
        n = put(moves, n, choose_code(card))
    return n
