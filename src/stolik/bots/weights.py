"""Trained weights: small files in a game's folder, each with the command that made it and how strong it is.

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
"""So many numbers and more are compressed."""


class MissingWeights(FileNotFoundError):
    """A file that a bot needs is not there. The text names it, and the command that makes it."""


class WeightsFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `name.json` says."""

    made_by: str
    strength: str
    numbers: list[int] = []
    packed: str = ""


@cache
def load_weights(name: str) -> "array[int]":
    """The weights of this name, `package:file`; without a name a single zero."""
    if not name:
        return array("h", [0])
    package, colon, file = name.partition(":")
    if not (package and colon and file):
        raise ValueError(f"weights are named package:file, not {name!r}")
    described = msgspec.json.decode(_read(package, f"{file}.json", _trainer(package)), type=WeightsFile)
    if not described.packed:
        return array("h", described.numbers)
    numbers = array("h", lzma.decompress(_read(package, described.packed, described.made_by)))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _read(package: str, file: str, command: str) -> bytes:
    try:
        return files(package).joinpath(file).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        raise MissingWeights(f"there are no weights {file!r} in {package}; this makes them: {command}") from None


def _trainer(package: str) -> str:
    """The command that trains a game, from the package that its weights are in (`stolik.games.<folder>.bots`)."""
    folder = package.removeprefix("stolik.games.").partition(".")[0]
    return f"stolik train {folder.rstrip('_')}"


def weights_array(name: str) -> "np.ndarray[Any, Any]":
    """The same as an array, for compiled code."""
    import numpy as np

    return np.frombuffer(load_weights(name), np.int16)


def write_weights(folder: Path, name: str, numbers: "array[int]", *, made_by: str, strength: str) -> None:
    if not folder.is_dir():
        raise NotADirectoryError(f"there is no folder {folder} to write the weights {name!r} into")
    if len(numbers) < PACKED:
        described = WeightsFile(made_by, strength, numbers.tolist())
    else:
        described = WeightsFile(made_by, strength, packed=f"{name}.xz")
        little = array("h", numbers)
        if sys.byteorder == "big":
            little.byteswap()
        folder.joinpath(described.packed).write_bytes(lzma.compress(little.tobytes(), preset=9 | lzma.PRESET_EXTREME))
    folder.joinpath(f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(described), indent=2) + b"\n")
