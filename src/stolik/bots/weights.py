"""Books of trained numbers: small files in a game's folder, each with the command that made it and how strong it is.

`name.json` says `made_by`, `strength` and either `numbers` or, where they are many, `packed`: the name of a file beside
it with the same numbers as little-endian 16-bit integers, compressed by xz.
"""

import lzma
import sys
from array import array
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import numpy as np

PACKED = 2_000
"""Numbers from which on they are packed."""


class WeightsFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `name.json` says."""

    made_by: str
    strength: str
    numbers: list[int] = []
    packed: str = ""


@cache
def load_weights(name: str) -> "array[int]":
    """The numbers of a book; none for no book."""
    if not name:
        return array("h", [0])
    package, _, file = name.partition(":")
    folder = files(package)
    card = msgspec.json.decode(folder.joinpath(f"{file}.json").read_bytes(), type=WeightsFile)
    if not card.packed:
        return array("h", card.numbers)
    numbers = array("h", lzma.decompress(folder.joinpath(card.packed).read_bytes()))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def weights_array(name: str) -> "np.ndarray[Any, Any]":
    """The same for compiled code."""
    import numpy as np

    return np.frombuffer(load_weights(name), np.int16)


def write_weights(folder: Path, name: str, numbers: "array[int]", *, made_by: str, strength: str) -> None:
    if len(numbers) < PACKED:
        card = WeightsFile(made_by, strength, numbers.tolist())
    else:
        card = WeightsFile(made_by, strength, packed=f"{name}.xz")
        little = array("h", numbers)
        if sys.byteorder == "big":
            little.byteswap()
        folder.joinpath(card.packed).write_bytes(lzma.compress(little.tobytes(), preset=9 | lzma.PRESET_EXTREME))
    folder.joinpath(f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(card), indent=2) + b"\n")
