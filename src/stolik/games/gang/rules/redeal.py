"""What a seat cannot know, drawn anew so that all it does know stays true.

Known are the own cards, now and before; a card that one passed to the left; the Informant's card to the two; what was
announced; and all that was shown.
"""

from stolik.core.bitset import members, size
from stolik.core.rng import below, pick
from stolik.core.rule import NOBODY, Row, left_of, rule
from stolik.games.gang.components import CON_ARTIST, COORDINATOR, DRIVER, INVESTOR, JACK, MASTERMIND
from stolik.games.gang.rules.showdown import count_rank
from stolik.games.gang.rules.specialists import category_with, faces_of, sum_of
from stolik.games.gang.state import NOTHING, PASSING, State, described_hand

SWEEPS = 3
TRIES = 100


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    fixed = known_elsewhere(s, seat)
    if is_dealt_again(s):
        redeal_gathered(s, seat, rng)
        redeal_first_hands(s, seat, rng)
    elif has_announced(s):
        redeal_as_announced(s, seat, fixed, rng)
    else:
        redeal_freely(s, seat, fixed, rng)
    redeal_shown_and_passed(s, seat, rng)


@rule
def known_elsewhere(s: State, seat: int) -> int:
    """The cards that stay where they are, because the seat knows who has, or had, them."""
    cards = 1 << JACK
    if s.informant_card != NOTHING and seat == s.other:
        cards |= 1 << s.informant_card
    if seat != NOBODY and s.passed[seat] != NOTHING:
        cards |= 1 << s.passed[seat]
    return cards


@rule
def is_dealt_again(s: State) -> bool:
    return s.specialist == CON_ARTIST and s.first_hand[0] != 0


@rule
def has_announced(s: State) -> bool:
    said = 0
    for seat in range(s.players):
        said += s.announced[seat] != NOTHING
    return said > 0


@rule
def is_hand_shown(s: State, seat: int) -> bool:
    return s.hands_shown >> seat & 1 == 1


@rule
def draw(pool: int, n: int, rng: Row) -> int:
    """A set of n of the cards."""
    left = pool
    for _ in range(n):
        left &= ~(1 << pick(rng, left))
    return pool & ~left


@rule
def redeal_freely(s: State, seat: int, fixed: int, rng: Row) -> None:
    """Any cards that the seat has not seen may be anywhere."""
    pool = s.deck | s.forgotten_discards
    for other in range(s.players):
        if other != seat:
            pool |= s.discarded[other] & ~fixed
            if not is_hand_shown(s, other):
                pool |= s.hand[other] & ~fixed
    for other in range(s.players):
        if other != seat:
            cards = draw(pool, size(s.discarded[other] & ~fixed), rng)
            s.discarded[other] = s.discarded[other] & fixed | cards
            pool &= ~cards
            if not is_hand_shown(s, other):
                cards = draw(pool, size(s.hand[other] & ~fixed), rng)
                s.hand[other] = s.hand[other] & fixed | cards
                pool &= ~cards
    s.forgotten_discards = draw(pool, size(s.forgotten_discards), rng)
    s.deck = pool & ~s.forgotten_discards


# What was announced


@rule
def redeal_as_announced(s: State, seat: int, fixed: int, rng: Row) -> None:
    """All hands anew, from nothing but what the seat knows; then one after the other is exchanged for another of which
    the same was said, several times, to mix well.
    """
    for _ in range(TRIES):
        if deal_as_announced(s, seat, fixed, rng):
            break
    for _ in range(SWEEPS):
        for other in range(s.players):
            if other != seat:
                if is_described_hand_hidden(s, other):
                    exchange_described_hand(s, other, fixed, rng)
                exchange_other_cards(s, other, rng)


@rule
def is_described_hand_hidden(s: State, seat: int) -> bool:
    return s.outdated >> seat & 1 == 1 or not is_hand_shown(s, seat)


@rule
def deal_as_announced(s: State, seat: int, fixed: int, rng: Row) -> bool:
    """First the described hands, so that the same would be said, then the rest. False: some could not be found."""
    pool = s.deck
    for other in range(s.players):
        if other != seat:
            pool |= other_cards(s, other)
            if is_described_hand_hidden(s, other):
                pool |= described_hand(s, other) & ~fixed
    found_all = True
    for other in range(s.players):
        if other != seat and is_described_hand_hidden(s, other):
            kept = described_hand(s, other) & fixed
            n = size(described_hand(s, other) & ~fixed)
            cards = fitting(s, other, kept, pool, n, rng)
            if size(cards) != n:
                cards = draw(pool, n, rng)
                found_all = False
            put_described_hand(s, other, kept | cards)
            pool &= ~cards
    for other in range(s.players):
        if other != seat:
            cards = draw(pool, size(other_cards(s, other)), rng)
            put_other_cards(s, other, cards)
            pool &= ~cards
    s.deck = pool
    return found_all


@rule
def fitting(s: State, seat: int, kept: int, pool: int, n: int, rng: Row) -> int:
    """So many cards that fit what was said; nothing if there are none. Any, by chance; rare ones are looked for."""
    for _ in range(TRIES):
        cards = draw(pool, n, rng)
        if fits_announcement(s, seat, kept | cards):
            return cards
    if n != 2:
        return 0
    total = 0
    for high in members(pool):
        for low in members(pool & (1 << high) - 1):
            total += fits_announcement(s, seat, kept | 1 << high | 1 << low)
    chosen = below(rng, total) if total > 0 else -1
    for high in members(pool):
        for low in members(pool & (1 << high) - 1):
            if fits_announcement(s, seat, kept | 1 << high | 1 << low):
                if chosen == 0:
                    return 1 << high | 1 << low
                chosen -= 1
    return 0


@rule
def other_cards(s: State, seat: int) -> int:
    """The new hand, if the described one is discarded; or what was discarded before. None of it if all have seen it."""
    if not s.outdated >> seat & 1:
        return s.discarded[seat]
    return 0 if is_hand_shown(s, seat) else s.hand[seat]


@rule
def put_other_cards(s: State, seat: int, cards: int) -> None:
    if not s.outdated >> seat & 1:
        s.discarded[seat] = cards
    elif not is_hand_shown(s, seat):
        s.hand[seat] = cards


@rule
def put_described_hand(s: State, seat: int, cards: int) -> None:
    if s.outdated >> seat & 1:
        s.discarded[seat] = cards
    else:
        s.hand[seat] = cards


@rule
def exchange_other_cards(s: State, seat: int, rng: Row) -> None:
    old = other_cards(s, seat)
    new = draw(s.deck | old, size(old), rng)
    s.deck = (s.deck | old) & ~new
    put_other_cards(s, seat, new)


@rule
def exchange_described_hand(s: State, seat: int, fixed: int, rng: Row) -> None:
    """If no other is found among many, the hand stays."""
    kept = described_hand(s, seat) & fixed
    old = described_hand(s, seat) & ~fixed
    pool = s.deck | old
    new = old
    for _ in range(TRIES):
        tried = draw(pool, size(old), rng)
        if fits_announcement(s, seat, kept | tried):
            new = tried
            break
    s.deck = pool & ~new
    put_described_hand(s, seat, kept | new)


@rule
def fits_announcement(s: State, seat: int, cards: int) -> bool:
    """Would the same have been announced?"""
    return s.announced[seat] == NOTHING or announcement_of(s, cards) == s.announced[seat]


@rule
def announcement_of(s: State, cards: int) -> int:
    if s.specialist == DRIVER:
        return category_with(s, cards, s.community_then)
    if s.specialist == MASTERMIND:
        return count_rank(cards, s.mastermind_rank)
    return faces_of(cards) if s.specialist == INVESTOR else sum_of(cards)


# What was dealt again


@rule
def redeal_gathered(s: State, seat: int, rng: Row) -> None:
    """The own first hand is somewhere in what was gathered and dealt again (R36)."""
    again = s.gathered
    pool = s.deck | s.gathered
    for other in range(s.players):
        if other != seat:
            if s.outdated >> other & 1 or not is_hand_shown(s, other):
                again |= described_hand(s, other)
            if not is_hand_shown(s, other):
                pool |= s.hand[other]
    pool |= again
    own = s.first_hand[seat] & again if seat != NOBODY else 0
    new = own | draw(pool & ~own, size(again & ~own), rng)
    pool &= ~new
    for other in range(s.players):
        if other != seat:
            if s.outdated >> other & 1:
                s.discarded[other] = draw(new, size(s.discarded[other]), rng)
                new &= ~s.discarded[other]
                if not is_hand_shown(s, other):
                    s.hand[other] = draw(pool, size(s.hand[other]), rng)
                    pool &= ~s.hand[other]
            elif not is_hand_shown(s, other):
                s.hand[other] = draw(new, size(s.hand[other]), rng)
                new &= ~s.hand[other]
    s.gathered = new
    s.deck = pool


@rule
def redeal_first_hands(s: State, seat: int, rng: Row) -> None:
    """Whose a card was before all hands were gathered is known of the own ones alone, whoever has it now."""
    pool = s.gathered
    for other in range(s.players):
        pool |= described_hand(s, other)
    if seat != NOBODY:
        pool &= ~s.first_hand[seat]
    for other in range(s.players):
        if other != seat:
            s.first_hand[other] = draw(pool, size(s.first_hand[other]), rng)
            pool &= ~s.first_hand[other]


# Who showed or passed which card


@rule
def redeal_shown_and_passed(s: State, seat: int, rng: Row) -> None:
    if s.informant_card != NOTHING and seat not in (s.user, s.other):
        s.informant_card = pick(rng, described_hand(s, s.user))
    if s.specialist == COORDINATOR:
        for other in range(s.players):
            if other != seat and s.passed[other] != NOTHING:
                if s.phase == PASSING:
                    s.passed[other] = pick(rng, s.hand[other])
                elif can_be_another(s, seat, left_of(other, s.players)):
                    s.passed[other] = pick(rng, described_hand(s, left_of(other, s.players)))


@rule
def can_be_another(s: State, seat: int, receiver: int) -> bool:
    """The seat does not know the hand into which a card was passed."""
    return receiver != seat and (s.outdated >> receiver & 1 == 1 or not is_hand_shown(s, receiver))
