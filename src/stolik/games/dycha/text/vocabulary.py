"""Small words of DYCHA for the terminal: cards, names, numbers."""

import textwrap
from collections.abc import Sequence

from stolik.games.dycha.messages.cards import Card, CurrencyCard, Joker, NumberCard, Who

WIDTH = 80
HARD_SPACE = "\N{NO-BREAK SPACE}"
TITLES = {
    4: "first breath",
    5: "good lungs",
    6: "steady hand",
    7: "nerves of steel",
    8: "terror of balloons",
    9: "a hair's breadth from legend",
    10: "unrivalled",
}


def name_of(who: Who, names: Sequence[str]) -> str:
    return "TEN" if who == "ten" else names[int(who)]


def in_words(card: Card) -> str:
    match card:
        case NumberCard(color, number):
            return f"{color} {number}"
        case CurrencyCard(value):
            return f"({value})"
    return f"joker {short(card)}"


def explained(joker: Joker) -> str:
    if joker.color is None:
        return "joker any (any number, any color)" if joker.number is None else f"joker {joker.number} (in any color)"
    return f"joker #{joker.color} (any number in {joker.color})"


def short(joker: Joker) -> str:
    if joker.color is None:
        return "any" if joker.number is None else f"{joker.number}"
    return f"#{joker.color}"


def cards_in_words(cards: Sequence[Card]) -> str:
    return ", ".join(map(in_words, cards))


def sum_of(numbers: int, currency: int) -> str:
    return f"{numbers} − {currency} = {signed(numbers - currency)}" if currency else f"{numbers}"


def signed(value: int) -> str:
    return f"{value}".replace("-", "−")


def last_card(deck: int) -> str:
    return "" if deck else " That was the last card."


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def kept(text: str) -> str:
    """Not to be broken between lines."""
    return text.replace(" ", HARD_SPACE)


def wrapped(text: str, head: str) -> list[str]:
    """Lines under each other, right of the head."""
    indent = " " * len(head)
    lines = textwrap.wrap(text, max(WIDTH, len(head) + 20), initial_indent=head, subsequent_indent=indent) or [head]
    return [line.replace(HARD_SPACE, " ") for line in lines]
