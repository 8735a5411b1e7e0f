"""R20 and R21: the best use of jokers, against a search that tries every place for every joker; and ties."""

from itertools import product
from math import prod
from random import Random

import pytest

from stolik import Match
from stolik.games.dycha.messages.best_runs import Arrangement, arrangement
from stolik.games.dycha.messages.cards import COLORS, Joker, own_jokers
from stolik.games.dycha.rules.scoring import best_value, value_bound
from stolik.games.dycha.state import own_joker
from support.dycha import NO_BUY, TAKE_NUMBERS, begun, kind, leave, own, split, turn_up

COLLECTIONS = 4000
MOST_TRIES = 1500
"""Ways to place the jokers of one collection, up to which every one is tried."""


def collection(text: str) -> tuple[int, int]:
    numbers = jokers = 0
    for each in split(text):
        if each.startswith("joker"):
            jokers = own_joker(jokers, kind(each))
        else:
            numbers |= 1 << kind(each)
    return numbers, jokers


def run(color: str, first: int, last: int) -> str:
    return ", ".join(f"{color} {number}" for number in range(first, last + 1))


def points(text: str) -> int:
    return best_value(*collection(text)) >> 3


def longest_run(numbers: int) -> int:
    longest = length = 0
    for number in range(9):
        length = length + 1 if numbers >> number & 1 else 0
        longest = max(longest, length)
    return longest


LONGEST_RUN = [longest_run(numbers) for numbers in range(512)]


def counted(held: list[int]) -> tuple[int, int]:
    """Points, and less the cards that they take."""
    runs = [LONGEST_RUN[numbers] for numbers in held]
    return sum(runs) + runs.count(9), -sum(runs)


def places_for(joker: Joker) -> list[tuple[int, int]]:
    """Every color and number (from 0) that it can stand for."""
    colors = range(4) if joker.color is None else [COLORS.index(joker.color)]
    return list(product(colors, range(9) if joker.number is None else [joker.number - 1]))


def best_by_trying_all(numbers: int, jokers: int) -> tuple[int, int]:
    held = [numbers >> 9 * color & 511 for color in range(4)]
    best = (-1, 0)
    for placed in product(*map(places_for, own_jokers(jokers))):
        tried = held[:]
        for color, number in placed:
            tried[color] |= 1 << number
        best = max(best, counted(tried))
    return best


def random_collections(seed: int) -> list[tuple[int, int]]:
    """From poor to rich, with as many jokers as can all be tried."""
    rng = Random(seed)
    found: list[tuple[int, int]] = []
    while len(found) < COLLECTIONS:
        density = rng.random()
        numbers = sum(1 << k for k in range(36) if rng.random() < density)
        jokers = sum(1 << place for place in {rng.randrange(18) for _ in range(rng.randrange(7))})
        if prod(len(places_for(joker)) for joker in own_jokers(jokers)) <= MOST_TRIES:
            found.append((numbers, jokers))
    return found


def test_r20_the_best_of_all_assignments_of_jokers() -> None:
    for numbers, jokers in random_collections(1):
        value = best_value(numbers, jokers)
        found, cards = best_by_trying_all(numbers, jokers)
        assert (value >> 3, -(value >> 3) + (value & 7)) == (found, cards), (numbers, jokers)


def test_r20_the_arrangement_that_is_shown_is_possible_and_the_best() -> None:
    for numbers, jokers in random_collections(2):
        shown = arrangement(numbers, jokers)
        value = best_value(numbers, jokers)
        assert (shown.points, shown.points - shown.cards) == (value >> 3, value & 7)
        assert_possible(shown, numbers, jokers)


def assert_possible(shown: Arrangement, numbers: int, jokers: int) -> None:
    left = list(own_jokers(jokers))
    assert len({found.color for found in shown.runs}) == len(shown.runs)
    for found in shown.runs:
        laid = [each.number for each in found.cards]
        assert laid == list(range(laid[0], laid[0] + len(laid)))
        assert found.complete == (len(laid) == 9)
        assert found.points == len(laid) + found.complete
        for each in found.cards:
            if each.joker is None:
                assert numbers >> 9 * COLORS.index(found.color) + each.number - 1 & 1
            else:
                left.remove(each.joker)
                assert each.joker.color in (None, found.color)
                assert each.joker.number in (None, each.number)
    assert list(shown.idle) == left


def test_r20_what_one_may_hope_for_is_never_less() -> None:
    """Else the search would stop too early."""
    for numbers, jokers in random_collections(3):
        assert value_bound(numbers, jokers, 0) >= best_value(numbers, jokers)


def test_r20_with_all_jokers_at_once() -> None:
    """All eighteen, and nothing else: one color is complete."""
    everything = (1 << 18) - 1
    shown = arrangement(0, everything)
    assert (shown.points, shown.cards) == (19, 18)
    assert best_value(0, everything) == 8 * 19 + 1
    assert_possible(shown, 0, everything)


def test_r20_example() -> None:
    held = ", ".join([run("blue", 2, 7), run("green", 1, 9), run("pink", 5, 9), run("orange", 1, 3)])
    assert points(held) == 6 + 10 + 5 + 3 == 24
    assert arrangement(*collection(held)).cards == 23


def test_r20_only_one_run_of_a_color_counts() -> None:
    assert points(f"{run('blue', 1, 3)}, {run('blue', 5, 7)}") == 3
    assert points(f"{run('blue', 1, 3)}, {run('blue', 5, 7)}, joker 4") == 7


def test_r20_equal_cards_count_once() -> None:
    match = begun()
    own(match, 0, "blue 1, blue 1, blue 1, blue 2, blue 2")
    assert match.scores[0] == 2


def test_r20_a_joker_is_used_once_and_where_it_gives_the_most() -> None:
    gap_in_blue, gap_in_pink = f"{run('blue', 1, 3)}, {run('blue', 5, 9)}", "pink 3, pink 5"
    assert points(f"{gap_in_blue}, {gap_in_pink}") == 6
    assert points(f"{gap_in_blue}, {gap_in_pink}, joker 4") == 11
    assert points(f"{gap_in_blue}, {gap_in_pink}, joker 4, joker #pink") == 13
    assert points(f"{gap_in_blue}, {gap_in_pink}, joker 4, joker any") == 13


def test_r20_jokers_alone_count_too() -> None:
    assert points("joker 5") == 1
    assert points("joker 5, joker 6") == 2
    assert points("joker any, joker #pink, joker #pink, joker 1") == 4


def test_r20_of_equally_good_ways_the_one_with_fewer_cards() -> None:
    held = f"{run('blue', 1, 8)}, {run('green', 1, 6)}, joker #blue"
    assert (arrangement(*collection(held)).points, arrangement(*collection(held)).cards) == (16, 15)
    either = f"{run('blue', 1, 8)}, {run('green', 1, 7)}, joker 9, joker 8"
    assert (arrangement(*collection(either)).points, arrangement(*collection(either)).cards) == (18, 17)


def ended(*sides: dict[str, object]) -> Match:
    """A match that is over, with these things in front of everybody."""
    match = begun(len(sides))
    leave(match, "blue 1")
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    match.play(0, NO_BUY)
    for seat, held in enumerate(sides):
        match._state.once[seat] = 0
        own(match, seat, **held)  # type: ignore[arg-type]
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, NO_BUY)
    return match


def test_r21_most_points_win() -> None:
    match = ended({"cards": "blue 1, blue 2", "tokens": 0}, {"cards": "green 1", "tokens": 10})
    assert match.scores == [2, 1]
    assert match.winners == [0]
    assert [(each.seat, each.place) for each in match.public().standings] == [(0, 1), (1, 2)]


def test_r21_a_tie_is_decided_by_currency() -> None:
    match = ended(
        {"cards": "blue 1", "tokens": 7, "fiascos": 0},
        {"cards": "green 4", "tokens": 2, "fiascos": 2},
        {"cards": "pink 4", "tokens": 10, "fiascos": 1},
    )
    assert match.scores == [1, 1, 1]
    assert match.places == [3, 2, 1]


def test_r21_then_by_fewer_cards() -> None:
    complete, longer = run("blue", 1, 9), f"{run('green', 1, 8)}, {run('pink', 1, 2)}"
    match = ended({"cards": longer}, {"cards": complete})
    assert match.scores == [10, 10]
    assert match.winners == [1]
    assert [each.cards for each in match.public().standings] == [9, 10]


def test_r21_then_the_win_is_shared() -> None:
    match = ended({"cards": "blue 1"}, {"cards": "pink 9"}, {"cards": "pink 9", "tokens": 4})
    assert match.winners == [0, 1]
    assert match.places == [1, 1, 3]


@pytest.mark.parametrize("seat", [0, 1])
def test_r21_the_scores_are_told_with_the_best_arrangement(seat: int) -> None:
    match = ended({"cards": "blue 1, joker 2"}, {"cards": "pink 8, pink 9"})
    scored = [event for event in match.told(None) if hasattr(event, "best")][seat]
    assert (scored.seat, scored.best.points, scored.currency) == (seat, 2, 5)
    assert scored.best == match.public().seats[seat].best
