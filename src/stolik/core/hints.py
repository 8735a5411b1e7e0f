"""What stands behind a suggested move, where there is a number."""

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """A number behind a move: what it is, in a word that every language of the pages knows, and how large."""

    kind: str
    value: float
