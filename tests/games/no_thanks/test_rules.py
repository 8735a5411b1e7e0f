"""One test for each rule of RULES.md, named after it, and every example there."""

from typing import Any

import pytest

from stolik import DEALER, BadOptions, IllegalMove, Match, MoveErrorCode
from stolik.games.no_thanks import rules
from stolik.games.no_thanks.messages import Decline, Scored, SetAside, Take, TurnedUp
from stolik.games.no_thanks.state import State
from support.random_play import as_set

PLAYERS = range(3, 8)


def by_hand(players: int = 4, first: int = 0, **options: Any) -> Match:
    """A match whose first player is named; you turn up the cards."""
    match = Match("no_thanks", {"players": players, **options}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": first})
    return match


def turn_up(match: Match, card: int) -> None:
    match.play(DEALER, {"type": "turn_up", "card": card})


def decline(match: Match, times: int = 1) -> None:
    for _ in range(times):
        (seat,) = match.to_act
        match.play(seat, {"type": "decline"})


def take(match: Match) -> list[Any]:
    (seat,) = match.to_act
    return match.play(seat, {"type": "take"})


def finished(cards: range = range(3, 27), **options: Any) -> Match:
    """Somebody takes every card."""
    match = by_hand(**options)
    for card in cards:
        turn_up(match, card)
        take(match)
    return match


def chips(match: Match) -> list[int]:
    return [match.view(seat).private.chips for seat in range(match.players)]


@pytest.mark.parametrize("players", PLAYERS)
def test_r1_three_to_seven_play_with_the_cards_3_to_35(players: int) -> None:
    match = by_hand(players)
    assert [deal.card for deal in match.legal(DEALER)] == list(range(3, 36))
    assert sum(chips(match)) <= 55


@pytest.mark.parametrize("players", [0, 1, 2, 8, -3])
def test_r1_no_other_number_can_play(players: int) -> None:
    with pytest.raises(BadOptions, match="players"):
        Match("no_thanks", {"players": players})


@pytest.mark.parametrize(("players", "each"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_r2_chips_at_the_start(players: int, each: int) -> None:
    assert chips(by_hand(players)) == [each] * players


def test_r2_chips_are_secret_to_the_others() -> None:
    match = by_hand()
    assert all(seat.chips is None and seat.points is None for seat in match.view(0).public.seats)
    assert match.view(None).private is None


def test_r3_nine_cards_are_never_seen_until_the_end() -> None:
    match = by_hand()
    for card in range(3, 26):
        turn_up(match, card)
        assert match.view(0).public.set_aside is None
        take(match)
    turn_up(match, 26)
    assert match.view(0).public.pile == 0
    events = take(match)
    assert SetAside(list(range(27, 36))) in events
    assert match.view(None).public.set_aside == list(range(27, 36))


def test_r3_the_pile_has_24_cards() -> None:
    match = by_hand()
    assert match.view(0).public.pile == 24
    turn_up(match, 11)
    assert match.view(0).public.pile == 23


def test_r4_the_dealer_names_the_first_player_and_turns_up() -> None:
    match = Match("no_thanks", {"players": 5}, dealer=None)
    assert not match.to_act
    assert [deal.seat for deal in match.legal(DEALER)] == [0, 1, 2, 3, 4]
    with pytest.raises(IllegalMove):
        turn_up(match, 3)
    match.play(DEALER, {"type": "first_player", "seat": 3})
    assert match.play(DEALER, {"type": "turn_up", "card": 20}) == [TurnedUp(3, 20)]
    assert match.to_act == {3}


def test_r4_every_seat_can_be_first() -> None:
    firsts = {Match("no_thanks", {"players": 4}, seed=str(number)).told(None)[0].seat for number in range(40)}
    assert firsts == {0, 1, 2, 3}


def test_r5_take_the_card_and_all_chips_on_it() -> None:
    match = by_hand()
    turn_up(match, 20)
    decline(match, 3)
    take(match)
    assert match.view(3).public.seats[3].runs == ((20,),)
    assert chips(match) == [10, 10, 10, 14]


def test_r5_decline_puts_one_chip_on_the_card() -> None:
    match = by_hand()
    turn_up(match, 20)
    decline(match)
    assert match.view(0).private.chips == 10
    assert match.view(0).public.pot == 1
    assert match.view(0).public.card == 20


def test_r5_without_chips_one_must_take() -> None:
    match = by_hand(3)
    turn_up(match, 20)
    decline(match, 33)
    assert match.legal(0) == [Take()]
    with pytest.raises(IllegalMove) as refused:
        decline(match)
    assert refused.value.code == MoveErrorCode.ILLEGAL
    assert refused.value.legal == [Take()]
    take(match)
    assert chips(match) == [33, 0, 0]


def test_r6_after_declining_the_next_seat_decides_on_the_same_card() -> None:
    match = by_hand(first=3)
    turn_up(match, 20)
    decline(match)
    assert match.to_act == {0}
    assert match.view(0).public.card == 20


def test_r6_after_taking_the_same_player_goes_on_with_the_next_card() -> None:
    match = by_hand(first=2)
    turn_up(match, 20)
    take(match)
    assert not match.to_act
    turn_up(match, 21)
    assert match.to_act == {2}


def test_r7_taken_cards_and_the_chips_on_the_card_are_public() -> None:
    match = by_hand()
    turn_up(match, 20)
    decline(match, 2)
    assert match.view(None).public.pot == 2
    take(match)
    assert match.view(None).public.seats[2].runs == ((20,),)


def test_r8_the_match_ends_when_the_last_card_of_the_pile_is_taken() -> None:
    match = by_hand()
    for card in range(3, 26):
        turn_up(match, card)
        take(match)
    turn_up(match, 35)
    decline(match)
    assert not match.over
    take(match)
    assert match.over
    assert not match.to_act
    assert not match.legal(DEALER)


@pytest.mark.parametrize(
    ("cards", "counted"),
    [
        ([4, 6, 10, 21], 41),
        ([13, 15, 16], 28),
        ([13, 14, 15, 16], 13),
        ([8, 9], 8),
        ([17, 18, 19, 20], 17),
        ([3, 7, 8, 10, 14, 15, 16, 25], 59),
        ([35], 35),
        ([], 0),
        (list(range(3, 36)), 3),
    ],
)
def test_r9_a_run_counts_its_lowest_card(cards: list[int], counted: int) -> None:
    assert rules.cost(as_set(cards)) == counted


def test_r9_chips_count_against_the_cards() -> None:
    state = State()
    state.players = 3
    state.cards[1] = as_set([3, 7, 8, 10, 14, 15, 16, 25])
    state.chips[1] = 8
    assert rules.points(state, 1) == 51


def test_r9_fewest_points_win_and_may_be_negative() -> None:
    match = finished(players=3)
    assert match.told(None)[-3:] == [Scored(0, 3 - 11, 11), Scored(1, -11, 11), Scored(2, -11, 11)]
    assert match.scores == [8, 11, 11]


def test_r10_equal_points_share_the_win() -> None:
    match = finished(players=3)
    assert match.winners == [1, 2]
    assert match.places == [3, 1, 1]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r11_tactical_leaves_out_10_20_and_30(players: int) -> None:
    match = by_hand(players, tactical=True)
    assert chips(match) == [10] * players
    assert [deal.card for deal in match.legal(DEALER)] == [c for c in range(3, 36) if c not in (10, 20, 30)]
    assert match.view(None).public.out == (10, 20, 30)
    assert match.view(None).public.pile == 24


def test_r11_six_cards_are_set_aside() -> None:
    match = by_hand(tactical=True)
    cards = [card for card in range(3, 36) if card not in (10, 20, 30)]
    for card in cards[:24]:
        turn_up(match, card)
        take(match)
    assert match.over
    assert match.view(None).public.set_aside == cards[24:]
    assert len(cards[24:]) == 6


@pytest.mark.parametrize("players", [6, 7])
def test_r11_tactical_is_for_three_to_five(players: int) -> None:
    with pytest.raises(BadOptions, match="tactical variant is for 3 to 5"):
        Match("no_thanks", {"players": players, "tactical": True})


def test_r12_open_chips_are_seen_by_everyone() -> None:
    match = by_hand(open_chips=True)
    turn_up(match, 20)
    decline(match)
    assert [seat.chips for seat in match.view(None).public.seats] == [10, 11, 11, 11]


def test_r12_a_forced_take_looks_like_any_other() -> None:
    """Two matches: in one the player has no chip left. Until the move nobody else can tell; nor by it."""
    forced, free = by_hand(3), by_hand(3)
    for match, round_trips in ((forced, 11), (free, 11)):
        turn_up(match, 20)
        decline(match, 3 * round_trips)
    # Blur the difference: seat 0 has no chip in one match and some in the other.
    free._state.chips[0] = 4
    for viewer in (None, 1, 2):
        assert forced.view(viewer) == free.view(viewer)
    assert forced.awaited == free.awaited == {0}
    refusals = []
    for match in (forced, free):
        with pytest.raises(IllegalMove) as refused:
            match.play(1, Decline())
        refusals.append((str(refused.value), refused.value.code, refused.value.legal))
    assert refusals[0] == refusals[1]
    assert take(forced) == take(free)


def test_r12_all_chips_are_public_after_the_end() -> None:
    match = finished(players=3)
    assert [seat.chips for seat in match.view(None).public.seats] == [11, 11, 11]
    assert [seat.points for seat in match.view(None).public.seats] == [-8, -11, -11]


def test_example_of_the_rulebook_turn() -> None:
    match = by_hand()
    turn_up(match, 11)
    decline(match, 2)
    take(match)
    turn_up(match, 16)
    decline(match)
    assert match.view(2).public.seats[2].runs == ((11,),)
    assert match.view(2).private.chips == 11 + 2 - 1
    assert match.view(None).public.card == 16
    assert match.view(None).public.pot == 1
    assert match.to_act == {3}
