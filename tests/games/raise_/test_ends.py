"""R11 to R14: what the winner gets, rounds that nobody can play, the end, and who may see what. See RULES.md."""

import pytest

from stolik import DEALER, Match
from stolik.core.rng import stream
from stolik.games.raise_.messages import Drew, RoundLost, RoundWon, Scored, TurnedUp
from stolik.games.raise_.state import points_of
from support.raise_ import HAND, begin, card_set, dealt, draw, fill_up, hold, pass_, play, raise_
from support.random_play import chance, play_on


def won_by_the_last(points: int = 10) -> Match:
    """Seat 2 has won the first round; the others have filled up their hands."""
    match = dealt(HAND, HAND, "diamond 6*, bell 1, bell 1, bell 2, cloud 2, gear 3")
    begin(match, points)
    play(match, "bell 2", "cloud 4", "gear 3")
    match.play(1, {"type": "pass"})
    draw(match, 1, "diamond 4")
    raise_(match, 2, "diamond 6*")
    raise_(match, 0, "bell 2, bell 1, bell 1, cloud 4")
    raise_(match, 2, "bell 1, bell 1")
    match.play(0, {"type": "pass"})
    draw(match, 0, "cloud 2, cloud 3, cloud 3, cloud 4, diamond 4")
    return match


def last_round(*hands: str, decks: tuple[str, ...] = (), points: tuple[int, ...] = ()) -> Match:
    """The last round begins; everybody has only these cards left, and so many points."""
    match = dealt(*[HAND] * len(hands))
    state = match._state
    state.round = state.last_round = state.rounds - 1
    for seat, hand in enumerate(hands):
        hold(match, seat, hand, decks[seat] if decks else "")
        state.points[seat] = points[seat] if points else 0
    return match


def test_r11_the_winner_takes_the_scoring_card_and_every_card_played() -> None:
    match = won_by_the_last(17)
    event = match.told(None)[-1]
    assert event == RoundWon(2, scoring_card=17, cards=5 + 1 + 4, points=17 + 10 + 4)
    seat = match.view(None).public.seats[2]
    assert (seat.points, seat.cards, seat.scoring_cards) == (31, 10, (17,))
    last = match.view(None).public.last
    assert (last.winner, last.scoring_card, last.points) == (2, 17, 31)
    assert [len(played) for played in last.cards] == [5, 1, 4]


def test_r11_the_winner_draws_last_and_has_the_dice_next() -> None:
    match = won_by_the_last()
    assert {deal.seat for deal in match.legal(DEALER)} == {2}
    events = fill_up(match)
    assert [event.seat for event in events if isinstance(event, Drew)] == [2] * 4
    assert [seat.hand for seat in match.view(None).public.seats] == [6, 6, 6]
    assert match.play(DEALER, {"type": "scoring_card", "points": 20}) == [TurnedUp(2, 20, 2, 9)]
    assert match.view(None).public.holder == 2


def test_r11_what_was_played_stays_on_view_until_the_next_scoring_card() -> None:
    match = won_by_the_last()
    assert [len(seat.played) for seat in match.view(None).public.seats] == [5, 1, 4]
    fill_up(match)
    assert [len(seat.played) for seat in match.view(None).public.seats] == [5, 1, 4]
    match.play(DEALER, {"type": "scoring_card", "points": 20})
    assert [len(seat.played) for seat in match.view(None).public.seats] == [0, 0, 0]
    assert match.view(None).public.last.winner == 2


def test_r11_people_look_at_a_won_round_before_anything_is_drawn() -> None:
    match = won_by_the_last()
    assert match.paused
    match.play(DEALER, match.legal(DEALER)[0])
    assert not match.paused


def test_r11_if_the_winner_has_nothing_to_draw_people_look_before_the_next_scoring_card() -> None:
    match = dealt(HAND, HAND)
    hold(match, 0, "bell 2, bell 2")
    begin(match)
    play(match, "bell 2", "cloud 4")
    pass_(match, 1)
    assert match.view(None).public.phase == "scoring_card"
    assert match.paused
    match.play(DEALER, {"type": "scoring_card", "points": 20})
    assert not match.paused


def test_r11_the_winner_draws_after_the_last_round_too() -> None:
    match = last_round("bell 2", "cloud 4", decks=("diamond 6*, gear 6*", ""))
    begin(match)
    play(match, "bell 2", "cloud 4")
    match.play(1, {"type": "pass"})
    assert not match.over
    assert match.paused
    fill_up(match)
    assert match.over
    assert match.scores == [10 + 2 + 5 + 5, 0]


def test_r12_if_nobody_can_play_the_scoring_card_leaves_the_game() -> None:
    match = dealt(HAND, HAND, first=1)
    for seat in (0, 1):
        hold(match, seat, "")
    events = begin(match, 20)
    assert events[-1] == RoundLost(20)
    assert match.view(None).public.lost == (20,)
    assert match.view(None).public.holder == 1, "the dice stay"
    last = match.view(None).public.last
    assert (last.winner, last.scoring_card, last.points, last.cards) == (None, 20, 0, [(), ()])
    assert not match.paused
    assert match.play(DEALER, {"type": "scoring_card", "points": 6}) == [TurnedUp(1, 6, 2, 8)]


def test_r12_so_the_match_ends_when_all_cards_are_gone() -> None:
    match = last_round("", "", points=(3, 5))
    begin(match)
    assert match.over
    assert match.winners == [1]


def test_r12_who_alone_can_play_wins_with_one_card() -> None:
    match = dealt(HAND, HAND, HAND, first=1)
    for seat in (0, 1):
        hold(match, seat, "")
    begin(match, 20)
    assert match.to_act == {2}
    events = play(match, "", "", "bell 1")
    assert events[-1] == RoundWon(2, scoring_card=20, cards=1, points=21)
    assert match.view(None).public.seats[2].hand == 5
    fill_up(match)
    assert match.view(None).public.holder == 2


def test_r13_the_hand_counts_and_the_deck_does_not() -> None:
    match = last_round("bell 2, diamond 6*, diamond 4", "cloud 4", decks=("", "gear 6*"), points=(20, 30))
    begin(match)
    play(match, "bell 2", "cloud 4")
    match.play(1, {"type": "pass"})
    fill_up(match)
    assert match.over
    assert match.scores == [20 + 10 + 2 + 6, 30 + 5]
    ends = [event for event in match.told(None) if isinstance(event, Scored)]
    assert [(end.seat, end.hand_points, end.points) for end in ends] == [(0, 6, 38), (1, 5, 35)]
    assert [len(seat.shown_hand or ()) for seat in match.view(None).public.seats] == [2, 1]
    assert match.winners == [0]
    state = match._state
    state.deck[1] = card_set("gear 6*, diamond 6*")
    assert match.scores[1] == 35, "what is left in a deck does not count"


def test_r13_equal_points_share_the_win() -> None:
    match = last_round("bell 2", "cloud 4", "gear 3", points=(0, 13, 1))
    begin(match)
    play(match, "bell 2", "cloud 4", "gear 3")
    pass_(match, 1)
    pass_(match, 2)
    assert match.scores == [13, 13, 1]
    assert match.winners == [0, 1]
    assert match.places == [1, 1, 3]


@pytest.mark.parametrize("players", range(2, 6))
def test_r13_the_match_ends_after_the_last_scoring_card(players: int) -> None:
    match = Match("raise", {"players": players}, seed="end")
    choose = chance("end")
    while not match.over:
        play_on(match, choose)
    turned_up = [event for event in match.told(None) if isinstance(event, TurnedUp)]
    assert len(turned_up) == players + 6
    assert not match.to_act
    assert match.legal(DEALER) == []


def test_r14_hands_are_secret_and_the_rest_is_open() -> None:
    match = won_by_the_last()
    fill_up(match)
    assert match.view(None).private is None
    shown = match.view(0).public
    assert [(seat.hand, seat.deck) for seat in shown.seats] == [(6, 19), (6, 23), (6, 20)]
    assert all(seat.shown_hand is None for seat in shown.seats)
    assert len(match.view(0).private.hand) == 6
    assert {event.card for event in match.told(1) if isinstance(event, Drew) and event.seat != 1} == {None}


def test_r14_all_can_know_which_cards_another_has_left() -> None:
    match = won_by_the_last()
    rows = match.view(0).public.seats[2].unplayed
    assert rows == ((4, 5, 5), (4, 4, 5, 6), (2, 3, 3, 4, 4, 5), (1, 2, 2, 3, 3, 4, 4), (1, 2, 2, 2, 3, 3))


def test_r14_an_imagined_hand_is_any_of_the_cards_not_yet_played() -> None:
    match = won_by_the_last()
    fill_up(match)
    true, rng = match.state, stream("imagined")
    left = true.hand[2] | true.deck[2]
    seen = 0
    for _ in range(400):
        imagined = match.imagine(0, rng)
        assert imagined.hand[0] == true.hand[0]
        assert imagined.hand[2] | imagined.deck[2] == left
        assert imagined.hand[2] & imagined.deck[2] == 0
        seen |= imagined.hand[2]
    # Of equal cards the lowest is drawn first: bell 1 and bell 2 twice, hourglass 3 … may need all of them in one hand.
    assert points_of(left & ~seen) <= 2


def test_r14_an_imagined_choice_is_in_the_imagined_hand() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    play(match, "bell 2")
    chosen = {match.imagine(1, stream(number)).choice[0] for number in range(200)}
    assert len(chosen) == 20
    assert {match.imagine(0, stream(number)).choice[0] for number in range(20)} == {match.state.choice[0]}
