"""What a page of another site can do to a guest who visits it: nothing. They stay who they were, and where they sat."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Page

from support.browser_people import People, Person
from support.browser_tables import seated
from support.other_site import other_site

FORM = """async ([action, encoding, fields, target]) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, enctype: encoding, target });
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  const frame = document.querySelector("iframe");
  const answered = new Promise((done) => frame.addEventListener("load", done, { once: true }));
  form.submit();
  if (target === "frame") await answered;
}"""
FETCH = """async ([address, request, typeless]) => {
  if (typeless) request.body = new Blob([request.body]);
  await fetch(address, { credentials: "include", ...request }).catch(() => null);
}"""
BEACON = """async ([address, body]) => {
  navigator.sendBeacon(address, body);
  await new Promise((done) => setTimeout(done, 300));
}"""
SOCKET = """(address) => new Promise((done) => {
  const socket = new WebSocket(address), heard = [];
  socket.onopen = () => socket.send('{"type":"leave","id":1}');
  socket.onmessage = (message) => {
    heard.push(message.data);
    if (heard.length > 4) socket.close();
  };
  socket.onclose = (event) => done([event.code, heard]);
  setTimeout(() => socket.close(), 3000);
})"""


@pytest.fixture(params=["127.0.0.1", "localhost"], ids=["same_site", "cross_site"])
def elsewhere(request: pytest.FixtureRequest) -> Iterator[str]:
    """Another port of the same host is the same *site*, and is sent the guest's cookie; another host is not."""
    with other_site() as port:
        yield f"http://{request.param}:{port}/"


class Victim:
    """Sits at a table, and has another site open in the next tab."""

    def __init__(self, person: Person, table: str, page: Page) -> None:
        self.person = person
        self.table = table
        self.page = page

    @classmethod
    async def lured(cls, people: People, elsewhere: str) -> "Victim":
        person = await people.come()
        await person.introduce("Ala")
        guest = people.keep(await person.as_guest())
        table = await seated(guest, "no_thanks", "mbb")
        await person.open("/me")
        page = await person.context.new_page()
        await page.goto(elsewhere)
        return cls(person, table, page)

    def at(self, path: str) -> str:
        return self.person.base + path.format(table=self.table)

    async def state(self) -> dict[str, Any]:
        """Who they are to their browser, and what the table says of them."""
        read = "async (path) => (await fetch(path)).json()"
        return {
            "cookies": await self.person.context.cookies(self.person.base),
            "me": await self.person.page.evaluate(read, "/api/me"),
            "table": await self.person.page.evaluate(read, f"/api/tables/{self.table}"),
            "tokens": await self.person.page.evaluate(read, "/api/me/tokens"),
        }


async def test_a_form_of_another_site_changes_nothing(people: People, elsewhere: str) -> None:
    victim = await Victim.lured(people, elsewhere)
    before = await victim.state()
    for path in ("/api/me/forget", "/api/guests", "/api/me/claim", "/api/me/link", "/api/tables/{table}/do"):
        for encoding, fields in (
            ("application/x-www-form-urlencoded", {"name": "Eve"}),
            ("multipart/form-data", {"name": "Eve"}),
            ("text/plain", {'{"name":"Eve': '"}'}),
            ("text/plain", {'{"type":"say","text":"I am Ala': '"}'}),
        ):
            await victim.page.evaluate(FORM, [victim.at(path), encoding, fields, "frame"])
            assert await victim.state() == before, (path, encoding)
    async with victim.page.expect_navigation():  # and as a page of its own: cookies go along more easily
        await victim.page.evaluate(FORM, [victim.at("/api/me/forget"), "text/plain", {}, "_self"])
    assert await victim.state() == before


async def test_a_script_of_another_site_changes_nothing(people: People, elsewhere: str) -> None:
    victim = await Victim.lured(people, elsewhere)
    before = await victim.state()
    for path, body in {
        "/api/me/forget": "",
        "/api/guests": '{"name":"Eve"}',
        "/api/me/tokens": '{"label":"Eve"}',
        "/api/tables/{table}/do": '{"type":"leave"}',
    }.items():
        for mode in ("no-cors", "cors"):
            for typeless in (False, True):
                request = {"method": "POST", "mode": mode, "body": body}
                await victim.page.evaluate(FETCH, [victim.at(path), request, typeless])
        as_json = {"method": "POST", "mode": "cors", "body": body, "headers": {"content-type": "application/json"}}
        await victim.page.evaluate(FETCH, [victim.at(path), as_json, False])
        await victim.page.evaluate(BEACON, [victim.at(path), body])
        assert await victim.state() == before, path
    for request in ({"method": "PATCH", "body": '{"name":"Eve"}'}, {"method": "DELETE"}):
        await victim.page.evaluate(FETCH, [victim.at("/api/me"), request, False])
    assert await victim.state() == before


async def test_another_site_cannot_make_a_guest_look_present(people: People, elsewhere: str) -> None:
    """To ask for the feed without a socket is a GET, and yet it does something: a bot that sits in would get up."""
    victim = await Victim.lured(people, elsewhere)
    before = await victim.state()
    address = victim.at("/api/tables/{table}/feed?subscriber=evil&wait=0")
    await victim.page.evaluate(FETCH, [address, {"mode": "no-cors"}, False])
    assert await victim.state() == before
    async with victim.page.expect_navigation():
        await victim.page.evaluate("(address) => void location.assign(address)", address)
    assert "not_allowed" in await victim.page.content()
    assert await victim.state() == before


async def test_a_socket_of_another_site_is_refused(people: People, elsewhere: str) -> None:
    victim = await Victim.lured(people, elsewhere)
    before = await victim.state()
    address = victim.at("/api/tables/{table}/socket").replace("http", "ws")
    code, heard = await victim.page.evaluate(SOCKET, address)
    assert code == 4403
    assert len(heard) == 1
    assert '"code":"not_allowed"' in heard[0]
    assert await victim.state() == before
