"""R9, R25 and R34: poker hands, beside two public evaluators and a third that is written here."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, pairwise, starmap
from math import comb
from random import Random
from typing import Any

import numpy as np
import phevaluator
import pytest
import treys
from numpy.typing import NDArray

from stolik.core.bitset import members, size
from stolik.games.gang.components import (
    ACE,
    CATEGORIES,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    JACK,
    JACK_RANK,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    rank_of,
    suit_of,
)
from stolik.games.gang.rules.poker_hands import best_five, category, category_of, strength, strengths
from stolik.jit.compiler import compiled

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = range(52)
CLASSES = 7462
HANDS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]  # how many there are, by category


def cards(text: str) -> list[int]:
    return [JACK if card == "J*" else SUITS.index(card[1]) * 13 + RANKS.index(card[0]) for card in text.split()]


def words(hand: Sequence[int]) -> str:
    return " ".join("J*" if card == JACK else RANKS[card % 13] + SUITS[card // 13] for card in hand)


def value(text: str) -> int:
    hand = cards(text)
    return strength(hand, len(hand))


def made(text: str) -> int:
    hand = cards(text)
    return category_of(hand, len(hand))


def best(text: str) -> str:
    hand = cards(text)
    return words([hand[i] for i in members(best_five(hand, len(hand)))])


def evaluated(hands: NDArray[np.int16]) -> NDArray[np.int64]:
    out = np.zeros(len(hands), np.int64)
    compiled(strengths)(hands, hands.shape[1], out)
    return out


def dealt(count: int, number: int) -> NDArray[np.int16]:
    """Random hands of so many cards, all at once: the first of a deck, shuffled only as far as that."""
    rng = np.random.default_rng(count)
    decks = np.tile(np.arange(len(DECK), dtype=np.int16), (number, 1))
    rows = np.arange(number)
    for place in range(count):
        drawn = rng.integers(place, len(DECK), number)
        decks[rows, place], decks[rows, drawn] = decks[rows, drawn], decks[rows, place]
    return decks[:, :count].copy()


# Beside public evaluators, in which 1 is the best class of hands and 7462 the worst


@cache
def every_strength() -> NDArray[np.int64]:
    """Of all hands of five cards, in the order of `combinations`."""
    every = np.fromiter(chain.from_iterable(combinations(DECK, 5)), np.int16, comb(52, 5) * 5)
    return evaluated(every.reshape(-1, 5))


def public_class(values: NDArray[np.int64]) -> NDArray[np.int64]:
    classes = np.unique(every_strength())
    found = np.searchsorted(classes, values)
    assert (classes[found] == values).all()
    return CLASSES - found


def test_r9_all_hands_of_five_fall_into_the_known_categories_and_classes() -> None:
    values = every_strength()
    assert np.bincount(values >> 26).tolist() == HANDS
    assert len(np.unique(values)) == CLASSES
    assert [category(int(least)) for least in (values.min(), values.max())] == [HIGH_CARD, ROYAL_FLUSH]


def test_r9_all_hands_of_five_are_ordered_as_by_treys() -> None:
    evaluate = treys.Evaluator().evaluate
    deck = [treys.Card.new(words([card])) for card in DECK]
    theirs = np.fromiter((evaluate((), hand) for hand in combinations(deck, 5)), np.int64, comb(52, 5))
    assert (public_class(every_strength()) == theirs).all()


def their_number(card: NDArray[np.signedinteger[Any]]) -> NDArray[np.signedinteger[Any]]:
    """Phevaluator's cards are rank · 4 + suit."""
    return card % 13 * 4 + card // 13


def test_r9_all_hands_of_five_are_ordered_as_by_phevaluator() -> None:
    deck = their_number(np.arange(52)).tolist()
    theirs = np.fromiter(starmap(phevaluator.evaluate_5cards, combinations(deck, 5)), np.int64, comb(52, 5))
    assert (public_class(every_strength()) == theirs).all()


@pytest.mark.parametrize(("count", "number"), [(6, 100_000), (7, 1_000_000)])
def test_r9_hands_of_more_cards_are_ordered_as_by_phevaluator(count: int, number: int) -> None:
    hands = dealt(count, number)
    evaluate = {6: phevaluator.evaluate_6cards, 7: phevaluator.evaluate_7cards}[count]
    theirs = np.fromiter(starmap(evaluate, their_number(hands).tolist()), np.int64, number)
    assert (public_class(evaluated(hands)) == theirs).all()


# Beside a plain evaluator that tries every five cards: also for eight, and for the Jack

Worth = tuple[int, list[int]]


def worth_of_five(hand: Sequence[int]) -> Worth:
    """Category, then ranks: those with most cards first, then the highest."""
    ranks = Counter(JACK_RANK if card == JACK else card % 13 for card in hand)
    order = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    shape = sorted(ranks.values(), reverse=True)
    if shape == [5]:  # R34: the fifth jack is a kicker
        return FOUR_OF_A_KIND, order * 2
    flush = JACK not in hand and len({card // 13 for card in hand}) == 1
    if order == [ACE, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    straight = len(order) == 5 and order[0] - order[4] == 4
    if straight and flush:
        return ROYAL_FLUSH if order[0] == ACE else STRAIGHT_FLUSH, order
    kinds = {
        (4, 1): FOUR_OF_A_KIND,
        (3, 2): FULL_HOUSE,
        (3, 1, 1): THREE_OF_A_KIND,
        (2, 2, 1): TWO_PAIRS,
        (2, 1, 1, 1): PAIR,
        (1, 1, 1, 1, 1): FLUSH if flush else STRAIGHT if straight else HIGH_CARD,
    }
    return kinds[tuple(shape)], order


def worth(hand: Sequence[int]) -> Worth:
    return max(map(worth_of_five, combinations(hand, 5)))


def stacked_decks() -> Iterator[list[int]]:
    """The Jack is always among them; few ranks make many of a kind, few suits many flushes."""
    yield [*DECK, JACK]
    yield [card for card in DECK if card % 13 >= 8] + [JACK]
    yield [*cards("Jc Jd Jh Js Tc Th 9c 9d Qs Qd Kh Ah As"), JACK]
    yield [card for card in DECK if card // 13 < 2] + [JACK]
    yield [card for card in DECK if card % 13 in (0, 1, 2, 3, 4, ACE)] + [JACK]


def stacked_hands(seed: str, number: int) -> Iterator[list[int]]:
    rng = Random(seed)
    for deck in stacked_decks():
        for _ in range(number):
            hand = rng.sample(deck, rng.choice((5, 6, 7, 8, 8)))
            if rng.random() < 0.5 and JACK not in hand:
                hand[rng.randrange(len(hand))] = JACK
            yield hand


def test_r25_r34_up_to_eight_cards_and_the_jack_are_ordered_as_by_trying_every_five() -> None:
    known: dict[int, Worth] = {}
    for hand in stacked_hands("every five", 2500):
        mine, plain = strength(hand, len(hand)), worth(hand)
        assert known.setdefault(mine, plain) == plain, words(hand)
        assert category(mine) == plain[0], words(hand)
    assert {category(mine) for mine in known} == set(range(CATEGORIES))
    ordered = [plain for _, plain in sorted(known.items())]
    assert all(lower < higher for lower, higher in pairwise(ordered))


# By hand


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ah Kd 9c 5s 2h", HIGH_CARD),
        ("Kh Ad 2c 3s 4h", HIGH_CARD),  # no straight goes round the ace
        ("2h 2d As Tc 7d", PAIR),
        ("2h 2d As Ac 7d", TWO_PAIRS),
        ("2h 2d 2s Ac 7d", THREE_OF_A_KIND),
        ("Ah 2d 3s 4c 5d", STRAIGHT),
        ("Ah 9h 3h 4h 5h", FLUSH),
        ("2h 2d 2s Ac Ad", FULL_HOUSE),
        ("2h 2d 2s 2c Ad", FOUR_OF_A_KIND),
        ("Ah 2h 3h 4h 5h", STRAIGHT_FLUSH),
        ("Ah Kh Qh Jh Th", ROYAL_FLUSH),
    ],
)
def test_r9_categories(text: str, kind: int) -> None:
    assert made(text) == kind


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [
        ("2h 2d As Tc 7d", "2s 2c Ad Jc 7h"),
        ("Ah 2d 3s 4c 5d", "2h 3d 4s 5c 6d"),  # the ace is low
        ("Ah 2h 3h 4h 5h", "2d 3d 4d 5d 6d"),
        ("Ah Kh Qh Jh 9h", "2h 2d 2s 3c 3d"),
        ("Ah Kh Qh Jh 9h", "2h 2d 2s 2c 3d"),  # a flush is no four of a kind
        ("Kc Kd Qh Qs Jc Jd 9h", "Kc Kd Qh Qs Jc Jd Ah"),  # three pairs: the kicker may be higher than the third
        ("Kc Kd Qh Qs 9c 9d 8h", "Kc Kd Qh Qs 9c 9d Th"),
    ],
)
def test_r9_which_is_stronger(weaker: str, stronger: str) -> None:
    assert value(weaker) < value(stronger)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("2h 2d As Tc 7d", "2s 2c Ah Td 7c"),
        ("Ah Kd Qs Jc 9d 2c 3c", "Ad Ks Qc Jh 9s 7h 8h"),  # five cards count, no more
        ("Ah Kh Qh Jh Th 2c 2d", "As Ks Qs Js Ts 9s 8s"),
        ("Kc Kd Qh Qs 9c 9d 8h", "Kc Kd Qh Qs 9c 8d 7h"),
        ("Kc Kd Kh Qs Qc Qd", "Kc Kd Kh Qs Qc 2d"),
    ],
)
def test_r9_perfect_ties(text: str, other: str) -> None:
    assert value(text) == value(other)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("2h 2d 2s Ah Ad Kh Qh Jh", FULL_HOUSE),  # and a flush
        ("2h 2d 2s 2c Ah Kh Qh Jh", FOUR_OF_A_KIND),  # and a flush
        ("Ah Ad As Ac 3h 4h 5h 2h", STRAIGHT_FLUSH),
        ("Kh Kd Ks 2h 2d 3c 4c 5c", FULL_HOUSE),
        ("Kh Kd Qs Qh Jd Jc Tc Td", TWO_PAIRS),
        ("Kh Kd Ks Ah Qd Jc Tc 2d", STRAIGHT),
    ],
)
def test_r25_eight_cards(text: str, kind: int) -> None:
    assert made(text) == kind


def test_r25_two_fours_of_a_kind_are_the_higher_with_a_kicker() -> None:
    assert value("Kh Kd Ks Kc Qh Qd Qs Qc") == value("Kh Kd Ks Kc Qh")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("J* Jd", PAIR),
        ("J* 9d 8s 7c Td", STRAIGHT),
        ("J* Jd Jh Ac Ad", FULL_HOUSE),
        ("J* Jd Jh Jc Ad", FOUR_OF_A_KIND),
        ("J* 9h 8h 7h Th", STRAIGHT),
        ("J* 9h 8h 7h 2h", HIGH_CARD),
        ("J* Ah Kh Qh Th", STRAIGHT),
        ("J* Ah Kh Qh Th 2h", FLUSH),
        ("J* Jc Ac Kc Qc Tc", ROYAL_FLUSH),
    ],
)
def test_r34_the_jack_has_a_rank_and_no_suit(text: str, kind: int) -> None:
    assert made(text) == kind


def test_r34_the_fifth_jack_is_a_kicker_unless_there_is_a_higher_one() -> None:
    assert value("J* Jc Jd Jh Js 2c 3c") == value("J* Jc Jd Jh Js")
    assert value("Jc Jd Jh Js Tc") < value("J* Jc Jd Jh Js") < value("J* Jc Jd Jh Js Qc")
    assert value("J* Jc Jd Jh Js Qc") == value("Jc Jd Jh Js Qc")
    assert value("J* Jc Jd Jh Js Qc") < value("Jc Jd Jh Js Kc")


def test_r34_the_jack_ties_with_any_other() -> None:
    assert value("J* 9h 8s 4c 2d") == value("Jd 9h 8s 4c 2d")
    assert (rank_of(JACK), suit_of(JACK)) == (rank_of(cards("Jd")[0]), 4)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ah Kh", HIGH_CARD),
        ("Ah Ad", PAIR),
        ("Ah Kh Qh", HIGH_CARD),
        ("Ah Kd Kc", PAIR),
        ("Kh Kd Kc", THREE_OF_A_KIND),
        ("Ah Kh Qh Jh", HIGH_CARD),
        ("Ah Kh Qh Qd", PAIR),
        ("Ah Kh Kd Ad", TWO_PAIRS),
        ("Ah Kh Kd Ks", THREE_OF_A_KIND),
        ("Kc Kh Kd Ks", FOUR_OF_A_KIND),
        ("J* Jh Jd", THREE_OF_A_KIND),
    ],
)
def test_two_to_four_cards_make_what_they_can(text: str, kind: int) -> None:
    assert made(text) == kind


# Which five they are


@pytest.mark.parametrize(
    ("text", "five"),
    [
        ("2c 7h 7d Ks Qc 3d 9s", "7h 7d Ks Qc 9s"),
        ("Kc Kd Qh Qs 9c 9d 8h", "Kc Kd Qh Qs 9c"),
        ("8h 9c 9d Kc Kd Qh Qs", "9c Kc Kd Qh Qs"),
        ("5h 5c 4d 3s 2c Ah Ad", "5h 4d 3s 2c Ah"),
        ("5h 5c 4c 3c 2c Ah Ac", "5c 4c 3c 2c Ac"),
        ("Kh 2h 3h 4h 8h 9h Ac", "Kh 3h 4h 8h 9h"),
        ("Jh J* 2h 3h 4h 9h Jd", "Jh 2h 3h 4h 9h"),
        ("2c J* Jc Jd Tc Jh Js", "J* Jc Jd Jh Js"),
        ("Kh Kd Ks 2h 2d 3c 3d 5c", "Kh Kd Ks 3c 3d"),
    ],
)
def test_the_cards_of_the_hand_are_named(text: str, five: str) -> None:
    assert best(text) == five


def test_the_five_are_as_strong_as_the_whole() -> None:
    for hand in stacked_hands("best five", 1500):
        chosen = best_five(hand, len(hand))
        five = [hand[i] for i in members(chosen)]
        assert size(chosen) == 5, words(hand)
        assert strength(five, 5) == strength(hand, len(hand)), words(hand)


# Both speeds


def everything(hands: Any, counts: Any, out: Any) -> None:
    for i in range(len(hands)):
        out[i, 0] = strength(hands[i], counts[i])
        out[i, 1] = category_of(hands[i], counts[i])
        out[i, 2] = best_five(hands[i], counts[i])


@pytest.mark.parametrize("kind", [np.int16, np.int64])
def test_compiled_and_interpreted_agree(kind: type[np.signedinteger[Any]]) -> None:
    rng = Random("both speeds")
    dealt_hands = list(stacked_hands("both speeds", 1000))
    rows = [hand + [0] * (8 - len(hand)) for hand in dealt_hands]
    hands, counts = np.array(rows, kind), np.array([rng.randint(2, len(hand)) for hand in dealt_hands], kind)
    out = np.zeros((len(rows), 3), np.int64)
    compiled(everything)(hands, counts, out)
    python = np.zeros_like(out)
    everything(rows, counts.tolist(), python)
    assert (out == python).all()
    some = slice(200)
    everything(hands[some], counts[some], python[some])
    assert (out[some] == python[some]).all(), "NumPy's rows, interpreted"
