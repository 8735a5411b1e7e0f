"""What goes over the edges: moves, events, views and records as typed messages with a fixed JSON form."""

from typing import Any, Generic, TypeVar

import msgspec

Public = TypeVar("Public")
Private = TypeVar("Private")


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move or an event. Each has an explicit tag, since logs outlive class names.

    class Take(Message, frozen=True, tag="take"): ...
    """


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is agreed before a match. Every game's options begin with `players`."""

    players: int


class View(msgspec.Struct, Generic[Public, Private], frozen=True):
    """All that one seat may know now. A spectator's private part is None."""

    public: Public
    private: Private


to_json = msgspec.json.Encoder().encode
"""The byte form of a message, the same on the wire and in logs."""


def to_builtins(message: object) -> Any:
    """The same JSON as Python reads it: dicts, lists, strings and numbers, nothing else."""
    return msgspec.json.decode(to_json(message))
