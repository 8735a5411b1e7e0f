"""Guests: people without an account, and programs that play like them.

A guest is an id with a name, proved by a signed cookie in a browser or by a token in a program. A link moves the same
guest to another device; it works once, for ten minutes.
"""

import hmac
import math
import secrets
from hashlib import sha256

from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.steady_clock import Clock
from stolik.server.visible_text import cut_text, has_direction_controls, visible_text
from stolik.store.protocol import Store
from stolik.store.rows import GuestRow, TokenRow

COOKIE = "stolik_guest"
MAX_NAME_LENGTH = 24
MAX_TOKENS = 20
LINK_LIFETIME = 600.0
CLOCK_SKEW = 60.0
"""Seconds by which the clocks of nodes may differ."""


class Guests:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._now = clock.wall
        self._links: dict[str, float] = {}
        """When the links made here grow too old, in steady time, by digest."""
        self._key = b""

    async def open(self) -> None:
        self._key = await self._store.shared_key("guests", secrets.token_bytes(32))

    # Guests

    async def create(self, name: str) -> GuestRow:
        guest = GuestRow(secrets.token_urlsafe(12), clean_name(name), self._now())
        await self._store.save_guest(guest)
        return guest

    async def rename(self, id_: str, name: str) -> GuestRow:
        guest = GuestRow(id_, clean_name(name), (await self.get(id_)).created)
        await self._store.save_guest(guest)
        return guest

    async def get(self, id_: str) -> GuestRow:
        found = await self._store.guest(id_)
        if found is None:
            raise RequestRefused(ErrorCode.UNKNOWN_GUEST, "Please introduce yourself first.")
        return found

    async def name(self, id_: str) -> str:
        return (await self.get(id_)).name

    # The cookie

    def cookie(self, id_: str) -> str:
        return f"{id_}.{self._signature(id_)}"

    def from_cookie(self, value: str) -> str | None:
        """The guest's id; None if we did not sign this."""
        id_, _, signature = value.rpartition(".")
        good = hmac.compare_digest(signature.encode(), self._signature(id_).encode())
        return id_ if id_ and good else None

    def _signature(self, id_: str) -> str:
        return hmac.digest(self._key, b"cookie:" + id_.encode(), "sha256").hex()

    # Tokens

    async def new_token(self, guest: str, label: str) -> tuple[TokenRow, str]:
        """A key for a program, to be shown once."""
        if len(await self._store.tokens(guest, "program")) >= MAX_TOKENS:
            raise RequestRefused(ErrorCode.NOT_ALLOWED, f"A guest has at most {MAX_TOKENS} tokens: remove one first.")
        return await self._add(guest, "program", clean_name(label), None)

    async def tokens(self, guest: str) -> list[TokenRow]:
        return await self._store.tokens(guest, "program")

    async def remove_token(self, guest: str, id_: str) -> None:
        for token in await self.tokens(guest):
            if token_id(token) == id_:
                await self._store.remove_token(token.digest)
                return
        raise RequestRefused(ErrorCode.UNKNOWN_GUEST, "You have no such token.")

    async def from_token(self, key: str) -> str | None:
        found = await self._store.token(_digest(key))
        return found.guest if found is not None and found.kind == "program" else None

    # Moving to another device

    async def new_link(self, guest: str) -> tuple[str, float]:
        for old in await self._store.tokens(guest, "link"):
            await self._store.remove_token(old.digest)
        token, key = await self._add(guest, "link", "", self._now() + LINK_LIFETIME)
        now = self._clock.steady()
        self._links = {digest: until for digest, until in self._links.items() if until > now}
        self._links[token.digest] = now + LINK_LIFETIME
        return key, token.expires or 0.0

    async def claim(self, key: str) -> GuestRow:
        found = await self._store.token(_digest(key))
        if found is None or not self._is_fresh_link(found) or not await self._store.remove_token(found.digest):
            raise RequestRefused(ErrorCode.UNKNOWN_GUEST, "This link has been used, or is too old. Ask for a new one.")
        return await self.get(found.guest)

    def _is_fresh_link(self, token: TokenRow) -> bool:
        """By the wall clock, and by the steady one if the link was made here. One from the future is of unknown age."""
        now = self._now()
        in_time = token.created - CLOCK_SKEW <= now < (token.expires or 0.0)
        return token.kind == "link" and in_time and self._links.get(token.digest, math.inf) > self._clock.steady()

    async def _add(self, guest: str, kind: str, label: str, expires: float | None) -> tuple[TokenRow, str]:
        key = f"stolik_{secrets.token_urlsafe(24)}"
        token = TokenRow(_digest(key), guest, kind, label, self._now(), expires)
        await self._store.add_token(token)
        return token, key


def token_id(token: TokenRow) -> str:
    return token.digest[:16]


def clean_name(name: str) -> str:
    """One line, nothing invisible, not too long; RequestRefused if nothing is left, or if it turns its surroundings."""
    if has_direction_controls(name):
        text = "A name has no invisible characters that turn the direction of writing: please write it without them."
        raise RequestRefused(ErrorCode.MALFORMED, text)
    found = cut_text(" ".join(visible_text(name).split()), MAX_NAME_LENGTH)
    if not found:
        raise RequestRefused(ErrorCode.MALFORMED, "A name has at least one letter, or sign, that can be seen.")
    return found


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()
