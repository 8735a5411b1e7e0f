"""The leak law on the wire: what a seat cannot know changes no byte that it, or a spectator, is ever sent."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import laws.planted_leaks  # noqa: F401 - planting is what importing does
from laws.plant import PLANTED, broken
from small_games import SMALL_GAMES
from stolik import Match, catalog
from stolik.core.bot_levels import Reason
from stolik.core.game import Game
from stolik.core.messages import Options, to_builtins
from stolik.core.packed import clone
from stolik.core.rng import stream
from stolik.core.rule import NOBODY
from stolik.core.tell import forget
from stolik.server.protocol import frame_encoder
from stolik.server.tables.match_session import MatchSession
from support.random_play import Choose, Played, chance, random_game
from support.servers import all_keys, find_any
from support.twins import Viewer, twins
from support.variants import tour, tour_of_tables
from support.wire_twins import Scene, Stage, exhibits, stages, up_to_a_decision

GAMES = 6
"""Random games played for each game in the catalog, and each small one."""
TRIES = 60


class Leak(AssertionError):
    pass


@pytest.mark.parametrize("key", all_keys())
def test_twins_get_the_same_bytes(key: str, tmp_path: Path) -> None:
    found = asyncio.run(compare_twins(find_any(key), tmp_path, GAMES))
    assert found > 0 or key in NO_TWINS, "no twins were found: the law has not been tried"


NO_TWINS = {"dycha", "no_thanks", "yacht"}
"""Nothing is told to one seat alone in these: what must not be said in them is varied by `blur`, below."""


def test_only_open_games_have_no_twins() -> None:
    for key in NO_TWINS:
        game = find_any(key)
        for number, options in enumerate(tour(game, "open", 20)):
            for entry in random_game(game, options, chance(number)):
                assert not any(telling.to for telling in entry.told), f"{key} tells secrets: it has twins"


async def compare_twins(game: Game, folder: Path, games: int) -> int:
    found = 0
    async with stages(folder) as both:
        for number, options in enumerate(tour_of_tables(game, "wire", games)):
            choose = chance(("wire", game.key, number))
            whole = random_game(game, options, choose)
            log = up_to_a_decision(game, whole[: 1 + choose(len(whole))])
            if not log:
                continue
            viewer: Viewer = [None, *range(options.players)][choose(options.players + 1)]
            for twin in list(twins(game, options, log, viewer, choose, TRIES))[-2:]:
                found += 1
                await compare(both, game, options, (log, twin), viewer, choose)
    return found


async def compare(
    both: tuple[Stage, Stage],
    game: Game,
    options: Options,
    logs: tuple[list[Played], list[Played]],
    viewer: Viewer,
    choose: Choose,
) -> None:
    """Play both, and look at everything with the viewer's eyes, and with a spectator's."""
    one, other = [await stage.play(game, options, log) for stage, log in zip(both, logs, strict=True)]
    forgotten = any(telling.what is forget for entry in logs[0] for telling in entry.told)
    try:
        for eyes in {viewer, None}:
            if not forgotten:  # what must be forgotten was seen while it happened, and may differ
                same("frames", "\n".join(one.line(eyes).raw), "\n".join(other.line(eyes).raw), eyes)
            await compare_moment(one, other, eyes)
    finally:
        await one.close()
        await other.close()


async def compare_moment(one: Scene, other: Scene, eyes: Viewer) -> None:
    position = one.line(eyes).position or {}
    legal = position.get("legal", [])

    def tries() -> list[Any]:
        found: list[Any] = [{"type": "nonsense"}, {}]
        found += [[move, {"type": "nonsense"}] for move in legal[:3]]
        return found + [move for move in conceivable(one.game, other, eyes) if move not in legal][:6]

    shown, again = await exhibits(one, eyes, tries), await exhibits(other, eyes, tries)
    public_by_now = {"record", "others' eyes"} if position.get("over") else set()
    for name, text in shown.items():
        if name not in public_by_now:
            same(name, text, again[name], eyes)


def conceivable(game: Game, scene: Scene, eyes: Viewer) -> list[Any]:
    """Moves that the game knows, whether they are legal now or not: the same for both twins."""
    if eyes is None:
        return []
    s = session_at(scene).match.state
    found = []
    for code in range(game.moves):
        try:
            found.append(to_builtins(game.decode(s, eyes, code)))
        except (IndexError, KeyError, ValueError):
            continue
    return found


def same(name: str, one: str, other: str, eyes: Viewer) -> None:
    if one != other:
        at = next((k for k, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
        near = slice(max(0, at - 80), at + 80)
        who = "a spectator" if eyes is None else f"seat {eyes}"
        raise Leak(f"{name} tells {who} apart: …{one[near]}… and …{other[near]}…")


# What could be deduced, and yet may not be said


@pytest.mark.parametrize("key", [key for key in all_keys() if find_any(key).blur is not find_any(key).redeal])
def test_what_may_not_be_said_is_not_sent(key: str, tmp_path: Path) -> None:
    asyncio.run(compare_blurred(find_any(key), tmp_path))


async def compare_blurred(game: Game, folder: Path) -> None:
    async with stages(folder) as both:
        for number, options in enumerate(tour_of_tables(game, "blurred", GAMES)):
            choose = chance(("blurred", game.key, number))
            whole = random_game(game, options, choose)
            log = up_to_a_decision(game, whole[: 1 + choose(len(whole))])
            if not log or game.over(log[-1].after):
                continue
            one, other = [await stage.play(game, options, log) for stage in both]
            for eyes in (None, *range(options.players)):
                blurred = clone(session_at(one).match._state)
                game.blur(blurred, NOBODY if eyes is None else eyes, stream("blurred", number))
                session_at(other).match._state = blurred
                not_compared = {"replay", "hint"}  # history stays as it was; bots may count what may not be said
                shown = {name: text for name, text in (await moment(one, eyes)).items() if name not in not_compared}
                again = await moment(other, eyes)
                for name, text in shown.items():
                    same(name, text, again[name], eyes)
            await one.close()
            await other.close()


async def moment(scene: Scene, eyes: Viewer) -> dict[str, str]:
    return await exhibits(scene, eyes, lambda: [{"type": "nonsense"}])


def session_at(scene: Scene) -> MatchSession:
    assert scene.stage.server is not None
    live = scene.stage.server.app.tables.if_live(scene.table)
    assert live is not None
    assert live.session is not None
    return live.session


# The law can fail

VISIBLE = (
    "the_public_view_counts_the_cards_left_by_name",
    "a_private_view_shows_the_neighbours_choice",
    "the_legal_moves_depend_on_a_hidden_card",
    "the_table_waits_longer_for_high_stakes",
    "a_card_shown_to_one_is_shown_to_the_third",
    "what_was_forgotten_is_told_once_more",
)


@pytest.mark.parametrize("planted", [found for found in PLANTED if found.what in VISIBLE], ids=lambda found: found.what)
def test_a_leaking_game_is_caught_on_the_wire(planted: Any, tmp_path: Path) -> None:
    with pytest.raises(Leak):
        asyncio.run(compare_twins(broken(planted), tmp_path, 60))


def tell_the_neighbours_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    def private(match: Match, seat: int) -> Any:
        return original(match, (seat + 1) % match.players)

    original = Match.private
    monkeypatch.setattr(Match, "private", private)


def count_all_cards_in_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SMALL_GAMES["stakes"], "reason", lambda s, seat, code: Reason("cards", sum(s.hand)))


def hint_by_the_true_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    count_all_cards_in_hints(monkeypatch)
    monkeypatch.setattr(Match, "imagine", lambda match, _seat, _rng: clone(match.state))


def tell_everybody_every_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def events(match: Any, fresh: Any, _seat: int | None) -> list[Any]:
        return original(match, [[replace(t, to=0b11111111) for t in told] for told in fresh], 0)

    original = frame_encoder._told
    monkeypatch.setattr(frame_encoder, "_told", events)


def say_how_the_match_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_scores(match: Any) -> bytes:
        return bytes(original(match)) + b',"scores":%d' % match.state.hand[0]

    original: Any = frame_encoder.header_part
    monkeypatch.setattr(frame_encoder, "header_part", with_scores)


@pytest.mark.parametrize(
    "leak",
    [tell_the_neighbours_secrets, tell_everybody_every_event, say_how_the_match_stands, hint_by_the_true_cards],
    ids=lambda f: f.__name__,
)
def test_a_leaking_server_is_caught(leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak):
        asyncio.run(compare_twins(SMALL_GAMES["stakes"], tmp_path, 40))


@pytest.mark.parametrize("games", [10, pytest.param(40, marks=pytest.mark.long)])
def test_an_honest_server_is_not(games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long a look as above, at hints that count the cards of an imagined state."""
    count_all_cards_in_hints(monkeypatch)
    assert asyncio.run(compare_twins(SMALL_GAMES["stakes"], tmp_path, games)) > 0


def test_every_game_of_the_catalog_is_tried() -> None:
    assert set(catalog.keys()) <= set(all_keys())
