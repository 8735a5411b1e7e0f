"""What a table tells the other nodes, beyond what is written: who is here, and what nobody keeps."""

import contextlib
from typing import Protocol

from stolik.server.tables.environment import TableEnvironment
from stolik.server.tables.network_marks import to_text
from stolik.server.tables.presence import Presence
from stolik.server.tables.table_state import TableState
from stolik.store.protocol import Store, StoreFailed


class AnnouncingTable(Protocol):
    env: TableEnvironment
    state: TableState
    store: Store
    presence: Presence


class Announcer:
    """The words are read by `cluster.py`."""

    def __init__(self, table: AnnouncingTable) -> None:
        self._table = table

    async def announce(self, topic: str, *words: str) -> None:
        """Tell the other nodes something about this table."""
        table = self._table
        await table.store.announce(topic, " ".join((table.store.node, table.state.id, *words)))

    async def announce_presence(self) -> None:
        """It is a hint: if it cannot be said now, it will be said later."""
        store = self._table.store
        if store.shared and not self._table.env.closing.is_set():
            with contextlib.suppress(StoreFailed):
                await store.announce("presence", f"{store.node} {self.presence_word()}")
                await store.announce("networks", f"{store.node} {self.networks_word()}")

    def presence_word(self) -> str:
        """`table:seats:watching`, seats as digits joined by commas."""
        presence = self._table.presence
        seats = ",".join(map(str, sorted(presence.local_seats())))
        return f"{self._table.state.id}:{seats}:{presence.local_watching()}"

    def networks_word(self) -> str:
        """`table:marks`; a word of its own, which nodes that do not know it pass over."""
        state = self._table.state
        return f"{state.id}:{to_text(self._table.presence.local_networks(state))}"
