"""RAISE in words, for the terminal. Drawn from messages alone: it cannot show what a seat may not know."""

import textwrap
from collections.abc import Iterable, Sequence

from stolik.core.messages import View
from stolik.games.raise_.components import DECK, DICE, DICE_COUNT, SIDES
from stolik.games.raise_.messages import (
    ChoiceStands,
    Chosen,
    Drew,
    Event,
    Move,
    Passed,
    Placed,
    Play,
    Played,
    Private,
    Public,
    Raise,
    Raised,
    Rolled,
    RoundLost,
    RoundWon,
    SatOut,
    Scored,
    Started,
    TurnedUp,
)
from stolik.games.raise_.messages.cards import SYMBOLS, Card, Valued
from stolik.games.raise_.messages.views import Part, RoundResult, SeatView, Space
from stolik.games.raise_.state import HAND

INSPECT = "dice and decks"
REASONS = {
    "win": "That wins the round with a chance of {percent}.",
    "stay": "You would win the round with a chance of {percent} if you stayed in.",
}
WIDTH = 80
HARD_SPACE = "\N{NO-BREAK SPACE}"
PARTS: dict[Part, str] = {
    "waiting": "",
    "choosing": "is choosing",
    "chosen": "has chosen",
    "in": "",
    "passed": "passed",
    "sitting_out": "sits out",
    "won": "won this round",
}


def render(view: View[Public, Private | None], seat: int | None, names: Sequence[str]) -> str:
    """The whole table as this seat (None: a spectator) may see it."""
    shown = view.public
    lines = [*_stake(shown, names), *_dice(shown), *_track(shown.track, names), "", *_players(shown, names)]
    if view.private is not None and shown.phase != "over":
        lines += ["", *_own(shown, view.private, seat, names)]
    return "\n".join(lines)


def inspect(view: View[Public, Private | None]) -> str:
    """What can be rolled and drawn, and which cards count more: as it is printed on the board."""
    sides = [f"   {DICE.count(die)} ×  {die.replace(' ', ' · ')}" for die in dict.fromkeys(DICE)]
    decks = [
        f"   {line.symbol:<9}  on {line.sides} of {DICE_COUNT * SIDES} sides   {DECK[line.symbol].replace('*', '★')}"
        for line in view.public.symbols
    ]
    return "\n".join(
        ["  The sides of the dice:", *sides, "  Every deck (★ counts 5 points at the end, the others 1):", *decks]
    )


def say(event: Event, names: Sequence[str]) -> str:
    match event:
        case Started() | Drew() | TurnedUp() | Rolled():
            return _say_dealt(event, names)
        case SatOut() | Chosen() | ChoiceStands() | Played() | Placed() | Raised() | Passed():
            return _say_played(event, names)
        case RoundWon(seat, scoring_card, cards, points):
            return f"{names[seat]} won the {scoring_card} and {_number(cards, 'card')}: {points} points."
        case RoundLost(scoring_card):
            return f"Nobody had a card left: the {scoring_card} left the game."
        case Scored(seat, _, hand_points, points):
            return f"{names[seat]}: {points - hand_points} won + {hand_points} in hand = {points} points."


def _say_dealt(event: Started | Drew | TurnedUp | Rolled, names: Sequence[str]) -> str:
    who = names[event.seat]
    match event:
        case Started():
            return f"{who} got the dice first."
        case Drew(_, card):
            return f"{who} drew {'a card' if card is None else f'the {_card(card)}'}."
        case TurnedUp(_, points, number, rounds):
            return f"Round {number} of {rounds}: {who} turned up the scoring card for {points} points."
        case Rolled(_, faces, multipliers):
            times = ", ".join(f"{symbol} ×{getattr(multipliers, symbol)}" for symbol in SYMBOLS)
            return f"{who} rolled {', '.join(faces)}. So: {times}."


def _say_played(event: SatOut | Chosen | ChoiceStands | Played | Placed | Raised | Passed, names: Sequence[str]) -> str:
    who = names[event.seat]
    match event:
        case SatOut():
            return f"{who} had no cards and sat the round out."
        case Chosen(_, again, card):
            what = "a card" if card is None else f"the {_card(card)}"
            return f"{who} chose {what}{' instead' if again else ''}."
        case ChoiceStands():
            return f"{who} has chosen so often that it stands."
        case Played(_, card, value):
            return f"{who} played the {_card(card)}, worth {value}."
        case Placed(_, field, onto):
            return f"{who} started on {field}{_on_top_of(onto, names)}."
        case Raised(_, cards, before, field, onto):
            return f"{who} raised with {_cards(cards)}: {before} → {field}{_on_top_of(onto, names)}."
        case Passed(_, field):
            return f"{who} passed, and left the track on {field}."


def label(move: Move, view: View[Public, Private]) -> str:
    """What the move means here. It can be chosen by typing how it begins."""
    match move:
        case Play(card):
            value = next(held.value for held in view.private.hand if held.card == card)
            chosen = " (as chosen)" if card == view.private.chosen else ""
            return f"play {_card(card)} → start on {value}{chosen}"
        case Raise(cards):
            return f"raise to {_field_after(cards, view)} with {_cards(cards)}"
    if view.private.must_pass:
        return f"pass: you would need {view.private.needed}, but your whole hand is worth {view.private.hand_value}"
    return f"pass: leave the round{_drawn(view)}"


def _drawn(view: View[Public, Private]) -> str:
    """As far as the deck lasts (R9)."""
    turn = view.public.turn
    if turn is None:
        return ""
    own = view.public.seats[turn]
    count = min(HAND - own.hand, own.deck)
    return f" and draw {_number(count, 'card')}" if count > 0 else "; there is nothing to draw"


def _stake(shown: Public, names: Sequence[str]) -> list[str]:
    if shown.scoring_card is None:
        return ["  The first hands are drawn.", ""]
    played = shown.pot - shown.scoring_card
    stake = f"{shown.pot} points to win{f', {played} of them for cards played' if played else ''}"
    if shown.last is not None and shown.last.round == shown.round:
        stake = _result(shown.last, names)
    return [
        "   ┌────┐",
        f"   │ {shown.scoring_card:>2} │  round {shown.round} of {shown.rounds}",
        f"   └────┘  {stake}",
    ]


def _dice(shown: Public) -> list[str]:
    if not shown.dice:
        return []
    times = "   ".join(f"{line.symbol} ×{line.multiplier}" for line in shown.symbols)
    return [f"   dice   {' · '.join(shown.dice)}", f"   worth  {times}"]


def _track(track: Sequence[Space], names: Sequence[str]) -> list[str]:
    if not track:
        return []
    spaces = [_kept(f"{space.field} {' on '.join(names[seat] for seat in reversed(space.seats))}") for space in track]
    return _wrapped("  → ".join(spaces), "   track  ")


def _players(shown: Public, names: Sequence[str]) -> list[str]:
    width = max(map(len, names))
    last = "shown at the end" if shown.phase == "over" else "this round"
    heading = f"   {'':{width}}  points  hand  deck  {last}"
    return [
        heading,
        *(
            _row(player, name.ljust(width), turn=number == shown.turn, dice=number == shown.holder)
            for number, (player, name) in enumerate(zip(shown.seats, names, strict=True))
        ),
    ]


def _row(player: SeatView, name: str, *, turn: bool, dice: bool) -> str:
    head = f" {'▸' if turn else ' '} {name}  {player.points:>6}  {player.hand:>4}  {player.deck:>4}  "
    if player.shown_hand is not None:
        return "\n".join(_wrapped(", ".join(_kept(_card(card)) for card in player.shown_hand), head)).rstrip()
    parts = [_values(player.played)] if player.played else []
    parts += [PARTS[player.part]] if PARTS[player.part] else []
    parts += ["has the dice"] if dice else []
    return "\n".join(_wrapped("; ".join(parts), head)).rstrip()


def _own(shown: Public, own: Private, seat: int | None, names: Sequence[str]) -> list[str]:
    lines = _wrapped(_values(own.hand) if own.hand else "empty", "   your hand: ")
    if own.chosen is not None:
        lines.append(f"   you have chosen {_card(own.chosen)}")
    if shown.overtake is not None and shown.turn == seat:
        whom = names[shown.overtake.seat]
        lines.append(f"   to overtake {whom} on {shown.overtake.field} you need cards worth {own.needed} or more")
    if shown.phase == "choosing" and own.hand:
        lines.append("   choose the card that you start with; all are shown together")
    if any(held.card.points > 1 for held in own.hand):
        lines.append("   ★ counts 5 points, any other card 1, for whoever has it at the end")
    return lines


def _result(last: RoundResult, names: Sequence[str]) -> str:
    if last.winner is None:
        return "nobody had a card to play: it left the game"
    return f"{names[last.winner]} won {last.points} points, {last.points - last.scoring_card} of them for cards played"


def _field_after(cards: Iterable[Card], view: View[Public, Private]) -> int:
    """Where these cards lead: the values are in the view, card by card."""
    value_of = {held.card: held.value for held in view.private.hand}
    turn = view.public.turn
    start = view.public.seats[turn].field if turn is not None else None
    return (start or 0) + sum(value_of[card] for card in cards)


def _card(card: Card) -> str:
    return f"{card.symbol} {card.number}{'★' if card.points > 1 else ''}"


def _cards(cards: Iterable[Card]) -> str:
    return " + ".join(map(_card, cards))


def _values(cards: Iterable[Valued]) -> str:
    return ", ".join(_kept(f"{_card(each.card)} = {each.value}") for each in cards)


def _kept(text: str) -> str:
    """Not to be broken between lines."""
    return text.replace(" ", HARD_SPACE)


def _wrapped(text: str, head: str) -> list[str]:
    """Lines under each other, right of the head."""
    indent = " " * len(head)
    lines = textwrap.wrap(text, max(WIDTH, len(head) + 20), initial_indent=head, subsequent_indent=indent) or [head]
    return [line.replace(HARD_SPACE, " ") for line in lines]


def _on_top_of(onto: int | None, names: Sequence[str]) -> str:
    return "" if onto is None else f", on top of {names[onto]}"


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
