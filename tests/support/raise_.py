"""RAISE dealt by hand: cards are written `bell 2`, with a star where they count 5 points."""

from typing import Any

from stolik import DEALER, Match
from stolik.games.raise_.components import CARDS, SYMBOLS
from stolik.games.raise_.messages.cards import Face

THREE_BELLS_TWO_DIAMONDS_A_GEAR: tuple[Face, ...] = ("diamond", "diamond", "gear", "blank", "bell", "bell", "bell")
BLANKS: tuple[Face, ...] = ("blank",) * 7

HAND = "bell 1, bell 1, bell 2, bell 2, cloud 4, gear 3"
"""One that lets everybody begin anywhere."""


def card(text: str) -> dict[str, Any]:
    symbol, number = text.split()
    return {"symbol": symbol, "number": int(number.rstrip("*")), "points": 5 if number.endswith("*") else 1}


def cards(text: str) -> list[dict[str, Any]]:
    return [card(each.strip()) for each in text.split(",") if each.strip()]


def card_set(text: str) -> int:
    """The cards as a state holds them, the lowest of equal ones first."""
    found = 0
    for each in cards(text):
        kind = (SYMBOLS.index(each["symbol"]), each["number"], each["points"])
        found |= 1 << next(k for k, held in enumerate(CARDS) if held == kind and not found >> k & 1)
    return found


def draw(match: Match, seat: int, text: str) -> None:
    for drawn in cards(text):
        match.play(DEALER, {"type": "draw", "seat": seat, "card": drawn})


def dealt(*hands: str, first: int = 0) -> Match:
    """Everybody has six cards; the first scoring card is still face down."""
    match = Match("raise", {"players": len(hands)}, dealer=None)
    match.play(DEALER, {"type": "first_player", "seat": first})
    for seat, hand in enumerate(hands):
        draw(match, seat, hand)
    return match


def begin(match: Match, points: int = 10, faces: tuple[str, ...] = THREE_BELLS_TWO_DIAMONDS_A_GEAR) -> list[Any]:
    """A scoring card, and a roll."""
    return match.play(DEALER, {"type": "scoring_card", "points": points}) + match.play(
        DEALER, {"type": "roll", "faces": faces}
    )


def play(match: Match, *texts: str) -> list[Any]:
    """Seat 0 chooses the first card, seat 1 the second …; an empty text for who sits out. Gives the last events."""
    events = []
    for seat, text in enumerate(texts):
        if text:
            events = match.play(seat, {"type": "play", "card": card(text)})
    return events


def raise_(match: Match, seat: int, text: str) -> list[Any]:
    return match.play(seat, {"type": "raise", "cards": cards(text)})


def pass_(match: Match, seat: int) -> list[Any]:
    """And whatever is drawn then, up to the next decision or the next scoring card."""
    return match.play(seat, {"type": "pass"}) + fill_up(match)


def fill_up(match: Match) -> list[Any]:
    """Hands are filled up with any cards."""
    events = []
    while match.view(None).public.phase == "draw":
        events += match.play(DEALER, match.legal(DEALER)[0])
    return events


def hold(match: Match, seat: int, hand: str, deck: str = "") -> None:
    """Late in a match: this seat has these cards left, and no others."""
    match._state.hand[seat] = 0
    match._state.deck[seat] = 0
    both = card_set(f"{hand}, {deck}")
    match._state.hand[seat] = card_set(hand)
    match._state.deck[seat] = both & ~match._state.hand[seat]


def at(match: Match) -> list[tuple[int, tuple[int, ...]]]:
    """The track: fields and the seats on each, from the lowest marker to the one on top."""
    return [(space.field, space.seats) for space in match.view(None).public.track]


def raises(match: Match, seat: int) -> list[str]:
    """All raises that are offered, in short."""
    return [
        " + ".join(f"{held.symbol} {held.number}{'*' * (held.points > 1)}" for held in move.cards)
        for move in match.legal(seat)
        if hasattr(move, "cards")
    ]
