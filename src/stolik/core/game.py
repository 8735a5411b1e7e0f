"""The contract that every game fulfils, and what the rest of Stolik knows a game by.

A game is three namespaces (in `games/<key>` the modules `rules`, `messages` and `bots`): functions over a state of
integers, typed messages at the edges, and what its bots know. The protocols here name all that each must give, for
mypy and for readers; `docs/contributors/contract.md` explains each name, and `games/no_thanks` is the example to read.
"""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

import msgspec

from stolik.core.bot_levels import Reason
from stolik.core.messages import Options as AnyOptions
from stolik.core.messages import View
from stolik.core.option_marks import condition, has_meaning
from stolik.core.packed import clone
from stolik.core.rule import Row, Seat, State, rule
from stolik.core.tell import Telling

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    S = TypeVarWithDefault("S", default=Any)
    """The state of a game. A plain `Game` is one of any state and options."""
    Opts = TypeVarWithDefault("Opts", bound=AnyOptions, default=Any)
else:
    S = TypeVar("S")
    Opts = TypeVar("Opts", bound=AnyOptions)
S_contra = TypeVar("S_contra", contravariant=True)
Opts_contra = TypeVar("Opts_contra", bound=AnyOptions, contravariant=True)

DEALER: Final = -1
"""Who moves when chance does. Not a seat."""
NO_CODE: Final = -1
"""What `encode` gives for a message that no code stands for here: a card that is not held, say."""


class BadOptions(ValueError):
    """The options do not fit the game. The text says which, and why."""


class BrokenContract(TypeError):
    """A game lacks something that every game must have."""


class Rules(Protocol[Opts_contra, S]):
    """What `rules` gives: the state, and functions over it that run in Python and compiled."""

    @property
    def VERSION(self) -> int: ...
    @property
    def MOVES(self) -> int: ...
    @property
    def OBSERVATION(self) -> int: ...
    @property
    def VOTES(self) -> Collection[int]: ...
    @property
    def State(self) -> type[S]: ...

    def start(self, s: S, options: Opts_contra, /) -> None: ...
    def max_length(self, options: Opts_contra, /) -> int:
        """How many entries the log of a match has at most, whatever the players do."""

    def to_act(self, s: S, /) -> int: ...
    def awaited(self, s: S, /) -> int:
        """The players that the game waits for, a bit mask: those of `to_act` who have not chosen yet."""

    def over(self, s: S, /) -> int: ...
    def score(self, s: S, seat: Seat, /) -> int: ...
    def places(self, s: S, out: Row, /) -> None: ...
    def legal(self, s: S, seat: Seat, moves: Row, /) -> int: ...
    def apply(self, s: S, seat: Seat, code: int, /) -> None: ...
    def chances(self, s: S, /) -> int:
        """The number of equally likely chance outcomes; 0 where the position is no chance node."""

    def ticket(self, s: S, k: int, /) -> int:
        """The dealer's code (the chance outcome) on ticket k. Tickets may share a code: that is its probability."""

    def possible(self, s: S, code: int, /) -> int:
        """Whether the dealer may play this code: whether the chance outcome has a probability above zero."""

    def pause(self, s: S, /) -> int:
        """Something revealed lies on the table: the dealer waits until people have looked at it."""

    def quiet(self, s: S, /) -> int:
        """The players who may not talk now, a bit mask: the table closes its chat to them."""

    def muted(self, s: S, /) -> int:
        """Those of them who may send nothing at all now, a bit mask: no reactions either."""

    def redeal(self, s: S, seat: Seat, rng: Row, /) -> None:
        """Determinization: draw anew what this seat cannot know, consistent with its information set."""

    def blur(self, s: S, seat: Seat, rng: Row, /) -> None:
        """Like `redeal`, but also varies what could be deduced and yet may not be said."""

    def observe(self, s: S, seat: Seat, out: Row, /) -> None: ...
    def invariants(self, s: S, /) -> Mapping[str, int]: ...


class Messages(Protocol[S_contra, Opts]):
    """What `messages` gives: the JSON of the game, and which code stands for which message."""

    @property
    def NAME(self) -> str: ...
    @property
    def Options(self) -> type[Opts]: ...
    @property
    def Move(self) -> Any: ...
    @property
    def Deal(self) -> Any: ...
    @property
    def Event(self) -> Any: ...
    @property
    def Public(self) -> Any: ...
    @property
    def Private(self) -> Any: ...

    def encode(self, s: S_contra, seat: Seat, message: Any, /) -> int: ...
    def decode(self, s: S_contra, seat: Seat, code: int, /) -> Any: ...
    def out_of_date(self, s: S_contra, seat: Seat, message: Any, /) -> bool: ...
    def rematch(self, s: S_contra, options: Opts, /) -> Opts: ...
    def event(self, telling: Telling, /) -> Any: ...
    def public(self, s: S_contra, /) -> Any: ...
    def private(self, s: S_contra, seat: Seat, /) -> Any: ...


class Bots(Protocol[S_contra]):
    """What `bots` gives: how each level plays (see `stolik.core.bot_levels`), and reasons for hints.

    `BotState` is what its bots think about: the state of the rules or, where they keep something of the match in mind,
    a packed class that inherits from it. `remember` is called before every move, to note down what everybody can see.
    """

    @property
    def LEVELS(self) -> Mapping[str, Any]: ...
    @property
    def BotState(self) -> type[Any]: ...

    def remember(self, s: Any, mover: Seat, code: int, /) -> None: ...
    def reason(self, s: S_contra, seat: Seat, code: int, /) -> Reason | None: ...


# What many games say in the same way


@rule
def never(_s: State) -> int:
    """For `pause`, `quiet` and `muted`: there is no such moment."""
    return 0


def places_by_score(score: Callable[[S, Seat], int]) -> Callable[[S, Row], None]:
    """For `places`: more points are better, and equals share a place."""

    @rule
    def places(s: Any, out: Row) -> None:
        for seat in range(s.players):
            out[seat] = score(s, seat)
        found = 0  # four bits a seat: `out` still holds the scores
        for seat in range(s.players):
            place = 1
            for other in range(s.players):
                if out[other] > out[seat]:
                    place += 1
            found |= place << 4 * seat
        for seat in range(s.players):
            out[seat] = found >> 4 * seat & 0b1111

    return places


def same_options(_s: State, options: Opts) -> Opts:
    """For `rematch`: the next match is played like the last one."""
    return options


def always_up_to_date(_s: State, _seat: Seat, _message: Any) -> bool:
    """For `out_of_date`: a move that is refused was never right."""
    return False


@rule
def no_memory(_s: State, _mover: Seat, _code: int) -> None:
    """For `remember`: bots look at the table as it is, not at how it came to be so."""


def no_reason(_s: State, _seat: Seat, _code: int) -> Reason | None:
    """For `reason`: there is no number behind a move."""
    return None


class Game(Generic[S, Opts]):
    """One game, assembled from its namespaces and checked for completeness."""

    def __init__(self, key: str, rules: Rules[Opts, S], messages: Messages[S, Opts], bots: Bots[S]) -> None:
        _check_complete(key, {Rules: rules, Messages: messages, Bots: bots})
        self.key = key
        self.name = messages.NAME
        self.version = rules.VERSION
        self.moves = rules.MOVES
        self.observation = rules.OBSERVATION
        self.votes = frozenset(rules.VOTES)
        self.new = rules.State
        """The class of its states; new() is all zeros."""
        self.start = rules.start
        self.max_length = rules.max_length
        self.to_act = rules.to_act
        self.awaited = rules.awaited
        self.over = rules.over
        self.score = rules.score
        self.places = rules.places
        self.legal = rules.legal
        self.apply = rules.apply
        self.chances = rules.chances
        self.ticket = rules.ticket
        self.possible = rules.possible
        self.pause = rules.pause
        self.quiet = rules.quiet
        self.muted = rules.muted
        self.redeal = rules.redeal
        self.blur = rules.blur
        self.observe = rules.observe
        self.invariants = rules.invariants
        self.Options = messages.Options
        self.Move = messages.Move
        self.Deal = messages.Deal
        self.Event = messages.Event
        self.Public = messages.Public
        self.Private = messages.Private
        self.encode = messages.encode
        self.decode = messages.decode
        self.out_of_date = messages.out_of_date
        self.rematch = messages.rematch
        self.event = messages.event
        self.public = messages.public
        self.private = messages.private
        self.levels = bots.LEVELS
        self.bot_state = bots.BotState
        """The class of what bots think about: the states of the rules, and perhaps a memory beside them."""
        self.remember = bots.remember
        self.reason = bots.reason
        """The number behind a move, where there is one, from what the seat may know: the state is imagined."""
        self.read_move = msgspec.json.Decoder(self.Move).decode
        """A move from its JSON. (Made once: finding out what a union of messages takes is slower than reading one.)"""
        self.read_deal = msgspec.json.Decoder(self.Deal).decode

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    def options(self, options: Mapping[str, Any] | AnyOptions, *, from_text: bool = False) -> Opts:
        """Typed, complete options; BadOptions with a sentence if they do not fit.

        `from_text`: values may be strings, as a command line gives them.
        """
        try:
            converted: Opts = msgspec.convert(msgspec.to_builtins(options), self.Options, strict=not from_text)
        except (msgspec.ValidationError, TypeError) as error:
            raise BadOptions(f"{self.name}: {_plainly(error)}") from None
        return converted

    def option_schemas(self) -> dict[str, dict[str, Any]]:
        """Name and JSON schema of every option: what a form or a help text needs."""
        _, components = msgspec.json.schema_components([self.Options])
        schemas: dict[str, dict[str, Any]] = components[self.Options.__name__]["properties"]
        return schemas

    def wanted_options(self, wanted: Mapping[str, Any], *, from_text: bool = False) -> Opts:
        """The same for what somebody asks for: BadOptions too if one of them has no meaning with the others."""
        options = self.options(wanted, from_text=from_text)
        chosen = msgspec.to_builtins(options)
        for name, schema in self.option_schemas().items():
            if name in wanted and chosen[name] != schema.get("default") and not has_meaning(schema, chosen):
                raise BadOptions(f"{self.name}: {name} has no meaning here, only with {condition(schema)}")
        return options

    def players_range(self) -> tuple[int, int]:
        """The fewest and the most who can play."""
        players = self.option_schemas()["players"]
        if not {"minimum", "maximum"} <= players.keys():
            raise BrokenContract(f"the options of {self.key!r} give no bounds for `players`")
        return players["minimum"], players["maximum"]

    def begin(self, options: Opts, *, with_memory: bool = False) -> S:
        """The state before the first deal; `with_memory`: as bots think about it."""
        s: S = self.bot_state() if with_memory else self.new()
        self.start(s, options)
        return s

    def codes(self, s: S, seat: Seat) -> list[int]:
        """The legal codes of a seat, or those that the dealer may be asked to play."""
        if seat == DEALER:
            return sorted({self.ticket(s, k) for k in range(self.chances(s))})
        if not self.to_act(s) >> seat & 1:
            return []
        moves = [0] * self.moves
        return moves[: self.legal(s, seat, moves)]

    def view(self, s: S, seat: Seat | None) -> View[Any, Any]:
        """What a seat may know; None is a spectator."""
        return View(self.public(s), None if seat is None else self.private(s, seat))

    def tell(self, telling: Telling, seat: Seat | None) -> Any:
        """The event as this seat was told it (None: a spectator), its secret taken out unless it is among the told."""
        return self.event(telling.as_told_to(seat) if telling.to else telling)

    def imagine(self, s: S, seat: Seat, rng: Row) -> S:
        """A copy of the position as it might be for all that this seat knows: what bots are given to think about."""
        imagined = clone(s)
        self.redeal(imagined, seat, rng)
        return imagined


def _check_complete(key: str, given: Mapping[type, object]) -> None:
    """BrokenContract with the names that the namespaces fail to give."""
    missing = [
        name
        for protocol, namespace in given.items()
        for name in vars(protocol)
        if not name.startswith("_") and not hasattr(namespace, name)
    ]
    if missing:
        raise BrokenContract(f"the game {key!r} does not give: {', '.join(missing)}")


_PLAIN_WORDS = {
    "Object missing required field": "please say",
    "Object contains unknown field": "there is no option",
    "Expected": "expected",
    "`int`": "a whole number",
    "`bool`": "true or false",
    "`object`": "a set of options",
    ">=": "of at least",
    "<=": "of at most",
    "`": "",
}


def _plainly(error: Exception) -> str:
    """Msgspec's sentence in plain words, the option's name first."""
    sentence, _, path = str(error).partition(" - at `$.")
    for technical, plain in _PLAIN_WORDS.items():
        sentence = sentence.replace(technical, plain)
    return f"{path.rstrip('`')}: {sentence}" if path else sentence
