"""GRA in words, for the terminal. Drawn from messages alone: it cannot show what a seat may not know."""

from collections.abc import Callable, Sequence
from itertools import groupby

from stolik.core.messages import View
from stolik.games.gra.messages import (
    Bid,
    BidMade,
    Check,
    Checked,
    ChoiceStands,
    Choose,
    Chosen,
    Counted,
    Dealt,
    Declared,
    Ended,
    Event,
    Lost,
    Move,
    RoundBegan,
    Settled,
    Shown,
    Started,
    Tied,
    WentOut,
    Won,
)
from stolik.games.gra.messages.views import CheckView, OwnCard, Private, Public, SeatView, ShownCard

REASONS = {"true": "If the others turned their cards at random, that bid is true with a chance of {percent}."}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ONES = {"plain": "", "jokers": "1s are jokers", "switched_off": "1s are no jokers in this round"}
ORDERS = {
    "value": "Bids rise by value, then by count: 1x5 is higher than 4x4, and that is higher than 3x4.",
    "count": "Bids rise by count, then by value: 4x1 is higher than 3x5, and that is higher than 3x4.",
}


# The table


def render(view: View[Public, Private | None], seat: int | None, names: Sequence[str]) -> str:
    """The whole table as this seat (None: a spectator) may see it."""
    shown = view.public
    parts = [_heading(shown), _bids(shown, names), _seats(shown, names)]
    if shown.last is not None:
        whole = shown.phase in ("reveal", "over")
        parts.append(_reveal(shown.last, names) if whole else _last_in_short(shown.last, names))
    if view.private is not None and view.private.cards:
        parts.append(_own(view.private))
    if view.private is not None and seat is not None and _is_asked(shown, seat):
        parts.append(f"  {_question(shown)}")
    return "\n\n".join(filter(None, parts))


def _is_asked(shown: Public, seat: int) -> bool:
    if shown.phase == "choose":
        return shown.seats[seat].status == "playing"
    return shown.turn == seat


def _question(shown: Public) -> str:
    if shown.phase == "choose":
        return "Turn your cards: for each, the value that is to count."
    if shown.phase == "declare":
        return "Which way shall it go round?"
    what = "You start: bid." if shown.bid is None else "Bid more, or check the last bid if you do not believe it."
    return f"{what} (3x4 means: at least three cards in all hands show a 4.)"


def _heading(shown: Public) -> str:
    if shown.phase == "first_player":
        return "  The first round has not begun."
    direction = f"{shown.direction}" if shown.direction else "direction not yet declared"
    cards = f"{_cards(shown.total)} in all hands"
    what = "Extra round" if shown.extra and shown.phase not in ("reveal", "over") else "Round"
    facts = [f"{what} {shown.round}", cards, direction if shown.directions else "", ONES[shown.ones]]
    order = "" if shown.phase in ("reveal", "over") else f"\n  {ORDERS[shown.bid_order]}"
    return f"  {' · '.join(filter(None, facts))}{order}"


def _bids(shown: Public, names: Sequence[str]) -> str:
    if not shown.bids:
        return ""
    lines: list[str] = []
    for bid in shown.bids:
        said = f"{names[bid.seat]} {_short(bid.count, bid.value)}"
        if lines and len(lines[-1]) + len(said) < 72:
            lines[-1] += f" → {said}"
        else:
            lines.append(said)
    return "  " + " →\n  ".join(lines)


def _seats(shown: Public, names: Sequence[str]) -> str:
    width = max(map(len, names))
    return "\n".join(
        f" {'▸' if number == shown.turn else ' '} {name.ljust(width)}  {_seat(shown, player)}"
        for number, (player, name) in enumerate(zip(shown.seats, names, strict=True))
    )


def _seat(shown: Public, player: SeatView) -> str:
    size = f"{_cards(player.hand_size):8}  {'▯' * player.hand_size:6}"
    if player.place is not None:
        return f"{size}  place {player.place}"
    if player.status == "watching":
        return f"{size}  watches the extra rounds"
    if shown.phase == "choose":
        return f"{size}  {'has chosen' if player.chosen else 'is choosing'}"
    return size.rstrip()


def _own(own: Private) -> str:
    cards = own.cards
    lines = [
        f"  Your cards   {'  '.join('┌───┐' for _ in cards)}",
        f"  {'' if own.choice is None else 'these count':11}  {'  '.join(_top(card) for card in cards)}",
        f"  {'' if own.choice is None else 'covered':11}  {'  '.join(_bottom(card) for card in cards)}",
        f"               {'  '.join('└───┘' for _ in cards)}",
    ]
    if own.counts is not None:
        counted = [f"{count} for {value}s" for value, count in enumerate(own.counts, 1) if count]
        lines.append(f"  You show     {', '.join(counted)}")
    if own.needed is not None:
        others = f"if the others show {own.needed} or more" if own.needed else "by your own cards alone"
        lines.append(f"               The last bid is right {others}.")
    return "\n".join(lines)


def _top(card: OwnCard) -> str:
    return f"│ {card.ends[0] if card.showing is None else card.showing} │"


def _bottom(card: OwnCard) -> str:
    return f"│ {card.ends[1] if card.showing in (None, card.ends[0]) else card.ends[0]} │"


def _reveal(check: CheckView, names: Sequence[str]) -> str:
    width = max(map(len, names))
    bid = _short(check.count, check.value)
    legend = f"(Showing/covered; ● counts{', and so do 1s' if check.jokers and check.value != 1 else ''}.)"
    hands = [f"    {names[hand.seat].ljust(width)}  {_shown_cards(hand.cards)}" for hand in check.hands]
    verdict = f"{_counted(check.found)} for {bid}: the bid was {'right' if check.right else 'wrong'}."
    return "\n".join(
        [
            f"  {names[check.checker]} checked {bid}, bid by {names[check.bidder]}. {legend}",
            *hands,
            f"  {verdict} {_consequence(check, names)}",
        ]
    )


def _last_in_short(check: CheckView, names: Sequence[str]) -> str:
    bid = _short(check.count, check.value)
    return (
        f"  Last check: {bid}, bid by {names[check.bidder]}, checked by {names[check.checker]}."
        f" {_counted(check.found)}; {names[check.loser]} lost."
    )


def _consequence(check: CheckView, names: Sequence[str]) -> str:
    loser, after = names[check.loser], check.size_after
    match check.effect:
        case "out":
            return f"{loser} went out."
        case "ended":
            return f"{loser} lost and got to {_cards(after)}, which ended it."
        case _:
            return f"{loser} lost: {_cards(after)} from now on."


def _shown_cards(cards: Sequence[ShownCard]) -> str:
    return "  ".join(_shown_card(card) for card in cards)


def _shown_card(card: ShownCard) -> str:
    covered = card.ends[1] if card.showing == card.ends[0] else card.ends[0]
    return f"{'●' if card.counts else ' '}{card.showing}/{covered}"


# What happened


def story(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """What happened, with the cards of a whole deal in one sentence."""
    told: list[str] = []
    for dealt, some in groupby(events, lambda event: isinstance(event, Dealt)):
        if dealt:
            told.append(_deal([event for event in some if isinstance(event, Dealt)], names))
        else:
            told += [say(event, names) for event in some]
    return told


def _deal(dealt: Sequence[Dealt], names: Sequence[str]) -> str:
    hands = []
    for seat, some in groupby(dealt, lambda event: event.seat):
        cards = list(some)
        seen = " and ".join(_card(event) for event in cards if event.card)
        hands.append(f"{names[seat]} {len(cards)}{f' ({seen})' if seen else ''}")
    return f"Cards were dealt: {', '.join(hands)}."


def say(event: Event, names: Sequence[str]) -> str:
    return _SENTENCES[type(event)](event, names)


def _round_began(event: RoundBegan, names: Sequence[str]) -> str:
    what = f"Round {event.round}, an extra round," if event.extra else f"Round {event.round}"
    return f"{what} began, with {_cards(event.cards)} in all hands. {names[event.starter]} will start."


def _dealt(event: Dealt, names: Sequence[str]) -> str:
    seen = f": {_card(event)}" if event.card else ""
    return f"{names[event.seat]} got card {event.number} of {event.of}{seen}."


def _chosen(event: Chosen, names: Sequence[str]) -> str:
    values = f" to show {' '.join(map(str, event.values))}" if event.values else ""
    return f"{names[event.seat]} turned the cards{values}{' again' if event.again else ''}."


def _bid_made(event: BidMade, names: Sequence[str]) -> str:
    jokers = " The first bid was on 1s: in this round they are no jokers." if event.jokers_off else ""
    said = f"at least {_number(event.count)} {event.value}{'' if event.count == 1 else 's'}"
    return f"{names[event.seat]} bid {_short(event.count, event.value)}: {said}.{jokers}"


def _shown(event: Shown, names: Sequence[str]) -> str:
    return f"{names[event.seat]} showed {_shown_cards(event.cards).strip()}. Counted so far: {event.found}."


def _lost(event: Lost, names: Sequence[str]) -> str:
    if event.size_before == event.size_after:
        return f"{names[event.seat]} lost the extra round."
    return f"{names[event.seat]} lost the round. Hand size from now on: {event.size_after} (was {event.size_before})."


_SENTENCES: dict[type[Event], Callable[..., str]] = {
    Started: lambda event, names: f"Chance chose {names[event.seat]} to start.",
    RoundBegan: _round_began,
    Dealt: _dealt,
    Chosen: _chosen,
    ChoiceStands: lambda event, names: f"{names[event.seat]} has chosen so often that it stands.",
    Settled: lambda event, names: "All choices were made, and stand.",
    Declared: lambda event, names: (
        f"{names[event.seat]} declared: it goes round {'clockwise' if event.clockwise else 'counterclockwise'}."
    ),
    BidMade: _bid_made,
    Checked: lambda event, names: (
        f"{names[event.seat]} did not believe it, and checked {_short(event.count, event.value)}."
    ),
    Shown: _shown,
    Counted: lambda event, names: (
        f"{_counted(event.found)} for {_short(event.count, event.value)}:"
        f" the bid was {'right' if event.right else 'wrong'}."
    ),
    Lost: _lost,
    Ended: lambda event, names: f"{names[event.seat]} got to {_cards(event.hand_size)}, which ended it.",
    Tied: lambda event, names: (
        f"{_listed([names[seat] for seat in event.seats])} were tied, and had to play extra rounds:"
        " whoever loses one is out."
    ),
    WentOut: lambda event, names: f"{names[event.seat]} went out, in place {event.place}.",
    Won: lambda event, names: f"{names[event.seat]} won the match.",
}


# Moves


def label(move: Move, view: View[Public, Private]) -> str:
    """What the move means here. It can be chosen by typing how it begins."""
    match move:
        case Choose(values):
            return f"show {' '.join(map(str, values))}"
        case Bid(count, value):
            return _short(count, value)
        case Check():
            return "check"
        case _:
            return "clockwise" if move.clockwise else "counterclockwise"


# Words


def _short(count: int, value: int) -> str:
    return f"{count}x{value}"


def _number(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _counted(found: int) -> str:
    return f"{_number(found).capitalize() if found else 'None'} counted"


def _cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def _card(event: Dealt) -> str:
    return "" if event.card is None else f"{event.card[0]}-{event.card[1]}"


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
