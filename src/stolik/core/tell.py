"""How rules tell what happens: declared tellings with named fields, some of which only some seats may know.

A telling is declared once, in a game's `tellings.py`, as a function without a body:

    @telling
    def taken(s: State, seat: int, card: int, pot: int) -> None:
        '''The card and the chips on it go to the seat.'''

    @telling
    def dealt(s: State, to: int, seat: int, card: Secret) -> None:
        '''A card is dealt face down: only the seats in the set `to` learn which.'''

A rule calls it where the thing happens: `taken(s, seat, s.card, s.pot)`. The fields are kept only while somebody
listens; compiled, the call is nothing. The game's messages turn each telling into an event by an `EventDecoder`.
"""

import linecache
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

import msgspec

from stolik.core.rule import when_compiled

Fields = ParamSpec("Fields")
Event = TypeVar("Event")
Declared = TypeVar("Declared", bound=Callable[..., None])

Field: TypeAlias = int | tuple[int, ...] | None
Secret: TypeAlias = int | None
"""A field that is told only to the seats in `to`; to all others it is None."""


class BadTelling(TypeError):
    """A telling that is declared, or turned into an event, in a way that cannot work."""


class Telling(msgspec.Struct, frozen=True):
    """What a rule told. Everyone learns the fields, but the secret ones only the seats in the set `to`."""

    what: Callable[..., None]
    """The declared function that was called."""
    fields: tuple[Field, ...]
    to: int = 0

    def as_told_to(self, seat: int | None) -> "Telling":
        """Without its secrets, unless the seat is among those who may know them (None: a spectator)."""
        if not self.to or (seat is not None and self.to >> seat & 1):
            return self
        return Telling(self.what, _redactions[self.what](*self.fields))

    @property
    def is_event(self) -> bool:
        """Whether an event follows from it: from `forget` and `remember` none does."""
        return self.what is not forget and self.what is not remember


_redactions: dict[Callable[..., None], Callable[..., tuple[Field, ...]]] = {}
"""For each telling, its fields without the secret ones."""


def telling(declared: Declared) -> Declared:
    """Declare what can be told: the parameters after the state (and after `to`, where there are secrets)."""
    parameters = list(signature(declared).parameters.values())
    names = [parameter.name for parameter in parameters]
    fields = parameters[2:] if names[1:2] == ["to"] else parameters[1:]
    secret = [field.name for field in fields if field.annotation == Secret]
    _check(declared.__qualname__, parameters, has_to=names[1:2] == ["to"], has_secret=bool(secret))
    told = "".join(f"{field.name}, " for field in fields)
    known = "".join("None, " if field.name in secret else f"{field.name}, " for field in fields)
    source = (
        f"def {declared.__name__}({', '.join(names)}):\n"
        f"    if s.told is not None:\n"
        f"        s.told.append(Telling({declared.__name__}, ({told}), {'to' if 'to' in names else '0'}))\n"
        f"def nothing({', '.join(names)}):\n"
        f"    pass\n"
        f"def redacted({told}):\n"
        f"    return ({known})\n"
    )
    file = f"<telling {declared.__module__}.{declared.__qualname__}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for tracebacks, and for lint
    made: dict[str, Any] = {"Telling": Telling}
    exec(compile(source, file, "exec"), made)  # noqa: S102 - a plain function with exactly these parameters is quickest
    result: Declared = made[declared.__name__]
    for attribute in ("__module__", "__qualname__", "__doc__", "__annotations__"):
        setattr(result, attribute, getattr(declared, attribute))
    when_compiled(result)(made["nothing"])
    _redactions[result] = made["redacted"]
    return result


def _check(name: str, parameters: list[Parameter], *, has_to: bool, has_secret: bool) -> None:
    if not parameters or parameters[0].name != "s":
        raise BadTelling(f"{name}: the first parameter of a telling is the state, `s`")
    if any(parameter.default is not Parameter.empty for parameter in parameters):
        raise BadTelling(f"{name}: the fields of a telling have no defaults")
    if has_secret != has_to:
        raise BadTelling(f"{name}: a telling has a parameter `to`, second, if and only if it has a Secret field")


@telling
def forget(s: Any) -> None:
    """Something must be forgotten: what was told before is not told again until `remember`, or the end."""


@telling
def remember(s: Any) -> None:
    """What was forgotten may be known again."""


# From tellings to events


class EventDecoder(Generic[Event]):
    """From what the rules told to the event that a seat, or a spectator, learns: a game's `event` is an instance.

    event: EventDecoder[Event] = EventDecoder()
    event.when(taken)(Taken)                    # the fields of the telling are those of the message

    @event.when_secret(dealt)
    def _dealt(seat: int, card: Secret) -> Dealt:
        return Dealt(seat, None if card is None else CARDS[card])
    """

    def __init__(self) -> None:
        self._makers: dict[Callable[..., None], Callable[..., Event]] = {}

    def __call__(self, told: Telling) -> Event:
        return self._makers[told.what](*told.fields)

    @property
    def tellings(self) -> frozenset[Callable[..., None]]:
        """Those that an event follows from."""
        return frozenset(self._makers)

    def when(
        self, declared: Callable[Concatenate[Any, Fields], None]
    ) -> Callable[[Callable[Fields, Event]], Callable[Fields, Event]]:
        """Say which event follows from a telling without secrets: by a function of its fields."""
        return self._added(declared)

    def when_secret(
        self, declared: Callable[Concatenate[Any, int, Fields], None]
    ) -> Callable[[Callable[Fields, Event]], Callable[Fields, Event]]:
        """The same for a telling with secrets: those that a seat may not know are None."""
        return self._added(declared)

    def _added(self, declared: Callable[..., None]) -> Callable[[Callable[Fields, Event]], Callable[Fields, Event]]:
        def add(make: Callable[Fields, Event]) -> Callable[Fields, Event]:
            if declared in self._makers:
                raise BadTelling(f"{declared.__qualname__}: two events for one telling")
            self._makers[declared] = make
            return make

        return add
