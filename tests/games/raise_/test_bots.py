"""Bots that are worth playing against: each level beats the one below, and they know what a card is worth."""

import msgspec
import pytest

from stolik import Match, catalog
from stolik.bots.bot import Bot
from stolik.bots.weights import load_weights
from stolik.core.bot_levels import Reason
from stolik.core.rng import stream
from stolik.games.raise_.bots import WEIGHTS, reason
from stolik.games.raise_.bots.move_evaluation import opportunity_cost
from stolik.games.raise_.bots.position_value import match_win_probability, weights_at
from stolik.games.raise_.bots.reasons import simulated_win_share
from stolik.games.raise_.state import PASS, SCORING_CARD, State
from stolik.lab.simulation import simulate
from support.bot_match import wins_at_a_table
from support.raise_ import BLANKS, HAND, begin, card_set, dealt, hold, play

GAME = catalog.find("raise")


def share_won(level: str, others: str, players: int, games: int) -> float:
    """By one bot among others, in each seat in turn, as a part of what an equal one would win."""
    won = 0.0
    for seat in range(players):
        policies = [level if each == seat else others for each in range(players)]
        won += simulate(GAME, {"players": players}, games, policies=policies).wins[seat]
    return won / games


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("level", "others"), [pytest.param("easy", "random", marks=pytest.mark.long), ("normal", "easy")]
)
def test_a_level_beats_the_one_below(level: str, others: str, players: int) -> None:
    assert share_won(level, others, players, 1000) > 1.4


@pytest.mark.long
def test_hard_beats_normal() -> None:
    assert wins_at_a_table("raise", "hard", "normal", 24, {"players": 3}) > 1.2


def asked(match: Match, seat: int, level: str = "normal") -> dict[str, object]:
    """What a bot in this seat does."""
    move = Bot(match.game, level, "x").move(match.imagine(seat, stream("imagined")), seat)
    found: dict[str, object] = msgspec.json.decode(msgspec.json.encode(move))
    return found


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_high_card_is_not_burnt_where_a_lower_one_does(level: str) -> None:
    """The rival has no card left: gear 3 overtakes as well as diamond 5 would."""
    match = dealt(HAND, HAND)
    begin(match, 20, BLANKS)
    hold(match, 0, "bell 1, gear 3, diamond 5", "gear 4, gear 4, cloud 3, cloud 3, cloud 4")
    hold(match, 1, "gear 3")
    play(match, "bell 1", "gear 3")
    assert asked(match, 0, level) == {
        "type": "raise",
        "cards": [{"symbol": "gear", "number": 3, "points": 1}],
    }


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_strong_cards_are_kept_when_the_round_is_not_worth_them(level: str) -> None:
    """Two strong cards would overtake, for a scoring card of six; but the rival needs only one more of many."""
    match = dealt(HAND, HAND)
    begin(match, 6, (*["diamond"] * 5, "blank", "blank"))
    hold(match, 0, "bell 1, diamond 5, gear 6*, cloud 5*", "cloud 3, cloud 3, gear 4, gear 4, hourglass 2")
    hold(match, 1, "diamond 6*, diamond 4, diamond 5, diamond 5", "cloud 3, cloud 3, gear 4, gear 4, hourglass 2")
    play(match, "bell 1", "diamond 6*")
    assert asked(match, 0, level) == {"type": "pass"}


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_strong_cards_are_spent_when_it_is_the_last_chance(level: str) -> None:
    """Twenty points in the last round, and the rival has two bells left."""
    match = dealt(HAND, HAND)
    begin(match, 20, BLANKS)
    match._state.round = match._state.rounds
    hold(match, 0, "bell 1, diamond 5, diamond 5, gear 5", "cloud 3, cloud 3, gear 4, gear 4, hourglass 2")
    hold(match, 1, "diamond 4, bell 1, bell 2")
    play(match, "bell 1", "diamond 4")
    assert asked(match, 0, level)["type"] == "raise"


def test_normal_passes_what_it_cannot_win() -> None:
    """Nobody raises for nothing: in most rounds somebody gives up although more cards are in hand."""
    match = Match("raise", {"players": 4}, seed="thrift")
    bots = [Bot(match.game, "normal", seat) for seat in range(4)]
    imagining = stream("thrift")
    passed_freely = 0
    while not match.over:
        if match.paused:
            match.go_on()
            continue
        seat = min(match.awaited)
        move = bots[seat].move(match.imagine(seat, imagining), seat)
        private = match.view(seat).private
        passed_freely += private.needed is not None and move.__class__.__name__ == "Pass" and not private.must_pass
        match.play(seat, move)
    assert passed_freely > 10


def test_hard_does_not_always_begin_with_the_same_card() -> None:
    """All choose at once: who always chose alike would be found out."""
    match = dealt("cloud 3, cloud 4, gear 3, gear 4, hourglass 3, hourglass 4", HAND)
    begin(match, 12, BLANKS)
    imagined = match.imagine(0, stream("imagined"))
    bot = Bot(match.game, "hard", "varied")
    assert len({bot.move(imagined, 0) for _ in range(12)}) > 1


def between_rounds() -> State:
    s = GAME.begin(GAME.options({"players": 3}))
    s.phase, s.round = SCORING_CARD, 5
    for seat in range(3):
        s.hand[seat] = card_set(HAND)
        s.deck[seat] = card_set("cloud 5*, cloud 3, hourglass 4")
    found: State = s
    return found


def test_equal_seats_have_equal_chances_of_the_match() -> None:
    s = between_rounds()
    chances = [match_win_probability(s, seat, load_weights(WEIGHTS)) for seat in range(3)]
    assert chances == [333_333] * 3
    s.points[1] += 10
    ahead = [match_win_probability(s, seat, load_weights(WEIGHTS)) for seat in range(3)]
    assert ahead[1] > 400_000 > ahead[0]
    assert sum(ahead) == pytest.approx(1_000_000, abs=5_000)
    s.points[1] -= 10
    s.hand[2] = card_set("bell 1, bell 1, bell 2, bell 2, cloud 4, diamond 6*")
    assert match_win_probability(s, 2, load_weights(WEIGHTS)) > 340_000, "a strong card instead of a middling one"


def test_a_card_costs_what_it_could_do_later() -> None:
    s, weights = between_rounds(), load_weights(WEIGHTS)
    s.hand[0] = card_set("bell 1, cloud 3, diamond 5, diamond 6*")
    low, middle, high, highest = (opportunity_cost(s, 0, 1 << card, weights) for card in (22, 10, 1, 3))
    assert low < middle < high < highest
    s.round = s.rounds
    assert opportunity_cost(s, 0, 1 << 3, weights) - opportunity_cost(s, 0, 1 << 1, weights) == 4_000, (
        "after the last round only points count"
    )


def test_there_are_weights_for_every_table() -> None:
    weights = load_weights(WEIGHTS)
    for players in range(2, 6):
        for to_come in range(1, players + 6):
            at = weights_at(players, to_come)
            assert weights[at] > 0, "points are always good"
            assert weights[at + 1] + weights[at + 4] > 0, "and so are cards that reach far"


def test_the_number_behind_a_raise_is_the_chance_to_win_the_round() -> None:
    match = dealt(
        "bell 1, gear 4, diamond 5, cloud 4, bell 2, bell 2", "bell 1, bell 1, bell 2, bell 2, cloud 2, gear 3"
    )
    begin(match, 12, BLANKS)
    play(match, "bell 1", "cloud 2")
    s = match.imagine(0, stream("imagined"))
    found = {code: reason(s, 0, code) for code in GAME.codes(s, 0)}
    raises = [code for code in found if code != PASS]
    chances = {code: simulated_win_share(s, 0, code) for code in raises}
    assert all(0 <= chance <= 1 for chance in chances.values())
    assert max(chances.values()) - min(chances.values()) > 0.1, "who plays more at once has more of the way behind"
    for code, chance in chances.items():
        assert found[code] == (Reason("win", chance) if chance >= 1 / 4 else None), "it speaks for the raise"
    staying = found[PASS]
    assert staying is not None
    assert staying.kind == "stay"
    assert staying.value in chances.values(), "as the smallest raise has it"
    assert staying.value < 1 / 2, "it speaks for passing"
    again = match.imagine(0, stream("imagined otherwise"))
    assert {code: reason(again, 0, code) for code in GAME.codes(again, 0)} == found, "it knows no more than its seat"


def test_a_pass_is_not_said_to_give_up_a_round_that_one_would_likely_win() -> None:
    match = dealt(HAND, HAND)
    begin(match, 12, BLANKS)
    hold(match, 0, "bell 1, gear 3")
    hold(match, 1, "cloud 2")
    play(match, "bell 1", "cloud 2")
    assert reason(match.state, 0, PASS) is None


def test_where_the_outcome_is_certain_the_number_says_so() -> None:
    match = dealt(HAND, HAND)
    begin(match, 12, BLANKS)
    hold(match, 0, "bell 1, gear 3")
    hold(match, 1, "cloud 2")
    play(match, "bell 1", "cloud 2")
    s = match.state
    (raise_code,) = (code for code in GAME.codes(s, 0) if code != PASS)
    assert reason(s, 0, raise_code) == Reason("win", 1.0)
    assert reason(s, 1, PASS) is None, "it is not this seat's turn"


def test_there_is_no_number_where_there_is_no_choice_or_too_much_of_one() -> None:
    match = dealt(HAND, HAND)
    begin(match, 12, BLANKS)
    assert all(reason(match.state, 0, code) is None for code in GAME.codes(match.state, 0))
    hold(match, 0, "bell 1, bell 1")
    play(match, "bell 1", "cloud 4")
    assert reason(match.state, 0, PASS) is None, "one must pass"
