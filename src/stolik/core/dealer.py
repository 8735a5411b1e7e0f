"""A commitment scheme for deals: chance that can be proved fair afterwards.

Before the first deal the host publishes `commitment`, the SHA-256 of a secret. Each player's program adds random bytes
of its own (`entropy`); the seed of all draws is a hash of both, so neither side alone can steer it. After the match the
secret is published with the log, and anybody can deal everything again (`stolik.core.verify`).

This proves that the deal was not rigged. It does not stop a host from peeking at their own server.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256

_SPAN = 1 << 256
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Dealer:
    """Draws keyed by (seed, number of the deal, attempt): any draw can be repeated alone, in any order."""

    __slots__ = ("_by_secret", "_by_seed", "_secret", "entropy")

    def __init__(self, secret: bytes, entropy: Sequence[str] = ()) -> None:
        if len(secret) != 32:
            raise ValueError(f"a dealer's secret has 32 bytes, not {len(secret)}")
        self._secret = secret
        self.entropy = tuple(entropy)
        self._by_seed = _Keyed(_seed(secret, self.entropy))
        self._by_secret = _Keyed(secret)

    @classmethod
    def fresh(cls, entropy: Sequence[str] = ()) -> "Dealer":
        return cls(secrets.token_bytes(32), entropy)

    @classmethod
    def from_seed(cls, seed: str, entropy: Sequence[str] = ()) -> "Dealer":
        """Repeatable: any text, or the 64 hexadecimal digits of an earlier match's published secret."""
        return cls(_as_secret(seed), entropy)

    @property
    def secret(self) -> str:
        """To be published when the match is over, and not before."""
        return self._secret.hex()

    @property
    def commitment(self) -> str:
        return commit(self._secret)

    def draw(self, deal: int, chances: int) -> int:
        """The ticket for deal number `deal` of the match, from 0 to chances − 1, each exactly equally likely.

        Deals are counted, not log entries: making more moves must not change what comes next.
        """
        fair = _SPAN - _SPAN % chances
        attempt = 0
        while True:
            drawn = int.from_bytes(self._by_seed.digest(b"draw:%d:%d" % (deal, attempt)))
            if drawn < fair:
                return drawn % chances
            attempt += 1

    def nonce(self, seq: int) -> bytes:
        """Mixed into the hash of log entry `seq`: without it the hash of a hidden card would be the card."""
        return self._by_secret.digest(b"nonce:%d:0" % seq)


class _Keyed:
    """HMAC-SHA-256 of many short texts with one key.

    The standard library's lets go of the interpreter lock for every digest; in a server with other threads, getting it
    back takes longer than the digest itself.
    """

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(64, b"\0")
        self._inner = sha256(padded.translate(_INNER))
        self._outer = sha256(padded.translate(_OUTER))

    def digest(self, text: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(text)
        outer.update(inner.digest())
        return outer.digest()


def commit(secret: bytes) -> str:
    return sha256(secret).hexdigest()


def _seed(secret: bytes, entropy: Sequence[str]) -> bytes:
    parts = [b"stolik seed", secret, *(text.encode() for text in entropy)]
    return sha256(b"".join(len(part).to_bytes(4) + part for part in parts)).digest()


def is_hex_256(text: str) -> bool:
    """Whether the text is 32 bytes in hexadecimal digits: a hash or a secret."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _as_secret(seed: str) -> bytes:
    return bytes.fromhex(seed) if is_hex_256(seed) else sha256(b"stolik secret:" + seed.encode()).digest()
