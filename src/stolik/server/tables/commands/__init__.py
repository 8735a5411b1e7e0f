"""Every command gets an answer: accepted, or refused with a code. The same for sockets and HTTP."""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

import msgspec

from stolik.core.errors import IllegalMove, Refusal
from stolik.core.game import BadOptions, Game
from stolik.core.messages import Options, to_builtins, to_json
from stolik.core.record import BadRecord
from stolik.server.bots.pool import check_level, stand_in_level
from stolik.server.errors import Refused, gone
from stolik.server.protocol import messages
from stolik.server.protocol.messages import Accepted, AnyCommand, RefusedAnswer
from stolik.server.tables import table_state
from stolik.server.tables.match_session import resumed
from stolik.server.transport.subscribers import Reader

if TYPE_CHECKING:
    from stolik.server.app_context import House
    from stolik.server.tables.live_table import LiveTable


log = logging.getLogger(__name__)


class Answer(msgspec.Struct, frozen=True):
    said: Accepted | RefusedAnswer

    @property
    def encoded(self) -> bytes:
        return to_json(self.said)


def refusal(error: Refused | IllegalMove, id_: int | None) -> RefusedAnswer:
    if isinstance(error, IllegalMove):
        return RefusedAnswer(error.code, error.reason, id_, to_builtins(error.legal))
    return RefusedAnswer(error.code, error.text, id_)


class Answers:
    def __init__(self, house: "House") -> None:
        self._house = house
        self._doing: dict[type[Any], Callable[[LiveTable, str, Any], Awaitable[Accepted]]] = {
            messages.Move: self._move,
            messages.GoOn: self._go_on,
            messages.Sit: self._sit,
            messages.GiveWords: self._give_words,
            messages.Leave: self._leave,
            messages.HandOver: self._hand_over,
            messages.TakeBack: self._take_back,
            messages.SetChair: self._set_chair,
            messages.Start: self._start,
            messages.Rematch: self._rematch,
            messages.Renew: self._renew,
            messages.Say: self._say,
            messages.React: self._react,
        }

    async def to(self, table: "LiveTable", guest: str | None, command: AnyCommand) -> Answer:
        """Must be called in the table's turn."""
        try:
            said: Accepted | RefusedAnswer = await self._done(table, guest, command)
        except (Refused, IllegalMove) as error:
            said = refusal(error, command.id)
            self._house.metrics.refusals.labels(said.code.value).inc()
        except Exception:
            self._house.metrics.failures.labels("command").inc()
            log.exception("a command stumbled", extra={"table": table.name})
            said = RefusedAnswer(Refusal.UNAVAILABLE, "Something went wrong on our side.", command.id)
        return Answer(said)

    async def _done(self, table: "LiveTable", guest: str | None, command: AnyCommand) -> Accepted:
        if isinstance(command, messages.Beat):
            return Accepted(command.id)
        if self._house.closing:
            raise gone()
        if guest is None:
            raise Refused(Refusal.UNKNOWN_GUEST, "Please introduce yourself first.")
        doing = self._doing[type(command)]
        return await table.perform(lambda: doing(table, guest, command), command.id)

    async def come_back(self, table: "LiveTable", reader: Reader) -> None:
        """Somebody is here again: the bot that sat in because they were not gets up."""
        if reader.seat is not None and table.doc.chairs[reader.seat].stand_in in ("away", "late"):
            await table.perform(lambda: self._return(table, reader.guest or "", None))

    async def _return(self, table: "LiveTable", guest: str, id_: int | None) -> Accepted:
        seat = table.doc.seated(guest)
        await table.save(lambda doc: table_state.returned(doc, seat, table.now()))
        return Accepted(id_)

    # The match

    async def _move(self, table: "LiveTable", guest: str, command: messages.Move) -> Accepted:
        seat = table.seats[guest] if guest in table.seats else table.doc.seated(guest)
        if 0 < command.match < table.doc.match:
            return await self._repeat_from_before(table, seat, command)
        running = table.on(command.match)
        repeated = running.repeated(seat, command)
        if repeated is not None:
            return repeated
        step = running.match.prepare(seat, command.moves, seen=command.seen)
        if table.doc.chairs[seat].stand_in:
            await self._return(table, guest, None)
        seq = await table.take(step, seat, command.number)
        self._house.metrics.moves.by_people += 1
        return Accepted(command.id, seq)

    async def _repeat_from_before(self, table: "LiveTable", seat: int, command: messages.Move) -> Accepted:
        """The last move of a match may be repeated after the next one has begun."""
        id_ = table_state.match_id(table.doc.id, command.match)
        row = await self._house.store.match(id_)
        if row is not None:
            with contextlib.suppress(BadRecord):
                before = resumed(table.game, row, await self._house.store.log(id_))
                repeated = before.repeated(seat, command)
                if repeated is not None:
                    return repeated
        raise Refused(Refusal.OUT_OF_DATE, f"This table plays match {table.doc.match} now, not {command.match}.")

    async def _go_on(self, table: "LiveTable", guest: str, command: messages.GoOn) -> Accepted:
        seat = table.doc.seated(guest)
        running = table.on(command.match)
        if running.paused_at is None or command.seq != running.match.seq:
            return Accepted(command.id, running.match.seq)  # it has gone on already
        if seat not in running.gone_on:
            await self._house.announce("go_on", table.doc.id, str(running.number), str(command.seq), str(seat))
            table.gone_on(seat)
        return Accepted(command.id, running.match.seq)

    # Chairs

    async def _sit(self, table: "LiveTable", guest: str, command: messages.Sit) -> Accepted:
        name = await self._house.guests.name(guest)
        await table.save(lambda doc: table_state.sat_down(doc, guest, name, command.chair, command.words))
        if table.doc.chairs[table.seats[guest]].stand_in in ("left", "away", "late"):
            await self._return(table, guest, None)
        return Accepted(command.id)

    async def _give_words(self, table: "LiveTable", guest: str, command: messages.GiveWords) -> Accepted:
        await table.save(lambda doc: table_state.with_words(doc, guest, command.words))
        return Accepted(command.id)

    async def _leave(self, table: "LiveTable", guest: str, command: messages.Leave) -> Accepted:
        await table.save(lambda doc: table_state.stood_up(doc, guest), whole=True)
        table.do_later(lambda: self.begin_if_all_are_ready(table))
        return Accepted(command.id)

    async def _hand_over(self, table: "LiveTable", guest: str, command: messages.HandOver) -> Accepted:
        seat = table.doc.seated(guest)
        await table.save(lambda doc: table_state.named(doc, seat, stand_in="asked"))
        return Accepted(command.id)

    async def _take_back(self, table: "LiveTable", guest: str, command: messages.TakeBack) -> Accepted:
        return await self._return(table, guest, command.id)

    async def _set_chair(self, table: "LiveTable", guest: str, command: messages.SetChair) -> Accepted:
        if guest != table.doc.host:
            raise Refused(Refusal.NOT_ALLOWED, "Only the host arranges the chairs.")
        if command.level is not None:
            check_level(table.game, command.level)
        await table.save(lambda doc: table_state.with_bot(doc, command.chair, command.level))
        table.do_later(lambda: self.begin_if_all_are_ready(table))
        return Accepted(command.id)

    # Beginning

    async def _start(self, table: "LiveTable", guest: str, command: messages.Start) -> Accepted:
        doc = table.doc
        if doc.status == "playing":
            raise Refused(Refusal.NOT_NOW, table.trouble or "The match is already running.")
        if guest != doc.host:
            doc.seated(guest)
            if doc.status == "over":
                raise Refused(Refusal.NOT_ALLOWED, "Only the host starts again without asking: say `rematch`.")
        if command.words is not None:
            doc = table_state.with_words(doc, guest, command.words)
        if command.fill:
            if guest != doc.host:
                raise Refused(Refusal.NOT_ALLOWED, "Only the host fills chairs with bots.")
            doc = table_state.filled(doc, stand_in_level(table.game))
        await self._begin(table, doc)
        return Accepted(command.id)

    async def _rematch(self, table: "LiveTable", guest: str, command: messages.Rematch) -> Accepted:
        doc = table.doc
        seat = doc.seated(guest)
        if doc.status != "over":
            raise Refused(Refusal.NOT_NOW, "A rematch is for when the match is over.")
        if command.words is not None:
            doc = table_state.with_words(doc, guest, command.words)
        doc = table_state.named(doc, seat, ready=True)
        if self._all_ready(table, doc, {seat}):
            await self._begin(table, doc)
        else:
            await table.save(lambda _: doc)
        return Accepted(command.id)

    def _all_ready(self, table: "LiveTable", doc: table_state.Document, besides: Collection[int] = ()) -> bool:
        """Whether everybody who is here wants another match, and somebody does."""
        here = [doc.chairs[seat] for seat in {*table.feed.presence.seats, *besides}]
        wanted = any(chair.ready for chair in doc.chairs)
        all_want = all(chair.ready for chair in here if chair.guest is not None)
        return wanted and all_want and all(chair.taken for chair in doc.chairs)

    async def begin_if_all_are_ready(self, table: "LiveTable") -> None:
        """Somebody has left, or a chair has changed: perhaps nobody is waited for any more."""

        async def attempt() -> Accepted:
            if table.doc.status == "over" and self._all_ready(table, table.doc):
                await self._begin(table, table.doc)
            return Accepted()

        if table.doc.status == "over" and self._all_ready(table, table.doc) and not self._house.closing:
            try:
                await table.perform(attempt)
            except Refused as refused:
                log.warning("no rematch: %s", refused, extra={"table": table.name})

    async def _renew(self, table: "LiveTable", guest: str, command: messages.Renew) -> Accepted:
        doc, game = table.doc, table.game
        if guest != doc.host:
            doc.seated(guest)
        if not table.trouble and doc.version == game.version:
            raise Refused(Refusal.NOT_NOW, "The rules have not changed.")
        if doc.status == "playing" and not table.trouble:
            raise Refused(Refusal.NOT_NOW, "The match is running.")
        options = to_builtins(self._fitting(doc, game))
        await table.renew(table_state.renewed(doc, options, game.version, self._house.secret()))
        return Accepted(command.id)

    def _fitting(self, doc: table_state.Document, game: Game) -> Options:
        try:
            return game.options(doc.options)
        except BadOptions as error:
            raise Refused(Refusal.OLD_RULES, f"These options do not fit the rules any more. {error}.") from None

    async def _begin(self, table: "LiveTable", doc: table_state.Document) -> None:
        if not all(chair.taken for chair in doc.chairs):
            raise Refused(Refusal.NOT_NOW, "There are empty chairs: wait for people, or let bots have them.")
        options = self._fitting(doc, table.game)
        if doc.version != table.game.version:
            changed = f"The rules have changed from version {doc.version} to {table.game.version}"
            raise Refused(Refusal.OLD_RULES, f"{changed} since this table was made: say `renew`.")
        doc, running = self._house.next_match(doc, table.game, options, table.feed.presence.seats)
        await table.begin(doc, running)

    # Talk

    async def _say(self, table: "LiveTable", guest: str, command: messages.Say) -> Accepted:
        seat = table.doc.seated(guest)
        running = table.running
        if running is not None and table.doc.status == "playing" and running.match.quiet:
            raise Refused(Refusal.QUIET, "No talk while this is played. Reactions are fine.")
        self._house.limits.check(self._house.settings.rates.chat, "chat", guest)
        text = "".join(character for character in command.text if character.isprintable()).strip()
        if not text:
            raise Refused(Refusal.MALFORMED, "There is nothing to read in that.")
        await table.say(seat, text)
        return Accepted(command.id)

    async def _react(self, table: "LiveTable", guest: str, command: messages.React) -> Accepted:
        seat = table.doc.seated(guest)
        self._house.limits.check(self._house.settings.rates.reactions, "react", guest)
        await self._house.announce("reaction", table.doc.id, str(seat), command.reaction)
        table.feed.reaction(seat, command.reaction)
        return Accepted(command.id)


_COMMAND: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_ID = msgspec.json.Decoder(dict[str, Any])


def read_command(data: bytes | str) -> AnyCommand | RefusedAnswer:
    """A command from a socket, or why it is none."""
    try:
        return _COMMAND.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return RefusedAnswer(Refusal.MALFORMED, f"Not a command: {error}.", _id_of(data))


def _id_of(data: bytes | str) -> int | None:
    """So that even what cannot be read gets an answer that finds home."""
    try:
        found = _ID.decode(data).get("id")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if type(found) is int and 0 <= found < 2**53 else None
