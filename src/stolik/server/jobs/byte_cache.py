"""A cache of what took long to make, bounded by its size in bytes; what was used least recently goes first."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class ByteCache(Generic[V]):
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._found: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self.size = 0

    def get(self, key: Hashable) -> V | None:
        found = self._found.get(key)
        if found is None:
            return None
        self._found.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, value: V, size: int) -> None:
        """What is larger than a quarter of the whole is not kept: it would push out too much else."""
        if size > self._limit // 4:
            return
        before = self._found.pop(key, None)
        if before is not None:
            self.size -= before[1]
        self._found[key] = value, size
        self.size += size
        while self.size > self._limit:
            _, (_, freed) = self._found.popitem(last=False)
            self.size -= freed

    def __len__(self) -> int:
        return len(self._found)
