"""GRA: liar's dice with cards. R1 … R17 are in RULES.md; here is whose turn it is, and what a move does."""

from stolik.core.bitset import lowest, nth, size
from stolik.core.game import DEALER, never, places_by_score
from stolik.core.rule import NOBODY, Row, put, rule
from stolik.games.gra.options import Options
from stolik.games.gra.rules.bidding import bid, check, choose, declare, legal_bids, legal_choices, may_choose
from stolik.games.gra.rules.observation import OBSERVATION, invariants, observe
from stolik.games.gra.rules.redeal import redeal
from stolik.games.gra.rules.rounds import begin_round, prepare_deal, score
from stolik.games.gra.state import (
    ALL_CARDS,
    BIDDING,
    CHECK,
    CHOOSE,
    CHOOSING,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    DEAL,
    FIRST_PLAYER,
    KIND,
    KINDS,
    LARGEST_HAND,
    MOST_CHOICES,
    MOVES,
    OVER,
    VALUES,
    State,
    with_card,
    without,
)
from stolik.games.gra.tellings import dealt, started

__all__ = [
    "MOVES",
    "OBSERVATION",
    "VERSION",
    "VOTES",
    "State",
    "apply",
    "awaited",
    "blur",
    "chances",
    "invariants",
    "legal",
    "max_length",
    "muted",
    "observe",
    "over",
    "pause",
    "places",
    "possible",
    "quiet",
    "redeal",
    "score",
    "start",
    "ticket",
    "to_act",
]

VERSION = 2
VOTES = ()  # nothing is voted on


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.by_count = int(options.bid_order == "count")
    s.joker = int(options.joker)
    s.directions = int(options.directions)
    s.fewer = int(options.fewer)
    s.longer = int(options.longer)
    s.playing = (1 << s.players) - 1
    s.direction = 0 if s.directions else 1
    s.jokers = s.joker
    s.deck = ALL_CARDS
    s.starter = s.turn = s.receiver = s.bidder = s.last_checker = s.last_bidder = NOBODY
    for seat in range(s.players):
        s.sizes[seat] = LARGEST_HAND if s.fewer else 1  # R2, R14


def max_length(options: Options) -> int:
    """The first player; then, in every round, a deal, the choices, a direction, all bids that there are, and a check.

    Nobody loses more rounds than a hand has sizes, and then at most one extra round (R11).
    """
    rounds = options.players * (LARGEST_HAND + 1)
    cards = options.players * LARGEST_HAND
    return 1 + rounds * (cards + options.players * MOST_CHOICES + 1 + VALUES * cards + 1)


@rule
def over(s: State) -> bool:
    return s.phase == OVER


@rule
def to_act(s: State) -> int:
    if s.phase == CHOOSING:
        return may_choose(s)
    return 0 if s.turn == NOBODY else 1 << s.turn


@rule
def awaited(s: State) -> int:
    return s.playing & ~s.chosen if s.phase == CHOOSING else to_act(s)


@rule
def pause(s: State) -> bool:
    return s.shown == 1 and s.phase == DEAL


quiet = muted = never
places = places_by_score(score)
blur = redeal


@rule
def legal(s: State, seat: int, moves: Row) -> int:
    if s.phase == BIDDING:
        return legal_bids(s, moves)
    if s.phase == CHOOSING:
        return legal_choices(s, seat, moves)
    return put(moves, put(moves, 0, CLOCKWISE), COUNTERCLOCKWISE)


@rule
def apply(s: State, seat: int, code: int) -> None:
    if seat == DEALER:
        if s.phase == FIRST_PLAYER:
            name_first_player(s, code)
        else:
            deal(s, code)
    elif s.phase == BIDDING:
        if code == CHECK:
            check(s, seat)
        else:
            bid(s, seat, code)
    elif s.phase == CHOOSING:
        choose(s, seat, code - CHOOSE)
    else:
        declare(s, seat, code)


# The dealer's moves


@rule
def chances(s: State) -> int:
    if s.phase == DEAL:
        return size(s.deck)
    return s.players if s.phase == FIRST_PLAYER else 0


@rule
def ticket(s: State, k: int) -> int:
    return KIND[nth(s.deck, k)] if s.phase == DEAL else k


@rule
def possible(s: State, code: int) -> bool:
    if chances(s) == 0 or code < 0:
        return False
    if s.phase == FIRST_PLAYER:
        return code < s.players
    return code < KINDS and without(s.deck, code) != s.deck


@rule
def name_first_player(s: State, seat: int) -> None:  # R2
    started(s, seat)
    s.starter = seat
    prepare_deal(s)
    begin_round(s)


@rule
def deal(s: State, kind: int) -> None:  # R3
    if s.shown:
        begin_round(s)
    seat = s.receiver
    dealt(s, 1 << seat, seat, s.held + 1, s.sizes[seat], kind)
    s.hands[seat] = with_card(s.hands[seat], s.held, kind)
    s.deck = without(s.deck, kind)
    s.held += 1
    if s.held == s.sizes[seat]:
        deal_to_next(s)


@rule
def deal_to_next(s: State) -> None:
    """Seats in ascending order, each one's whole hand before the next."""
    still_without = s.playing & -(2 << s.receiver)
    s.held = 0
    if still_without == 0:
        s.receiver = NOBODY
        s.phase = CHOOSING
    else:
        s.receiver = lowest(still_without)
