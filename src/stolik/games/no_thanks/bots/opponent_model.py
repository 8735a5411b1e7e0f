"""What the moves of a match have shown of who made them. All of it could be seen by everybody (R12).

A rule that wins at one table loses at another, so a bot that thinks ahead must know whom it plays with. It goes through
the whole match and explains every move in several ways: by each set of trained weights, those for other tables too, and
by a few habits of this seat, which are moved a little whenever they did not foresee what it did. Each seat is then
expected to go on in the way that has explained it best.
"""

from stolik.core.rule import Row, left_of, lookup_table, rule
from stolik.games.no_thanks.bots.linear_policy import FEATURES, KINDS, SOCIETIES, appetite
from stolik.games.no_thanks.bots.weights_table import BELIEVED
from stolik.games.no_thanks.rules import added_cost
from stolik.games.no_thanks.state import HABITS, State, card_of, pot_of

WAYS = SOCIETIES * KINDS
"""Sets of trained weights."""
assert HABITS == 5 + 1 + WAYS + 1
"""Numbers for each seat: what any card weighs, the pot, the pot early in the match, own chips, cards to come; then the
way in which it is expected to play, and how often each way was wrong."""
WAY, WRONG = 5, 6
"""Where these begin; the last of the wrong ones counts the habits themselves."""
BY_HABIT = WAYS
POINT = 64
"""What a point of cost weighs."""
AT_FIRST = lookup_table((128, 80, 20, -20, 0))
"""The habits of somebody who has not moved yet: takes at nine points or so, a little dearer early or without chips."""
MOST = 4_000


@rule
def liking(s: State, seat: int) -> int:
    """How much a seat would like to take the card, by its habits; below zero it would rather not."""
    habits, at = s.habits, HABITS * seat
    wanted = habits[at] * 4 + habits[at + 1] * s.pot + habits[at + 2] * (s.pot * s.pile >> 4)
    wanted += habits[at + 3] * (min(s.chips[seat], 16) >> 1) + habits[at + 4] * (s.pile >> 2)
    return wanted - POINT * added_cost(s.cards[seat], s.card)


@rule
def look_back(s: State, seat: int) -> bool:
    """What a seat does before it searches. It is no move yet, so this is never a reflex.

    For itself it expects to do as most of the others do: among those who hold out for full pots, nothing else wins.
    """
    relive(s)
    for way in range(WAYS + 1):
        wrong = 0
        for other in range(s.players):
            if other != seat:
                wrong += s.habits[HABITS * other + WRONG + way]
        s.habits[HABITS * seat + WRONG + way] = wrong
    for each in range(s.players):
        s.habits[HABITS * each + WAY] = best_way(s.habits, HABITS * each + WRONG)
    return False


@rule
def best_way(habits: Row, at: int) -> int:
    """The one that was wrong least often; if in doubt, habit."""
    best = BY_HABIT
    for way in range(WAYS):
        if habits[at + way] < habits[at + best]:
            best = way
    return best


@rule
def relive(s: State) -> None:
    """Go through the match once more, from its beginning to this moment, and notice what it shows of everybody."""
    taken, card, pot, turn = len(s.story) - s.pile - (s.card > 0), s.card, s.pot, s.turn
    rewind(s, taken)
    for k in range(taken):
        go_round(s, card_of(s.story[k]), pot_of(s.story[k]))
        notice(s, s.turn, 1)
        s.cards[s.turn] |= 1 << s.card
        s.chips[s.turn] += s.pot
    if card > 0:
        go_round(s, card, pot)
    s.card, s.pot, s.turn = card, pot, turn


@rule
def rewind(s: State, taken: int) -> None:
    """Back to the moment before the first card; nothing is known of anybody."""
    s.turn = s.first
    for k in range(taken):
        give_back(s, pot_of(s.story[k]))
        s.chips[s.turn] -= pot_of(s.story[k])
    give_back(s, s.pot)
    s.turn = s.first
    if s.card > 0:
        s.unseen |= 1 << s.card
    for seat in range(s.players):
        s.unseen |= s.cards[seat]
        s.cards[seat] = 0
        for k in range(HABITS):
            s.habits[HABITS * seat + k] = AT_FIRST[k] if k < WAY else 0
    s.pile = len(s.story)


@rule
def give_back(s: State, chips: int) -> None:
    """To those who laid them, beginning with the one whose turn it is."""
    for _ in range(chips):
        s.chips[s.turn] += 1
        s.turn = left_of(s.turn, s.players)


@rule
def go_round(s: State, card: int, pot: int) -> None:
    """The card is turned up, and declined so many times."""
    s.card = card
    s.unseen &= ~(1 << card)
    s.pile -= 1
    s.pot = 0
    while s.pot < pot:
        notice(s, s.turn, 0)
        s.chips[s.turn] -= 1
        s.pot += 1
        s.turn = left_of(s.turn, s.players)


@rule
def notice(s: State, seat: int, takes: int) -> None:
    """What a seat did of its own will. To let a card go round that would cost nothing says little about habits."""
    if s.chips[seat] <= 0:
        return
    liked = liking(s, seat)
    by_habit = int(liked >= 0)
    at = HABITS * seat + WRONG
    s.habits[at + BY_HABIT] += int(by_habit != takes)
    for way in range(WAYS):
        s.habits[at + way] += int(int(appetite(s, seat, BELIEVED, FEATURES * way) > 0) != takes)
    if by_habit < takes:
        correct(s, seat, POINT - liked)
    elif by_habit > takes and added_cost(s.cards[seat], s.card) > 0:
        correct(s, seat, -POINT - liked)


@rule
def correct(s: State, seat: int, missed: int) -> None:
    """Move all habits together, each by its part in the surprise, so that next time it would be half as large."""
    pot, early, chips, pile = s.pot, s.pot * s.pile >> 4, min(s.chips[seat], 16) >> 1, s.pile >> 2
    length = 2 * (16 + pot * pot + early * early + chips * chips + pile * pile)
    at = HABITS * seat
    shift(s.habits, at, missed * 4, length)
    shift(s.habits, at + 1, missed * pot, length)
    shift(s.habits, at + 2, missed * early, length)
    shift(s.habits, at + 3, missed * chips, length)
    shift(s.habits, at + 4, missed * pile, length)


@rule
def shift(habits: Row, which: int, by: int, length: int) -> None:
    """By a fraction, rounded, but never out of sixteen bits."""
    habits[which] = max(-MOST, min(MOST, habits[which] + (by + (length >> 1)) // length))
