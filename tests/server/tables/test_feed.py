"""The feed: snapshots, numbered updates, going on after a cut, repeats, slow subscribers, and life without sockets."""

import asyncio
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from stolik.server.protocol import messages
from stolik.server.transport.subscribers import SendBatch, SocketSubscriber
from support.servers import Guest, RunningServer, running
from support.table_guests import at_turn


async def alone(server: RunningServer, game: str = "no_thanks", chairs: str = "mbb") -> tuple[Guest, str]:
    ala = await server.guest()
    return ala, await ala.make_table(game, chairs)


async def test_frames_have_exactly_the_documented_fields(tmp_path: Path) -> None:
    """The frames are put together by hand: they must not drift from their types."""
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server)
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            await at_turn(line)
            await line.ask("say", text="hello")
            await line.ask("react", reaction="wow")
            await line.move({"type": "take"})
            await line.move({"type": "fly"})
            await line.ask("hand_over")
            await line.ask("take_back")
            await at_turn(line)
        kinds = {frame["type"] for frame in line.frames}
        assert kinds >= {"snapshot", "update", "table", "accepted", "refused", "said", "reaction"}
        decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(messages.Frame)
        for raw in line.raw:
            assert msgspec.json.decode(msgspec.json.encode(decoder.decode(raw))) == msgspec.json.decode(raw)


async def test_after_a_cut_the_feed_goes_on_where_it_was(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server, chairs="mbb")
        events: list[Any] = []
        seen: dict[str, Any] = {}
        over, random = False, Random(1)
        while not over:
            async with ala.line(table, **seen) as line:  # a new connection for every move
                await line.until(lambda line: line.table)
                if line.table["status"] == "open":
                    await line.ask("start")
                await line.until(lambda line: line.over or (line.position and 0 in line.position["awaited"]))
                now = line.position
                assert now is not None
                for frame in line.frames:
                    part = frame["match"] if frame["type"] == "snapshot" else frame
                    if part and "events" in part:
                        assert part["from"] == len_of(seen), "nothing twice, nothing missing"
                        events += part["events"]
                        seen = {"match": part["match"], "seq": part["seq"]}
                over = now["over"]
                if not over:
                    await line.move(random.choice(now["legal"]))  # and the update is lost with the connection
        async with ala.line(table) as line:
            await line.until(lambda line: line.over)
            assert line.position is not None
            assert line.position["events"] == events


def len_of(seen: dict[str, Any]) -> int:
    found: int = seen.get("seq", 0)
    return found


async def test_a_number_from_another_match_or_from_nowhere_gets_everything(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server)
        await ala.do(table, "start")
        for resume in ({"match": 7, "seq": 3}, {"match": 1, "seq": 10**9}, {"seq": 2}, {"match": 1}):
            async with ala.line(table, **resume) as line:
                await line.until(lambda line: line.position)
                assert line.position is not None
                assert line.position["from"] == 0


async def test_a_repeated_move_is_answered_and_happens_once(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server)
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            now = await at_turn(line)
            first = await line.move({"type": "decline"})
            assert first["type"] == "accepted"
            await at_turn(line)
            log = line.position["seq"] if line.position else 0
            same = {"match": 1, "number": now["number"], "seen": now["seq"]}
            again = await line.ask("move", moves={"type": "decline"}, **same)
            assert (again["type"], again["seq"]) == ("accepted", first["seq"])
            other = await line.ask("move", moves={"type": "take"}, **same)
            assert (other["type"], other["code"]) == ("refused", "out_of_date")
            ahead = await line.move({"type": "take"}, number=99)
            assert (ahead["type"], ahead["code"]) == ("refused", "out_of_date")
            wrong = await line.move({"type": "take"}, match=2)
            assert (wrong["type"], wrong["code"]) == ("refused", "out_of_date")
            assert line.position is not None
            assert line.position["seq"] == log
    async with running(tmp_path / "db") as server:  # a repeat after a restart is a repeat too
        ala = Guest(server.base, "Ala", ala.headers["authorization"].split()[1])
        answer = await ala.do(table, "move", moves={"type": "decline"}, **same)
        assert (answer["type"], answer["seq"]) == ("accepted", first["seq"])
        await ala.http.aclose()


async def test_a_list_of_moves_is_one_update(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server, "yacht", "m")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            await line.ask("start")
            now = await at_turn(line)
            answer = await line.move([{"type": "mark"}, {"type": "mark"}, {"type": "again"}])
            assert answer["type"] == "accepted"
            await line.until(lambda line: line.position and line.position["seq"] > now["seq"])
            assert line.position is not None
            assert line.position["from"] == now["seq"]
            assert answer["seq"] == now["seq"] + 4  # three moves, and the dealer's roll
            refused = await line.move([{"type": "mark"}, {"type": "fly"}])
            assert (refused["type"], refused["code"]) == ("refused", "malformed")
            assert line.position["number"] == now["number"] + 1


async def test_a_vote_on_what_has_changed_is_out_of_date(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(3)]
        table = await guests[0].make_table("whispers", "mpp")
        for seat, guest in enumerate(guests):
            await guest.do(table, "sit", chair=seat)
        await guests[0].do(table, "start")
        async with guests[0].line(table) as one, guests[1].line(table) as two:
            await two.until(lambda line: line.position)
            seen = two.position["seq"] if two.position else 0
            assert (await one.move({"type": "offer", "to": 1}))["type"] == "accepted"
            await two.until(lambda line: line.position and 1 in line.position["to_act"])
            late = await two.move({"type": "agree"}, seen=seen)
            assert (late["type"], late["code"]) == ("refused", "out_of_date")
            assert late["legal"] == [{"type": "agree"}, {"type": "refuse"}]
            assert (await two.move({"type": "agree"}))["type"] == "accepted"


async def test_simultaneous_choices_are_secret_and_can_be_changed(tmp_path: Path) -> None:
    async with running(tmp_path / "db", pause_timeout=60.0) as server:
        guests = [await server.guest(f"Guest {seat}") for seat in range(2)]
        table = await guests[0].make_table("stakes", "mp")
        await guests[1].do(table, "sit")
        await guests[0].do(table, "start")
        async with guests[0].line(table) as one, guests[1].line(table) as two:
            await asyncio.gather(*(line.until(lambda line: line.position) for line in (one, two)))
            assert (await one.move({"type": "choose", "stake": 1}))["type"] == "accepted"
            await two.until(lambda line: line.position and line.position["awaited"] == [1])
            assert two.position is not None
            assert two.position["to_act"] == [0, 1]  # may still be changed
            assert [event for event in two.frames[-1]["events"] if event.get("stake") is not None] == []
            await one.until(lambda line: line.position and line.position["number"] == 1)
            assert (await one.move({"type": "choose", "stake": 2}))["type"] == "accepted"
            assert (await two.move({"type": "choose", "stake": 0}))["type"] == "accepted"
            await one.until(lambda line: line.position and line.position["pause"])
            await two.until(lambda line: line.position and line.position["pause"])
            assert one.position is not None
            assert one.position["pause"]["gone_on"] == []
            assert (await one.ask("go_on", match=1, seq=one.position["seq"]))["type"] == "accepted"
            await two.until(lambda line: line.position and line.position["pause"]["gone_on"] == [0])
            assert (await two.ask("go_on", match=1, seq=two.position["seq"]))["type"] == "accepted"
            await two.until(lambda line: line.position and line.position["pause"] is None)


async def test_chat_is_kept_and_silence_is_kept_too(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, olek = await server.guest("Ala"), await server.guest("Olek")
        table = await ala.make_table("blackout", "mp")
        await olek.do(table, "sit")
        async with ala.line(table) as one, olek.line(table) as two:
            await two.until(lambda line: line.table)
            assert (await one.ask("say", text=" Cześć!\u202e\n "))["type"] == "accepted"
            await two.until(lambda line: line.frames[-1]["type"] == "said")
            said = two.frames[-1]
            assert (said["number"], said["seat"], said["name"], said["text"]) == (1, 0, "Ala", "Cześć!")
            assert (await one.ask("say", text="\n\n"))["code"] == "malformed"
            assert (await one.ask("say", text="x" * 301))["code"] == "malformed"
            await one.ask("start")
            await two.until(lambda line: line.position)
            assert two.position is not None
            assert two.position["quiet"]
            assert (await two.ask("say", text="I have the chip!"))["code"] == "quiet"
            assert (await two.ask("react", reaction="wow"))["type"] == "accepted"
            assert (await two.ask("react", reaction="my card is a 7"))["code"] == "malformed"
            await asyncio.gather(one.play_to_the_end(Random(1)), two.play_to_the_end(Random(2)))
            assert (await two.ask("say", text="Well played"))["type"] == "accepted"
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            assert [found["text"] for found in line.frames[0]["chat"]] == ["Cześć!", "Well played"]
        async with ala.line(table, chat=1) as line:
            await line.until(lambda line: line.table)
            assert [found["number"] for found in line.frames[0]["chat"]] == [2]
        stranger = await server.guest("Stranger")
        assert (await stranger.do(table, "say", text="hi"))["code"] == "not_a_member"


async def test_a_subscriber_whose_outbox_is_full_is_dropped_and_resumes(tmp_path: Path) -> None:
    async with running(tmp_path / "db", outbox_limit=4) as server:
        ala, table = await alone(server, chairs="mbb")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)
            live = await server.app.tables.get(table)
            (subscriber,) = live.presence.subscribers
            assert isinstance(subscriber, SocketSubscriber)
            subscriber.pause_writing()  # as its connection says when the other side does not read
            for _ in range(6):
                subscriber.push(messages.BEAT)  # more than it may keep
            with pytest.raises(ConnectionError, match="1013"):
                await line.until(lambda line: False)
        async with ala.line(table) as line:
            await line.until(lambda line: line.table)


async def test_a_subscriber_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    """A real connection that is open and never read: the others go on, and it is sent away."""
    async with running(tmp_path / "db", outbox_limit=200) as server:
        ala, table = await alone(server, chairs="mbb")
        host, port = "127.0.0.1", server.app.settings.port
        stuck, writer = await asyncio.open_connection(host, port, limit=1024)
        key = b"dGhlIHNhbXBsZSBub25jZQ=="
        writer.write(
            b"GET /api/tables/%b/socket HTTP/1.1\r\nHost: %b:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %b\r\n\r\n" % (table.encode(), host.encode(), port, key)
        )
        await stuck.readuntil(b"\r\n\r\n")
        async with ala.line(table) as line:
            await line.until(lambda line: line.table and line.table["watching"] == 1)
            live = await server.app.tables.get(table)
            silent = next(subscriber for subscriber in live.presence.subscribers if subscriber.seat is None)
            large = b'{"type":"beat","filler":"%b"}' % (b"x" * 100_000)
            while not silent.dropped:
                silent.push(large)
                begun = asyncio.get_running_loop().time()
                assert (await line.ask("beat"))["type"] == "accepted"
                assert asyncio.get_running_loop().time() - begun < 2, "the others wait for somebody who does not read"
            await line.until(lambda line: line.table["watching"] == 0)
        writer.close()


async def test_frames_go_out_together_in_their_order_as_far_as_the_other_side_reads() -> None:
    sent: list[bytes] = []
    batch = SendBatch()
    one, two = (SocketSubscriber(None, "", 10, 0.0, sent.append, batch) for _ in range(2))
    for frame in (b"1", b"2"):
        one.push(frame)
        two.push(frame + frame)
    assert not sent, "before this turn of the loop is over"
    await asyncio.sleep(0)
    assert sent == [b"1", b"2", b"11", b"22"]
    one.pause_writing()
    one.push(b"3")
    await asyncio.sleep(0)
    assert sent[4:] == []
    one.push(b"4")
    one.resume_writing()
    assert sent[4:] == [b"3", b"4"]


async def test_a_failed_send_drops_its_subscriber_and_holds_nobody_up() -> None:
    def fail(_frame: bytes) -> None:
        raise RuntimeError("closed")

    sent: list[bytes] = []
    batch = SendBatch()
    broken, whole = (SocketSubscriber(None, "", 10, 0.0, send, batch) for send in (fail, sent.append))
    for subscriber in (broken, whole):
        subscriber.push(b"1")
        subscriber.push(b"2")
    await asyncio.sleep(0)
    assert broken.dropped
    assert not broken.outbox
    assert sent == [b"1", b"2"]
    assert not whole.dropped


async def test_whoever_reads_is_not_dropped_for_many_frames_at_once() -> None:
    sent: list[bytes] = []
    subscriber = SocketSubscriber(None, "", 10, 0.0, sent.append, SendBatch())
    frames = [b"%d" % number for number in range(35)]
    for frame in frames:
        subscriber.push(frame)
    await asyncio.sleep(0)
    assert sent == frames
    subscriber.pause_writing()
    for frame in frames:
        subscriber.push(frame)
    assert subscriber.dropped
    assert len(subscriber.outbox) == 10


async def test_heartbeats_and_silent_subscribers(tmp_path: Path) -> None:
    async with running(tmp_path / "db", heartbeat=0.1, subscriber_timeout=0.6) as server:
        ala, table = await alone(server)
        async with ala.line(table) as line:
            await line.until(lambda line: line.frames and line.frames[-1]["type"] == "beat")
            for _ in range(8):  # heard again and again: it stays
                await asyncio.sleep(0.1)
                assert (await line.ask("beat"))["type"] == "accepted"
            with pytest.raises(ConnectionError, match="1013"):
                await line.until(lambda line: False)


async def poll(guest: Guest, table: str, seen: dict[str, Any], **more: Any) -> list[Any]:
    """Ask as a browser does, and keep the numbers."""
    found: list[Any] = await guest.get(f"/api/tables/{table}/feed", subscriber="tab", **seen, **more)
    for frame in found:
        part = frame["match"] if frame["type"] == "snapshot" else frame if frame["type"] == "update" else None
        if part:
            seen |= {"match": part["match"], "seq": part["seq"]}
        for said in [frame] if frame["type"] == "said" else frame.get("chat", ()):
            seen["chat"] = said["number"]
    return found


async def test_a_whole_game_without_sockets(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server)
        await ala.do(table, "start", entropy="abc")
        seen: dict[str, Any] = {}
        position: dict[str, Any] = {}
        log: list[tuple[int, int]] = []
        random = Random(3)
        snapshots = 0
        while not position.get("over"):
            for frame in await poll(ala, table, seen):
                snapshots += frame["type"] == "snapshot"
                part = frame["match"] if frame["type"] == "snapshot" else frame
                if part and "events" in part:
                    position = part
                    log.append((part["from"], part["seq"]))
            if 0 in position.get("awaited", ()):
                answer = await ala.do(
                    table,
                    "move",
                    match=1,
                    number=position["number"],
                    seen=position["seq"],
                    moves=random.choice(position["legal"]),
                )
                assert answer["type"] == "accepted" or answer["code"] in ("out_of_date", "not_your_turn")
        assert snapshots < len(log)
        assert log[0][0] == 0
        for before, after in pairwise(log):
            assert after[0] == before[1], "nothing twice, nothing missing"


async def test_a_lost_answer_to_a_poll_loses_nothing(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server)
        seen: dict[str, Any] = {}
        await poll(ala, table, seen)
        await ala.do(table, "start")
        before = dict(seen)
        await poll(ala, table, dict(seen))  # this answer never arrives
        found = await poll(ala, table, before)
        assert found[0]["type"] == "snapshot"
        assert found[0]["match"]["from"] == 0


async def test_a_poll_without_news_ends_by_itself(tmp_path: Path) -> None:
    async with running(tmp_path / "db", poll_timeout=0.2) as server:
        ala, table = await alone(server)
        seen: dict[str, Any] = {}
        assert [frame["type"] for frame in await poll(ala, table, seen)] == ["snapshot"]
        assert await poll(ala, table, seen, wait=60) == []
        shown = await ala.get(f"/api/tables/{table}")
        assert shown["chairs"][0]["present"]


async def test_spectators_see_what_is_public_and_do_nothing(tmp_path: Path) -> None:
    async with running(tmp_path / "db") as server:
        ala, table = await alone(server)
        await ala.do(table, "start")
        watcher = await server.guest("Watcher")
        async with watcher.line(table) as line, ala.line(table) as own:
            await own.until(lambda line: line.table)
            await line.until(lambda line: line.table["watching"] == 1 and line.table["chairs"][0]["present"])
            assert line.you == {"seat": None, "host": False, "left_chair": None, "same_network": []}
            assert line.position is not None
            assert (line.position["private"], line.position["legal"], line.position["number"]) == (None, [], None)
            move: dict[str, Any] = {"match": 1, "number": 0, "seen": 0, "moves": {"type": "take"}}
            for type_, command in (("move", move), ("hand_over", {}), ("react", {"reaction": "wow"})):
                answer = await line.ask(type_, **command)
                assert (answer["type"], answer["code"]) == ("refused", "not_a_member")
        await own.socket.wait_closed()
