"""What a seat cannot know, drawn anew (determinization): the others' hands, and how they were turned."""

from stolik.core.bitset import nth, size
from stolik.core.rng import below
from stolik.core.rule import Row, rule
from stolik.games.gra.state import ALL_CARDS, KIND, State, hand_length, kind_at, with_card, without


@rule
def redeal(s: State, seat: int, rng: Row) -> None:
    """Deal the others' hands anew from all cards but the own ones, and turn those that have been turned."""
    s.deck = ALL_CARDS
    if seat >= 0:
        for place in range(hand_length(s.hands[seat])):
            s.deck = without(s.deck, kind_at(s.hands[seat], place))
    for other in range(s.players):
        if other != seat:
            length = hand_length(s.hands[other])
            s.hands[other] = 0
            for place in range(length):
                kind = KIND[nth(s.deck, below(rng, size(s.deck)))]
                s.hands[other] = with_card(s.hands[other], place, kind)
                s.deck = without(s.deck, kind)
            if s.chosen >> other & 1:
                s.faces[other] = below(rng, 1 << length)
