"""Marks in the schema of an option, for forms and help texts: what cannot be told from its type."""

from collections.abc import Mapping, Sequence
from typing import Any

CARRIED_ON = {"carried_on": True}
"""A rematch sets it; nobody is asked for it."""


def only_with(**options: Sequence[Any]) -> dict[str, Any]:
    """It has a meaning only if other options have one of these values: `only_with(mode=("advanced", "master"))`."""
    return {"only_with": {name: list(values) for name, values in options.items()}}


def is_carried_on(schema: Mapping[str, Any]) -> bool:
    return schema.get("carried_on") is True


def has_meaning(schema: Mapping[str, Any], chosen: Mapping[str, Any]) -> bool:
    """With these options."""
    wanted: Mapping[str, Sequence[Any]] = schema.get("only_with", {})
    return all(chosen.get(name) in values for name, values in wanted.items())


def condition(schema: Mapping[str, Any]) -> str:
    """In words, what it means something with; empty: with everything."""
    wanted: Mapping[str, Sequence[Any]] = schema.get("only_with", {})
    return " and ".join(f"{name} {' or '.join(map(str, values))}" for name, values in wanted.items())
