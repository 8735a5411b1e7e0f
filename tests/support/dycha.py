"""DYCHA dealt by hand: cards are written `blue 3`, `(4)` for currency, `joker 5`, `joker #pink` and `joker any`."""

from typing import Any

from stolik import DEALER, Match
from stolik.core.bitset import size
from stolik.games.dycha.components import BOX_OF, BOXES, CARDS_OF, COLORED, CURRENCY, FULL, NUMBERED, NUMBERS
from stolik.games.dycha.messages.cards import COLORS
from stolik.games.dycha.state import MARKET, own_joker, put_card

DRAW, PASS, NO_BUY = {"type": "draw"}, {"type": "pass"}, {"type": "no_buy"}
TAKE_NUMBERS, TAKE_CURRENCY = {"type": "take_numbers"}, {"type": "take_currency"}
SPEND_FIASCO, SETTLE = {"type": "spend_fiasco"}, {"type": "settle"}


def kind(text: str) -> int:
    if text.startswith("("):
        return CURRENCY + int(text.strip("()")) - 1
    word, value = text.split()
    if word != "joker":
        return NUMBERS * COLORS.index(word) + int(value) - 1
    if value == "any":
        return FULL
    return COLORED + COLORS.index(value[1:]) if value.startswith("#") else NUMBERED + int(value) - 1


def card(text: str) -> dict[str, Any]:
    """As a message has it."""
    if text.startswith("("):
        return {"kind": "currency", "value": int(text.strip("()"))}
    word, value = text.split()
    if word != "joker":
        return {"kind": "number", "color": word, "number": int(value)}
    color = value[1:] if value.startswith("#") else None
    return {"kind": "joker", "color": color, "number": int(value) if value.isdecimal() else None}


def split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def begun(players: int = 2, *, first: int = 0, **options: bool) -> Match:
    match = Match("dycha", {"players": players, **options}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": first})
    return match


def alone(limit: int = 7, **options: bool) -> Match:
    return Match("dycha", {"players": 1, "solo_limit": limit, **options}, dealer=None)


def turn_up(match: Match, text: str) -> list[Any]:
    """These cards, one after the other; whoever must draw for them, draws. Gives the events of the last."""
    events: list[Any] = []
    for each in split(text):
        for seat in match.to_act:
            match.play(seat, DRAW)
        events = match.play(DEALER, {"type": "turn_up", "card": card(each)})
    return events


def own(match: Match, seat: int, cards: str = "", *, tokens: int | None = None, fiascos: int | None = None) -> None:
    """In the middle of a match: this side has these cards too, and so many tokens."""
    s = match._state
    for each in split(cards):
        if each.startswith("joker"):
            s.jokers[seat] = own_joker(s.jokers[seat], kind(each))
        else:
            put_card(s, seat, kind(each))
    s.tokens[seat] = s.tokens[seat] if tokens is None else tokens
    s.fiascos[seat] = s.fiascos[seat] if fiascos is None else fiascos


def offer(match: Match, cards: str) -> None:
    """The market has these cards too."""
    for each in split(cards):
        put_card(match._state, MARKET, kind(each))


def leave(match: Match, cards: str) -> None:
    """The deck has these cards, and no others."""
    s = match._state
    s.discarded += s.pile
    s.pile = 0
    for box in range(BOXES):
        s.unseen[box] = 0
    for each in map(kind, split(cards)):
        free = CARDS_OF[each] & ~s.unseen[BOX_OF[each]]
        s.unseen[BOX_OF[each]] |= free & -free
        s.pile += 1
        s.discarded -= 1
    assert s.pile == sum(map(size, s.unseen))


def shopping(players: int = 2, **options: Any) -> Match:
    """Seat 0 has taken a blue 1, and may buy."""
    match = begun(players, **options)
    turn_up(match, "blue 1")
    match.play(0, TAKE_NUMBERS)
    return match


def buy(text: str) -> dict[str, Any]:
    return {"type": "buy", "card": card(text)}


def spend(text: str) -> dict[str, Any]:
    return {"type": "spend_card", "card": card(text)}


def bid(amount: int) -> dict[str, Any]:
    return {"type": "bid", "amount": amount}


def types(match: Match, seat: int) -> set[str]:
    """What kinds of moves a seat may make."""
    return {type(move).__struct_config__.tag for move in match.legal(seat)}


def tokens(match: Match) -> list[int]:
    return [held.tokens for held in match.public().seats]
