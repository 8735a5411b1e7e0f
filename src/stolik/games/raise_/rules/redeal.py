"""What a seat cannot know, drawn anew (determinization): the others' hands, decks and secret choices."""

from stolik.core.bitset import size
from stolik.core.rng import pick
from stolik.core.rule import Row, rule
from stolik.games.raise_.components import CARDS_OF, KIND
from stolik.games.raise_.state import NOTHING, OVER, State


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    """All decks are alike and every card is played openly, so another's hand is any of the cards not yet played."""
    if s.phase == OVER:  # R13: hands were shown
        return
    for other in range(s.players):
        if other != seat:
            draw_anew(s, other, rng)
            if s.choice[other] != NOTHING:
                s.choice[other] = KIND[pick(rng, s.hand[other])]


@rule
def draw_anew(s: State, seat: int, rng: Row) -> None:
    if s.deck[seat] == 0:
        return  # all the cards that are not played must be in the hand
    pool = s.hand[seat] | s.deck[seat]
    hand = 0
    for _ in range(size(s.hand[seat])):
        equals = pool & CARDS_OF[KIND[pick(rng, pool)]]
        card = equals & -equals
        pool ^= card
        hand |= card
    s.hand[seat] = hand
    s.deck[seat] = pool
