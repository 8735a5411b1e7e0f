"""From what the rules tell to events."""

from collections.abc import Callable

from stolik.core.rule import NOBODY
from stolik.core.tell import Telling
from stolik.games.gang import state
from stolik.games.gang.messages.cards import (
    CARD_NAMES,
    CATEGORIES,
    COLOURS,
    RANKS,
    Card,
    Category,
    Rank,
    Seat,
    best_of,
    in_order,
)
from stolik.games.gang.messages.events import (
    Agreed,
    Announced,
    Asked,
    BlackedOut,
    ChallengeCame,
    ChallengeLeft,
    Chose,
    Completed,
    Confirmed,
    Dealt,
    DealtFor,
    Discarded,
    Event,
    GameEnded,
    Gathered,
    HandShown,
    HeistBegan,
    HeistEnded,
    Judged,
    Looked,
    Named,
    Passed,
    Picked,
    Proposed,
    Refused,
    Returned,
    Revealed,
    RoundBegan,
    RoundSkipped,
    SaidReady,
    Showed,
    SpecialistCame,
    Took,
    TookJack,
    TookMuscle,
    TookReadyBack,
)
from stolik.games.gang.messages.view_builder import KINDS, REASONS


def event(told: Telling) -> Event:
    return _EVENTS[told.what](told)


DEALT_FOR: dict[int, DealtFor] = {
    state.POCKETS: "pocket",
    state.DEAL_AGAIN: "again",
    state.REDRAW: "redraw",
    state.HACK: "hacker",
}


def _card(told: Telling) -> Card | None:
    return None if told.secret is None else CARD_NAMES[told.secret]


def _seat(number: int) -> Seat | None:
    return None if number == NOBODY else number


def _rank(number: int) -> Rank | None:
    return None if number == state.NOTHING else RANKS[number]


def _rank_if(asks: int, number: int) -> Rank | None:
    return RANKS[number] if asks == state.GUESS_RANK else None


def _category_if(asks: int, number: int) -> Category | None:
    return CATEGORIES[number] if asks == state.GUESS_CATEGORY else None


def _proposed(told: Telling) -> Proposed:
    about, specialist = divmod(told.c, 16)
    other, rank = divmod(about, 16)
    return Proposed(told.who, told.a, specialist, told.b, _seat(other - 1), _rank(rank - 1))


def _announced(told: Telling) -> Announced:
    if told.a == state.DRIVER:
        return Announced(told.who, "category", None, None, CATEGORIES[told.b])
    return Announced(told.who, KINDS[told.a], told.b, _rank(told.c), None)


def _hand_shown(told: Telling) -> HandShown:
    stars, ok = divmod(told.c, 2)
    return HandShown(
        told.who,
        stars,
        in_order(told.a),
        best_of(told.a | told.b),
        bool(ok),
    )


def _heist_ended(told: Telling) -> HeistEnded:
    vaults, alarms = divmod(told.c, 16)
    reasons = [reason for bit, reason in REASONS.items() if told.b & bit]
    return HeistEnded(told.a, not told.b, reasons, vaults, alarms)


_EVENTS: dict[int, Callable[[Telling], Event]] = {
    state.CHALLENGE_CAME: lambda told: ChallengeCame(told.a, bool(told.b)),
    state.CHALLENGE_LEFT: lambda told: ChallengeLeft(told.a),
    state.SPECIALIST_CAME: lambda told: SpecialistCame(told.a),
    state.HEIST_BEGAN: lambda told: HeistBegan(told.a),
    state.DEALT: lambda told: Dealt(told.who, DEALT_FOR[told.a], _card(told)),
    state.REVEALED: lambda told: Revealed(CARD_NAMES[told.a], told.b),
    state.ROUND_BEGAN: lambda told: RoundBegan(told.a, COLOURS[told.a - 1]),
    state.ROUND_SKIPPED: lambda told: RoundSkipped(told.a, COLOURS[told.a - 1]),
    state.BLACKED_OUT: lambda told: BlackedOut(told.a, COLOURS[told.a - 1]),
    state.TOOK: lambda told: Took(told.who, told.a, _seat(told.b), told.c // 2 or None, bool(told.c % 2)),
    state.RETURNED: lambda told: Returned(told.who, told.a),
    state.SAID_READY: lambda told: SaidReady(told.who),
    state.TOOK_READY_BACK: lambda told: TookReadyBack(told.who),
    state.PROPOSED: _proposed,
    state.AGREED: lambda told: Agreed(told.who, told.a),
    state.REFUSED: lambda told: Refused(told.who, told.a),
    state.COMPLETED: lambda told: Completed(told.a, told.b),
    state.SHOWED: lambda told: Showed(told.who, told.a, _card(told)),
    state.ANNOUNCED: _announced,
    state.TOOK_JACK: lambda told: TookJack(told.who),
    state.TOOK_MUSCLE: lambda told: TookMuscle(told.who),
    state.DISCARDED: lambda told: Discarded(told.who, told.a, None if told.secret is None else in_order(told.secret)),
    state.CHOSE: lambda told: Chose(told.who, bool(told.a), _card(told)),
    state.PASSED: lambda told: Passed(told.who, told.a, _card(told)),
    state.LOOKED: lambda told: Looked(told.who),
    state.GATHERED: lambda told: Gathered(told.a),
    state.SHOWN: _hand_shown,
    state.ASKED: lambda told: Asked(told.who, "rank" if told.a == state.GUESS_RANK else "category"),
    state.PICKED: lambda told: Picked(told.who, _rank_if(told.a, told.b), _category_if(told.a, told.b)),
    state.CONFIRMED: lambda told: Confirmed(told.who),
    state.NAMED: lambda told: Named(told.who, _rank_if(told.a, told.b), _category_if(told.a, told.b)),
    state.JUDGED: lambda told: Judged(told.who, _rank_if(told.a, told.b), _category_if(told.a, told.b), bool(told.c)),
    state.HEIST_ENDED: _heist_ended,
    state.GAME_ENDED: lambda told: GameEnded(bool(told.a), told.b or "shuffled", told.c or "shuffled"),
}
