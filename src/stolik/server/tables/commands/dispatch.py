"""Every command gets an answer: accepted, or refused with a code. The same for sockets and HTTP."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from stolik.core.errors import IllegalMove
from stolik.core.messages import to_json
from stolik.server.admission.client_address import Address
from stolik.server.admission.rate_limits import RateLimits
from stolik.server.auth import Caller
from stolik.server.errors import ErrorCode, RequestRefused, shutting_down
from stolik.server.guests import Guests
from stolik.server.metrics import Metrics
from stolik.server.protocol import messages
from stolik.server.protocol.messages import Accepted, AnyCommand, RefusedAnswer, refused_answer
from stolik.server.tables.commands import chat, match, move, pace, seats
from stolik.server.tables.live_table import LiveTable
from stolik.server.tables.presence import Subscriber

log = logging.getLogger(__name__)


class CommandDispatcher:
    def __init__(self, guests: Guests, limits: RateLimits, metrics: Metrics) -> None:
        self._limits = limits
        self._metrics = metrics
        self._handlers: dict[type[Any], Callable[[LiveTable, str, Any], Awaitable[Accepted]]] = {
            messages.Move: move.handle_move,
            messages.GoOn: match.handle_go_on,
            messages.Start: match.handle_start,
            messages.Rematch: match.handle_rematch,
            messages.Renew: match.handle_renew,
            messages.Sit: partial(seats.handle_sit, guests),
            messages.AddEntropy: seats.handle_add_entropy,
            messages.Leave: seats.handle_leave,
            messages.HandOver: seats.handle_hand_over,
            messages.TakeBack: seats.handle_take_back,
            messages.SetChair: seats.handle_set_chair,
            messages.Say: chat.handle_say,
            messages.React: chat.handle_react,
            messages.SetPace: pace.handle_set_pace,
            messages.SkipToTurn: pace.handle_skip_to_turn,
        }

    def too_fast(self, caller: Caller, id_of_command: Callable[[], int | None]) -> RefusedAnswer | None:
        """The refusal, if there were too many commands by this guest or from this address."""
        try:
            self._limits.check_guest(self._limits.rates.commands, "commands", caller.guest, caller.address)
        except RequestRefused as error:
            self._metrics.refusals.labels(error.code.value).inc()
            return refused_answer(error, id_of_command())
        return None

    def enqueue(self, table: LiveTable, subscriber: Subscriber, caller: Caller, command: AnyCommand) -> None:
        """A command from a socket: the answer goes into its outbox. Without an id, only a refusal needs one."""

        async def in_turn() -> None:
            answer = await self.dispatch(table, caller, command)
            if command.id is not None or not isinstance(answer, Accepted):
                subscriber.push(to_json(answer))

        table.enqueue(in_turn)

    async def dispatch(self, table: LiveTable, caller: Caller, command: AnyCommand) -> Accepted | RefusedAnswer:
        """Must be called in the table's turn."""
        try:
            return await self._handle(table, caller, command)
        except (RequestRefused, IllegalMove) as error:
            refused = refused_answer(error, command.id)
            if refused.code is not ErrorCode.ILLEGAL:  # that may depend on a hand
                self._metrics.refusals.labels(refused.code.value).inc()
            return refused
        except Exception:
            self._metrics.errors.labels("command").inc()
            log.exception("unhandled error in command", extra={"table": table.name})
            return RefusedAnswer(ErrorCode.UNAVAILABLE, "Something went wrong on our side.", command.id)

    async def _handle(self, table: LiveTable, caller: Caller, command: AnyCommand) -> Accepted:
        if isinstance(command, messages.Beat):
            return Accepted(command.id)
        if table.env.closing.is_set():
            raise shutting_down()
        guest = caller.guest
        if guest is None:
            raise RequestRefused(ErrorCode.UNKNOWN_GUEST, "Please introduce yourself first.")
        self._check_talk(command, guest, caller.address)
        handler = self._handlers[type(command)]
        return await table.retry_on_conflict(lambda: handler(table, guest, command), command.id)

    def _check_talk(self, command: AnyCommand, guest: str, address: Address) -> None:
        rates = self._limits.rates
        if isinstance(command, messages.Say):
            self._limits.check_guest(rates.chat, "chat", guest, address)
        elif isinstance(command, messages.React):
            self._limits.check_guest(rates.reactions, "react", guest, address)
