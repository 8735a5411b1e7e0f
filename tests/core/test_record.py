"""Records: kept, read again, replayed, refused."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from stolik import BadOptions, BadRecord, Dealer, Match, Record
from stolik.core.messages import to_builtins
from stolik.games.no_thanks.messages import Take
from support.matches import mover, staking, started


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
