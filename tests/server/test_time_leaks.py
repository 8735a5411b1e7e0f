"""The leak law for time and size: when something is sent, and how large it is, tells nothing that a seat cannot know.

In virtual time and exactly: two worlds that somebody cannot tell apart, bots that think for as long as each world
likes, and everything that this viewer is sent, or answered, at the same moments and of the same size. At the end the
same in real time, as somebody with a stopwatch would try it.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from small_games import SMALL_GAMES
from stolik.core.game import Game
from stolik.core.packed import clone
from stolik.core.rng import stream
from stolik.core.rule import NOBODY, State
from stolik.server.bots import hints
from stolik.server.bots.move_request import MoveRequest
from stolik.server.protocol import frame_encoder
from stolik.server.protocol.messages import Pace
from stolik.server.settings import LATE_STEP, Settings
from stolik.server.tables import reveal_schedule, scheduler
from stolik.server.tables.bot_player import Decision
from stolik.server.tables.pace import PACES
from stolik.server.tables.reveal_schedule import RevealSchedule
from support.distributions import can_be_told_apart
from support.random_play import Played, chance, random_game, state_after
from support.servers import all_keys, find_any
from support.stopwatch import seconds_before_moves
from support.timed_worlds import Memo, Seen, Thinking, World
from support.twins import Viewer, twins
from support.variants import tour
from support.virtual_time import run
from support.wire_twins import up_to_a_decision

GAMES, SHORT_GAMES = 6, 24
TRIES = 40
FLOOR = Settings().bot_floor


class TimeLeak(AssertionError):
    pass


def in_time(random: Random, _: MoveRequest) -> float:
    """Anything up to what a bot has at every pace."""
    return random.uniform(0.0, 0.99 * FLOOR)


def overloaded(random: Random, request: MoveRequest) -> float:
    """Much too long, but not by another number of steps at the fastest pace."""
    first = LATE_STEP if request.counted else 1 + LATE_STEP  # the first step, which is missed, and the next is not
    return FLOOR * random.uniform(first + 0.1, first + LATE_STEP - 0.1)


@pytest.mark.parametrize("key", all_keys())
def test_when_bots_move_tells_nothing(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = compare_worlds(find_any(key), in_time, PACES, monkeypatch, games_of(key))
    assert found >= 20, "hardly anything has happened: the law has not been tried"


@pytest.mark.parametrize("key", all_keys())
def test_nor_does_it_when_all_of_them_are_late(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then they move at the next step that all have thought by, in the order that was drawn."""
    found = compare_worlds(
        find_any(key), overloaded, ("at_once",), monkeypatch, 2 * GAMES if key in SMALL_GAMES else GAMES
    )
    assert found >= 20, "hardly anything has happened: the law has not been tried"


def games_of(key: str) -> int:
    return SHORT_GAMES if key in SMALL_GAMES else GAMES


def compare_worlds(
    game: Game, thinking: Thinking, paces: Sequence[Pace], monkeypatch: pytest.MonkeyPatch, games: int
) -> int:
    """For every seat and a spectator. How many appends were compared."""
    found = 0
    for number, options in enumerate(tour(game, "time", games)):
        choose = chance(("time", game.key, number))
        whole = random_game(game, options, choose)
        log = up_to_a_decision(game, whole[: 1 + choose(len(whole))])
        if not log or game.over(log[-1].after):
            continue
        viewers: list[Viewer] = [None, *range(options.players)]
        for viewer in viewers:
            pace = paces[choose(len(paces))]
            logs = (log, twin_of(game, options, log, viewer, choose))
            state = blurred(game, state_after(game, options, log), viewer) if logs[1] is log else None
            memo: Memo = {}
            worlds = [World(game, options, each, viewer, memo) for each in logs]
            seen = [
                played(world, pace, thinking, f"world {which}", state if which else None, monkeypatch)
                for which, world in enumerate(worlds)
            ]
            found += compare(seen[0], seen[1])
    return found


def twin_of(game: Game, options: Any, log: list[Played], viewer: Viewer, choose: Any) -> list[Played]:
    """Of which the viewer was told the same; the log itself where nothing is hidden."""
    found = list(twins(game, options, log, viewer, choose, TRIES))
    return found[-1] if found else log


def blurred(game: Game, s: State, viewer: Viewer) -> State:
    """With what may not be said drawn anew."""
    other = clone(s)
    game.blur(other, NOBODY if viewer is None else viewer, stream("blurred"))
    return other


def played(
    world: World, pace: Pace, thinking: Thinking, name: str, state: State | None, monkeypatch: pytest.MonkeyPatch
) -> Seen:
    """With the same pauses in both worlds: what chance says is not what is compared."""
    monkeypatch.setattr(scheduler, "_RANDOM", Random("pauses"))
    settings = Settings(pause_timeout_for_bots=3.0)
    return run(world.play(settings, pace, thinking, name, state))


def compare(one: Seen, other: Seen) -> int:
    """Up to the first append that may look different, and with the moment at which that one appears."""
    until, compared = float("inf"), 0
    for first, second in zip(one.steps, other.steps, strict=False):
        compared += 1
        if (first.at, first.seat) != (second.at, second.seat):
            raise TimeLeak(f"seat {first.seat} moved at {first.at}, and {second.seat} at {second.at}")
        if first.told != second.told:
            until = first.at
            break
    for name in ("frames", "answers"):
        early = [[found for found in getattr(seen, name) if found[0] < until] for seen in (one, other)]
        times = [[at for at, _ in found] for found in early]
        if times[0] != times[1]:
            raise TimeLeak(f"{name} came at {times[0]}, and at {times[1]}")
        sizes = [[len(data) for _, data in found] for found in early]
        if sizes[0] != sizes[1]:
            raise TimeLeak(f"{name} have sizes {sizes[0]}, and {sizes[1]}")
    return compared


def test_bots_that_are_awaited_together_move_in_the_order_that_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once there is a tie between them all: it is decided by seats, however late some are."""
    assert orders_when_one_is_slow(monkeypatch) == [[0, 1, 2, 3]] * 4


def orders_when_one_is_slow(monkeypatch: pytest.MonkeyPatch) -> list[list[int | None]]:
    game = SMALL_GAMES["stakes"]
    options = game.options({"players": 4})
    log = up_to_a_decision(game, random_game(game, options, chance("together"))[:4])
    orders = []
    for slow in range(4):
        world = World(game, options, log, None, {})
        seen = played(world, "at_once", slow_seat(slow, 30.3 * FLOOR), "slow", None, monkeypatch)
        orders.append([step.seat for step in seen.steps[:4]])
    return orders


def slow_seat(seat: int, seconds: float) -> Thinking:
    return lambda _, request: seconds if request.seat == seat else 0.0


# The law can fail


def pause_for_every_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def due(self: RevealSchedule, session: Any, seat: int, floor: float) -> float:
        return original(self, session, seat, floor) + 0.01 * len(session.match.legal(seat))

    original = RevealSchedule._due
    monkeypatch.setattr(RevealSchedule, "_due", due)


def pause_for_high_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def due(self: RevealSchedule, session: Any, seat: int, floor: float) -> float:
        return original(self, session, seat, floor) + 0.001 * int(max(session.match.state.hand))

    original = RevealSchedule._due
    monkeypatch.setattr(RevealSchedule, "_due", due)


def think_after_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it once was."""

    async def reveal(self: Any, seat: int) -> None:
        self._bots.think(seat)
        while not self._bots.is_ready(seat):
            await asyncio.sleep(0.001)
        await self._bots.play(seat)

    monkeypatch.setattr(scheduler.Scheduler, "_let_bots_think", lambda *_: None)
    monkeypatch.setattr(scheduler.Scheduler, "_reveal", reveal)


def show_late_moves_when_they_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reveal_schedule, "LATE_STEP", 0.01)


def let_whoever_thought_first_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_order(self: RevealSchedule, awaited: Any, is_thinking: Callable[[int], bool]) -> Any:
        found = original(self, awaited, is_thinking)
        now = self._table.steady()
        return [
            deadline._replace(at=now) if ready and len(found) > 1 else deadline
            for deadline in found
            for ready in [self._turns[deadline.seat].begun + FLOOR <= now and not is_thinking(deadline.seat)]
        ]

    original = RevealSchedule.in_order
    monkeypatch.setattr(RevealSchedule, "in_order", in_order)


def think_again_after_every_choice_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is made to think anew by others' secret choices comes late, if that takes long."""

    def unchanged(decision: Decision, session: Any) -> bool:
        return decision.is_pending_in(session) and bool(session.match.seq == decision.seq)

    monkeypatch.setattr(Decision, "is_unchanged_in", unchanged)


def answer_hints_when_they_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(*_: object) -> None:
        pass

    monkeypatch.setattr(hints.Hints, "_next_step", at_once)


def pad_frames_by_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def padded(self: Any, seat: int | None) -> bytes:
        return bytes(original(self, seat)) + b" " * int(self._match.state.hand[0])

    original: Any = frame_encoder.PositionEncoder.update
    monkeypatch.setattr(frame_encoder.PositionEncoder, "update", padded)


@pytest.mark.parametrize(
    ("leak", "game", "thinking"),
    [
        (pause_for_every_legal_move, "raise", in_time),
        (pause_for_high_cards, "stakes", in_time),
        (think_after_the_pause, "stakes", in_time),
        (think_after_the_pause, "gang", in_time),
        (show_late_moves_when_they_are_ready, "stakes", overloaded),
        (think_again_after_every_choice_of_others, "stakes", overloaded),
        (answer_hints_when_they_are_ready, "stakes", in_time),
        (pad_frames_by_a_hidden_card, "stakes", in_time),
    ],
    ids=lambda found: getattr(found, "__name__", found),
)
def test_a_leaking_server_is_caught(leak: Any, game: str, thinking: Thinking, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(TimeLeak):
        compare_worlds(find_any(game), thinking, ("fast", "at_once"), monkeypatch, 40)


def test_an_order_by_who_thought_first_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    let_whoever_thought_first_go_first(monkeypatch)
    assert orders_when_one_is_slow(monkeypatch) != [[0, 1, 2, 3]] * 4


# With a stopwatch


async def test_a_stopwatch_does_not_tell_how_many_chips_a_bot_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    even, odd = await seconds_before_moves(tmp_path, monkeypatch)
    assert not can_be_told_apart(even, odd), "time tells how many chips bots have"


async def test_it_would_if_bots_thought_after_their_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think_after_the_pause(monkeypatch)
    even, odd = await seconds_before_moves(tmp_path, monkeypatch)
    assert can_be_told_apart(even, odd)
