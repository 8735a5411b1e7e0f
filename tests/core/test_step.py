"""Several moves sent as one, steps that wait to be accepted, and pauses."""

import pytest

from small_games import YACHT
from stolik import DEALER, IllegalMove, Match, MoveErrorCode
from stolik.games.no_thanks.messages import Decline, Take
from support.matches import mover, rolling, staking, started


def test_a_list_is_played_in_order_and_logged_one_by_one() -> None:
    match = rolling()
    before = match.seq
    match.play(0, [{"type": "mark"}, {"type": "mark"}])
    assert match.seq == before + 2
    assert [entry.move["type"] for entry in match.record.log[before:]] == ["mark", "mark"]


@pytest.mark.parametrize("third", [{"type": "fly"}, {"type": "roll", "faces": [1]}, None])
def test_a_list_that_cannot_be_read_is_refused_before_anything_is_tried(third: object) -> None:
    match = rolling()
    before = match.record
    with pytest.raises(IllegalMove, match="Not a move of") as refused:
        match.play(0, [{"type": "keep"}, {"type": "mark"}, third])
    assert refused.value.code == MoveErrorCode.MALFORMED
    assert match.record == before


def test_a_list_is_all_or_nothing() -> None:
    match = rolling()
    before = match.record
    with pytest.raises(IllegalMove, match="not possible as a list") as refused:
        match.play(0, [{"type": "mark"}, {"type": "mark"}, {"type": "keep"}, {"type": "keep"}])
    assert refused.value.code == MoveErrorCode.ILLEGAL
    assert refused.value.legal == []
    assert match.record == before


def test_a_list_tells_nothing_of_what_its_first_move_would_bring() -> None:
    """Who chooses last could otherwise try out what the others chose: a refusal would tell, at no cost."""
    match = staking()
    match.play(0, {"type": "choose", "stake": 2})
    before = match.record
    with pytest.raises(IllegalMove) as refused:
        match.play(1, [{"type": "choose", "stake": 1}, {"type": "choose", "stake": 1}])
    assert str(refused.value) == "A list of moves is for a seat that is alone to move."
    assert match.record == before
    over, going_on = Match(YACHT, {"players": 1}, seed="s"), Match(YACHT, {"players": 2}, seed="s")
    texts = set()
    for yacht in (over, going_on):
        with pytest.raises(IllegalMove) as refused:
            yacht.play(0, [{"type": "keep"}, {"type": "keep"}])
        texts.add((refused.value.code, str(refused.value)))
    with pytest.raises(IllegalMove) as refused:
        rolling().play(0, [{"type": "mark"}, *[{"type": "keep"}] * 5])  # wrong elsewhere, for another reason
    texts.add((refused.value.code, str(refused.value)))
    assert len(texts) == 1


def test_a_list_is_one_step_and_the_dealer_follows_it() -> None:
    match = Match(YACHT, {"players": 1}, seed="s")
    step = match.prepare(0, [{"type": "mark"}, {"type": "mark"}, {"type": "again"}])
    assert [entry.seat for entry in step.entries] == [0, 0, 0, None]
    match.accept(step)
    assert match.view(0).public.rolls == 1


def test_one_can_lose_alone() -> None:
    for faces, winners in (([1] * 5, []), ([6] * 5, [0])):
        match = Match(YACHT, {"players": 1, "goal": 20}, dealer=None)
        match.play(DEALER, {"type": "roll", "faces": faces})
        match.play(0, {"type": "keep"})
        assert match.over
        assert match.winners == winners


def test_a_dealer_with_very_many_tickets_is_not_asked_to_list_them() -> None:
    match = Match(YACHT, {"players": 1}, dealer=None)
    with pytest.raises(IllegalMove) as refused:
        match.play(DEALER, {"type": "roll", "faces": [1, 2]})
    assert refused.value.legal == []


def test_a_list_ends_where_another_or_the_dealer_must_move() -> None:
    match = Match("no_thanks", {"players": 4}, seed="x")
    seat = mover(match)
    before = match.record
    for first in (Take(), Decline()):
        with pytest.raises(IllegalMove) as refused:
            match.play(seat, [first, Take()])
        assert refused.value.code == MoveErrorCode.ILLEGAL
        assert match.record == before


def test_a_prepared_step_happens_only_when_accepted_and_only_in_its_place() -> None:
    match = started()
    seat, before = mover(match), match.record
    step = match.prepare(seat, Take())
    late = match.prepare(seat, Decline())
    assert match.record == before
    match.accept(step)
    assert match.record.log == before.log + step.entries
    with pytest.raises(ValueError, match="prepared for entry 2; the log has 4 entries now"):
        match.accept(late)
    assert match.record.log == before.log + step.entries


def test_the_dealer_waits_at_a_pause_until_told_to_go_on() -> None:
    match = staking()
    match.play(0, {"type": "choose", "stake": 1})
    match.play(1, {"type": "choose", "stake": 0})
    assert match.paused
    assert not match.to_act
    assert [event.seat for event in match.go_on()] == [0, 1]
    assert not match.paused
    assert match.to_act == {0, 1}
    assert match.go_on() == []
