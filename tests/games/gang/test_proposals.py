"""Proposals: what all specialists have in common that do not work by themselves."""

from typing import Any

import pytest

from stolik import IllegalMove, Match
from stolik.core.errors import MoveErrorCode
from support.gang import deal, deal_all, propose, say, shown, take, until, with_specialist


def refused(match: Match, seat: int, move: dict[str, Any]) -> MoveErrorCode:
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    return caught.value.code


def dealt(number: int, **options: Any) -> Match:
    match = with_specialist(number, **options)
    deal_all(match)
    return match


def test_r37_a_refusal_drops_the_proposal() -> None:
    match = dealt(10)
    say(match, 0, "propose", seat=1)
    assert shown(match).proposal.agreed == [0], "proposing is agreeing"  # type: ignore[union-attr]
    assert refused(match, 0, {"type": "agree", "proposal": 1}) == MoveErrorCode.ILLEGAL
    assert refused(match, 1, {"type": "propose", "seat": 2}) == MoveErrorCode.OUT_OF_DATE
    say(match, 1, "agree", proposal=1)
    say(match, 0, "refuse", proposal=1)
    assert shown(match).proposal is None
    assert refused(match, 2, {"type": "agree", "proposal": 1}) == MoveErrorCode.OUT_OF_DATE
    say(match, 2, "propose", seat=2)
    assert shown(match).proposal.number == 2  # type: ignore[union-attr]
    assert refused(match, 0, {"type": "agree", "proposal": 1}) == MoveErrorCode.OUT_OF_DATE
    assert refused(match, 0, {"type": "refuse", "proposal": 3}) == MoveErrorCode.OUT_OF_DATE


def test_r37_it_is_used_once_at_most() -> None:
    match = dealt(10)
    propose(match, 0, 1)
    assert shown(match).seats[1].muscle
    assert refused(match, 0, {"type": "propose", "seat": 0}) == MoveErrorCode.OUT_OF_DATE


def test_r32_chips_may_move_while_a_proposal_is_open_but_nobody_is_ready() -> None:
    match = dealt(5)
    for seat in range(3):
        take(match, seat, seat + 1)
    say(match, 0, "ready")
    say(match, 1, "propose", seat=1)
    assert not shown(match).seats[0].ready
    assert refused(match, 0, {"type": "ready"}) == MoveErrorCode.OUT_OF_DATE
    take(match, 2, 1, giver=0)
    take(match, 0, 3)
    for seat in (0, 2):
        say(match, seat, "agree", proposal=1)
    deal(match, "2h")
    assert refused(match, 0, {"type": "ready"}) == MoveErrorCode.OUT_OF_DATE
    assert refused(match, 0, {"type": "refuse", "proposal": 1}) == MoveErrorCode.OUT_OF_DATE
    assert shown(match).waits_for == "card"
    say(match, 1, "choose", card="2h")
    assert not any(seat.ready for seat in shown(match).seats)
    assert match.awaited == {0, 1, 2}


@pytest.mark.parametrize("answer", ["agree", "refuse"])
def test_r37_with_instant_the_round_ends_when_no_proposal_is_open(answer: str) -> None:
    match = dealt(10, round_end="instant")
    say(match, 0, "propose", seat=1)
    for seat in range(3):
        take(match, seat, seat + 1)
    assert shown(match).round == 1
    assert shown(match).phase == "chips", "the proposal holds it up"
    say(match, 1, "agree", proposal=1)
    say(match, 2, answer, proposal=1)
    assert shown(match).phase == "dealing"


def test_r37_proposals_are_made_only_while_chips_are_in_play() -> None:
    match = dealt(10)
    until(match, lambda: shown(match).result is not None)
    assert refused(match, 0, {"type": "propose", "seat": 0}) == MoveErrorCode.ILLEGAL
