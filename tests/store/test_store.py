"""What every store promises: keys, guests, tokens, listings, talk. Changes are in `test_changes.py`."""

import asyncio

import pytest
from msgspec.structs import replace

from stolik.store.open_store import store_at
from stolik.store.protocol import Store
from stolik.store.rows import Change, GuestRow, TokenRow, Wake
from store.samples import Place, a_match, a_table, a_word, an_append, begin, refused, together, with_store

ANN = GuestRow("ann", "Ann", 1.25)
TOKEN = TokenRow("digest", "ann", "cookie", "Firefox", 1.0, 2.0)
NAMES = ["Zoë", "Łukasz 🃏", "李雷", "e\u0301", "Ann  Marie", "'; DROP TABLE guests; --", ""]


@with_store
async def test_it_answers(store: Store) -> None:
    await store.ping()


def test_each_node_has_another_name(place: Place) -> None:
    assert len({store_at(place.database).node for _ in range(20)}) == 20


@with_store
async def test_the_first_key_of_a_name_is_the_key(store: Store) -> None:
    first, second, third = b"\x00\xff first", b"second", b"third"
    assert await store.shared_key("cookies", first) == first
    assert await store.shared_key("cookies", second) == first
    assert await store.shared_key("others", third) == third


@with_store
async def test_all_who_ask_at_once_get_the_same_key(store: Store) -> None:
    keys = await asyncio.gather(*(store.shared_key("cookies", bytes([n])) for n in range(50)))
    assert len(set(keys)) == 1


# Guests and tokens


@with_store
async def test_a_guest_is_kept(store: Store) -> None:
    assert await store.guest("ann") is None
    await store.save_guest(ANN)
    assert await store.guest("ann") == ANN
    assert await store.guest("bob") is None


@with_store
async def test_a_guest_may_get_a_new_name_and_was_created_when_it_was(store: Store) -> None:
    await store.save_guest(ANN)
    await store.save_guest(GuestRow("ann", "Anna", 99.0))
    assert await store.guest("ann") == GuestRow("ann", "Anna", 1.25)


@with_store
async def test_names_come_back_as_they_were(store: Store) -> None:
    for number, name in enumerate(NAMES):
        await store.save_guest(GuestRow(str(number), name, 0.0))
    for number, name in enumerate(NAMES):
        found = await store.guest(str(number))
        assert found is not None
        assert found.name == name


@with_store
async def test_a_token_is_kept(store: Store) -> None:
    await store.save_guest(ANN)
    assert await store.token("digest") is None
    await store.add_token(TOKEN)
    endless = replace(TOKEN, digest="other", expires=None)
    await store.add_token(endless)
    assert await store.token("digest") == TOKEN
    assert await store.token("other") == endless


@with_store
async def test_a_token_needs_a_guest_and_a_digest_of_its_own(store: Store) -> None:
    await refused(store.add_token(TOKEN))
    await store.save_guest(ANN)
    await store.add_token(TOKEN)
    await refused(store.add_token(replace(TOKEN, label="again")))
    assert await store.token("digest") == TOKEN


@with_store
async def test_tokens_are_listed_by_guest_and_kind_the_oldest_first(store: Store) -> None:
    await store.save_guest(ANN)
    await store.save_guest(GuestRow("bob", "Bob", 0.0))
    for digest, guest, kind, created in [
        ("c", "ann", "cookie", 3.0),
        ("a", "ann", "cookie", 1.0),
        ("b", "ann", "cookie", 2.0),
        ("d", "ann", "key", 1.0),
        ("e", "bob", "cookie", 1.0),
    ]:
        await store.add_token(TokenRow(digest, guest, kind, "", created))
    assert [token.digest for token in await store.tokens("ann", "cookie")] == ["a", "b", "c"]
    assert [token.digest for token in await store.tokens("ann", "key")] == ["d"]
    assert await store.tokens("ann", "nothing") == []
    assert await store.tokens("nobody", "cookie") == []


@with_store
async def test_a_token_is_used_up_once(store: Store) -> None:
    await store.save_guest(ANN)
    await store.add_token(TOKEN)
    won = await asyncio.gather(*(store.remove_token("digest") for _ in range(20)))
    assert sum(won) == 1
    assert await store.token("digest") is None
    assert not await store.remove_token("never there")


# Tables


@with_store
async def test_a_table_is_found_by_its_id_and_by_its_code(store: Store) -> None:
    body = bytes(range(256))
    row = a_table(code="QWERTY", public=False, guests=("ann", "bob", "zoë"), wake=7.25, body=body)
    assert await store.commit(Change(table=row))
    assert await store.table("t") == row
    assert await store.table_by_code("QWERTY") == row
    assert await store.table("QWERTY") is None
    assert await store.table_by_code("t") is None


@with_store
async def test_nobody_sits_at_an_empty_table(store: Store) -> None:
    assert await store.commit(Change(table=a_table(guests=())))
    found = await store.table("t")
    assert found is not None
    assert found.guests == ()


@with_store
async def test_public_tables_are_listed_those_touched_last_first(store: Store) -> None:
    for row in [
        a_table("old", touched=1.0),
        a_table("new", touched=3.0),
        a_table("mid", touched=2.0, game="skull"),
        a_table("hidden", touched=9.0, public=False),
        a_table("over", touched=9.0, status="over"),
    ]:
        assert await store.commit(Change(table=row))
    assert [row.id for row in await store.public_tables(None, "open", 10)] == ["new", "mid", "old"]
    assert [row.id for row in await store.public_tables("no_thanks", "open", 10)] == ["new", "old"]
    assert [row.id for row in await store.public_tables(None, "over", 10)] == ["over"]
    assert [row.id for row in await store.public_tables(None, "open", 2)] == ["new", "mid"]
    assert await store.public_tables("chess", "open", 10) == []
    assert (await store.public_tables("skull", "open", 10))[0] == a_table("mid", touched=2.0, game="skull")


@with_store
async def test_tables_touched_at_once_are_listed_by_id(store: Store) -> None:
    for id_ in ["b", "a", "B", "_"]:
        assert await store.commit(Change(table=a_table(id_, wake=1.0)))
    ids = ["B", "_", "a", "b"]
    assert [row.id for row in await store.public_tables(None, "open", 10)] == ids
    assert [row.id for row in await store.tables_of("ann", 10)] == ids
    assert await store.overdue(2.0, 10) == ids


@with_store
async def test_a_guest_finds_where_they_sit_now(store: Store) -> None:
    for number, id_ in enumerate(["a", "b", "c"]):
        assert await store.commit(Change(table=a_table(id_, touched=float(number), public=False)))
    assert [row.id for row in await store.tables_of("ann", 10)] == ["c", "b", "a"]
    assert [row.id for row in await store.tables_of("ann", 2)] == ["c", "b"]
    left = a_table("b", revision=2, guests=("bob", "cid"), touched=9.0)
    assert await store.commit(Change(table=left))
    assert [row.id for row in await store.tables_of("ann", 10)] == ["c", "a"]
    assert await store.tables_of("cid", 10) == [left]
    assert await store.tables_of("nobody", 10) == []


@with_store
async def test_tables_that_are_overdue_the_longest_come_first(store: Store) -> None:
    for id_, wake in [("late", 5.0), ("later", 3.0), ("now", 10.0), ("asleep", None), ("soon", 11.0)]:
        assert await store.commit(Change(table=a_table(id_, wake=wake)))
    assert await store.overdue(10.0, 10) == ["later", "late"]
    assert await store.overdue(10.5, 10) == ["later", "late", "now"]
    assert await store.overdue(10.5, 1) == ["later"]
    assert await store.commit(Change(wake=Wake("later", None)))
    assert await store.commit(Change(wake=Wake("asleep", 4.0)))
    assert await store.overdue(10.0, 10) == ["asleep", "late"]


@with_store
async def test_what_does_not_exist_is_not_found(store: Store) -> None:
    assert await store.table("t") is None
    assert await store.table_by_code("code") is None
    assert await store.match("m") is None
    assert await store.log("m") == []
    assert list(await store.chat("t")) == []
    assert await store.overdue(1e12, 10) == []


# Talk


@with_store
async def test_what_is_said_is_numbered_table_by_table(store: Store) -> None:
    await begin(store)
    await begin(store, "u", "n")
    assert [await store.add_chat(a_word(text)) for text in "abc"] == [1, 2, 3]
    silent = replace(a_word("d", "u"), number=77, seat=None, name="Łukasz 🃏", text="…\n'\"")
    assert await store.add_chat(silent) == 1
    assert list(await store.chat("t")) == [replace(a_word(text), number=n) for n, text in enumerate("abc", 1)]
    assert list(await store.chat("u")) == [replace(silent, number=1)]


@with_store
async def test_the_last_that_was_said_is_given_in_order(store: Store) -> None:
    await begin(store)
    for number in range(1, 206):
        assert await store.add_chat(a_word(str(number))) == number
    assert [word.number for word in await store.chat("t", 200)] == [201, 202, 203, 204, 205]
    assert [word.number for word in await store.chat("t", 200, 2)] == [204, 205]
    assert [word.number for word in await store.chat("t", limit=3)] == [203, 204, 205]
    assert [word.number for word in await store.chat("t")] == list(range(6, 206))
    assert list(await store.chat("t", 205)) == []


@with_store
async def test_numbers_have_no_gaps_when_many_talk_at_once(store: Store) -> None:
    await begin(store)
    numbers = await asyncio.gather(*(store.add_chat(a_word(str(n))) for n in range(60)))
    assert sorted(numbers) == list(range(1, 61))
    said = {word.number: word.text for word in await store.chat("t")}
    assert said == {number: str(n) for n, number in enumerate(numbers)}


@with_store
async def test_whoever_was_not_told_finds_what_was_said(store: Store) -> None:
    await begin(store)
    for seat in (1, None):
        word = replace(a_word("hello"), seat=seat)
        assert await store.number_of_chat(word) is None
        number = await store.add_chat(word)
        assert await store.number_of_chat(word) == number
        for other in ({"at": word.at + 0.001}, {"text": "Hello"}, {"seat": 2}, {"name": "Bob"}, {"table": "u"}):
            assert await store.number_of_chat(replace(word, **other)) is None
    slow = asyncio.ensure_future(store.add_chat(replace(word, text="meanwhile")))
    await asyncio.sleep(0)
    assert await store.number_of_chat(replace(word, text="meanwhile")) in (3, None)
    assert await slow == 3


@with_store
async def test_nobody_talks_where_there_is_no_table(store: Store) -> None:
    await refused(store.add_chat(a_word("hello?")))


# Opening and closing


def test_what_was_acknowledged_is_there_after_reopening(place: Place) -> None:
    async def fill(store: Store) -> None:
        await store.shared_key("cookies", b"key")
        await store.save_guest(ANN)
        await store.add_token(TOKEN)
        await begin(store)
        assert await store.commit(Change(append=an_append(0, seat=1, number=2, node="n"), wake=Wake("t", 8.0)))
        await store.add_chat(a_word("hello"))

    async def look(store: Store) -> None:
        assert await store.shared_key("cookies", b"other") == b"key"
        assert await store.guest("ann") == ANN
        assert await store.token("digest") == TOKEN
        assert await store.table("t") == a_table(wake=8.0)
        assert await store.match("m") == a_match()
        assert await store.log("m") == [an_append(0, seat=1, number=2, node="n")]
        assert list(await store.chat("t")) == [replace(a_word("hello"), number=1)]
        assert await store.add_chat(a_word("again")) == 2

    place.run(fill)
    place.run(look)


WAITING = {
    "appends": [Change(append=an_append(seq)) for seq in range(2500)],
    "tables": [Change(table=a_table(f"t{n}", guests=("eve",))) for n in range(50)],
}


@pytest.mark.parametrize("changes", WAITING.values(), ids=WAITING.keys())
def test_closing_writes_what_is_waiting(place: Place, changes: list[Change]) -> None:
    async def main() -> None:
        store = store_at(place.database)
        await store.open()
        await begin(store)
        waiting = [asyncio.create_task(store.commit(change)) for change in changes]
        await asyncio.sleep(0)
        await store.close()
        assert await together(*waiting) == [True] * len(changes)

    async def look(store: Store) -> None:
        assert len(await store.log("m")) + len(await store.tables_of("eve", 100)) == len(changes)

    asyncio.run(main())
    place.run(look)


def test_a_closed_store_says_so(place: Place) -> None:
    async def main() -> None:
        store = store_at(place.database)
        await store.open()
        await store.close()
        await refused(store.ping())
        await refused(store.save_guest(ANN))
        await refused(store.commit(Change(append=an_append())))
        await refused(store.commit(Change(table=a_table())))
        await refused(store.add_chat(a_word("hello")))
        await refused(store.guest("ann"))

    asyncio.run(main())


@with_store
async def test_announcing_to_nobody_is_fine(store: Store) -> None:
    await store.announce("topic", "text " * 1000)
