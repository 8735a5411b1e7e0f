"""Rows of the database. Bodies are JSON that only the server reads: the store knows no rules."""

import msgspec


class GuestRow(msgspec.Struct, frozen=True):
    """A person, or a program that plays like one."""

    id: str
    name: str
    created: float


class TokenRow(msgspec.Struct, frozen=True):
    """A key to a guest. The key itself is not kept, only its digest."""

    digest: str
    guest: str
    kind: str
    label: str
    created: float
    expires: float | None = None


class TableRow(msgspec.Struct, frozen=True):
    id: str
    code: str
    """Short, to be said aloud."""
    revision: int
    """Optimistic locking: rises by one with every change; a change of another revision is a write conflict."""
    game: str
    status: str
    public: bool
    guests: tuple[str, ...]
    """Who sits here."""
    created: float
    touched: float
    wake: float | None
    """When the server itself has to do something here: let a bot move, end a pause. None: it waits for people."""
    body: bytes


class MatchRow(msgspec.Struct, frozen=True):
    id: str
    table: str
    number: int
    header: bytes
    secret: str
    """The dealer's. Published when the match is finished, and not before."""
    created: float
    finished: float | None = None


class LogRow(msgspec.Struct, frozen=True):
    """One append: a seat's moves and the dealer's that follow, up to the next decision or pause."""

    match: str
    seq: int
    """The number of its first entry."""
    entries: bytes
    """A JSON array."""
    at: float
    seat: int | None = None
    """Who moved; None: the dealer went on."""
    number: int | None = None
    """The seat's own number of the request; None: a bot moved."""
    node: str = ""


class ChatRow(msgspec.Struct, frozen=True):
    table: str
    number: int
    at: float
    seat: int | None
    name: str
    text: str


class Wake(msgspec.Struct, frozen=True):
    table: str
    at: float | None


class Change(msgspec.Struct, frozen=True):
    """Rows that are written in one transaction.

    It is a write conflict (and nothing is written) if the table's stored revision is not the one before
    `table.revision`, if the match exists, or if the log already has that seq.
    """

    table: TableRow | None = None
    match: MatchRow | None = None
    append: LogRow | None = None
    finished: float | None = None
    """When the match of `append` ended, if it ended with it."""
    wake: Wake | None = None
    """A new time to wake, where the table is otherwise unchanged."""

    @property
    def is_only_append(self) -> bool:
        """A row for the log and nothing else: by far the most common."""
        others = (self.table, self.match, self.finished, self.wake)
        return self.append is not None and others == (None, None, None, None)
