"""A state, declared once: a small Python object and a packed NumPy record.

    @packed
    class State:
        players: int                     # a number
        chips: list[int] = row(7)        # small numbers, one a seat
        cards: list[int] = sets(7)       # bit sets, one a seat

`State()` is all zeros. In Python its fields are ints and lists of ints, in slots. `dtype(State)` is the same thing for
NumPy, `pack` and `unpack` copy between the two. The slot `told` is no part of the state: it is where `tell` writes,
if somebody listens.
"""

from inspect import get_annotations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

if TYPE_CHECKING:
    import numpy as np

S = TypeVar("S")

_INDENT = "\n    "


class Field(NamedTuple):
    name: str
    length: int | None
    """None: one number."""
    kind: str
    """How NumPy stores it."""


class _Row(NamedTuple):
    length: int
    kind: str


def row(length: int) -> list[int]:
    """Declare a field of `length` small numbers (16 bits each when stored)."""
    return cast("list[int]", _Row(length, "i2"))


def sets(length: int) -> list[int]:
    """Declare a field of `length` bit sets (64 bits each when stored, 62 of them usable)."""
    return cast("list[int]", _Row(length, "i8"))


def packed(declared: type[S]) -> type[S]:
    """Turn the declaration into a slotted class with equality, a clone and a NumPy layout.

    A declaration that inherits from a packed class has its fields too, first.
    """
    bases = tuple(base for base in declared.__bases__ if base is not object)
    own = tuple(_field(declared, name) for name in get_annotations(declared))
    fields = (*(field for base in bases for field in fields_of(base)), *own)
    body: dict[str, Any] = {
        "__slots__": tuple(field.name for field in own) if bases else (*(field.name for field in own), "told"),
        "__doc__": declared.__doc__,
        "__module__": declared.__module__,
        "__qualname__": declared.__qualname__,
        "__annotations__": declared.__annotations__,
        "__hash__": None,
        "__fields__": fields,
        **_generated(fields),
    }
    return cast("type[S]", type(declared.__name__, bases, body))


def fields_of(cls: type[Any]) -> tuple[Field, ...]:
    return cast("tuple[Field, ...]", cls.__fields__)


def clone(s: S) -> S:
    """An independent copy to which nobody listens."""
    original: Any = s
    copy: S = original.__clone__()
    return copy


def dtype(cls: type[Any]) -> "np.dtype[Any]":
    import numpy as np

    return np.dtype(
        [
            (field.name, field.kind) if field.length is None else (field.name, field.kind, (field.length,))
            for field in fields_of(cls)
        ],
        align=True,
    )


def pack(s: object, target: Any) -> None:
    """Copy the Python state into a packed one (one element of an array of `dtype`)."""
    for field in fields_of(type(s)):
        try:
            target[field.name] = getattr(s, field.name)
        except OverflowError as error:
            bits = 16 if field.kind == "i2" else 64
            raise OverflowError(f"{type(s).__name__}.{field.name} holds numbers of {bits} bits: {error}") from None


def unpack(cls: type[S], source: Any) -> S:
    """A Python state with the contents of a packed one."""
    s = cls()
    for field in fields_of(cls):
        setattr(s, field.name, source[field.name].tolist())
    return s


def _field(declared: type[Any], name: str) -> Field:
    default = declared.__dict__.get(name)
    match declared.__annotations__[name], default:
        case (("int" | type() as kind), None) if kind in ("int", int):
            return Field(name, None, "i8")
        case _, _Row(length, kind):
            return Field(name, length, kind)
    raise TypeError(f"{declared.__name__}.{name}: a state holds `int`, or `list[int]` declared with row(n) or sets(n)")


def _generated(fields: tuple[Field, ...]) -> dict[str, Any]:
    """Straight-line methods, as a person would write them out by hand: loops over the fields are five times slower."""

    def zero(field: Field) -> str:
        return f"self.{field.name} = " + ("0" if field.length is None else f"[0] * {field.length}")

    def copied(field: Field) -> str:
        return f"new.{field.name} = self.{field.name}" + ("" if field.length is None else "[:]")

    equal = " and ".join(f"self.{field.name} == other.{field.name}" for field in fields) or "True"
    shown = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in fields)
    source = f"""
def __init__(self):
    {_INDENT.join(map(zero, fields))}
    self.told = None

def __clone__(self):
    new = new_object(type(self))
    {_INDENT.join(map(copied, fields))}
    new.told = None
    return new

def __eq__(self, other):
    if type(self) is not type(other):
        return NotImplemented
    return {equal}

def __repr__(self):
    return f"{{type(self).__name__}}({shown})"
"""
    methods: dict[str, Any] = {}
    exec(source, {"new_object": object.__new__}, methods)  # noqa: S102 - our own text, made of field names
    return methods
