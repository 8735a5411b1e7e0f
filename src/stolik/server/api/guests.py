"""Introducing oneself, tokens for programs, moving to another device."""

from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from stolik.server.api.auth import base_address, check_origin, is_secure
from stolik.server.api.dependencies import AnyRequest, TheCaller, TheHouse
from stolik.server.api.errors import REFUSALS
from stolik.server.app_context import House
from stolik.server.guests import COOKIE, token_id
from stolik.server.tables.join_codes import qr_svg
from stolik.store.rows import GuestRow

YEAR = 365 * 24 * 3600

Name = Annotated[str, Meta(min_length=1, max_length=100)]


class Introduction(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    program: Annotated[str, Meta(min_length=1, max_length=60)] | None = None
    """For a program: a label for its token, which is then given instead of a cookie."""


class Renaming(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class Me(msgspec.Struct):
    name: str
    token: str | None = None
    """Shown once; keep it secret."""


class Labelled(msgspec.Struct, forbid_unknown_fields=True):
    label: Annotated[str, Meta(min_length=1, max_length=60)]


class Token(msgspec.Struct):
    id: str
    label: str
    created: float
    token: str | None = None
    """Only right after it was made."""


class Link(msgspec.Struct):
    key: str
    url: str
    qr: str
    """The same as a picture (SVG)."""
    expires: float


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(min_length=1, max_length=100)]


@post("/guests", summary="Introduce yourself", responses=REFUSALS)
async def introduce(
    request: AnyRequest, house: TheHouse, caller: TheCaller, data: JSONBody[Introduction]
) -> Response[Me]:
    """A browser gets a cookie; a program that names itself gets a token."""
    house.limits.check(house.settings.rates.guests, "guests", caller.address)
    if data.program is not None:
        guest = await house.guests.welcome(data.name)
        _, key = await house.guests.new_token(guest.id, data.program)
        return Response(Me(guest.name, key))
    if "origin" in request.headers:
        check_origin(request, house)
    return _with_cookie(request, house, await house.guests.welcome(data.name))


@get("/me", summary="Who am I?", responses=REFUSALS)
async def me(house: TheHouse, caller: TheCaller) -> Me | None:
    """Null: somebody who has not introduced themselves. Every page asks this first, and being new is no error."""
    return None if caller.guest is None else Me((await house.guests.known(caller.guest)).name)


@patch("/me", summary="Take another name", responses=REFUSALS)
async def rename(house: TheHouse, caller: TheCaller, data: JSONBody[Renaming]) -> Me:
    """At tables where one already sits, the old name stays until one sits down again."""
    return Me((await house.guests.rename(caller.known, data.name)).name)


@post("/me/forget", summary="Forget me on this device", status_code=200, responses=REFUSALS)
async def forget(caller: TheCaller) -> Response[None]:
    return Response(None, cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/", httponly=True)])


@post("/me/link", summary="Move to another device", status_code=201, responses=REFUSALS)
async def link(request: AnyRequest, house: TheHouse, caller: TheCaller) -> Link:
    """A link (and a QR code) that makes another device the same guest: once, within ten minutes; a new one ends it."""
    house.limits.check(house.settings.rates.codes, "links", caller.known)
    await house.guests.known(caller.known)
    key, expires = await house.guests.new_link(caller.known)
    url = f"{base_address(request, house)}/move#{key}"
    return Link(key, url, qr_svg(url), expires)


@post("/me/claim", summary="Be the guest that a link was made for", status_code=200, responses=REFUSALS)
async def claim(request: AnyRequest, house: TheHouse, caller: TheCaller, data: JSONBody[Claim]) -> Response[Me]:
    house.limits.check(house.settings.rates.codes, "codes", caller.address)
    if "origin" in request.headers:
        check_origin(request, house)
    return _with_cookie(request, house, await house.guests.claim(data.key))


@get("/me/tokens", summary="My programs' tokens", responses=REFUSALS)
async def tokens(house: TheHouse, caller: TheCaller) -> list[Token]:
    return [Token(token_id(found), found.label, found.created) for found in await house.guests.tokens(caller.known)]


@post("/me/tokens", summary="A token for a program that plays as me", responses=REFUSALS)
async def new_token(house: TheHouse, caller: TheCaller, data: JSONBody[Labelled]) -> Token:
    await house.guests.known(caller.known)
    row, key = await house.guests.new_token(caller.known, data.label)
    return Token(token_id(row), row.label, row.created, key)


@delete("/me/tokens/{token:str}", summary="Remove a token", responses=REFUSALS)
async def remove_token(house: TheHouse, caller: TheCaller, token: FromPath[str]) -> None:
    await house.guests.remove_token(caller.known, token)


def _with_cookie(request: AnyRequest, house: House, guest: GuestRow) -> Response[Me]:
    cookie = Cookie(
        key=COOKIE,
        value=house.guests.cookie(guest.id),
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_secure(request, house),
    )
    return Response(Me(guest.name), cookies=[cookie])


routes = Router("/api", route_handlers=[introduce, me, rename, forget, link, claim, tokens, new_token, remove_token])
