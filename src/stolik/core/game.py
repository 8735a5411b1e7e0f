"""The contract that every game fulfils, and what the rest of the house knows a game by.

A game is a few namespaces (in `games/<key>` the modules `rules.py`, `messages.py` and `bots.py`): functions over a
state of integers, typed messages at the edges, and what its bots know. `docs/contract.md` explains each name;
`games/no_thanks` is the example to read.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from stolik.core.bot_levels import Reason
from stolik.core.messages import Options as AnyOptions
from stolik.core.messages import View
from stolik.core.packed import clone
from stolik.core.rule import Row, Seat, State, rule
from stolik.core.tell import Telling

DEALER: Final = -1
"""Who moves when chance does. Not a seat."""
NO_CODE: Final = -1
"""What `encode` gives for a message that no code stands for here: a card that is not held, say."""


class BadOptions(ValueError):
    """The options do not fit the game. The text says which, and why."""


class BrokenContract(TypeError):
    """A game lacks something that every game must have."""


@rule
def _never(_s: State) -> int:
    return 0


class Game:
    """One game, assembled from its namespaces and checked for completeness."""

    key: str
    name: str
    version: int
    moves: int
    observation: int
    votes: frozenset[int]

    new: type[Any]
    """The class of its states; new() is all zeros."""
    start: Callable[[State, Any], None]
    to_act: Callable[[State], int]
    awaited: Callable[[State], int]
    over: Callable[[State], int]
    score: Callable[[State, Seat], int]
    places: Callable[[State, Row], None]
    legal: Callable[[State, Seat, Row], int]
    apply: Callable[[State, Seat, int], None]
    chances: Callable[[State], int]
    ticket: Callable[[State, int], int]
    possible: Callable[[State, int], int]
    pause: Callable[[State], int]
    quiet: Callable[[State], int]
    redeal: Callable[[State, Seat, Row], None]
    blur: Callable[[State, Seat, Row], None]
    observe: Callable[[State, Seat, Row], None]
    invariants: Callable[[State], Mapping[str, int]]

    Options: type[AnyOptions]
    Move: Any
    Deal: Any
    Event: Any
    Public: Any
    Private: Any
    read_move: Callable[[bytes | str], Any]
    """A move from its JSON. (Made once: finding out what a union of messages takes is slower than reading one.)"""
    read_deal: Callable[[bytes | str], Any]
    encode: Callable[[State, Seat, Any], int]
    decode: Callable[[State, Seat, int], Any]
    out_of_date: Callable[[State, Seat, Any], bool]
    rematch: Callable[[State, Any], AnyOptions]
    event: Callable[[Telling], Any]
    levels: Mapping[str, Any]
    """How each of its bots plays: see `stolik.core.bot_levels`."""
    reason: Callable[[State, Seat, int], Reason | None]
    """The number behind a move, where there is one, from what the seat may know: the state is imagined."""
    public: Callable[[State], Any]
    private: Callable[[State, Seat], Any]

    def __init__(self, key: str, rules: object, messages: object, bots: object = None) -> None:
        self.key = key
        given = _Names(key, rules, messages, bots)
        self.name = given.required("NAME")
        self.version = given.required("VERSION")
        self.moves = given.required("MOVES")
        self.observation = given.required("OBSERVATION")
        self.votes = frozenset(given.optional("VOTES", ()))
        self.new = given.required("State")
        for name in _FUNCTIONS + _MESSAGES:
            setattr(self, name, given.required(name))
        self.awaited = given.optional("awaited", self.to_act)
        self.pause = given.optional("pause", _never)
        self.quiet = given.optional("quiet", _never)
        self.rematch = given.optional("rematch", lambda s, options: options)
        self.out_of_date = given.optional("out_of_date", lambda s, seat, message: False)
        self.levels = given.optional("LEVELS", {})
        self.reason = given.optional("reason", lambda s, seat, code: None)
        self.blur = given.optional("blur", self.redeal)
        self.places = given.optional("places", _places_by_score(self.score))
        given.complain()
        self.read_move = msgspec.json.Decoder(self.Move).decode
        self.read_deal = msgspec.json.Decoder(self.Deal).decode

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    def options(self, options: Mapping[str, Any] | AnyOptions, *, from_text: bool = False) -> AnyOptions:
        """Typed, complete options; BadOptions with a sentence if they do not fit.

        `from_text`: values may be strings, as a command line gives them.
        """
        try:
            return msgspec.convert(msgspec.to_builtins(options), self.Options, strict=not from_text)
        except (msgspec.ValidationError, TypeError) as error:
            raise BadOptions(f"{self.name}: {_plainly(error)}") from None

    def option_schemas(self) -> dict[str, dict[str, Any]]:
        """Name and JSON schema of every option: what a form or a help text needs."""
        _, components = msgspec.json.schema_components([self.Options])
        schemas: dict[str, dict[str, Any]] = components[self.Options.__name__]["properties"]
        return schemas

    def players_range(self) -> tuple[int, int]:
        """The fewest and the most who can play."""
        players = self.option_schemas()["players"]
        if not {"minimum", "maximum"} <= players.keys():
            raise BrokenContract(f"the options of {self.key!r} give no bounds for `players`")
        return players["minimum"], players["maximum"]

    def begin(self, options: AnyOptions) -> State:
        """The state before the first deal."""
        s = self.new()
        self.start(s, options)
        return s

    def codes(self, s: State, seat: Seat) -> list[int]:
        """The legal codes of a seat, or those that the dealer may be asked to play."""
        if seat == DEALER:
            return sorted({self.ticket(s, k) for k in range(self.chances(s))})
        if not self.to_act(s) >> seat & 1:
            return []
        moves = [0] * self.moves
        return moves[: self.legal(s, seat, moves)]

    def view(self, s: State, seat: Seat | None) -> View[Any, Any]:
        """What a seat may know; None is a spectator."""
        return View(self.public(s), None if seat is None else self.private(s, seat))

    def tell(self, telling: Telling, seat: Seat | None) -> Any:
        """The event as this seat was told it (None: a spectator), its secret taken out unless it is among the told."""
        if not telling.to:
            return self.event(telling)
        knows = seat is not None and telling.to >> seat & 1
        return self.event(msgspec.structs.replace(telling, secret=telling.secret if knows else None, to=0))

    def imagine(self, s: State, seat: Seat, rng: Row) -> State:
        """A copy of the position as it might be for all that this seat knows: what bots are given to think about."""
        imagined = clone(s)
        self.redeal(imagined, seat, rng)
        return imagined


_FUNCTIONS = (
    *("start", "to_act", "over", "score", "legal", "apply", "chances", "ticket", "possible"),
    *("redeal", "observe", "invariants"),
)
_MESSAGES = (
    *("Options", "Move", "Deal", "Event", "Public", "Private"),
    *("encode", "decode", "event", "public", "private"),
)


class _Names:
    """What the namespaces give, and a list of what they fail to give."""

    def __init__(self, key: str, *namespaces: object) -> None:
        self.key = key
        self.namespaces = namespaces
        self.missing: list[str] = []

    def optional(self, name: str, default: Any) -> Any:
        for namespace in self.namespaces:
            if hasattr(namespace, name):
                return getattr(namespace, name)
        return default

    def required(self, name: str) -> Any:
        found = self.optional(name, None)
        if found is None:
            self.missing.append(name)
        return found

    def complain(self) -> None:
        if self.missing:
            raise BrokenContract(f"the game {self.key!r} does not give: {', '.join(self.missing)}")


def _places_by_score(score: Callable[[State, Seat], int]) -> Callable[[State, Row], None]:
    @rule
    def places(s: State, out: Row) -> None:
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
