"""R1 to R4: what there is, how a match begins, and the first step of a round. See RULES.md."""

from collections import Counter

import pytest

from stolik import DEALER, BadOptions, IllegalMove, Match
from stolik.games.raise_ import components
from stolik.games.raise_.messages import Draw, Multipliers, Rolled, Started, TurnedUp
from stolik.games.raise_.rules import invariants
from stolik.games.raise_.state import points_of
from support.raise_ import BLANKS, HAND, THREE_BELLS_TWO_DIAMONDS_A_GEAR, begin, dealt, draw

PLAYERS = range(2, 6)


@pytest.mark.parametrize("players", PLAYERS)
def test_r1_two_to_five_have_thirty_cards_each(players: int) -> None:
    match = dealt(*[HAND] * players)
    assert [(seat.hand, seat.deck) for seat in match.view(None).public.seats] == [(6, 24)] * players
    assert invariants(match.state)["cards"] == 30 * players
    assert invariants(match.state)["scoring cards"] == 14


@pytest.mark.parametrize("players", [0, 1, 6, -2])
def test_r1_no_other_number_can_play(players: int) -> None:
    with pytest.raises(BadOptions, match="players"):
        Match("raise", {"players": players})


@pytest.mark.parametrize("faces", [BLANKS[:6], (*BLANKS, "blank"), ()])
def test_r1_seven_dice_are_rolled(faces: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove):
        begin(dealt(HAND, HAND), faces=faces)


def test_r2_the_reconstructed_deck() -> None:
    deck = [
        (components.SYMBOLS[kind.symbol], kind.number, "*" if kind.points == 5 else "") for kind in components.CARDS
    ]
    assert len(deck) == 30
    assert Counter(symbol for symbol, _, _ in deck) == {
        "diamond": 4,
        "gear": 5,
        "cloud": 6,
        "hourglass": 7,
        "bell": 8,
    }
    assert {number for _, number, _ in deck} == {1, 2, 3, 4, 5, 6}
    assert points_of(components.ALL_CARDS) == 50
    assert [f"{symbol} {number}" for symbol, number, star in deck if star] == [
        "diamond 6",
        "gear 6",
        "cloud 5",
        "hourglass 4",
        "bell 3",
    ]
    assert [number for symbol, number, _ in deck if symbol == "hourglass"] == [1, 2, 2, 3, 3, 4, 4]


def test_r2_equal_cards_can_count_differently() -> None:
    kinds = {(kind.symbol, kind.number): 0 for kind in components.KINDS}
    for kind in components.KINDS:
        kinds[kind.symbol, kind.number] += 1
    twice = {(components.SYMBOLS[symbol], number) for (symbol, number), found in kinds.items() if found == 2}
    assert twice == {("hourglass", 4), ("bell", 3)}
    assert len(components.KINDS) == 20


def test_r2_the_reconstructed_dice() -> None:
    assert sum(components.SIDES_WITH) == 42
    assert dict(zip(components.FACES, components.SIDES_WITH, strict=True)) == {
        "diamond": 5,
        "gear": 6,
        "cloud": 7,
        "hourglass": 8,
        "bell": 9,
        "blank": 7,
    }


@pytest.mark.parametrize(("die", "face"), [(4, "gear"), (5, "diamond"), (6, "diamond")])
def test_r2_a_die_shows_only_what_it_has(die: int, face: str) -> None:
    faces: list[str] = [*BLANKS]
    faces[die] = face
    with pytest.raises(IllegalMove):
        begin(dealt(HAND, HAND), faces=tuple(faces))
    faces[die] = "blank"
    faces[0] = face
    begin(dealt(HAND, HAND), faces=tuple(faces))


def test_r2_scoring_cards_from_6_to_20_without_13() -> None:
    match = dealt(HAND, HAND)
    assert [deal.points for deal in match.legal(DEALER)] == [6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20]
    with pytest.raises(IllegalMove):
        begin(match, 13)


def test_r3_the_dealer_names_who_has_the_dice() -> None:
    match = Match("raise", {"players": 3}, dealer=None)
    assert [deal.seat for deal in match.legal(DEALER)] == [0, 1, 2]
    assert match.play(DEALER, {"type": "first_player", "seat": 1}) == [Started(1)]
    assert match.view(None).public.holder == 1


def test_r3_every_seat_can_be_first() -> None:
    firsts = {Match("raise", {"players": 3}, seed=str(number)).told(None)[0].seat for number in range(40)}
    assert firsts == {0, 1, 2}


def test_r3_everybody_draws_six_seat_by_seat() -> None:
    match = Match("raise", {"players": 2}, seed="s")
    drawn = [entry.move["seat"] for entry in match.log if entry.move["type"] == "draw"]
    assert drawn == [0] * 6 + [1] * 6


def test_r3_each_card_of_the_deck_is_drawn_once() -> None:
    match = Match("raise", {"players": 2}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": 0})
    draw(match, 0, "bell 3, bell 3*, hourglass 4")
    left = [deal.card for deal in match.legal(DEALER) if isinstance(deal, Draw)]
    assert len(left) == 20 - 3
    for gone in ("bell 3", "bell 3*", "hourglass 4"):
        with pytest.raises(IllegalMove):
            draw(match, 0, gone)
    draw(match, 0, "hourglass 4*")
    with pytest.raises(IllegalMove):
        draw(match, 1, "bell 1")  # not this seat's turn to draw


@pytest.mark.parametrize("players", PLAYERS)
def test_r3_rounds_and_scoring_cards_that_left_unseen(players: int) -> None:
    match = dealt(*[HAND] * players)
    shown = match.view(0).public
    assert shown.rounds == {2: 8, 3: 9, 4: 10, 5: 11}[players]
    assert len(shown.unseen) - shown.rounds == {2: 6, 3: 5, 4: 4, 5: 3}[players]


def test_r4_a_scoring_card_then_a_roll() -> None:
    match = dealt(HAND, HAND, first=1)
    with pytest.raises(IllegalMove):
        match.play(DEALER, {"type": "roll", "faces": BLANKS})
    assert match.play(DEALER, {"type": "scoring_card", "points": 14}) == [TurnedUp(1, 14, 1, 8)]
    assert match.view(None).public.scoring_card == 14
    assert match.view(None).public.dice == ()
    assert match.legal(DEALER) == [], "too many rolls to list"
    (rolled,) = match.play(DEALER, {"type": "roll", "faces": THREE_BELLS_TWO_DIAMONDS_A_GEAR})
    assert rolled == Rolled(
        1, THREE_BELLS_TWO_DIAMONDS_A_GEAR, Multipliers(diamond=3, gear=2, cloud=1, hourglass=1, bell=4)
    )
    assert match.to_act == {0, 1}


def test_r4_a_multiplier_is_one_more_than_the_dice_show() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    lines = {line.symbol: (line.dice, line.multiplier) for line in match.view(None).public.symbols}
    assert lines == {"diamond": (2, 3), "gear": (1, 2), "cloud": (0, 1), "hourglass": (0, 1), "bell": (3, 4)}
    assert match.view(None).public.dice == THREE_BELLS_TWO_DIAMONDS_A_GEAR


def test_r4_every_side_of_every_die_is_as_likely_as_any_other() -> None:
    match = dealt(HAND, HAND)
    match.play(DEALER, {"type": "scoring_card", "points": 14})
    state, game = match.state, match.game
    assert game.chances(state) == 6**7
    for die, sides in enumerate(components.DICE):
        shown = Counter(game.decode(state, DEALER, game.ticket(state, 6**die * side)).faces[die] for side in range(6))
        assert shown == Counter(sides.split())


def test_r4_the_roll_stands_for_the_whole_round() -> None:
    match = dealt(HAND, HAND)
    begin(match)
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[0])
    assert match.view(None).public.dice == THREE_BELLS_TWO_DIAMONDS_A_GEAR
    assert match.view(0).public.symbols[4].multiplier == 4
