"""Commands about matches: start, rematch, renew, go on."""

import logging
from collections.abc import Collection

from stolik.core.game import BadOptions, Game
from stolik.core.match import Match
from stolik.core.messages import Options, to_builtins
from stolik.server.bots.pool import stand_in_level
from stolik.server.errors import ErrorCode, RequestRefused, log_level
from stolik.server.protocol.messages import Accepted, GoOn, Rematch, Renew, Start
from stolik.server.tables import table_state
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.match_session import MatchSession
from stolik.server.tables.table_state import TableState

log = logging.getLogger(__name__)


async def handle_start(table: LiveTable, guest: str, command: Start) -> Accepted:
    state = table.state
    if state.status == "playing":
        raise RequestRefused(ErrorCode.NOT_NOW, table.trouble or "The match is already running.")
    if guest != state.host:
        state.seated(guest)
        if state.status == "over":
            raise RequestRefused(ErrorCode.NOT_ALLOWED, "Only the host starts again without asking: say `rematch`.")
    if command.entropy is not None:
        state = table_state.with_entropy(state, guest, command.entropy)
    if command.fill:
        if guest != state.host:
            raise RequestRefused(ErrorCode.NOT_ALLOWED, "Only the host fills chairs with bots.")
        state = table_state.filled(state, stand_in_level(table.game))
    await _begin(table, state)
    return Accepted(command.id)


async def handle_rematch(table: LiveTable, guest: str, command: Rematch) -> Accepted:
    state = table.state
    seat = state.seated(guest)
    if state.status != "over":
        raise RequestRefused(ErrorCode.NOT_NOW, "A rematch is for when the match is over.")
    if command.entropy is not None:
        state = table_state.with_entropy(state, guest, command.entropy)
    state = table_state.with_chair_fields(state, seat, ready=True)
    if _all_ready(table, state, {seat}):
        await _begin(table, state)
    else:
        await table.save(lambda _: state)
    return Accepted(command.id)


async def begin_if_all_are_ready(table: LiveTable) -> None:
    """Somebody has left, or a chair has changed: perhaps nobody is waited for any more."""

    async def attempt() -> Accepted:
        if _is_rematch_due(table):
            await _begin(table, table.state)
        return Accepted()

    if _is_rematch_due(table) and not table.env.closing.is_set():
        try:
            await table.retry_on_conflict(attempt)
        except RequestRefused as refused:
            log.log(log_level(refused), "rematch refused: %s", refused, extra={"table": table.name})


def _is_rematch_due(table: LiveTable) -> bool:
    return table.state.status == "over" and _all_ready(table, table.state)


def _all_ready(table: LiveTable, state: TableState, besides: Collection[int] = ()) -> bool:
    """Whether everybody who is here wants another match, and somebody does."""
    here = [state.chairs[seat] for seat in {*table.presence.seats, *besides}]
    wanted = any(chair.ready for chair in state.chairs)
    all_want = all(chair.ready for chair in here if chair.guest is not None)
    return wanted and all_want and all(chair.taken for chair in state.chairs)


async def _begin(table: LiveTable, state: TableState) -> None:
    if not all(chair.taken for chair in state.chairs):
        raise RequestRefused(ErrorCode.NOT_NOW, "There are empty chairs: wait for people, or let bots have them.")
    game = table.game
    options = _checked_options(state, game)
    if state.version != game.version:
        changed = f"The rules have changed from version {state.version} to {game.version}"
        raise RequestRefused(ErrorCode.OLD_RULES, f"{changed} since this table was made: say `renew`.")
    dealer = table.env.new_dealer(bytes.fromhex(state.secret), table_state.entropy(state))
    names = [chair.name or f"Seat {seat}" for seat, chair in enumerate(state.chairs)]
    session = MatchSession(Match(game, options, dealer=dealer, seats=names), state.match + 1)
    await table.begin_match(table_state.begun(state, table.presence.seats), session)


async def handle_renew(table: LiveTable, guest: str, command: Renew) -> Accepted:
    """By the rules of today; a match that cannot be played on here is given up."""
    state, game = table.state, table.game
    if guest != state.host:
        state.seated(guest)
    if not table.trouble and state.version == game.version:
        raise RequestRefused(ErrorCode.NOT_NOW, "The rules have not changed.")
    if state.status == "playing" and not table.trouble:
        raise RequestRefused(ErrorCode.NOT_NOW, "The match is running.")
    options = to_builtins(_checked_options(state, game))
    renewed = table_state.renewed(state, options, game.version, table.env.new_secret())
    await table.save(lambda _: renewed, whole=True)
    if table.trouble:
        table.session, table.trouble = None, ""
        table.feed.send_snapshots()
    return Accepted(command.id)


def _checked_options(state: TableState, game: Game) -> Options:
    try:
        fitting: Options = game.options(state.options)
    except BadOptions as error:
        text = f"These options do not fit the rules any more. {error}."
        raise RequestRefused(ErrorCode.OLD_RULES, text) from None
    return fitting


async def handle_go_on(table: LiveTable, guest: str, command: GoOn) -> Accepted:
    """Somebody has looked at what was revealed: the pause ends when everybody has."""
    seat = table.seat_of(guest)
    session = table.current_session(command.match)
    if session.paused_at is None or command.seq != session.match.seq:
        return Accepted(command.id, session.match.seq)  # it has gone on already
    if seat not in session.gone_on:
        await table.announcer.announce("go_on", str(session.number), str(command.seq), str(seat))
        mark_gone_on(table, session, seat)
    return Accepted(command.id, session.match.seq)


def mark_gone_on(table: LiveTable, session: MatchSession, seat: int) -> None:
    session.gone_on.add(seat)
    table.scheduler.reschedule()
    table.feed.send_clocks()
