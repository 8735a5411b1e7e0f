"""What is left in the deck and what is out of the game, kind by kind, for the terminal."""

from collections.abc import Sequence

from stolik.games.dycha.messages.card_counts import CardCounts
from stolik.games.dycha.messages.cards import COLORS
from stolik.games.dycha.messages.public_view import Public
from stolik.games.dycha.text.vocabulary import counted, kept, wrapped


def deck_and_discards(shown: Public) -> str:
    """All but the deck's order can be known by counting."""
    lines = [f"  In the deck: {counted(shown.deck, 'card')}.", *_listed(shown.deck_cards)]
    lines += [f"  Out of the game: {counted(shown.discarded, 'card')}.", *_listed(shown.discarded_cards)]
    return "\n".join(lines)


def _listed(counts: CardCounts) -> list[str]:
    rows: list[tuple[str, list[str]]] = [(color, _of(row)) for color, row in zip(COLORS, counts.numbers, strict=True)]
    rows += [("currency", _of(counts.currency, "({})")), ("jokers", _jokers(counts))]
    return [line for head, cards in rows if cards for line in wrapped(" · ".join(cards), f"   {head:<8}  ")]


def _of(row: Sequence[int], shape: str = "{}") -> list[str]:
    return [_times(shape.format(place), copies) for place, copies in enumerate(row, 1) if copies]


def _jokers(counts: CardCounts) -> list[str]:
    by_color = zip(COLORS, counts.colored_jokers, strict=True)
    colored = [_times(f"#{color}", copies) for color, copies in by_color if copies]
    return [*_of(counts.numbered_jokers), *colored, *(["any"] if counts.full_jokers else [])]


def _times(name: str, copies: int) -> str:
    return kept(name if copies == 1 else f"{name} ×{copies}")
