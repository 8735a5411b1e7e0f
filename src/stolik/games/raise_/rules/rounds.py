"""How a round goes on: hands are filled up, the round is won or lost, the next one follows, or the end."""

from stolik.core.bitset import size
from stolik.core.rule import NOBODY, rule
from stolik.games.raise_.state import DRAW, OVER, RAISING, SCORING_CARD, State, can_draw, is_decided, points_of
from stolik.games.raise_.tellings import round_lost, round_won, scored


@rule
def fill_up(s: State, seat: int) -> None:  # R9, R11
    s.drawer = seat
    if can_draw(s, seat):
        s.phase = DRAW
    else:
        continue_round(s)


@rule
def continue_round(s: State) -> None:
    """A hand is filled up, as far as the deck lasts."""
    if s.round == 0:
        deal_next_hand(s)
    elif is_decided(s):
        end_round(s)
    elif s.markers > 1:
        s.phase = RAISING
    else:
        win(s)


@rule
def deal_next_hand(s: State) -> None:  # R3
    if s.drawer + 1 < s.players:
        s.drawer += 1
    else:
        s.phase = SCORING_CARD


@rule
def win(s: State) -> None:  # R10, R11
    """One marker is left. What was played stays on view until the next scoring card."""
    seat = s.track[0]
    cards = 0
    points = s.prize
    for other in range(s.players):
        cards += size(s.played[other])
        points += points_of(s.played[other])
    round_won(s, seat, s.prize, cards, points)
    s.points[seat] += points
    s.cards[seat] += cards
    s.scoring[seat] |= 1 << s.prize
    s.holder = seat
    decide(s, seat, points)
    if can_draw(s, seat):
        s.drawer = seat
        s.phase = DRAW
    else:
        end_round(s)
    if s.phase != OVER:
        s.paused = 1


@rule
def lose(s: State) -> None:  # R12: nobody has a card
    round_lost(s, s.prize)
    s.lost |= 1 << s.prize
    decide(s, NOBODY, 0)
    end_round(s)


@rule
def decide(s: State, winner: int, points: int) -> None:
    s.last_round = s.round
    s.last_winner = winner
    s.last_prize = s.prize
    s.last_points = points
    for seat in range(s.players):
        s.last_played[seat] = s.played[seat]


@rule
def end_round(s: State) -> None:
    if s.round < s.rounds:
        s.phase = SCORING_CARD
        return
    s.phase = OVER  # R13
    for seat in range(s.players):
        scored(s, seat, s.hand[seat], s.points[seat])
