"""What every store promises about a change: all of it or nothing, and of two who race, one wins."""

import asyncio
import json

import pytest

from stolik.store.protocol import Store, StoreFailed
from stolik.store.rows import Change, LogRow, Wake
from store.samples import Place, a_match, a_table, an_append, begin, refused, together, with_store


async def nothing_is_there(store: Store) -> None:
    assert await store.table("t") is None
    assert await store.match("m") is None
    assert await store.log("m") == []


# Revisions of a table


@with_store
async def test_a_table_begins_with_its_first_revision(store: Store) -> None:
    assert not await store.commit(Change(table=a_table(revision=2)))
    assert await store.table("t") is None
    assert await store.commit(Change(table=a_table()))
    assert not await store.commit(Change(table=a_table(body=b"other")))
    assert await store.table("t") == a_table()


@with_store
async def test_a_change_to_another_revision_is_refused(store: Store) -> None:
    await begin(store)
    second = a_table(revision=2, code="new", status="over", public=False, guests=("cid",), touched=9.0, body=b"2")
    assert await store.commit(Change(table=second))
    assert await store.table("t") == second
    for revision in (1, 2, 4):
        assert not await store.commit(Change(table=a_table(revision=revision, guests=("dan",))))
    assert await store.table("t") == second
    assert await store.tables_of("dan", 10) == []
    assert await store.table_by_code("code-t") is None


@with_store
async def test_of_many_who_change_a_table_at_once_one_wins(store: Store) -> None:
    await begin(store)
    rows = [a_table(revision=2, body=str(n).encode(), guests=(f"g{n}",)) for n in range(50)]
    won = await asyncio.gather(*(store.commit(Change(table=row)) for row in rows))
    assert sum(won) == 1
    assert await store.table("t") == rows[won.index(True)]


@with_store
async def test_of_many_who_take_a_code_at_once_one_wins(store: Store) -> None:
    rows = [a_table(f"t{n}", code="same", guests=(f"g{n}",)) for n in range(30)]
    won = await asyncio.gather(*(store.commit(Change(table=row)) for row in rows))
    assert sum(won) == 1
    assert await store.table_by_code("same") == rows[won.index(True)]
    assert [len(await store.tables_of(f"g{n}", 10)) for n in range(30)] == [int(winner) for winner in won]


@with_store
async def test_a_code_that_another_table_has_is_not_taken_away(store: Store) -> None:
    await begin(store)
    assert await store.commit(Change(table=a_table("u")))
    await refused(store.commit(Change(table=a_table("u", revision=2, code="code-t"))))
    assert await store.table_by_code("code-t") == a_table()
    assert await store.table("u") == a_table("u")


# Appends


@with_store
async def test_appends_come_back_in_order_as_they_were(store: Store) -> None:
    await begin(store)
    rows = [
        an_append(0, entries=bytes(range(256)), seat=0, number=1, node="n"),
        an_append(3, entries=b"", at=1700000000.123456),
        an_append(10, entries='["🃏"]'.encode(), seat=3),
    ]
    for row in reversed(rows):
        assert await store.commit(Change(append=row))
    assert await store.log("m") == rows
    assert await store.log("m", 3) == rows[1:]
    assert await store.log("m", 4) == rows[2:]
    assert await store.log("m", 11) == []
    assert await store.log("other") == []
    assert await store.log("m", limit=2) == rows[:2]
    assert await store.log("m", 3, 1) == rows[1:2]
    assert await store.log("m", 0, 99) == rows


@with_store
async def test_a_whole_log_comes_as_one_json_text(store: Store) -> None:
    await begin(store)
    assert json.loads(await store.whole_log("m")) == []
    rows = [
        an_append(0, entries='[{"seat":null,"move":{"x":"🃏 \\" \\u00e9"}}]'.encode()),
        an_append(1, entries=b"[]"),
        an_append(2, entries=b'[{"seat":3,"move":{}},{"seat":0,"move":{"a":[1,2.5,null]}}]'),
    ]
    for row in reversed(rows):
        assert await store.commit(Change(append=row))
    found = json.loads(await store.whole_log("m"))
    assert sorted(found, key=lambda pair: pair[0]) == [[row.seq, json.loads(row.entries)] for row in rows]
    assert json.loads(await store.whole_log("other")) == []


@with_store
async def test_a_request_is_found_again_by_its_seat_and_number(store: Store) -> None:
    await begin(store)
    rows = [
        an_append(0, entries=b"[0]"),
        an_append(1, entries=b"[1]", seat=0, number=0),
        an_append(2, entries=b"[2]", seat=1, number=0),
        an_append(3, entries=b"[3]", seat=0),  # a bot moved for that seat
        an_append(4, entries=b"[4]", seat=0, number=1),
    ]
    for row in rows:
        assert await store.commit(Change(append=row))
    assert await store.append_of("m", 0, 0) == rows[1]
    assert await store.append_of("m", 1, 0) == rows[2]
    assert await store.append_of("m", 0, 1) == rows[4]
    for seat, number in ((0, 2), (1, 1), (2, 0), (0, 2**40)):
        assert await store.append_of("m", seat, number) is None
    assert await store.append_of("other", 0, 0) is None


@with_store
async def test_a_seq_is_taken_once(store: Store) -> None:
    await begin(store)
    assert await store.commit(Change(append=an_append(0, entries=b"[1]")))
    assert not await store.commit(Change(append=an_append(0, entries=b"[2]"), finished=9.0, wake=Wake("t", 9.0)))
    assert await store.log("m") == [an_append(0, entries=b"[1]")]
    assert await store.table("t") == a_table()
    assert await store.match("m") == a_match()


@with_store
async def test_of_many_who_race_for_a_seq_one_wins(store: Store) -> None:
    await begin(store)
    for seq in range(5):
        rows = [an_append(seq, entries=str(n).encode()) for n in range(50)]
        changes = [Change(append=row, finished=float(n), wake=Wake("t", float(n))) for n, row in enumerate(rows)]
        won = await asyncio.gather(*(store.commit(change) for change in changes))
        assert sum(won) == 1
        winner = won.index(True)
        assert await store.log("m", seq) == [rows[winner]]
        assert await store.table("t") == a_table(wake=float(winner))
        assert await store.match("m") == a_match(finished=float(winner))


@with_store
async def test_many_matches_grow_at_once(store: Store) -> None:
    for n in range(20):
        await begin(store, f"t{n}", f"m{n}")

    async def play(match: str) -> None:
        for seq in range(20):
            assert await store.commit(Change(append=an_append(seq, match)))

    await asyncio.gather(*(play(f"m{n}") for n in range(20)))
    for n in range(20):
        assert [row.seq for row in await store.log(f"m{n}")] == list(range(20))


@with_store
async def test_an_append_may_end_its_match_and_wake_its_table(store: Store) -> None:
    await begin(store)
    await begin(store, "u", "n")
    assert await store.commit(Change(append=an_append(0), finished=8.5, wake=Wake("t", 9.5)))
    assert await store.match("m") == a_match(finished=8.5)
    assert await store.table("t") == a_table(wake=9.5)
    assert await store.match("n") == a_match("n", "u")
    assert await store.table("u") == a_table("u")
    assert await store.commit(Change(append=an_append(1), wake=Wake("t", None)))
    assert await store.table("t") == a_table()
    assert await store.match("m") == a_match(finished=8.5)


@with_store
async def test_the_last_wake_is_the_one_that_counts(store: Store) -> None:
    await begin(store)
    for _ in range(5):
        wakes = [Change(wake=Wake("t", float(n))) for n in range(20)]
        assert all(await asyncio.gather(*(store.commit(change) for change in wakes)))
        assert await store.table("t") == a_table(wake=19.0)
        assert await store.commit(Change(wake=Wake("t", None)))
        assert await store.table("t") == a_table()


@with_store
async def test_waking_changes_no_revision(store: Store) -> None:
    await begin(store)
    assert await store.commit(Change(wake=Wake("t", 1.0)))
    assert await store.commit(Change(table=a_table(revision=2, wake=2.0)))
    assert await store.table("t") == a_table(revision=2, wake=2.0)


@with_store
async def test_waking_a_table_that_is_not_there_does_nothing(store: Store) -> None:
    assert await store.commit(Change(wake=Wake("t", 1.0)))
    assert await store.table("t") is None


# Several rows


@with_store
async def test_all_rows_of_a_change_are_written(store: Store) -> None:
    change = Change(table=a_table(), match=a_match(), append=an_append(), finished=6.0, wake=Wake("t", 7.0))
    assert await store.commit(change)
    assert await store.table("t") == a_table(wake=7.0)
    assert await store.match("m") == a_match(finished=6.0)
    assert await store.log("m") == [an_append()]


@with_store
async def test_a_match_is_begun_once(store: Store) -> None:
    await begin(store)
    rematch = Change(table=a_table(revision=2), match=a_match(secret="other"), append=an_append())
    assert not await store.commit(rematch)
    assert not await store.commit(Change(match=a_match("same number")))
    assert await store.match("same number") is None
    assert await store.table("t") == a_table()
    assert await store.match("m") == a_match()
    assert await store.log("m") == []
    assert await store.commit(Change(table=a_table(revision=2), match=a_match("n", number=2, finished=4.0)))
    assert await store.match("n") == a_match("n", number=2, finished=4.0)


@with_store
async def test_nothing_is_written_if_the_table_was_changed(store: Store) -> None:
    await begin(store)
    late = Change(
        table=a_table(revision=3, guests=("eve",)),
        match=a_match("n", number=2),
        append=an_append(0, "n"),
        wake=Wake("t", 1.0),
    )
    assert not await store.commit(late)
    assert await store.table("t") == a_table()
    assert await store.match("n") is None
    assert await store.log("n") == []


@with_store
async def test_nothing_is_written_if_the_seq_is_taken(store: Store) -> None:
    await begin(store)
    assert await store.commit(Change(append=an_append()))
    late = Change(
        table=a_table(revision=2, guests=("eve",), body=b"new"),
        match=a_match("n", number=2),
        append=an_append(entries=b"[2]"),
        finished=1.0,
        wake=Wake("t", 1.0),
    )
    assert not await store.commit(late)
    assert await store.table("t") == a_table()
    assert await store.tables_of("eve", 10) == []
    assert await store.match("n") is None
    assert await store.match("m") == a_match()
    assert await store.log("m") == [an_append()]


@with_store
async def test_an_append_and_a_change_of_its_table_race(store: Store) -> None:
    await begin(store)
    changes = [
        Change(append=an_append(), finished=float(n), wake=Wake("t", float(n)))
        if n % 2
        else Change(table=a_table(revision=2, wake=float(n)), append=an_append(), finished=float(n))
        for n in range(30)
    ]
    won = await asyncio.gather(*(store.commit(change) for change in changes))
    assert sum(won) == 1
    winner = won.index(True)
    assert await store.match("m") == a_match(finished=float(winner))
    assert await store.table("t") == a_table(revision=1 if winner % 2 else 2, wake=float(winner))


# Changes that cannot be written


@with_store
async def test_a_match_needs_a_table_and_an_append_a_match(store: Store) -> None:
    await refused(store.commit(Change(match=a_match())))
    await refused(store.commit(Change(append=an_append())))
    await refused(store.commit(Change(table=a_table(), append=an_append())))
    await refused(store.commit(Change(table=a_table(), match=a_match(table="other"))))
    await nothing_is_there(store)


BAD = {
    "no such match": an_append(match="none"),
    "not text": an_append(match="\ud800"),
    "not a number that fits": an_append(seq=2**64),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_bad_change_fails_alone(place: Place, bad: LogRow) -> None:
    async def work(store: Store) -> None:
        await begin(store)
        changes = [Change(append=an_append(seq)) for seq in range(20)]
        changes[7] = Change(append=bad, wake=Wake("t", 1.0), finished=1.0)
        answers = await together(*(store.commit(change) for change in changes))
        assert isinstance(answers[7], StoreFailed)
        assert [answer for n, answer in enumerate(answers) if n != 7] == [True] * 19
        assert [row.seq for row in await store.log("m")] == [seq for seq in range(20) if seq != 7]
        assert await store.table("t") == a_table()
        assert await store.match("m") == a_match()
        assert await store.commit(Change(append=an_append(7)))

    place.run(work)


@with_store
async def test_a_bad_change_of_several_rows_fails_alone(store: Store) -> None:
    await begin(store)
    bad = Change(table=a_table(revision=2), match=a_match("n", table="none"))
    answers = await together(*(store.commit(c) for c in (Change(append=an_append()), bad, Change(append=an_append(1)))))
    assert isinstance(answers[1], StoreFailed)
    assert [answers[0], answers[2]] == [True, True]
    assert await store.table("t") == a_table()
