"""The showdown: hands in the order of the red chips, what the others must name before the last one, and the result."""

from stolik.core.bitset import size
from stolik.core.rule import NOBODY, Row, put, rule
from stolik.core.tell import remember
from stolik.games.gang.codes import CONFIRM, pick_category_code, pick_rank_code
from stolik.games.gang.components import (
    BLACKOUT,
    CATEGORIES,
    FINGERPRINT_SCAN,
    JACK,
    JACK_RANK,
    RANKS,
    RETINA_SCAN,
    SUITS,
)
from stolik.games.gang.options import SEATS
from stolik.games.gang.rules.decks import next_heist
from stolik.games.gang.rules.poker_hands import category, deciding_kickers, strength_of
from stolik.games.gang.state import (
    COMMUNITY,
    GUESS_CATEGORY,
    GUESS_RANK,
    NOTHING,
    OVER,
    RESULT,
    ROUNDS,
    SHOWDOWN_ENDS,
    VAULTS_TO_WIN,
    WRONG_CATEGORY,
    WRONG_ORDER,
    WRONG_RANK,
    State,
    alarms_to_lose,
    community_cards,
    everyone,
    forget_moves,
    has_challenge,
    holder_of,
)
from stolik.games.gang.tellings import (
    asked,
    confirmed,
    game_ended,
    hand_shown,
    heist_ended,
    judged,
    named,
    picked,
    said_ready,
)

WITHIN_CATEGORY = (1 << 2 * RANKS) - 1  # of a strength


@rule
def strength_of_seat(s: State, seat: int) -> int:
    cards = s.hand[seat] | community_cards(s, COMMUNITY)
    return strength_of(cards, size(cards))


@rule
def power(s: State, seat: int) -> int:
    """What decides the order: the strength, but the muscle beats its whole category (R37)."""
    return power_of(strength_of_seat(s, seat), s.muscle_holder == seat)


@rule
def power_of(strength: int, muscle: int) -> int:
    return category(strength) << 2 * RANKS + 1 | int(muscle) << 2 * RANKS | strength & WITHIN_CATEGORY


@rule
def begin_showdown(s: State) -> None:  # R8
    last = holder_of(s, ROUNDS, s.players)
    scanned = has_challenge(s, RETINA_SCAN) or has_challenge(s, FINGERPRINT_SCAN)
    opened = everyone(s)
    if scanned and is_in_order(s, s.players - 1):  # R26: if the order has failed, no guess is asked
        opened &= ~(1 << last)
    for stars in range(1, s.players):
        show(s, stars, opened)
    if opened >> last & 1:
        s.phase = SHOWDOWN_ENDS
    else:
        ask(s, GUESS_RANK if has_challenge(s, RETINA_SCAN) else GUESS_CATEGORY)


@rule
def show(s: State, stars: int, opened: int) -> None:
    """`opened`: all hands that lie open, or are about to be shown in the same breath."""
    seat = holder_of(s, ROUNDS, stars)
    stronger = stronger_before(s, seat)
    if stronger != NOBODY:
        s.mistakes |= 1 << seat
        s.failures |= WRONG_ORDER
    s.hands_shown |= 1 << seat
    kickers = kickers_to_name(s, seat, opened)
    hand_shown(s, seat, stars, s.hand[seat], community_cards(s, COMMUNITY), stronger, kickers)


@rule
def stronger_before(s: State, seat: int) -> int:
    """Whose hand, of fewer stars, is the strongest, if it is stronger than this one (R8); else NOBODY."""
    found = NOBODY
    most = power(s, seat)
    for stars in range(1, s.chip[(ROUNDS - 1) * SEATS + seat]):
        other = holder_of(s, ROUNDS, stars)
        theirs = power(s, other)
        if theirs > most:
            most = theirs
            found = other
    return found


@rule
def is_in_order(s: State, stars: int) -> bool:
    """The hands with up to so many stars."""
    wrong = 0
    for number in range(2, stars + 1):
        wrong += stronger_before(s, holder_of(s, ROUNDS, number)) != NOBODY
    return wrong == 0


@rule
def right_order(s: State) -> int:
    """One more than each seat, from the weakest hand to the strongest, four bits each; equal hands as their chips."""
    order = 0
    for seat in range(s.players):
        own = power(s, seat)
        below = 0
        for other in range(s.players):
            lower = s.chip[(ROUNDS - 1) * SEATS + other] < s.chip[(ROUNDS - 1) * SEATS + seat]
            theirs = power(s, other)
            if theirs < own or (theirs == own and lower):
                below += 1
        order |= seat + 1 << 4 * below
    return order


@rule
def kickers_to_name(s: State, seat: int, opened: int) -> int:
    """How many of its kickers tell this hand from others that lie open and would be called the same. Where the muscle
    decides (R37), kickers do not.
    """
    named = 0
    for other in range(s.players):
        if other != seat and opened >> other & 1 and s.muscle_holder not in (seat, other):
            named = max(named, deciding_kickers(strength_of_seat(s, seat), strength_of_seat(s, other)))
    return named


@rule
def ask(s: State, phase: int) -> None:  # R19, R24
    s.phase = phase
    s.target = holder_of(s, ROUNDS, s.players)
    forget_picks(s)
    asked(s, s.target, phase)


@rule
def forget_picks(s: State) -> None:
    forget_moves(s)
    s.confirmed = 0
    s.last_picker = NOBODY
    for seat in range(s.players):
        s.pick[seat] = NOTHING


@rule
def picks_agree(s: State) -> bool:
    """All are made, and all are equal (R27)."""
    found = NOTHING
    for seat in range(s.players):
        if guessers(s) >> seat & 1:
            if s.pick[seat] == NOTHING or (found != NOTHING and s.pick[seat] != found):
                return False
            found = s.pick[seat]
    return True


@rule
def legal_guesses(s: State, seat: int, moves: Row) -> int:
    n = 0
    if picks_agree(s) and not s.confirmed >> seat & 1:
        n = put(moves, n, CONFIRM)
    if s.phase == GUESS_RANK:
        for rank in range(RANKS):
            if rank != s.pick[seat]:
                n = put(moves, n, pick_rank_code(rank))
    else:
        for kind in range(CATEGORIES):
            if kind != s.pick[seat]:
                n = put(moves, n, pick_category_code(kind))
    return n


@rule
def guessers(s: State) -> int:
    """All but the one it is about, and those who have no more say (R43)."""
    return everyone(s) & ~(1 << s.target | s.out_of_moves)


@rule
def guessers_awaited(s: State) -> int:
    """Those without a pick; then, as long as picks differ, all who differ from the last one; then all to confirm."""
    if picks_agree(s):
        return guessers(s) & ~s.confirmed
    missing = 0
    differing = 0
    for seat in range(s.players):
        if guessers(s) >> seat & 1:
            missing |= (s.pick[seat] == NOTHING) << seat
            differing |= (s.pick[seat] != s.pick[s.last_picker]) << seat
    return missing if missing != 0 else differing


@rule
def pick_answer(s: State, seat: int, answer: int) -> None:
    s.pick[seat] = answer
    s.last_picker = seat
    s.confirmed = 0
    picked(s, seat, s.phase, answer)


@rule
def confirm(s: State, seat: int) -> None:
    s.confirmed |= 1 << seat
    confirmed(s, seat)
    if guessers(s) & ~s.confirmed == 0:
        name(s, s.pick[seat])


@rule
def leave_naming(s: State, seat: int) -> None:
    """This seat has no more say (R43). The others are not asked to follow its pick."""
    if guessers(s) == 0:
        name(s, s.pick[seat])
    elif s.last_picker == seat:
        s.last_picker = NOBODY
        for other in range(s.players):
            if guessers(s) >> other & 1 and s.pick[other] != NOTHING:
                s.last_picker = other


@rule
def name(s: State, answer: int) -> None:
    named(s, s.target, s.phase, answer)
    forget_picks(s)
    if s.phase == GUESS_CATEGORY:
        s.named_category = answer
    else:
        s.named_rank = answer
    if s.phase == GUESS_RANK and has_challenge(s, FINGERPRINT_SCAN):  # R26: whatever the rank was
        ask(s, GUESS_CATEGORY)
    else:
        s.phase = SHOWDOWN_ENDS


@rule
def end_showdown(s: State) -> None:
    show(s, s.players, everyone(s))
    if s.named_rank != NOTHING:
        right = has_rank(s.hand[s.target], s.named_rank)
        judged(s, s.target, GUESS_RANK, s.named_rank, right)
        if not right:
            s.failures |= WRONG_RANK
    if s.named_category != NOTHING:
        right = category(strength_of_seat(s, s.target)) == s.named_category
        judged(s, s.target, GUESS_CATEGORY, s.named_category, right)
        if not right:
            s.failures |= WRONG_CATEGORY
    end_heist(s)


@rule
def has_rank(cards: int, rank: int) -> bool:
    return count_rank(cards, rank) > 0


@rule
def count_rank(cards: int, rank: int) -> int:
    """How many of the cards have this rank; the Jack without suit is a J (R34)."""
    found = cards >> JACK & 1 if rank == JACK_RANK else 0
    for suit in range(SUITS):
        found += cards >> RANKS * suit + rank & 1
    return found


@rule
def end_heist(s: State) -> None:
    if s.failures == 0:
        s.vaults += 1
        s.successes |= 1 << s.heist
    else:
        s.alarms += 1
    s.ready = 0
    if s.outdated == 0:
        clear_private_notes(s)
    heist_ended(s, s.heist, s.failures, s.vaults, s.alarms, right_order(s))
    if has_challenge(s, BLACKOUT):
        remember(s)  # R23: the heist is over
    s.phase = RESULT
    if s.vaults == VAULTS_TO_WIN or s.alarms == alarms_to_lose(s):  # R2, R14
        s.phase = OVER
        game_ended(s, s.vaults == VAULTS_TO_WIN, s.challenge_on_top, s.specialist_on_top)


@rule
def clear_private_notes(s: State) -> None:
    """All hands lie open: how they came about is of use to nobody, and who knew what is nobody's business."""
    for seat in range(s.players):
        s.first_hand[seat] = 0
        s.passed[seat] = NOTHING


@rule
def say_ready_for_next_heist(s: State, seat: int) -> None:  # R8
    said_ready(s, seat)
    s.ready |= 1 << seat
    if s.ready == everyone(s):
        next_heist(s)
