"""What every store can do. `tests/store` proves it for each of them."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from stolik.store.condition import Condition, Fault, StoreFailed
from stolik.store.rows import Change, ChatRow, GuestRow, LogRow, MatchRow, TableRow, TokenRow

__all__ = ["Condition", "Fault", "OnNotification", "Store", "StoreFailed"]

OnNotification: TypeAlias = Callable[[str, str], None]
"""on_notification(topic, text), called in the event loop. Topics of the store itself: see `Store.listen`."""


class Store(Protocol):
    """All methods are safe to call from many tasks at once. What a method has returned is durable.

    Nobody waits for long: what takes longer than a few seconds is StoreFailed. A write that timed out may still be
    made; when it is known how that went, `lost` is announced (see `listen`).
    """

    node: str
    """The name of this node, different for each."""

    shared: bool
    """Whether other nodes may write here too."""

    condition: Condition
    """What is wrong with it just now, if anything."""

    async def open(self) -> None:
        """Connect, and migrate the schema."""

    async def close(self) -> None:
        """Commit what is waiting, then disconnect; within a few seconds, whatever the database does."""

    def abandon(self) -> None:
        """End the processes of this store at once, from any thread: this process is about to end itself."""

    async def ping(self) -> None:
        """StoreFailed if nothing can be written: it writes a key that means nothing."""

    async def shared_key(self, name: str, fresh: bytes) -> bytes:
        """The key of this name that all nodes share; `fresh` if there was none yet."""

    # Guests

    async def save_guest(self, guest: GuestRow) -> None:
        """A new guest, or a new name."""

    async def guest(self, id_: str) -> GuestRow | None: ...

    async def add_token(self, token: TokenRow) -> None: ...

    async def token(self, digest: str) -> TokenRow | None: ...

    async def tokens(self, guest: str, kind: str) -> list[TokenRow]: ...

    async def remove_token(self, digest: str) -> bool:
        """False if there is none (any more): of two concurrent removals, one is True."""

    # Tables and matches

    async def commit(self, change: Change) -> bool:
        """True: committed and durable. False: a write conflict, and nothing was written."""

    async def table(self, id_: str) -> TableRow | None: ...

    async def table_by_code(self, code: str) -> TableRow | None: ...

    async def public_tables(self, game: str | None, status: str, limit: int) -> list[TableRow]:
        """Those touched last come first."""

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        """Those touched last come first."""

    async def overdue(self, before: float, limit: int) -> list[str]:
        """Ids of tables that should have been woken before that time, the longest overdue first."""

    async def match(self, id_: str) -> MatchRow | None: ...

    async def log(self, match: str, since: int = 0, limit: int | None = None) -> list[LogRow]:
        """The appends from seq `since` on, in order; the first `limit` of them."""

    async def whole_log(self, match: str) -> bytes:
        """All appends as one JSON array of pairs, `[seq, entries]`, in any order: nothing is made of it here."""

    async def append_of(self, match: str, seat: int, number: int) -> LogRow | None:
        """The append that a seat's request with this number has made."""

    # Talk

    async def add_chat(self, chat: ChatRow) -> int:
        """Keep it under the next free number of its table (its own number is ignored) and give that number."""

    async def number_of_chat(self, chat: ChatRow) -> int | None:
        """The number under which it was kept; None: it was not, and will not be. For whoever was not told: said at the
        same time, by the same seat, word for word, it is the same.
        """

    async def chat(self, table: str, since: int = 0, limit: int = 200) -> Sequence[ChatRow]:
        """The last `limit` of those with a number above `since`, in order."""

    # Between nodes

    def listen(self, on_notification: OnNotification) -> None:
        """Subscribe to notifications of other nodes. Must be called before `open`.

        The store itself announces `log` (text: ids of matches that grew, separated by blanks), `table` (ids of tables
        that changed), `chat` (ids of tables where something was said) and, after a broken connection, `lost` (anything
        may have been missed: also what this node itself has written, if it was not told so in time). A store of a
        single node announces nothing else.
        """

    async def announce(self, topic: str, text: str) -> None:
        """Notify all other nodes; at most 7,000 bytes. Not durable."""
