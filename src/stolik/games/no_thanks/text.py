"""No Thanks! in words, for the terminal. Drawn from messages alone: it cannot show what a seat may not know."""

import textwrap
from collections.abc import Sequence

from stolik.core.messages import View
from stolik.games.no_thanks.messages import (
    Declined,
    Event,
    Move,
    Private,
    Public,
    Scored,
    SeatView,
    SetAside,
    Started,
    Take,
    Taken,
    TurnedUp,
)

REASONS = {"points": "Taking the card now means {number} points for you."}
WIDTH = 80


def render(view: View[Public, Private | None], seat: int | None, names: Sequence[str]) -> str:
    """The whole table as this seat (None: a spectator) may see it."""
    shown = view.public
    width = max(map(len, names))
    rows = [
        _row(player, name.ljust(width), number == shown.turn, view.private if number == seat else None)
        for number, (player, name) in enumerate(zip(shown.seats, names, strict=True))
    ]
    return "\n".join([_middle(shown), "", f"   {'':{width}}  chips          points  cards", *rows])


def say(event: Event, names: Sequence[str]) -> str:
    match event:
        case Started(seat):
            return f"{names[seat]} will begin."
        case TurnedUp(seat, card):
            return f"{names[seat]} turned up the {card}."
        case Declined(seat):
            return f"{names[seat]} put a chip on it: no thanks."
        case Taken(seat, card, chips):
            return f"{names[seat]} took the {card}{f' and {_chips(chips)}' if chips else ''}."
        case SetAside(cards):
            return f"Never in the pile: {_listed(cards)}."
        case Scored(seat, points, chips):
            return f"{names[seat]}: {points + chips} for cards − {_chips(chips)} = {_number(points)} points."


def label(move: Move, view: View[Public, Private]) -> str:
    """What the move means here. It can be chosen by typing how it begins."""
    if isinstance(move, Take):
        pot = f" and {_chips(view.public.pot)}" if view.public.pot else ""
        own = view.private
        return f"take the {view.public.card}{pot} ({_number(own.points)} → {_number(own.points_if_taken or 0)} points)"
    return "no thanks: put one of your chips on it"


def _middle(shown: Public) -> str:
    if shown.card is None:
        return "  The pile is empty." if shown.pile == 0 else f"  {_cards(shown.pile)} in the pile."
    out = f" ({_listed(shown.out)} are not in the game)" if shown.out else ""
    left = f"{_cards(shown.pile)} to come" if shown.pile else "the last card"
    chips = f"  {'●' * shown.pot} {_chips(shown.pot)} on it" if shown.pot else "  no chips on it yet"
    return "\n".join(
        [
            "   ┌────┐",
            f"   │ {shown.card:>2} │{chips}",
            f"   └────┘  {left}{out}",
        ]
    )


def _row(player: SeatView, name: str, turn: bool, private: Private | None) -> str:  # noqa: FBT001
    """Chips, points and cards of one player; a hidden number of chips is a question mark."""
    chips = player.chips if private is None else private.chips
    points = f"{player.cost} − {chips} = {_number(player.cost - chips)}" if chips is not None else f"{player.cost} − ?"
    head = f" {'▸' if turn else ' '} {name}  {'?' if chips is None else chips:>5}  {points:>14}  "
    runs = "  ".join("·".join(map(str, run)) for run in player.runs)
    lines = textwrap.wrap(runs, max(20, WIDTH - len(head))) or ["none yet"]
    return head + ("\n" + " " * len(head)).join(lines)


def _number(value: int) -> str:
    return f"{value}".replace("-", "−")


def _chips(number: int) -> str:
    return f"{number} chip" if number == 1 else f"{number} chips"


def _cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def _listed(cards: Sequence[int]) -> str:
    return ", ".join(map(str, cards[:-1])) + f" and {cards[-1]}"
