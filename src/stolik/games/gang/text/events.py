"""What happened at a table of Gang, in sentences."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from stolik.games.gang.messages import events
from stolik.games.gang.messages.events import Dealt, Event, Revealed
from stolik.games.gang.state import MOST_MOVES
from stolik.games.gang.text.vocabulary import (
    CHALLENGES,
    REASON_NAMES,
    SPECIALISTS,
    announced,
    answer_name,
    best_name,
    card_name,
    cards_names,
    listed,
    number_of,
)

Names = Sequence[str]


def say(event: Event, names: Names) -> str:
    return _SENTENCES[type(event)](event, names)


def story(told: Sequence[Event], names: Names) -> list[str]:
    """What happened, with all cards of a deal in one sentence, and those of the flop."""
    sentences: list[str] = []
    for kind, some in groupby(told, type):
        alike: list[Any] = list(some)
        if kind is Dealt:
            sentences.append(_deal(alike, names))
        elif kind is Revealed:
            sentences.append(f"{cards_names(event.card for event in alike)} came on the table.")
        else:
            sentences += [say(event, names) for event in alike]
    return sentences


def _deal(dealt: Sequence[Dealt], names: Names) -> str:
    hands = []
    for seat, some in groupby(dealt, lambda event: event.seat):
        cards = list(some)
        seen = cards_names(event.card for event in cards if event.card)
        hands.append(f"{names[seat]} {len(cards)}{f' ({seen})' if cards[0].card else ''}")
    return f"Cards were dealt: {', '.join(hands)}."


def _dealt(event: Dealt, names: Names) -> str:
    return f"{names[event.seat]} got {_seen(event.card)}."


def _seen(card: str | None) -> str:
    return "a card" if card is None else card_name(card)


def _challenge(event: events.ChallengeCame, names: Names) -> str:
    name, meaning = CHALLENGES[event.number]
    length = "In all heists" if event.standing else "A challenge came"
    return f"{length}: {event.number}, {name}: {meaning}."


def _specialist(event: events.SpecialistCame, names: Names) -> str:
    name, meaning = SPECIALISTS[event.number]
    return f"A specialist came: {event.number}, {name}: {meaning}."


def _took(event: events.Took, names: Names) -> str:
    giver = "the centre" if event.giver is None else names[event.giver]
    put_back = f", putting {event.put_back} back" if event.put_back else ""
    lock = ", for good" if event.locked else ""
    return f"{names[event.seat]} took {number_of(event.stars, 'star')} from {giver}{put_back}{lock}."


def _ran_out_of_moves(event: events.RanOutOfMoves, names: Names) -> str:
    follows = {
        "chips": "in this round. The chip stays, and nobody waits for a ready",
        "passing": "while cards were chosen. The last choice stands",
        "naming": "while an answer was sought. The others go on alone",
    }[event.of]
    return f"{names[event.seat]} made {MOST_MOVES} moves {follows}."


def _proposed(event: events.Proposed, names: Names) -> str:
    name = SPECIALISTS[event.specialist][0]
    other = f", towards {names[event.other]}" if event.other is not None else ""
    rank = f", for rank {answer_name(event.rank, None)}" if event.rank else ""
    return f"{names[event.seat]} proposed {names[event.user]} for the {name}{other}{rank}. All must agree."


def _announced(event: events.Announced, names: Names) -> str:
    said = announced(event.kind, event.number, event.rank, event.category)
    return f"{names[event.seat]} announced {said}."


def _discarded(event: events.Discarded, names: Names) -> str:
    what = number_of(event.number, "card") if event.cards is None else cards_names(event.cards)
    return f"{names[event.seat]} discarded {what}."


def _hand_shown(event: events.HandShown, names: Names) -> str:
    wrong = "" if event.weaker_than is None else f". That was weaker than the hand of {names[event.weaker_than]}"
    stars, hand = number_of(event.stars, "star"), best_name(event.best, event.kickers)
    return f"{stars}: {names[event.seat]} showed {cards_names(event.cards)}, {hand}{wrong}."


def _asked(event: events.Asked, names: Names) -> str:
    what = "a rank among the pocket cards" if event.asks == "rank" else "the hand"
    return f"The others had to name {what} of {names[event.target]}."


def _judged(event: events.Judged, names: Names) -> str:
    return f"{answer_name(event.rank, event.category)} was {'right' if event.right else 'wrong'}.".capitalize()


def _heist_ended(event: events.HeistEnded, names: Names) -> str:
    why = f": {listed([REASON_NAMES[reason] for reason in event.reasons])}" if event.reasons else ""
    outcome = f"{'succeeded' if event.success else 'failed'}{why}"
    tally = f"{number_of(event.vaults, 'vault')}, {number_of(event.alarms, 'alarm')}"
    order = f" The right order: {_order(event.order, names)}." if "order" in event.reasons else ""
    return f"Heist {event.heist} {outcome}.{order} So far: {tally}."


def _order(seats: Sequence[int], names: Names) -> str:
    return ", ".join(names[seat] for seat in seats)


_SENTENCES: dict[type[Event], Callable[[Any, Names], str]] = {
    events.ChallengeCame: _challenge,
    events.ChallengeLeft: lambda event, names: f"{CHALLENGES[event.number][0]} left.",
    events.SpecialistCame: _specialist,
    events.HeistBegan: lambda event, names: f"Heist {event.heist} began.",
    events.Dealt: _dealt,
    events.Revealed: lambda event, names: f"{card_name(event.card)} came on the table.",
    events.RoundBegan: lambda event, names: f"Round {event.round}: the {event.color} chips were laid out.",
    events.RoundSkipped: lambda event, names: f"Round {event.round} had no chips.",
    events.BlackedOut: lambda event, names: f"The lights went out: the {event.color} chips were gone.",
    events.Took: _took,
    events.Returned: lambda event, names: f"{names[event.seat]} put {number_of(event.stars, 'star')} back.",
    events.SaidReady: lambda event, names: f"{names[event.seat]} said ready.",
    events.TookReadyBack: lambda event, names: f"{names[event.seat]} took that back.",
    events.RanOutOfMoves: _ran_out_of_moves,
    events.Proposed: _proposed,
    events.Agreed: lambda event, names: f"{names[event.seat]} agreed.",
    events.Refused: lambda event, names: f"{names[event.seat]} refused, and the proposal was dropped.",
    events.Completed: lambda event, names: f"The {SPECIALISTS[event.specialist][0]} was used.",
    events.Showed: lambda event, names: f"{names[event.seat]} showed {_seen(event.card)} to {names[event.to]} alone.",
    events.Announced: _announced,
    events.TookJack: lambda event, names: f"{names[event.seat]} took the Jack.",
    events.TookMuscle: lambda event, names: f"{names[event.seat]} got the muscle.",
    events.Discarded: _discarded,
    events.Chose: lambda event, names: f"{names[event.seat]} chose {_seen(event.card)}{' now' * event.again}.",
    events.Passed: lambda event, names: f"{names[event.seat]} passed {_seen(event.card)} to {names[event.to]}.",
    events.Looked: lambda event, names: f"{names[event.seat]} looked at the cards.",
    events.Gathered: lambda event, names: f"All {event.number} pocket cards were gathered and shuffled.",
    events.HandShown: _hand_shown,
    events.Asked: _asked,
    events.Picked: lambda event, names: f"{names[event.seat]} picked {answer_name(event.rank, event.category)}.",
    events.Confirmed: lambda event, names: f"{names[event.seat]} confirmed.",
    events.Named: lambda event, names: f"They named {answer_name(event.rank, event.category)}.",
    events.Judged: _judged,
    events.HeistEnded: _heist_ended,
    events.GameEnded: lambda event, names: "The gang won." if event.won else "The gang was caught.",
}
