"""What bots believe of the others' hands, beyond what must be so: for the search and for reasons alike."""

from stolik.core.rule import Row, rule
from stolik.games.raise_.rules.redeal import draw_anew
from stolik.games.raise_.state import RAISING, State, value


@rule
def believe(s: State, seat: int, rng: Row) -> None:
    """Those who are still in the round hold the better of two hands: that is why they are."""
    if s.phase != RAISING:
        return
    for place in range(s.markers):
        rival = s.track[place]
        if rival != seat:
            hand = s.hand[rival]
            deck = s.deck[rival]
            draw_anew(s, rival, rng)
            if value(s, hand) > value(s, s.hand[rival]):
                s.hand[rival] = hand
                s.deck[rival] = deck
