"""The way of a move: `handle_move` for people, and `commit_step` for whatever makes a match go on."""

from stolik.core.messages import to_builtins, to_json
from stolik.core.step import Step
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.protocol.messages import Accepted, Move
from stolik.server.tables import table_state
from stolik.server.tables.commands.seats import return_to_seat
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.match_session import MatchSession, answer_in_log
from stolik.server.tables.table_state import TableState
from stolik.store.rows import Change, LogRow, Wake


async def handle_move(table: LiveTable, guest: str, command: Move) -> Accepted:
    """A person's move, or a few in a row: all or nothing."""
    # Who asks, and may they?
    seat = table.seat_of(guest)
    if 0 < command.match < table.state.match:
        return await _answer_in_earlier_match(table, seat, command)
    session = table.current_session(command.match)

    # Is it a repeat, or out of date?
    repeat = session.answer_to_repeat(seat, command)
    if repeat is not None:
        return repeat

    # Prepare it on a copy, by the rules: IllegalMove if they do not allow it.
    step = session.match.prepare(seat, command.moves, seen=command.seen)
    if table.state.chairs[seat].stand_in:
        await return_to_seat(table, seat)

    # Commit, accept, schedule what is next, tell everybody.
    await commit_step(table, session, step, seat, command.number)
    table.metrics.moves.by_people += 1
    return Accepted(command.id, session.match.seq)


async def commit_step(
    table: LiveTable, session: MatchSession, step: Step, seat: int | None, number: int | None
) -> None:
    """Make a prepared step happen. WriteConflict if another node was faster: then nothing has.

    `seat`, `number`: whose move it is, and the number of their request; a bot's has none, the dealer's neither.
    """
    # Commit: the log entries and, if the match ends with them, the table's new state.
    id_ = table_state.match_id(table.state.id, session.number)
    row = LogRow(id_, step.seq, to_json(step.entries), table.now(), seat, number, table.store.node)
    ended = _state_after_match(table, session, step) if table.game.over(step.state) else None
    change = _change_for(table, step, row, ended)
    begun = table.steady()
    if not await table.store.commit(change):
        raise table.write_conflict()
    committed = table.steady()
    table.metrics.moves.commits.observe(committed - begun)

    # Accept: the copy becomes the state.
    since = session.match.seq
    session.match.accept(step)
    session.note(row, committed)
    if ended is not None and change.table is not None:
        table.adopt(ended, change.table, quietly=True)
        table.metrics.matches.labels(table.game.key).inc()
    elif change.wake is not None:
        table.wake = change.wake.at

    # Schedule what is next, and tell everybody.
    table.scheduler.reschedule()
    table.feed.send_update(since, step.told)
    if ended is not None:
        table.feed.send_table()


def _change_for(table: LiveTable, step: Step, row: LogRow, ended: TableState | None) -> Change:
    """What is written for a step, all or nothing."""
    now = row.at
    if ended is not None:
        return Change(append=row, finished=now, table=ended.row(table.revision + 1, now, None))
    s = step.state
    servers_turn = table.game.awaited(s) & table.bot_seats or table.game.pause(s)
    if servers_turn:  # some node must look after this table, even if all people leave
        return Change(append=row, wake=Wake(table.state.id, now))
    return Change(append=row, wake=None if table.wake is None else Wake(table.state.id, None))


def _state_after_match(table: LiveTable, session: MatchSession, step: Step) -> TableState:
    game, options, s = table.game, session.match.options, step.state
    places = [0] * options.players
    game.places(s, places)
    scores = [game.score(s, seat) for seat in range(options.players)]
    following = to_builtins(game.options(game.rematch(s, options)))
    return table_state.finished(table.state, following, scores, places, table.env.new_secret())


async def _answer_in_earlier_match(table: LiveTable, seat: int, command: Move) -> Accepted:
    """A move may be repeated after the next match has begun. What the log says of it is enough: nothing is replayed."""
    id_ = table_state.match_id(table.state.id, command.match)
    row = await table.store.append_of(id_, seat, command.number)
    if row is not None:
        repeat = answer_in_log(table.game, row, command)
        if repeat is not None:
            return repeat
    text = f"This table plays match {table.state.match} now, not {command.match}."
    raise RequestRefused(ErrorCode.OUT_OF_DATE, text)
