"""What the moves of a match have shown of who made them. All of it could be seen by everybody (R12).

A rule that wins at one table loses at another, so a bot that thinks ahead must know whom it plays with. It goes through
the whole match and explains every move in several ways: by each set of trained weights, those for other tables too, and
by a linear policy of its own for this seat, whose few coefficients are fitted online: they are corrected whenever they
did not predict its move. Each seat is then expected to go on in the style that has explained it best.
"""

from stolik.core.rule import Row, left_of, lookup_table, rule
from stolik.games.no_thanks.bots.linear_policy import FEATURES, KINDS, TRAINING_POPULATIONS, take_score
from stolik.games.no_thanks.bots.memory import MODEL, BotState, card_of, pot_of
from stolik.games.no_thanks.bots.weights_table import TRAINED_WEIGHTS
from stolik.games.no_thanks.rules import added_cost

STYLES = TRAINING_POPULATIONS * KINDS
"""Sets of trained weights."""
assert MODEL == 5 + 1 + STYLES + 1
"""Numbers for each seat: the fitted coefficients of any card, the pot, the pot early in the match, own chips, cards to
come; then the style in which it is expected to play, and how often each style was wrong."""
STYLE, WRONG = 5, 6
"""Where these begin; the last of the wrong ones counts the fitted coefficients."""
FITTED_STYLE = STYLES
POINT = 64
"""The coefficient of a point of cost, which is not fitted."""
INITIAL_COEFFICIENTS = lookup_table((128, 80, 20, -20, 0))
"""For somebody who has not moved yet: takes at nine points or so, a little dearer early or without chips."""
MOST = 4_000


@rule
def fitted_take_score(s: BotState, seat: int) -> int:
    """The score of taking the card, by the coefficients fitted to this seat: below zero it is expected to decline."""
    models, at = s.models, MODEL * seat
    score = models[at] * 4 + models[at + 1] * s.pot + models[at + 2] * (s.pot * s.pile >> 4)
    score += models[at + 3] * (min(s.chips[seat], 16) >> 1) + models[at + 4] * (s.pile >> 2)
    return score - POINT * added_cost(s.cards[seat], s.card)


@rule
def build_models(s: BotState, seat: int) -> bool:
    """What a seat does before it searches. It is no move yet, so this is never a reflex.

    For itself it expects to do as most of the others do: among those who hold out for full pots, nothing else wins.
    """
    replay_match(s)
    for style in range(STYLES + 1):
        wrong = 0
        for other in range(s.players):
            if other != seat:
                wrong += s.models[MODEL * other + WRONG + style]
        s.models[MODEL * seat + WRONG + style] = wrong
    for each in range(s.players):
        s.models[MODEL * each + STYLE] = best_style(s.models, MODEL * each + WRONG)
    return False


@rule
def best_style(models: Row, at: int) -> int:
    """The one that was wrong least often; if in doubt, the fitted one."""
    best = FITTED_STYLE
    for style in range(STYLES):
        if models[at + style] < models[at + best]:
            best = style
    return best


@rule
def replay_match(s: BotState) -> None:
    """Go through the match once more, from its beginning to this moment, and notice what it shows of everybody."""
    taken, card, pot, turn = len(s.taken) - s.pile - (s.card > 0), s.card, s.pot, s.turn
    rewind(s, taken)
    for k in range(taken):
        go_round(s, card_of(s.taken[k]), pot_of(s.taken[k]))
        notice(s, s.turn, 1)
        s.cards[s.turn] |= 1 << s.card
        s.chips[s.turn] += s.pot
    if card > 0:
        go_round(s, card, pot)
    s.card, s.pot, s.turn = card, pot, turn


@rule
def rewind(s: BotState, taken: int) -> None:
    """Back to the moment before the first card; nothing is known of anybody."""
    s.turn = s.first
    for k in range(taken):
        give_back(s, pot_of(s.taken[k]))
        s.chips[s.turn] -= pot_of(s.taken[k])
    give_back(s, s.pot)
    s.turn = s.first
    if s.card > 0:
        s.unseen |= 1 << s.card
    for seat in range(s.players):
        s.unseen |= s.cards[seat]
        s.cards[seat] = 0
        for k in range(MODEL):
            s.models[MODEL * seat + k] = INITIAL_COEFFICIENTS[k] if k < STYLE else 0
    s.pile = len(s.taken)


@rule
def give_back(s: BotState, chips: int) -> None:
    """To those who laid them, beginning with the one whose turn it is."""
    for _ in range(chips):
        s.chips[s.turn] += 1
        s.turn = left_of(s.turn, s.players)


@rule
def go_round(s: BotState, card: int, pot: int) -> None:
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
def notice(s: BotState, seat: int, takes: int) -> None:
    """Count the styles that did not predict what a seat did of its own will, and correct its coefficients.

    To let a card go round that would cost nothing says little about them.
    """
    if s.chips[seat] <= 0:
        return
    fitted = fitted_take_score(s, seat)
    predicted = int(fitted >= 0)
    at = MODEL * seat + WRONG
    s.models[at + FITTED_STYLE] += int(predicted != takes)
    for style in range(STYLES):
        s.models[at + style] += int(int(take_score(s, seat, TRAINED_WEIGHTS, FEATURES * style) > 0) != takes)
    if predicted < takes:
        correct(s, seat, POINT - fitted)
    elif predicted > takes and added_cost(s.cards[seat], s.card) > 0:
        correct(s, seat, -POINT - fitted)


@rule
def correct(s: BotState, seat: int, missed: int) -> None:
    """Move all coefficients together, each by its part in the error, so that next time it would be half as large."""
    pot, early, chips, pile = s.pot, s.pot * s.pile >> 4, min(s.chips[seat], 16) >> 1, s.pile >> 2
    length = 2 * (16 + pot * pot + early * early + chips * chips + pile * pile)
    at = MODEL * seat
    shift(s.models, at, missed * 4, length)
    shift(s.models, at + 1, missed * pot, length)
    shift(s.models, at + 2, missed * early, length)
    shift(s.models, at + 3, missed * chips, length)
    shift(s.models, at + 4, missed * pile, length)


@rule
def shift(models: Row, which: int, by: int, length: int) -> None:
    """By a fraction, rounded, but never out of sixteen bits."""
    models[which] = max(-MOST, min(MOST, models[which] + (by + (length >> 1)) // length))
