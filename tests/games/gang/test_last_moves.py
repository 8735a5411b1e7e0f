"""R42 and R43: nobody moves for ever. What follows when somebody has made all moves of a round."""

from typing import Any

import pytest

from stolik import DEALER, IllegalMove, Match
from stolik.bots.bot import Bot
from stolik.core.errors import MoveErrorCode
from stolik.core.rng import stream
from stolik.core.step import code_of
from stolik.games.gang import text
from stolik.games.gang.state import MOST_MOVES
from support.both_speeds import packed, replayed_compiled
from support.gang import (
    deal,
    deal_all,
    gang,
    kinds,
    reveal,
    say,
    shown,
    take,
    until,
    with_challenge,
    with_challenges,
    with_specialist,
)
from support.random_play import Played, apply


def refused(match: Match, seat: int, move: dict[str, Any]) -> MoveErrorCode:
    before = match.state
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    assert match.state == before
    return caught.value.code


def at_chips(players: int = 3, **options: Any) -> Match:
    match = gang(players, **options)
    deal_all(match)
    return match


def stars(match: Match) -> list[int]:
    held = [seat.chips[shown(match).round - 1] for seat in shown(match).seats]
    return [chip.stars if chip else 0 for chip in held]


def left(match: Match, seat: int) -> int:
    """Moves; −1: they are not counted."""
    found = shown(match).seats[seat].moves_left
    return -1 if found is None else found


def wear_out(match: Match, seat: int, *, holding: int | None = None) -> list[Any]:
    """Take a chip and put it back until there is no move left; `holding`: the last move is to take this chip."""
    events: list[Any] = []
    while left(match, seat) != (0 if holding is None else 2):
        events = say(match, seat, "return") if stars(match)[seat] else take(match, seat, free(match)[0])
    if holding is not None:
        take(match, seat, next(chip for chip in free(match) if chip != holding))
        events = take(match, seat, holding)
    return events


def free(match: Match) -> list[int]:
    return [chip.stars for chip in shown(match).centre]


def swap(match: Match, seat: int) -> list[Any]:
    """Another chip from the centre."""
    return take(match, seat, free(match)[0])


def test_r42_forty_moves_of_a_round_are_counted_whatever_they_are() -> None:
    match = at_chips()
    assert [left(match, seat) for seat in range(3)] == [40, 40, 40]
    for seat in range(3):
        take(match, seat, seat + 1)
    say(match, 0, "ready")
    say(match, 0, "unready")
    say(match, 0, "return")
    assert [left(match, seat) for seat in range(3)] == [36, 39, 39]
    take(match, 0, 1)
    for seat in range(3):
        say(match, seat, "ready")
    reveal(match, "Ah Ts 7d")
    assert [left(match, seat) for seat in range(3)] == [40, 40, 40], "a new round"


def test_r42_who_has_made_forty_moves_keeps_the_chip() -> None:
    match = at_chips()
    events = wear_out(match, 0, holding=3)
    assert kinds(events) == ["Took", "RanOutOfMoves"]
    assert (events[1].seat, events[1].of) == (0, "chips")
    assert left(match, 0) == 0
    assert shown(match).seats[0].chips[0].locked  # type: ignore[union-attr]
    assert shown(match).seats[0].ready
    assert 0 not in match.to_act
    assert refused(match, 0, {"type": "return"}) == MoveErrorCode.NOT_YOUR_TURN
    assert refused(match, 1, {"type": "take", "stars": 3, "from": 0}) == MoveErrorCode.ILLEGAL
    take(match, 1, 1)
    take(match, 2, 1, giver=1)
    take(match, 1, 2)
    assert match.awaited == {1, 2}, "nobody waits for a ready of seat 0"
    say(match, 1, "ready")
    say(match, 2, "ready")
    assert shown(match).phase == "dealing"


def test_r42_the_terminal_counts_the_last_moves_down_and_says_what_follows() -> None:
    match = at_chips()
    names = ["Ada", "Bruno", "Cleo"]

    def row() -> str:
        return text.render(match.view(0), 0, names).split("0 Ada")[1].split("\n")[0]

    for _ in range(17):
        take(match, 0, 3)
        say(match, 0, "return")
    assert "left" not in row()
    take(match, 0, 3)
    assert row().endswith("5 moves left")
    events = wear_out(match, 0)
    said = [text.say(event, names) for event in events]
    assert said[1] == "Ada made 40 moves in this round. The chip stays, and nobody waits for a ready."
    assert row().endswith("0 moves left")


def test_r42_who_has_none_takes_one_from_the_centre_and_keeps_that() -> None:
    match = at_chips()
    take(match, 1, 3)
    wear_out(match, 0)
    assert stars(match) == [0, 3, 0]
    assert not shown(match).seats[0].ready, "a chip is still missing"
    assert match.awaited >= {0}
    assert [(move.stars, move.from_) for move in match.legal(0)] == [(1, None), (2, None)]
    assert refused(match, 0, {"type": "take", "stars": 3, "from": 1}) == MoveErrorCode.ILLEGAL
    event = take(match, 0, 2)[0]
    assert event.locked
    assert shown(match).seats[0].ready
    assert 0 not in match.to_act
    assert stars(match) == [2, 3, 0]


def test_r42_the_round_goes_on_for_the_others_as_before() -> None:
    match = at_chips(4)
    wear_out(match, 0, holding=1)
    for seat in (1, 2, 3):
        take(match, seat, seat + 1)
        assert left(match, seat) == 39
    say(match, 1, "ready")
    take(match, 3, 3, giver=2)
    assert [seat.ready for seat in shown(match).seats] == [True, False, False, False]
    take(match, 2, 4)
    for seat in (1, 2, 3):
        say(match, seat, "ready")
    assert shown(match).phase == "dealing"


def test_r42_if_all_have_made_their_moves_the_round_is_over() -> None:
    match = at_chips()
    wear_out(match, 0, holding=1)
    wear_out(match, 1, holding=2)
    wear_out(match, 2)
    assert shown(match).phase == "chips"
    take(match, 2, 3)
    assert shown(match).phase == "dealing"
    reveal(match, "Ah Ts 7d")
    assert shown(match).round == 2
    assert match.to_act == {0, 1, 2}, "and the next one begins for everybody"


def test_r42_ready_and_not_ready_come_to_an_end_and_the_last_counts_as_ready() -> None:
    match = at_chips()
    take(match, 0, 3)
    for seat in range(3):
        take(match, seat, seat + 1)
    say(match, 1, "ready")
    while left(match, 0) > 1:
        say(match, 0, "unready" if shown(match).seats[0].ready else "ready")
    assert shown(match).seats[0].ready
    events = say(match, 0, "unready")
    assert kinds(events) == ["TookReadyBack", "RanOutOfMoves"]
    assert shown(match).seats[0].ready
    assert match.awaited == {2}
    say(match, 2, "ready")
    assert shown(match).phase == "dealing"


@pytest.mark.parametrize("round_end", ["ready", "instant"])
def test_r42_proposals_come_to_an_end_and_the_rest_decides(round_end: str) -> None:
    match = with_specialist(10, round_end=round_end)
    deal_all(match)
    while left(match, 0) > 0:
        if shown(match).proposal is None:
            say(match, 0, "propose", seat=0)
        else:
            say(match, 0, "refuse", proposal=shown(match).proposals)
    assert shown(match).proposal is None
    say(match, 1, "propose", seat=1)
    assert shown(match).proposal.agreed == [0, 1], "who has no move left agrees"  # type: ignore[union-attr]
    say(match, 2, "agree", proposal=shown(match).proposals)
    assert shown(match).seats[1].muscle


def test_r42_a_proposal_that_waits_for_the_last_mover_takes_effect() -> None:
    match = with_specialist(10)
    deal_all(match)
    take(match, 0, 1)
    while left(match, 0) > 1:
        swap(match, 0)
    say(match, 1, "propose", seat=1)
    say(match, 2, "agree", proposal=1)
    events = swap(match, 0)
    assert kinds(events) == ["Took", "RanOutOfMoves", "Agreed", "TookMuscle", "Completed"]
    assert shown(match).seats[1].muscle


def test_r42_alone_with_moves_left_one_decides_about_the_specialist() -> None:
    match = with_specialist(10)
    deal_all(match)
    wear_out(match, 0, holding=1)
    wear_out(match, 1, holding=2)
    say(match, 2, "propose", seat=2)
    assert shown(match).seats[2].muscle


@pytest.mark.parametrize("number", [1, 5, 7])
def test_r42_a_card_is_chosen_even_without_a_move_left(number: int) -> None:
    """Informant, Hacker and Jack ask for one."""
    match = with_specialist(number)
    deal_all(match)
    wear_out(match, 0, holding=1)
    say(match, 1, "propose", seat=0, **({"other": 1} if number == 1 else {}))
    say(match, 2, "agree", proposal=1)
    if number == 5:
        deal(match, "2h")
    assert match.awaited >= {0}
    assert {type(move).__name__ for move in match.legal(0)} == {"Choose"}
    say(match, 0, "choose", card="2c")
    assert shown(match).specialist.used  # type: ignore[union-attr]
    assert 0 not in match.to_act


def test_r42_the_last_agreement_may_be_the_fortieth_move() -> None:
    match = with_specialist(5)
    deal_all(match)
    take(match, 0, 1)
    while left(match, 0) > 1:
        swap(match, 0)
    say(match, 1, "propose", seat=1)
    say(match, 2, "agree", proposal=1)
    events = say(match, 0, "agree", proposal=1)
    assert kinds(events) == ["Agreed", "RanOutOfMoves"]
    assert shown(match).phase == "dealing", "the Hacker draws"
    deal(match, "2h")
    say(match, 1, "choose", card="2h")
    assert 0 not in match.to_act
    assert shown(match).seats[0].chips[0].locked  # type: ignore[union-attr]


def test_r42_locked_chips_of_challenges_and_forty_moves_go_together() -> None:
    match = with_challenge(2)
    deal_all(match)
    while left(match, 0) > 1:
        say(match, 0, "return") if stars(match)[0] else take(match, 0, 2)
    take(match, 0, 3)
    take(match, 1, 1)
    assert refused(match, 2, {"type": "take", "stars": 1, "from": 1}) == MoveErrorCode.ILLEGAL
    assert refused(match, 2, {"type": "take", "stars": 3, "from": 0}) == MoveErrorCode.ILLEGAL
    take(match, 2, 2)
    say(match, 1, "ready")
    say(match, 2, "ready")
    assert shown(match).phase == "dealing"
    reveal(match, "Ah Ts 7d")
    assert [seat.chips[0].locked for seat in shown(match).seats] == [False, True, False]  # type: ignore[union-attr]


def test_r43_the_fortieth_choice_of_a_card_to_pass_stands() -> None:
    match = with_specialist(6)
    deal_all(match)
    events: list[Any] = []
    for number in range(MOST_MOVES):
        events = say(match, 0, "choose", card=("2c", "3d")[number % 2])
    assert kinds(events) == ["Chose", "RanOutOfMoves"]
    assert events[1].of == "passing"
    assert match.to_act == {1, 2}
    assert refused(match, 0, {"type": "choose", "card": "2c"}) == MoveErrorCode.NOT_YOUR_TURN
    say(match, 1, "choose", card="9c")
    say(match, 2, "choose", card="Kc")
    assert match.view(1).private.passing.received == "3d"
    assert left(match, 0) == 40, "chips are another matter"


def at_naming(players: int = 4, number: int = 4) -> Match:
    match = with_challenge(number, players=players)
    until(match, lambda: bool(shown(match).scans) and shown(match).scans[0].open)
    return match


def fidget(match: Match, seat: int) -> list[Any]:
    events: list[Any] = []
    while left(match, seat) > 0 and shown(match).scans[0].open:
        pick = "2" if shown(match).scans[0].picks[seat] != "2" else "3"
        events = say(match, seat, "pick_rank", rank=pick)
    return events


def test_r43_who_has_picked_forty_times_has_no_more_say() -> None:
    match = at_naming()
    assert [left(match, seat) for seat in range(4)] == [40, 40, 40, -1], "the one it is about has no moves"
    say(match, 1, "pick_rank", rank="A")
    events = fidget(match, 0)
    assert kinds(events) == ["Picked", "RanOutOfMoves"]
    assert events[1].of == "naming"
    assert match.to_act == {1, 2}
    assert match.awaited == {2}
    say(match, 2, "pick_rank", rank="A")
    assert shown(match).scans[0].can_confirm
    say(match, 1, "confirm")
    events = say(match, 2, "confirm")
    assert kinds(events)[:2] == ["Confirmed", "Named"]
    assert events[1].rank == "A"


def test_r43_nobody_is_asked_to_follow_who_has_no_say() -> None:
    match = at_naming()
    say(match, 1, "pick_rank", rank="A")
    say(match, 2, "pick_rank", rank="K")
    fidget(match, 0)
    assert len(match.awaited) == 1, "one of the other two is followed by the other"
    (follower,) = match.awaited
    bot = Bot(match.game, "easy", "x")
    move = bot.move(match.imagine(follower, stream("x")), follower)
    assert move.rank == ("A" if follower == 2 else "K")


def test_r43_confirming_may_be_the_last_move() -> None:
    match = at_naming()
    for seat in (1, 2):
        say(match, seat, "pick_rank", rank="A")
    while left(match, 0) > 2:
        say(match, 0, "pick_rank", rank="2" if shown(match).scans[0].picks[0] != "2" else "3")
    say(match, 0, "pick_rank", rank="A")
    say(match, 0, "confirm")
    assert match.to_act == {1, 2}
    say(match, 1, "confirm")
    assert kinds(say(match, 2, "confirm"))[1] == "Named"


def test_r43_if_nobody_has_a_say_what_was_picked_last_is_named() -> None:
    match = at_naming()
    fidget(match, 0)
    fidget(match, 2)
    events = fidget(match, 1)
    assert kinds(events)[:3] == ["Picked", "RanOutOfMoves", "Named"]
    assert events[2].rank == events[0].rank
    assert shown(match).result is not None


def test_r43_each_naming_has_its_own_moves() -> None:
    match = with_challenges(4, 9, players=3)
    until(match, lambda: bool(shown(match).scans) and shown(match).scans[0].open)
    fidget(match, 0)
    fidget(match, 1)
    assert shown(match).phase == "guessing_category"
    assert [left(match, seat) for seat in range(3)] == [40, 40, -1]
    assert match.to_act == {0, 1}


def last_moves(challenge: int | None, specialist: int | None) -> Match:
    """A heist in which somebody makes all moves there are, wherever they are counted."""
    match = with_challenge(challenge) if challenge is not None else with_specialist(specialist or 10)
    deal_all(match)
    if shown(match).phase == "passing":
        for number in range(MOST_MOVES):
            say(match, 0, "choose", card=("2c", "3d")[number % 2])
        say(match, 1, "choose", card="9c")
        say(match, 2, "choose", card="Kc")
    if match.to_act:
        wear_out(match, 0)
        wear_out(match, 2, holding=3)
    until(match, lambda: shown(match).phase in ("guessing_rank", "guessing_category", "result"))
    if shown(match).phase == "guessing_rank":
        fidget(match, 0)
    until(match, lambda: shown(match).result is not None)
    return match


@pytest.mark.parametrize(("challenge", "specialist"), [(None, 6), (None, 10), (None, 5), (4, None), (8, None)])
def test_compiled_rules_end_rounds_in_the_same_way(challenge: int | None, specialist: int | None) -> None:
    match = last_moves(challenge, specialist)
    game, s = match.game, match.game.begin(match.options)
    log: list[Played] = []
    for entry in match.log:
        mover = DEALER if entry.seat is None else entry.seat
        log.append(apply(game, s, mover, code_of(game, s, mover, entry.move)))
        s = log[-1].after
    compiled = replayed_compiled(game, game.begin(match.options), log)
    assert compiled.tobytes() == packed(game, [entry.after for entry in log]).tobytes()


@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard"])
def test_bots_cope_with_somebody_who_never_settles(level: str) -> None:
    """They neither wait nor move for ever, and the match goes on to its end."""
    match = Match("gang", {"players": 4, "mode": "professional"}, seed=f"fidgety {level}")
    bots = {seat: Bot(match.game, level, "cope", seat) for seat in range(1, 4)}
    imagining = stream("cope")
    fidgets = 0
    while not match.over:
        if 0 in match.to_act and (fidgets < 400 or match.awaited == {0}):
            fidgets += 1
            legal = match.legal(0)
            match.play(0, legal[fidgets * 7 % len(legal)])
            continue
        seat = min(match.awaited - {0}, default=0)
        if seat == 0:
            match.play(0, match.legal(0)[0])
        else:
            match.play(seat, bots[seat].move(match.imagine(seat, imagining), seat))
    assert match.seq <= match.game.max_length(match.options)


def test_no_chip_game_of_real_people_meets_the_limit() -> None:
    """Each of six changes their mind five times in a round, and all say ready again every time."""
    match = gang(6)
    deal(match, "2c 3d", "9c 9d", "Kc Kd", "Ac Ad", "4h 5h", "7s 8s")
    chips_taken = 0
    for seat in range(6):
        take(match, seat, seat + 1)
    for turn in range(5):
        for seat in range(6):
            other = (seat + 1 + turn % 5) % 6
            take(match, seat, stars(match)[other] or 1, giver=other if stars(match)[other] else None)
            chips_taken += 1
            for poor in range(6):
                if not stars(match)[poor]:
                    take(match, poor, shown(match).centre[0].stars)
    assert chips_taken == 30
    assert min(left(match, seat) for seat in range(6)) > 20
