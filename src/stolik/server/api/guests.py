"""Guests: introducing oneself, tokens for programs, moving to another device."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from stolik.server.api.dependencies import AnyRequest, Services, TheCaller, dependencies
from stolik.server.api.errors import REFUSALS
from stolik.server.guests import COOKIE, Guests, token_id
from stolik.server.tables.join_codes import qr_svg
from stolik.store.rows import GuestRow

YEAR = 365 * 24 * 3600

Name = Annotated[str, Meta(min_length=1, max_length=100)]


@dataclass(frozen=True, slots=True)
class GuestServices(Services):
    guests: Guests


TheServices = NamedDependency[GuestServices]


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
    request: AnyRequest, services: TheServices, caller: TheCaller, data: JSONBody[Introduction]
) -> Response[Me]:
    """A browser gets a cookie; a program that names itself gets a token."""
    services.limits.check(services.limits.rates.names, "names", caller.address)
    if data.program is not None:
        guest = await services.guests.create(data.name)
        _, key = await services.guests.new_token(guest.id, data.program)
        return Response(Me(guest.name, key))
    return _with_cookie(request, services, await services.guests.create(data.name))


@get("/me", summary="Who am I?", responses=REFUSALS)
async def me(services: TheServices, caller: TheCaller) -> Me | None:
    """Null: somebody who has not introduced themselves. Every page asks this first, and being new is no error."""
    return None if caller.guest is None else Me((await services.guests.get(caller.guest)).name)


@patch("/me", summary="Take another name", responses=REFUSALS)
async def rename(services: TheServices, caller: TheCaller, data: JSONBody[Renaming]) -> Me:
    """At tables where one already sits, the old name stays until one sits down again."""
    services.limits.check(services.limits.rates.names, "names", caller.address)
    services.limits.check(services.limits.rates.names, "renames", caller.known)
    return Me((await services.guests.rename(caller.known, data.name)).name)


@post("/me/forget", summary="Forget me on this device", status_code=200, responses=REFUSALS)
async def forget(caller: TheCaller) -> Response[None]:
    return Response(None, cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/", httponly=True)])


@post("/me/link", summary="Move to another device", status_code=201, responses=REFUSALS)
async def link(request: AnyRequest, services: TheServices, caller: TheCaller) -> Link:
    """A link (and a QR code) that makes another device the same guest: once, within ten minutes; a new one ends it."""
    services.limits.check_guest(services.limits.rates.codes, "links", caller.known, caller.address)
    await services.guests.get(caller.known)
    key, expires = await services.guests.new_link(caller.known)
    url = f"{services.auth.base_url(request)}/move#{key}"
    return Link(key, url, qr_svg(url), expires)


@post("/me/claim", summary="Be the guest that a link was made for", status_code=200, responses=REFUSALS)
async def claim(request: AnyRequest, services: TheServices, caller: TheCaller, data: JSONBody[Claim]) -> Response[Me]:
    services.limits.check(services.limits.rates.codes, "codes", caller.address)
    return _with_cookie(request, services, await services.guests.claim(data.key))


@get("/me/tokens", summary="My programs' tokens", responses=REFUSALS)
async def tokens(services: TheServices, caller: TheCaller) -> list[Token]:
    return [Token(token_id(found), found.label, found.created) for found in await services.guests.tokens(caller.known)]


@post("/me/tokens", summary="A token for a program that plays as me", responses=REFUSALS)
async def new_token(services: TheServices, caller: TheCaller, data: JSONBody[Labelled]) -> Token:
    await services.guests.get(caller.known)
    row, key = await services.guests.new_token(caller.known, data.label)
    return Token(token_id(row), row.label, row.created, key)


@delete("/me/tokens/{token:str}", summary="Remove a token", responses=REFUSALS)
async def remove_token(services: TheServices, caller: TheCaller, token: FromPath[str]) -> None:
    await services.guests.remove_token(caller.known, token)


def _with_cookie(request: AnyRequest, services: GuestServices, guest: GuestRow) -> Response[Me]:
    cookie = Cookie(
        key=COOKIE,
        value=services.guests.cookie(guest.id),
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=services.auth.is_secure(request),
    )
    return Response(Me(guest.name), cookies=[cookie])


def guest_routes(services: GuestServices) -> Router:
    handlers = [introduce, me, rename, forget, link, claim, tokens, new_token, remove_token]
    return Router("/api", route_handlers=handlers, dependencies=dependencies(services))
