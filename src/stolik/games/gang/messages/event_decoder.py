"""From what the rules tell to events: one entry for each telling, in the order of tellings.py."""

from stolik.core.rule import NOBODY
from stolik.core.tell import EventDecoder, Secret
from stolik.games.gang import components, state, tellings
from stolik.games.gang.messages import events
from stolik.games.gang.messages.cards import (
    CARD_NAMES,
    CATEGORIES,
    COLORS,
    RANKS,
    Card,
    Category,
    Rank,
    Seat,
    best_of,
    in_order,
    kickers_of,
)
from stolik.games.gang.messages.events import DealtFor, Event, Limited
from stolik.games.gang.messages.view_builder import KINDS, REASONS, seats_in

event: EventDecoder[Event] = EventDecoder()

DEALT_FOR: dict[int, DealtFor] = {
    state.DEAL_POCKETS: "pocket",
    state.DEAL_AGAIN: "again",
    state.REDRAW: "redraw",
    state.HACKER_DRAW: "hacker",
}
LIMITED: dict[int, Limited] = {state.CHIPS: "chips", state.HACKER_DRAW: "chips", state.PASSING: "passing"}


def _card(card: Secret) -> Card | None:
    return None if card is None else CARD_NAMES[card]


def _seat(seat: int) -> Seat | None:
    return None if seat == NOBODY else seat


def _rank(rank: int) -> Rank | None:
    return None if rank == state.NOTHING else RANKS[rank]


def _rank_if(phase: int, answer: int) -> Rank | None:
    return RANKS[answer] if phase == state.GUESS_RANK else None


def _category_if(phase: int, answer: int) -> Category | None:
    return CATEGORIES[answer] if phase == state.GUESS_CATEGORY else None


# Challenges and specialists


@event.when(tellings.challenge_came)
def _challenge_came(number: int, standing: int) -> events.ChallengeCame:
    return events.ChallengeCame(number, bool(standing))


event.when(tellings.challenge_left)(events.ChallengeLeft)
event.when(tellings.specialist_came)(events.SpecialistCame)


# Cards and rounds

event.when(tellings.heist_began)(events.HeistBegan)


@event.when_secret(tellings.dealt)
def _dealt(seat: int, phase: int, card: Secret) -> events.Dealt:
    return events.Dealt(seat, DEALT_FOR[phase], _card(card))


event.when(tellings.revealed)(lambda card, round_: events.Revealed(CARD_NAMES[card], round_))
event.when(tellings.round_began)(lambda round_: events.RoundBegan(round_, COLORS[round_ - 1]))
event.when(tellings.round_skipped)(lambda round_: events.RoundSkipped(round_, COLORS[round_ - 1]))
event.when(tellings.blacked_out)(lambda round_: events.BlackedOut(round_, COLORS[round_ - 1]))


# Chips


@event.when(tellings.took)
def _took(seat: int, stars: int, giver: int, put_back: int, locked: int) -> events.Took:
    return events.Took(seat, stars, _seat(giver), put_back or None, bool(locked))


event.when(tellings.returned)(events.Returned)
event.when(tellings.said_ready)(events.SaidReady)
event.when(tellings.took_ready_back)(events.TookReadyBack)


@event.when(tellings.ran_out_of_moves)
def _ran_out_of_moves(seat: int, phase: int) -> events.RanOutOfMoves:
    return events.RanOutOfMoves(seat, LIMITED.get(phase, "naming"))


# Proposals


@event.when(tellings.proposed)
def _proposed(seat: int, proposal: int, specialist: int, user: int, other: int, rank: int) -> events.Proposed:
    return events.Proposed(seat, proposal, specialist, user, _seat(other), _rank(rank))


event.when(tellings.agreed)(events.Agreed)
event.when(tellings.refused)(events.Refused)
event.when(tellings.completed)(events.Completed)


# What specialists do


@event.when_secret(tellings.showed)
def _showed(seat: int, other: int, card: Secret) -> events.Showed:
    return events.Showed(seat, other, _card(card))


@event.when(tellings.announced)
def _announced(seat: int, specialist: int, said: int, rank: int) -> events.Announced:
    if specialist == components.DRIVER:
        return events.Announced(seat, "category", None, None, CATEGORIES[said])
    return events.Announced(seat, KINDS[specialist], said, _rank(rank), None)


event.when(tellings.took_jack)(events.TookJack)
event.when(tellings.took_muscle)(events.TookMuscle)


@event.when_secret(tellings.discarded)
def _discarded(seat: int, number: int, cards: Secret) -> events.Discarded:
    return events.Discarded(seat, number, None if cards is None else in_order(cards))


@event.when_secret(tellings.chose)
def _chose(seat: int, again: int, card: Secret) -> events.Chose:
    return events.Chose(seat, bool(again), _card(card))


@event.when_secret(tellings.passed)
def _passed(seat: int, left: int, card: Secret) -> events.Passed:
    return events.Passed(seat, left, _card(card))


event.when(tellings.looked)(events.Looked)
event.when(tellings.gathered)(events.Gathered)


# The showdown


@event.when(tellings.hand_shown)
def _hand_shown(seat: int, stars: int, hand: int, community: int, stronger: int, kickers: int) -> events.HandShown:
    best = best_of(hand | community)
    shown, weaker_than = kickers_of(best, kickers), _seat(stronger)
    return events.HandShown(seat, stars, in_order(hand), best, shown, weaker_than is None, weaker_than)


@event.when(tellings.asked)
def _asked(target: int, phase: int) -> events.Asked:
    return events.Asked(target, "rank" if phase == state.GUESS_RANK else "category")


@event.when(tellings.picked)
def _picked(seat: int, phase: int, answer: int) -> events.Picked:
    return events.Picked(seat, _rank_if(phase, answer), _category_if(phase, answer))


event.when(tellings.confirmed)(events.Confirmed)


@event.when(tellings.named)
def _named(target: int, phase: int, answer: int) -> events.Named:
    return events.Named(target, _rank_if(phase, answer), _category_if(phase, answer))


@event.when(tellings.judged)
def _judged(target: int, phase: int, answer: int, right: int) -> events.Judged:
    return events.Judged(target, _rank_if(phase, answer), _category_if(phase, answer), bool(right))


# The end


@event.when(tellings.heist_ended)
def _heist_ended(heist: int, failures: int, vaults: int, alarms: int, order: int) -> events.HeistEnded:
    reasons = [reason for failure, reason in REASONS.items() if failures & failure]
    return events.HeistEnded(heist, failures == 0, reasons, seats_in(order), vaults, alarms)


@event.when(tellings.game_ended)
def _game_ended(won: int, challenge_on_top: int, specialist_on_top: int) -> events.GameEnded:
    return events.GameEnded(bool(won), challenge_on_top or "shuffled", specialist_on_top or "shuffled")
