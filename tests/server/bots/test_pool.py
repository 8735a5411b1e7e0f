"""Levels that search: compiled in the background, thought about in a worker, and until then played by another level."""

import asyncio
import signal
from multiprocessing import Pipe
from time import monotonic

import pytest

from stolik import Match, catalog
from stolik.bots.bot import Bot, best_level, fallback_level, levels
from stolik.core.bot_levels import Search
from stolik.core.rng import stream
from stolik.server.bots.move_request import MoveRequest, choose_move, move_request
from stolik.server.bots.pool import BotPool
from stolik.server.worker_process import _serve

PATIENCE = 300.0


def asked(level: str) -> MoveRequest:
    match = Match("no_thanks", {"players": 3}, seed="s")
    (seat,) = match.to_act
    return move_request(match, seat, level, 5.0, stream("x"))


def test_the_fallback_needs_no_compiling() -> None:
    for key in catalog.keys():
        game = catalog.find(key)
        for level, found in levels(game).items():
            if isinstance(found, Search):
                assert fallback_level(game, level) == "normal"
        assert best_level(game) == ("hard" if "hard" in game.levels else "normal")


async def test_until_it_is_compiled_the_fallback_plays() -> None:
    bots = BotPool(0)
    try:
        assert await bots.move(asked("hard")) == choose_move(asked("normal"))
    finally:
        bots.close()


async def test_once_it_is_compiled_the_search_plays() -> None:
    """In the background first; then a fresh worker reads it from disk and thinks as it would here."""
    bots = BotPool(1)
    try:
        bots.warm_up(compile_searches=True)
        until = monotonic() + PATIENCE
        while not bots._warmup.is_ready("no_thanks", "hard"):
            assert monotonic() < until, "it was never compiled"
            await asyncio.sleep(0.05)
        assert await bots.move(asked("hard")) == choose_move(asked("hard"))
    finally:
        bots.close()


async def test_a_server_that_stops_ends_its_compiling() -> None:
    bots = BotPool(1)
    bots.warm_up(compile_searches=True)
    bots.close()
    await asyncio.sleep(0.5)
    process = bots._warmup._process
    if process is not None:
        process.join(10)
        assert not process.is_alive()


def test_a_search_answers_at_its_deadline() -> None:
    """No time at all is enough for a legal move."""
    match = Match("no_thanks", {"players": 3}, seed="s")
    (seat,) = match.to_act
    move = Bot(match.game, "hard").move(match.imagine(seat, stream("y")), seat, 0.0)
    assert move in match.legal(seat)


@pytest.mark.parametrize("level", ["easy", "normal"])
async def test_other_levels_need_no_waiting(level: str) -> None:
    bots = BotPool(0)
    try:
        assert await bots.move(asked(level)) == choose_move(asked(level))
    finally:
        bots.close()


def test_a_worker_whose_server_was_killed_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it has just started, and nobody waits for it any more."""
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    near, far = Pipe()
    near.close()
    with far:
        _serve(far, lambda: None, 0)
