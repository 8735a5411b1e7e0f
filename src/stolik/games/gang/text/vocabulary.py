"""Names and short explanations of Gang, for the terminal."""

from collections.abc import Iterable, Sequence

from stolik.games.gang.messages.cards import Best, Card, Category, Rank
from stolik.games.gang.messages.view_types import Announces, Reason

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "*": "*"}
CATEGORY_NAMES: dict[Category, str] = {
    "high_card": "high card",
    "pair": "a pair",
    "two_pairs": "two pairs",
    "three_of_a_kind": "three of a kind",
    "straight": "a straight",
    "flush": "a flush",
    "full_house": "a full house",
    "four_of_a_kind": "four of a kind",
    "straight_flush": "a straight flush",
    "royal_flush": "a royal flush",
}
CHALLENGES = {
    1: ("Quick access", "no white chips"),
    2: ("Noise sensors", "chips of 1 star lock when they are taken, but not the red one"),
    3: ("Motion detector", "with a J, Q or K in the flop, who has the white chip of 1 star must redraw"),
    4: ("Retina scan", "before whoever has the highest red chip shows, the others must name a rank in that hand"),
    5: ("Hasty getaway", "no orange chips"),
    6: ("Ventilation shaft", "chips with the most stars lock when they are taken, but not the red one"),
    7: ("Laser tripwires", "without J, Q and K in the flop, who has the highest white chip must redraw"),
    8: ("Blackout", "the chips of each round are gone when the next begins"),
    9: ("Fingerprint scan", "before whoever has the highest red chip shows, the others must name that hand"),
    10: ("Security cameras", "three pocket cards each"),
}
SPECIALISTS = {
    1: ("Informant", "one player shows another a pocket card in secret"),
    2: ("Driver", "it is announced what hand one player has now"),
    3: ("Investor", "it is announced how many J, Q and K each has"),
    4: ("Mastermind", "it is announced how many cards of a rank one player has"),
    5: ("Hacker", "one player draws a card, then discards one"),
    6: ("Coordinator", "everyone passes a card to the left"),
    7: ("Jack", "one player takes a J without suit, and discards another card"),
    8: ("Math whiz", "everyone's sum is announced"),
    9: ("Con artist", "all look at their cards; then these are dealt again"),
    10: ("Muscle", "one player's hand beats all others of its kind"),
}
REASON_NAMES: dict[Reason, str] = {
    "order": "a hand was weaker than one before it",
    "rank": "the rank was wrong",
    "category": "the hand was named wrongly",
}


def rank_name(rank: Rank | str) -> str:
    return "10" if rank == "T" else rank


def card_name(card: Card) -> str:
    return rank_name(card[0]) + SUITS[card[1]]


def cards_names(cards: Iterable[Card]) -> str:
    return " ".join(map(card_name, cards)) or "–"


def best_name(best: Best, kickers: Sequence[Rank] = ()) -> str:
    return f"{CATEGORY_NAMES[best.category]}{_kickers(best, kickers)} ({cards_names(best.cards)})"


def _kickers(best: Best, kickers: Sequence[Rank]) -> str:
    if not kickers:
        return ""
    ranks = listed([rank_name(rank) for rank in kickers])
    if best.category == "flush":
        return f" with {ranks} next"
    return f" with {'kicker' if len(kickers) == 1 else 'kickers'} {ranks}"


def answer_name(rank: Rank | None, category: Category | None) -> str:
    if category is not None:
        return CATEGORY_NAMES[category]
    return "nothing" if rank is None else rank_name(rank)


def announced(kind: Announces, number: int | None, rank: Rank | None, category: Category | None) -> str:
    if kind == "category":
        return answer_name(None, category)
    if kind == "sum":
        return f"a sum of {number}"
    if kind == "faces":
        return f"{number} of J, Q and K"
    return f"{number} × {answer_name(rank, None)}"


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def number_of(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
