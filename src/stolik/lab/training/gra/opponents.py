"""The strategies of other levels in a round of GRA between two, sampled, so that the solver can play against them."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from stolik import catalog
from stolik.core.bot_levels import Policy
from stolik.core.packed import dtype, pack
from stolik.core.rng import below, stream
from stolik.core.rule import Row
from stolik.games.gra.bots import strategy_layout
from stolik.games.gra.state import BIDDING, CARDS, CHECK, CHOOSE, CHOOSING, VALUES, count_of, value_of, with_card
from stolik.jit.compiler import compiled
from stolik.lab.training.gra.cfr import Strategy, uniform
from stolik.lab.training.gra.game_tree import Array, Round

DRAWS = 300
"""How often a bot is asked at each moment and with each showing."""
TURNINGS = 100_000
"""How often it is asked to turn its cards."""


def strategy_of(policy: Policy, round_: Round, which: int) -> Strategy:
    """How a bot plays the round. Where bids rise by value, this is exact for one that heeds no bids but those on the
    value that was bid last; where they rise by count, it leaves out which other values the rival has bid on.
    """
    own, other = round_.sizes if which == 0 else round_.sizes[::-1]
    ask_for_bids, ask_for_turning = asking(policy)
    states, rng = _round_state(round_, own, other), np.array(stream("known", own, other, which), np.int64)
    shown = np.zeros(len(round_.showings[which]))
    cards = np.repeat(np.arange(len(CARDS)), [times for _, _, times in CARDS])
    ask_for_turning(states, cards, rng, TURNINGS, shown)
    states[0]["phase"] = BIDDING
    hands = np.array([_hand(round_, which, k) for k in range(len(shown))], np.int64)
    different = list(dict.fromkeys(round_.bids))
    found = np.zeros((len(different), len(shown), VALUES * (own + other) + 1))
    ask_for_bids(states, np.array(different, np.int64), hands, rng, DRAWS, found)
    bids = np.zeros_like(uniform(round_, len(shown)))
    for moment, bid in enumerate(round_.bids):
        _fill(round_, moment, found[different.index(bid)] / DRAWS, bids[moment])
    return Strategy(bids, shown / TURNINGS)


@lru_cache(maxsize=8)
def asking(policy: Policy) -> tuple[Callable[..., None], Callable[..., None]]:
    """The loops that ask such a bot, to be made before threads use them."""

    def ask_for_bids(states: Any, moments: Array, hands: Array, rng: Row, draws: int, found: Array) -> None:
        """found[moment, showing, bid]: how often it is bid; 0 is to check."""
        s = states[0]
        for moment in range(len(moments)):
            s.count, s.value, s.jokers = moments[moment, 0], moments[moment, 1], moments[moment, 2]
            for value in range(VALUES):
                s.bids[VALUES + value] = 0
            if s.count > 0:
                s.bids[VALUES + s.value - 1] = 1 << s.count
            for shown in range(len(hands)):
                s.hands[0] = hands[shown, 0]
                s.faces[0] = hands[shown, 1]
                for _ in range(draws):
                    code = policy(s, 0, rng, 2, rng)
                    found[moment, shown, 0 if code == CHECK else VALUES * (count_of(code) - 1) + value_of(code)] += 1

    def ask_for_turning(states: Any, cards: Array, rng: Row, times: int, found: Array) -> None:
        """found[showing]: how often cards are turned so. Hands are drawn from a pack that stays as it was left."""
        s = states[0]
        for _ in range(times):
            hand = 0
            for place in range(s.sizes[0]):
                drawn = place + below(rng, len(cards) - place)
                cards[place], cards[drawn] = cards[drawn], cards[place]
                hand = with_card(hand, place, cards[place])
            s.hands[0] = hand
            faces = policy(s, 0, rng, 2, rng) - CHOOSE
            found[strategy_layout.showing_number(hand, faces, s.sizes[0], s.sizes[1])] += 1

    return compiled(ask_for_bids), compiled(ask_for_turning)


def _round_state(round_: Round, own: int, other: int) -> Any:
    """A round in which the seat 0 is asked."""
    game = catalog.find("gra")
    order = "count" if round_.by_count else "value"
    s = game.begin(game.options({"players": 2, "bid_order": order, "joker": round_.joker}))
    s.sizes[0], s.sizes[1], s.total, s.jokers = own, other, own + other, int(round_.joker)
    s.phase = CHOOSING
    states = np.zeros(1, dtype(game.new))
    pack(s, states[0])
    return states


def _hand(round_: Round, which: int, number: int) -> tuple[int, int]:
    """A hand that can show this, and how it is turned. (Bots bid by what shows, not by the hidden ends.)"""
    if round_.exact:
        return with_card(0, 0, number // 2), number % 2
    hand = faces = 0
    for place, value in enumerate(round_.showings[which][number]):
        kind = next(k for k, (low, high, _) in enumerate(CARDS) if value in (low, high))
        hand = with_card(hand, place, kind)
        faces |= int(CARDS[kind][1] == value) << place
    return hand, faces


def _fill(round_: Round, moment: int, found: Array, bids: Array) -> None:
    """What was bid, as actions. A count that the round does not know becomes the highest that it does."""
    bids[0] += found[:, 0]
    action = {round_.bids[to][:2]: k + 1 for k, to in enumerate(round_.next[moment, : round_.raises[moment]])}
    for bid in np.flatnonzero(found[:, 1:].any(axis=0)) + 1:
        count, value = (bid - 1) // VALUES + 1, (bid - 1) % VALUES + 1
        bids[action.get((min(count, round_.top), value), 0)] += found[:, bid]
