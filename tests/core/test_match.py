"""The public face of every game."""

from typing import Any

import pytest

from small_games import BLACKOUT, STAKES, WHISPERS, whispers
from stolik import DEALER, BadOptions, Dealer, IllegalMove, Match, MoveErrorCode, catalog
from stolik.catalog import UnknownGame
from stolik.core.game import BrokenContract, Game
from stolik.core.messages import to_json
from stolik.core.record import links
from stolik.games.no_thanks.messages import Decline, Take
from support.matches import mover, staking, started
from support.random_play import chance, match_of, random_game
from support.variants import variants


def test_the_readme_example() -> None:
    m = Match("no_thanks", {"players": 4}, dealer=None)
    m.play(DEALER, {"type": "first_player", "seat": 2})
    m.play(DEALER, {"type": "turn_up", "card": 11})
    assert m.to_act == {2}
    assert m.legal(2) == [Take(), Decline()]
    assert m.play(2, {"type": "decline"})
    assert m.view(2).private.chips == 10
    assert m.view(None).private is None
    assert not m.over
    assert m.winners == []
    assert Match.replay(m.record) == m


@pytest.mark.parametrize("move", [Take(), {"type": "take"}, '{"type": "take"}', b'{"type":"take"}', [Take()]])
def test_moves_are_messages_or_json(move: object) -> None:
    match = started()
    match.play(mover(match), move)
    assert match.seq == 4


@pytest.mark.parametrize(
    "move",
    [
        {"type": "fly"},
        {"type": "take", "card": 3},
        {},
        None,
        7,
        "take",
        b"\xff",
        [],
        [[]],
        [None],
        {"type": "turn_up", "card": 3},
        object(),
        "[" * 100_000,
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(move: object) -> None:
    match = started()
    before, state = match.record, match.state
    with pytest.raises(IllegalMove) as refused:
        match.play(mover(match), move)
    assert refused.value.code == MoveErrorCode.MALFORMED
    assert match.record == before
    assert match.state == state


@pytest.mark.parametrize("seat", [4, 99, -2, True, None, "0", 1.0])
def test_who_does_not_sit_here_cannot_move(seat: Any) -> None:
    match = started()
    with pytest.raises(IllegalMove, match="no seat"):
        match.play(seat, Take())


@pytest.mark.parametrize("seat", [4, -1, -5, True, "0", 1.5])
def test_nobody_else_is_shown_anything(seat: Any) -> None:
    match = started()
    for ask in (match.view, match.told, match.so_far, lambda seat: match.imagine(seat, [1, 2, 3, 4])):
        with pytest.raises(ValueError, match="no seat"):
            ask(seat)
    if seat != DEALER:
        with pytest.raises(ValueError, match="no seat"):
            match.legal(seat)


def test_out_of_turn() -> None:
    match = started()
    other = (mover(match) + 1) % 4
    with pytest.raises(IllegalMove) as refused:
        match.play(other, Take())
    assert refused.value.code == MoveErrorCode.NOT_YOUR_TURN
    assert str(refused.value) == f"It is not the turn of seat {other}: the table waits for seat {mover(match)}."
    assert refused.value.legal == []


def test_the_dealer_of_a_dealt_match_cannot_be_played() -> None:
    with pytest.raises(IllegalMove, match="deals by itself"):
        started().play(DEALER, {"type": "turn_up", "card": 3})


def test_dealing_by_hand_is_a_move_like_any_other() -> None:
    match = Match("no_thanks", {"players": 3}, dealer=None)
    assert match.to_act == frozenset()
    with pytest.raises(IllegalMove, match="waits for the dealer"):
        match.play(0, Take())
    with pytest.raises(IllegalMove) as refused:
        match.play(DEALER, {"type": "first_player", "seat": 5})
    assert [deal.seat for deal in refused.value.legal] == [0, 1, 2]
    match.play(DEALER, {"type": "first_player", "seat": 1})
    match.play(DEALER, {"type": "turn_up", "card": 35})
    with pytest.raises(IllegalMove, match="not the turn of the dealer"):
        match.play(DEALER, {"type": "turn_up", "card": 34})
    assert match.commitment is None
    assert match.head is None


def test_nobody_moves_after_the_end() -> None:
    match = started()
    while not match.over:
        match.play(mover(match), Take())
    with pytest.raises(IllegalMove) as refused:
        match.play(0, Take())
    assert refused.value.code == MoveErrorCode.FINISHED
    assert match.record.secret is not None


def test_the_secret_is_not_in_the_record_while_the_match_runs() -> None:
    assert started().record.secret is None


def test_a_seed_repeats_a_deal_and_a_published_secret_does_too() -> None:
    one, two = started(), started()
    assert one.record == two.record
    assert Match("no_thanks", {"players": 4}, seed="other").record != one.record
    while not one.over:
        one.play(mover(one), Take())
    again = Match("no_thanks", {"players": 4}, seed=one.record.secret)
    assert again.view(None) == started().view(None)


def test_a_seed_may_be_a_number() -> None:
    assert Match("no_thanks", {"players": 4}, seed=7).record == Match("no_thanks", {"players": 4}, seed="7").record


def test_a_seed_and_a_dealer_at_once_are_refused() -> None:
    with pytest.raises(ValueError, match="not both"):
        Match("no_thanks", {"players": 4}, seed="x", dealer=None)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "No Thanks!: please say players"),
        ({"players": 9}, "No Thanks!: players: expected a whole number of at most 7"),
        ({"players": "4"}, "No Thanks!: players: expected a whole number, got str"),
        ({"players": 4, "speed": 1}, "No Thanks!: there is no option speed"),
        ({"players": 4, "tactical": 1}, "No Thanks!: tactical: expected true or false, got a whole number"),
        ({"players": 6, "tactical": True}, "No Thanks!: the tactical variant is for 3 to 5 players"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_a_sentence(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOptions) as refused:
        Match("no_thanks", options)
    assert str(refused.value) == sentence


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGame, match=r"there are: .*no_thanks"):
        Match("bridge", {"players": 4})


def test_an_incomplete_game_is_refused_with_all_that_it_lacks() -> None:
    nothing: Any = object()
    with pytest.raises(BrokenContract, match=r"'empty' does not give: VERSION, MOVES.*, private, LEVELS.*, reason"):
        Game("empty", nothing, nothing, nothing)


def test_what_somebody_else_was_quicker_with_is_out_of_date() -> None:
    match = Match(BLACKOUT, {"players": 3}, seed="s")
    match.play(0, {"type": "take", "chip": 1})
    with pytest.raises(IllegalMove) as refused:
        match.play(2, {"type": "take", "chip": 1})
    assert refused.value.code == MoveErrorCode.OUT_OF_DATE
    assert [move.chip for move in refused.value.legal] == [0, 2]
    with pytest.raises(IllegalMove) as refused:
        match.play(2, {"type": "take", "chip": 3})
    assert refused.value.code == MoveErrorCode.ILLEGAL


def test_votes_are_known_by_their_codes() -> None:
    assert WHISPERS.votes == {whispers.AGREE, whispers.REFUSE}
    assert not STAKES.votes


def test_what_a_move_tells_depends_on_who_listens() -> None:
    match = staking()
    since = match.seq
    events = match.play(0, {"type": "choose", "stake": 2})
    assert [event.stake for event in events] == [2]
    assert [event.stake for event in match.told(0, since)] == [2]
    assert [event.stake for event in match.told(1, since)] == [None]
    assert [event.stake for event in match.told(None, since)] == [None]


def test_a_shown_card_is_told_to_the_two_alone() -> None:
    match = Match(WHISPERS, {"players": 3}, seed="s")
    since = match.seq
    match.play(0, {"type": "offer", "to": 2})
    match.play(2, {"type": "agree"})
    card = match.view(0).private.hand
    assert [match.told(seat, since)[-1].card for seat in (0, 1, 2, None)] == [card, None, card, None]
    assert match.view(2).private.notes == [card, 0, 0]


@pytest.mark.parametrize("key", catalog.keys())
def test_a_replay_can_be_taken_up_at_any_moment(key: str) -> None:
    game = catalog.find(key)
    options = variants(game)[0]
    match = match_of(game, options, random_game(game, options, chance(("moments", key))))
    for seat in (None, 0):
        whole = match.so_far(seat)
        assert [moment.seq for moment in whole] == list(range(match.seq + 1))
        for since in (0, 1, match.seq // 2, match.seq, match.seq + 1):
            assert to_json(list(match.moments(seat, since))) == to_json(whole[since:])


def test_the_chain_can_be_made_a_few_links_at_a_time() -> None:
    match = Match("no_thanks", {"players": 3}, seed="links")
    again = Match("no_thanks", {"players": 3}, seed="links")
    for _ in range(20):
        for each in (match, again):
            (seat,) = each.to_act
            each.play(seat, {"type": "take"})
    assert not match.make_links(7)
    assert match.make_links(1000)
    assert match.head == again.head == links(again.header, again.log, Dealer.from_seed("links"))[-1]


def test_a_replay_so_far_shows_what_the_seat_lived_through() -> None:
    match = staking()
    match.play(0, {"type": "choose", "stake": 2})
    own, others = match.so_far(0), match.so_far(1)
    assert [moment.seq for moment in own] == list(range(match.seq + 1))
    assert own[-1].view == match.view(0)
    assert others[-1].view == match.view(1)
    assert own[-1].events[0].stake == 2
    assert others[-1].events[0].stake is None
