"""Votes on what has changed meanwhile, silence, and the options of a rematch."""

import pytest

from small_games import BLACKOUT, WHISPERS
from stolik import IllegalMove, Match, MoveErrorCode


def whispering() -> Match:
    return Match(WHISPERS, {"players": 3}, seed="s")


def test_a_vote_is_out_of_date_if_another_has_moved_since_it_was_seen() -> None:
    match = whispering()
    seen = match.seq
    match.play(0, {"type": "offer", "to": 1})
    before = match.record
    with pytest.raises(IllegalMove, match="out of date: others have moved since") as refused:
        match.prepare(1, {"type": "agree"}, seen=seen)
    assert refused.value.code == MoveErrorCode.OUT_OF_DATE
    assert refused.value.legal
    assert match.record == before
    match.accept(match.prepare(1, {"type": "agree"}, seen=match.seq))
    assert match.seq == len(before.log) + 1


def test_other_moves_may_be_made_by_those_who_saw_less() -> None:
    match = whispering()
    match.accept(match.prepare(0, {"type": "pass"}, seen=0))
    match.accept(match.prepare(1, {"type": "pass"}, seen=0))


def test_votes_of_others_change_nothing_that_is_voted_on() -> None:
    match = whispering()
    match.play(0, {"type": "offer", "to": 1})
    match.play(1, {"type": "agree"})
    voted = match.seq
    match.play(1, {"type": "offer", "to": 2})
    assert not match._changed_since(voted - 1, 1)
    assert match._changed_since(voted - 1, 2)
    assert not match._changed_since(voted, 1)


def test_a_deck_goes_on_in_a_rematch() -> None:
    match = Match(BLACKOUT, {"players": 2, "drum": 2}, seed="s")
    assert match.next_options == match.options
    while not match.over:
        assert match.quiet
        assert match.muted <= match.quiet
        seat = min(match.to_act)
        match.play(seat, match.legal(seat)[0])
    assert not match.quiet
    assert match.next_options == BLACKOUT.options({"players": 2, "drum": 3})
    assert Match(BLACKOUT, match.next_options, seed="s").view(None).public.drum == 3
