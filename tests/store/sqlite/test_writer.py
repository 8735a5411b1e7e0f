"""The writer process of the embedded store when it is frozen, killed, or its disk is full."""

import asyncio
import logging
import os
import signal
import time
from pathlib import Path

import pytest

from stolik.store.open_store import store_at
from stolik.store.protocol import Fault, Store, StoreFailed
from stolik.store.rows import Change
from stolik.store.sqlite import writer_client
from stolik.store.sqlite.store import SqliteStore
from store.samples import Place, a_word, an_append, begin, together
from support.processes import frozen
from support.small_disk import small_disk

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes cannot be frozen here")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(str(tmp_path / "stolik.db"))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with shorter times."""
    monkeypatch.setattr(writer_client, "TIMEOUT", 0.5)
    monkeypatch.setattr(writer_client, "EXIT_TIMEOUT", 1.0)


def writer_of(store: Store) -> int:
    assert isinstance(store, SqliteStore)
    process = store._writer._process
    assert process is not None
    return process.pid


async def failure(store: Store, seq: int) -> StoreFailed:
    with pytest.raises(StoreFailed) as failed:
        await store.commit(Change(append=an_append(seq)))
    return failed.value


def test_nobody_waits_for_long_for_a_writer_that_is_frozen(place: Place) -> None:
    async def work(store: Store) -> None:
        await begin(store)
        with frozen(writer_of(store)):
            begun = time.monotonic()
            talk = store.add_chat(a_word("hello?"))
            answers = await together(store.commit(Change(append=an_append(0))), talk, store.ping())
            assert 4 < time.monotonic() - begun < 7
            assert [type(answer) for answer in answers] == [StoreFailed] * 3
            assert {answer.fault for answer in answers if isinstance(answer, StoreFailed)} == {Fault.SILENT}
            assert store.condition.fault is Fault.SILENT
            begun = time.monotonic()
            assert (await failure(store, 1)).fault is Fault.SILENT
            assert time.monotonic() - begun < 0.5  # whoever comes now is told at once
            assert await store.log("m") == []  # reading goes on
        async with asyncio.timeout(10):
            while store.condition.fault is not None:
                await asyncio.sleep(0.01)
        assert await store.commit(Change(append=an_append(0)))

    place.run(work)


@pytest.mark.usefixtures("impatient")
def test_what_was_given_up_is_not_written_later(place: Place) -> None:
    """Whoever was refused may say it again: it must not be there twice then."""

    async def work(store: Store) -> None:
        await begin(store)
        heard: list[str] = []
        store.listen(lambda topic, _: heard.append(topic))
        with frozen(writer_of(store)):
            answers = await together(
                store.add_chat(a_word("once")), *(store.commit(Change(append=an_append(seq))) for seq in range(600))
            )
            assert {type(answer) for answer in answers} == {StoreFailed}
            await asyncio.sleep(0.2)
            assert heard == []
        async with asyncio.timeout(10):
            while not heard:
                await asyncio.sleep(0.01)
        assert heard == ["lost"]  # now it is known: let everybody look again
        assert list(await store.chat("t")) == []
        assert await store.log("m") == []
        assert await store.add_chat(a_word("once")) == 1

    place.run(work)


@pytest.mark.usefixtures("impatient")
def test_what_was_being_written_when_it_froze_is_heard_of(place: Place) -> None:
    """Between the commit and its acknowledgement: only the store knows how it went."""

    async def work(store: Store) -> None:
        await begin(store)
        heard: list[str] = []
        store.listen(lambda topic, _: heard.append(topic))
        for seq in range(20):
            waiting = asyncio.ensure_future(store.commit(Change(append=an_append(seq))))
            await asyncio.sleep(0.0003 * seq)
            with frozen(writer_of(store)):
                (answer,) = await together(waiting)
            if answer is not True:
                async with asyncio.timeout(10):
                    while not heard:
                        await asyncio.sleep(0.01)
                heard.clear()
            written = seq in {row.seq for row in await store.log("m")}
            assert written or answer is not True, "acknowledged and lost"
            assert await store.commit(Change(append=an_append(seq))) is not written

    place.run(work)


@pytest.mark.usefixtures("impatient")
def test_a_writer_that_stays_frozen_is_killed_and_started_again(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writer_client, "KILL_AFTER", 1.5)

    async def work(store: Store) -> None:
        await begin(store)
        heard: list[str] = []
        store.listen(lambda topic, _: heard.append(topic))
        monkeypatch.setattr(writer_client, "KILL_AFTER", 1.5)
        first = writer_of(store)
        os.kill(first, signal.SIGSTOP)
        assert (await failure(store, 0)).fault is Fault.SILENT
        monkeypatch.setattr(writer_client, "TIMEOUT", 5.0)
        async with asyncio.timeout(20):
            while store.condition.fault is not None:
                await asyncio.sleep(0.05)
        assert writer_of(store) != first
        assert heard == ["lost"]
        assert await store.commit(Change(append=an_append(0)))

    place.run(work)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR", "WARNING"]


def test_closing_a_store_whose_writer_is_frozen_takes_seconds(tmp_path: Path) -> None:
    async def main() -> None:
        store = store_at(str(tmp_path / "stolik.db"))
        await store.open()
        await begin(store)
        pid = writer_of(store)
        os.kill(pid, signal.SIGSTOP)
        waiting = asyncio.ensure_future(store.commit(Change(append=an_append(0))))
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        await store.close()
        assert time.monotonic() - begun < 7
        assert isinstance((await together(waiting))[0], StoreFailed)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    asyncio.run(main())
    Place(str(tmp_path / "stolik.db")).run(Store.ping)  # nobody holds it any more


def test_killing_the_writer_is_one_clear_line(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    async def work(store: Store) -> None:
        await begin(store)
        first = writer_of(store)
        waiting = [asyncio.ensure_future(store.commit(Change(append=an_append(seq)))) for seq in range(400)]
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        await together(*waiting)
        assert await store.commit(Change(append=an_append(1000)))
        assert writer_of(store) != first

    with caplog.at_level(logging.INFO, "stolik"):
        place.run(work)
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert "killed by SIGKILL" in record.getMessage()
    assert record.exc_info is None


def test_a_writer_that_cannot_start_again_is_one_line_too(
    place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        await begin(store)
        monkeypatch.setattr(writer_client, "WRITER", "stolik.store.no_such_writer")
        os.kill(writer_of(store), signal.SIGKILL)
        await asyncio.sleep(3)
        with pytest.raises(StoreFailed):
            await store.ping()
        monkeypatch.undo()
        assert store.condition.fault is Fault.BROKEN
        async with asyncio.timeout(10):
            while store.condition.fault is not None:
                await together(store.ping())
                await asyncio.sleep(0.1)

    place.run(work)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 3, lines
    assert "is gone (killed by SIGKILL)" in lines[0]
    assert "runs again" in lines[1]
    assert "well again" in lines[2]


# A disk that is full


def test_a_full_disk_is_named_and_when_it_has_room_again_it_is_used(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        place = Place(str(disk / "stolik.db"))

        async def work(store: Store) -> None:
            await begin(store)
            await store.ping()  # what it writes is there already, the next time
            (disk / "films").write_bytes(bytes(100_000))
            acknowledged = await fill(store)
            with pytest.raises(StoreFailed) as failed:
                while True:  # a page may have been left
                    await store.ping()
            assert failed.value.fault is store.condition.fault is Fault.FULL
            assert {row.seq for row in await store.log("m")} == acknowledged
            (disk / "films").unlink()
            await store.ping()
            assert store.condition.fault is None
            assert await store.commit(Change(append=an_append(1000)))

        place.run(work)


def test_a_file_that_may_not_grow_is_named(place: Place) -> None:
    """Whoever is not root has a full disk in this way: the writer's files have a limit."""
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of other processes can be set on Linux only")

    async def work(store: Store) -> None:
        await begin(store)
        resource.prlimit(writer_of(store), resource.RLIMIT_FSIZE, (200_000, 200_000))
        acknowledged = await fill(store)
        assert store.condition.fault in (Fault.FULL, Fault.DISK)
        assert {row.seq for row in await store.log("m")} == acknowledged

    place.run(work)


async def fill(store: Store) -> set[int]:
    """Write until nothing more is taken: what was acknowledged."""
    acknowledged: set[int] = set()
    for seq in range(300):
        (answer,) = await together(store.commit(Change(append=an_append(seq, entries=bytes(3000)))))
        if answer is not True:
            assert isinstance(answer, StoreFailed)
            return acknowledged
        acknowledged.add(seq)
    raise AssertionError("there was room for everything")
