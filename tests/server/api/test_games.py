"""What a form is told about the games: which options there are, and what goes with how many players."""

import copy
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from small_games import STAKES
from stolik.core import messages
from stolik.core.game import BadOptions, Game
from stolik.server.api.option_choices import choices, values
from support.servers import all_keys, find_any, running


def with_options(options: type[messages.Options]) -> Game:
    game: Game = copy.copy(STAKES)
    game.Options = options
    return game


async def test_every_game_says_what_can_be_chosen(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala = await server.guest()
        shown = {found["key"]: found for found in await ala.get("/api/games")}
    assert set(shown) == set(all_keys())
    no_thanks = shown["no_thanks"]["choices"]
    assert set(no_thanks) == set("34567")
    assert all((offered["tactical"] == [False, True]) == (int(players) <= 5) for players, offered in no_thanks.items())
    assert no_thanks["6"]["tactical"] == no_thanks["7"]["tactical"] == [False]
    assert all(offered["open_chips"] == [False, True] for offered in no_thanks.values())
    assert shown["stakes"]["choices"] == {"2": {}, "3": {}, "4": {}}
    assert shown["whispers"]["choices"] == {"3": {}}
    assert shown["blackout"]["choices"]["2"] == {"drum": [1, 2, 3]}
    assert shown["yacht"]["choices"]["1"] == {"pairs": ["plain", "double"], "goal": [19, 20, 21, None]}


@pytest.mark.parametrize("key", all_keys())
def test_what_is_offered_is_accepted_and_nothing_else(key: str) -> None:
    game = find_any(key)
    schemas = game.option_schemas()
    for players, offered in choices(game).items():
        needed = {  # a default that does not go with so many players
            name: found[0] for name, found in offered.items() if schemas[name].get("default") not in found
        }
        for name, found in offered.items():
            for value in values(schemas[name]):
                if value in found:
                    game.options({"players": players, **needed, name: value})
                else:
                    with pytest.raises(BadOptions):
                        game.options({"players": players, **needed, name: value})


def test_where_the_defaults_do_not_go_the_first_that_do_are_taken() -> None:
    class Options(messages.Options, frozen=True):
        players: Annotated[int, msgspec.Meta(ge=2, le=5)]
        deck: Literal["small", "large", "huge"] = "small"
        rounds: Annotated[int, msgspec.Meta(gt=0, lt=4)] = 2

        def __post_init__(self) -> None:
            if self.players > {"small": 2, "large": 3, "huge": 4}[self.deck]:
                raise ValueError("too many for this deck")
            if self.deck == "huge" and self.rounds > 1:
                raise ValueError("too long")

    assert choices(with_options(Options)) == {
        2: {"deck": ["small", "large"], "rounds": [1, 2, 3]},
        3: {"deck": ["large"], "rounds": [1, 2, 3]},
        4: {"deck": ["huge"], "rounds": [1]},
    }


def test_an_option_without_a_default_is_given_one() -> None:
    class Options(messages.Options, frozen=True):
        players: Annotated[int, msgspec.Meta(ge=2, le=2)]
        side: Literal["left", "right"]

    assert choices(with_options(Options)) == {2: {"side": ["left", "right"]}}


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 20}, list(range(1, 21))),
        ({"type": "integer", "minimum": 1, "maximum": 21}, []),
        ({"type": "integer", "minimum": 1}, []),
        ({"type": "integer"}, []),
        ({"type": "string"}, []),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, []),
        ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, [False, True, None]),
    ],
)
def test_only_short_lists_are_offered(schema: dict[str, Any], found: list[Any]) -> None:
    assert values(schema) == found
