"""Steps 2 and 3 of a round: cards are chosen and shown, markers placed; then the hindmost raises or passes."""

from stolik.core.bitset import members
from stolik.core.rule import NOBODY, Row, left_of, put, rule
from stolik.games.raise_.components import CARDS_OF, KIND, NUMBER, SYMBOL
from stolik.games.raise_.rules.rounds import fill_up, win
from stolik.games.raise_.state import (
    MOST_CHOICES,
    NOTHING,
    PASS,
    PLAY,
    RAISE,
    RAISING,
    State,
    equal_to_lower,
    picked,
    value,
)
from stolik.games.raise_.tellings import choice_stands, chosen, passed, placed, played, raised

# Step 2


@rule
def may_choose(s: State) -> int:
    """The seats that may choose a card, or exchange it: all who play but those whose choice stands (R5, R15)."""
    able = s.playing
    for seat in range(s.players):
        if s.choices[seat] == MOST_CHOICES:
            able &= ~(1 << seat)
    return able


@rule
def legal_plays(s: State, seat: int, moves: Row) -> int:  # R5
    n = 0
    for card in members(s.hand[seat] & ~equal_to_lower(s.hand[seat])):
        n = put(moves, n, PLAY + KIND[card])
    return n


@rule
def choose(s: State, seat: int, kind: int) -> None:
    """The card stays in the hand, and may be exchanged for another, until the last one has chosen (R5, R15)."""
    chosen(s, 1 << seat, seat, s.choice[seat] != NOTHING, kind)
    s.choice[seat] = kind
    s.waiting &= ~(1 << seat)
    s.choices[seat] += 1
    if s.waiting == 0:
        show_and_place(s)
    elif s.choices[seat] == MOST_CHOICES:
        choice_stands(s, seat)


@rule
def show_and_place(s: State) -> None:  # R5, R6: clockwise from the dice
    seat = s.holder
    for _ in range(s.players):
        if s.playing >> seat & 1:
            show(s, seat)
        seat = left_of(seat, s.players)
    for _ in range(s.players):
        if s.playing >> seat & 1:
            place(s, seat)
        seat = left_of(seat, s.players)
    if s.markers == 1:  # R12
        win(s)
    else:
        s.phase = RAISING


@rule
def show(s: State, seat: int) -> None:
    kind = s.choice[seat]
    s.choice[seat] = NOTHING
    s.choices[seat] = 0
    equals = s.hand[seat] & CARDS_OF[kind]
    card = equals & -equals
    s.hand[seat] ^= card
    s.played[seat] = card
    s.field[seat] = value(s, card)
    played(s, seat, kind, s.field[seat])


@rule
def place(s: State, seat: int) -> None:  # R6
    for at in range(s.markers, 0, -1):
        s.track[at] = s.track[at - 1]
    s.markers += 1
    onto = advance(s, seat, s.field[seat])
    placed(s, seat, s.field[seat], onto)


@rule
def advance(s: State, seat: int, field: int) -> int:
    """The hindmost marker goes to a field, on top of those that are there. Gives the one beneath, or NOBODY."""
    s.field[seat] = field
    at = 0
    while at + 1 < s.markers and s.field[s.track[at + 1]] < field:
        s.track[at] = s.track[at + 1]
        at += 1
    s.track[at] = seat
    if at + 1 < s.markers and s.field[s.track[at + 1]] == field:
        return s.track[at + 1]
    return NOBODY


# Step 3


@rule
def lag(s: State) -> int:
    """How far the hindmost is behind the next marker (R8): 0 on a shared field. A raise must be worth more."""
    return s.field[s.track[1]] - s.field[s.track[0]]


@rule
def legal_raises(s: State, seat: int, moves: Row) -> int:
    """Passing, and every set of cards that overtakes (R8); of equal cards, those in lower slots are taken first.

    `moves` holds at first how far ahead each set of slots would bring the marker. Codes then overwrite it from the
    front, where sets have been looked at already.
    """
    hand = s.hand[seat]
    moves[0] = -lag(s)
    sets = 1
    for card in members(hand):
        gain = NUMBER[card] * s.multiplier[SYMBOL[card]]
        for slots in range(sets):
            moves[sets + slots] = moves[slots] + gain
        sets *= 2
    with_all = moves[sets - 1]
    moves[0] = PASS
    if with_all <= 0:
        return 1
    n = 1
    repeated = slots_of_equals(hand)
    for slots in range(1, sets):
        if moves[slots] > 0 and slots & repeated & ~(slots << 1) == 0:
            moves[n] = RAISE - 1 + slots
            n += 1
    return n


@rule
def slots_of_equals(hand: int) -> int:
    """The slots of a sorted hand whose card equals the one in the slot before."""
    equals = equal_to_lower(hand)
    if equals == 0:
        return 0
    slots = 0
    slot = 1
    for card in members(hand):
        if equals >> card & 1:
            slots |= slot
        slot *= 2
    return slots


@rule
def raise_with(s: State, seat: int, slots: int) -> None:  # R8
    cards = picked(s.hand[seat], slots)
    before = s.field[seat]
    onto = advance(s, seat, before + value(s, cards))
    s.hand[seat] ^= cards
    s.played[seat] |= cards
    raised(s, seat, cards, before, s.field[seat], onto)


@rule
def pass_(s: State, seat: int) -> None:  # R9
    passed(s, seat, s.field[seat])
    s.field[seat] = 0
    s.markers -= 1
    for at in range(s.markers):
        s.track[at] = s.track[at + 1]
    s.track[s.markers] = NOBODY
    fill_up(s, seat)
