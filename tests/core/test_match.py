"""The public face of every game."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from small_games import BLACKOUT, STAKES, WHISPERS, YACHT, whispers
from stolik import DEALER, BadOptions, BadRecord, Dealer, IllegalMove, Match, Record, Refusal
from stolik.catalog import UnknownGame
from stolik.core.game import BrokenContract, Game
from stolik.core.messages import to_builtins
from stolik.games.no_thanks.messages import Decline, Take


def started(**options: object) -> Match:
    return Match("no_thanks", {"players": 4, **options}, seed="a seed")


def mover(match: Match) -> int:
    (seat,) = match.to_act
    return seat


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
    assert refused.value.code == Refusal.MALFORMED
    assert match.record == before
    assert match.state == state


@pytest.mark.parametrize("seat", [4, 99, -2, True, None, "0", 1.0])
def test_who_does_not_sit_here_cannot_move(seat: object) -> None:
    match = started()
    with pytest.raises(IllegalMove, match="no seat"):
        match.play(seat, Take())  # type: ignore[arg-type]


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
    assert refused.value.code == Refusal.NOT_YOUR_TURN
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
    assert refused.value.code == Refusal.FINISHED
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
    with pytest.raises(BrokenContract, match=r"'empty' does not give: NAME, VERSION, MOVES.*, private"):
        Game("empty", object(), object())


def test_what_somebody_else_was_quicker_with_is_out_of_date() -> None:
    match = Match(BLACKOUT, {"players": 3}, seed="s")
    match.play(0, {"type": "take", "chip": 1})
    with pytest.raises(IllegalMove) as refused:
        match.play(2, {"type": "take", "chip": 1})
    assert refused.value.code == Refusal.OUT_OF_DATE
    assert [move.chip for move in refused.value.legal] == [0, 2]
    with pytest.raises(IllegalMove) as refused:
        match.play(2, {"type": "take", "chip": 3})
    assert refused.value.code == Refusal.ILLEGAL


def test_votes_are_known_by_their_codes() -> None:
    assert WHISPERS.votes == {whispers.AGREE, whispers.REFUSE}
    assert not STAKES.votes


# Lists of moves


def rolling() -> Match:
    return Match(YACHT, {"players": 1}, seed="s")


def staking() -> Match:
    return Match(STAKES, {"players": 2}, seed="s")


def test_a_list_is_played_in_order_and_logged_one_by_one() -> None:
    match = rolling()
    before = match.seq
    match.play(0, [{"type": "mark"}, {"type": "mark"}])
    assert match.seq == before + 2
    assert [entry.move["type"] for entry in match.record.log[before:]] == ["mark", "mark"]


@pytest.mark.parametrize("second", [{"type": "fly"}, {"type": "roll", "faces": [1]}, None])
def test_a_list_is_all_or_nothing(second: object) -> None:
    match = rolling()
    before = match.record
    with pytest.raises(IllegalMove, match=r"^Move 3 of 4: ") as refused:
        match.play(0, [{"type": "mark"}, {"type": "mark"}, second, {"type": "keep"}])
    assert match.record == before
    assert refused.value.legal == []


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
    assert texts == {
        (
            Refusal.NOT_YOUR_TURN,
            "Move 2 of 2: a list ends where the dealer or another seat must move, or the match ends.",
        )
    }


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
        assert refused.value.code == Refusal.NOT_YOUR_TURN
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


# Pauses


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


# Telling


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


def test_a_replay_so_far_shows_what_the_seat_lived_through() -> None:
    match = staking()
    match.play(0, {"type": "choose", "stake": 2})
    own, others = match.so_far(0), match.so_far(1)
    assert [moment.seq for moment in own] == list(range(match.seq + 1))
    assert own[-1].view == match.view(0)
    assert others[-1].view == match.view(1)
    assert own[-1].events[0].stake == 2
    assert others[-1].events[0].stake is None


# Keeping


def test_a_record_survives_its_json_and_has_one_entry_a_line() -> None:
    match = started()
    text = match.record.to_json()
    assert Record.from_json(text) == match.record
    assert json.loads(text) == json.loads(json.dumps(to_builtins(match.record)))
    assert text.count(b'\n{"seat"') == match.seq
    assert Match.replay(json.loads(text)) == match


def test_an_unfinished_match_goes_on_with_its_dealer() -> None:
    dealer = Dealer.fresh(["somebody's words"])
    match = Match("no_thanks", {"players": 3}, dealer=dealer)
    again = Match.replay(match.record, dealer=Dealer(bytes.fromhex(dealer.secret), ["somebody's words"]))
    for m in (match, again):
        while not m.over:
            m.play(mover(m), Take())
    assert match.record == again.record


def test_a_foreign_dealer_is_refused() -> None:
    with pytest.raises(BadRecord, match="commitment"):
        Match.replay(started().record, dealer=Dealer.fresh())
    with pytest.raises(BadRecord, match="entropy"):
        Match.replay(started().record, dealer=Dealer.from_seed("a seed", ["other words"]))


@pytest.mark.parametrize("record", [5, None, [], "", b"[]", '{"header": ' + "[" * 100_000])
def test_what_is_no_record_is_refused(record: Any) -> None:
    with pytest.raises(BadRecord):
        Match.replay(record)


@pytest.mark.parametrize("options", [object(), 5, None, [], {"players": object()}])
def test_what_are_no_options_is_refused(options: Any) -> None:
    with pytest.raises(BadOptions):
        Match("no_thanks", options)


def test_names_of_the_seats_are_kept_with_the_match() -> None:
    match = Match("no_thanks", {"players": 3}, seats=["Ola", "Ada", "Bruno"])
    assert match.header.seats == ("Ola", "Ada", "Bruno")
    assert Match.replay(match.record.to_json()).header.seats == match.header.seats
    with pytest.raises(ValueError, match="2 names for 3 seats"):
        Match("no_thanks", {"players": 3}, seats=["Ola", "Ada"])


def test_the_next_deal_does_not_depend_on_how_often_a_choice_was_changed() -> None:
    """Or whoever knows the secret could steer the deal by making more moves."""
    hands = set()
    for changes in range(5):
        match = staking()
        for _ in range(changes):
            match.play(0, {"type": "choose", "stake": 0})
        match.play(0, {"type": "choose", "stake": 1})
        match.play(1, {"type": "choose", "stake": 1})
        match.go_on()
        hands.add((match.view(0).private.hand, match.view(1).private.hand))
    assert len(hands) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: r["header"].update(version=99), "version 99"),
        (lambda r: r.update(format=7), "format 7"),
        (lambda r: r.pop("log"), "not a record"),
        (lambda r: r["log"].pop(0), "entry 0 does not fit"),
        (lambda r: r["log"][1].update(move={"type": "fly"}), "entry 1 does not fit"),
        (lambda r: r.update(secret="zz"), "64 hexadecimal"),
        (lambda r: r["header"].update(game="bridge"), "no game 'bridge'"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(change: Callable[[Any], object], sentence: str) -> None:
    record = json.loads(started().record.to_json())
    change(record)
    with pytest.raises(ValueError, match=sentence):
        Match.replay(record)


def test_matches_of_different_games_are_different() -> None:
    assert started() != staking()
    assert started() != "a match"
    assert repr(started()) == "<Match no_thanks, 4 players, 2 entries>"


def test_starting_a_match_loads_neither_numpy_nor_numba() -> None:
    program = (
        "import sys; from stolik import Match; m = Match('no_thanks', {'players': 4}); m.legal(0); m.view(0);"
        "sys.exit(1 if {'numpy', 'numba', 'rich', 'click'} & set(sys.modules) else 0)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
