"""Commands about chairs: sit, add entropy, leave, hand over, take back, set chair."""

from stolik.server.bots.pool import check_level
from stolik.server.errors import ErrorCode, RequestRefused
from stolik.server.guests import Guests
from stolik.server.protocol.messages import Accepted, AddEntropy, HandOver, Leave, SetChair, Sit, TakeBack
from stolik.server.tables import table_state
from stolik.server.tables.commands.match import begin_if_all_are_ready
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.presence import Subscriber


async def handle_sit(guests: Guests, table: LiveTable, guest: str, command: Sit) -> Accepted:
    name = await guests.name(guest)
    now = table.now()
    await table.save(lambda state: table_state.sat_down(state, guest, name, command.chair, command.entropy, now=now))
    return Accepted(command.id)


async def handle_add_entropy(table: LiveTable, guest: str, command: AddEntropy) -> Accepted:
    await table.save(lambda state: table_state.with_entropy(state, guest, command.entropy))
    return Accepted(command.id)


async def handle_leave(table: LiveTable, guest: str, command: Leave) -> Accepted:
    await table.save(lambda state: table_state.stood_up(state, guest), whole=True)
    table.enqueue(lambda: begin_if_all_are_ready(table))
    return Accepted(command.id)


async def handle_hand_over(table: LiveTable, guest: str, command: HandOver) -> Accepted:
    seat = table.seat_of(guest)
    await table.save(lambda state: table_state.with_chair_fields(state, seat, stand_in="asked"))
    return Accepted(command.id)


async def handle_take_back(table: LiveTable, guest: str, command: TakeBack) -> Accepted:
    await return_to_seat(table, table.seat_of(guest))
    return Accepted(command.id)


async def handle_set_chair(table: LiveTable, guest: str, command: SetChair) -> Accepted:
    if guest != table.state.host:
        raise RequestRefused(ErrorCode.NOT_ALLOWED, "Only the host arranges the chairs.")
    if command.level is not None:
        check_level(table.game, command.level)
    await table.save(lambda state: table_state.with_bot(state, command.chair, command.level))
    table.enqueue(lambda: begin_if_all_are_ready(table))
    return Accepted(command.id)


async def return_to_seat(table: LiveTable, seat: int) -> None:
    """The person plays again, and the bot that sat in gets up."""
    await table.save(lambda state: table_state.returned(state, seat, table.now()))


# Subscribing is no command of its own, but it changes who plays


async def subscribe(table: LiveTable, subscriber: Subscriber, since: int | None, match: int | None, chat: int) -> None:
    """A new subscriber gets its snapshot. Coming back, a person takes over from the bot that sat in."""

    async def attach() -> None:
        if table.stale:
            await table.catch_up()
        table.attach(subscriber, since, match, chat)
        await come_back(table, subscriber)

    await table.call(attach)
    await table.announcer.announce_presence()


async def come_back(table: LiveTable, subscriber: Subscriber) -> None:
    """Somebody is here again: the bot that sat in because they were not gets up."""

    async def attempt() -> Accepted:
        await return_to_seat(table, table.seat_of(subscriber.guest or ""))
        return Accepted()

    if subscriber.seat is not None and table.state.chairs[subscriber.seat].stand_in in ("away", "late"):
        await table.retry_on_conflict(attempt)


async def unsubscribe(table: LiveTable, subscriber: Subscriber) -> None:
    if subscriber.too_slow:
        table.metrics.slow_subscribers.inc()
    table.detach(subscriber)
    if not table.env.closing.is_set():
        table.enqueue(lambda: begin_if_all_are_ready(table))
        await table.announcer.announce_presence()
