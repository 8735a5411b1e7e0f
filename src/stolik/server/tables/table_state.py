"""The stored state of a table: who sits where, what is played, how it went. Pure: each change gives a new state."""

from collections.abc import Callable, Collection
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, Literal

import msgspec

from stolik.core.dealer import commit
from stolik.server.errors import ErrorCode, RequestRefused, TableDamaged
from stolik.server.protocol.messages import Pace, Score
from stolik.store.rows import TableRow

FORMAT = 1
MAX_HISTORY = 50
BOT_NAMES = ("Ada", "Bruno", "Celina", "Dawid", "Ewa", "Feliks", "Gaja", "Hugo", "Irena", "Jan")

StandIn = Literal["", "away", "late", "asked", "left"]


class Chair(msgspec.Struct, frozen=True):
    level: str | None = None
    """Of the bot whose chair it is; None: a person's."""
    guest: str | None = None
    name: str = ""
    entropy: str | None = None
    ready: bool = False
    stand_in: StandIn = ""
    back: float = 0.0
    """When the person last took over from a bot that sat in, by the wall clock: a clock begins anew then."""

    @property
    def is_bot(self) -> bool:
        return self.level is not None

    @property
    def taken(self) -> bool:
        return self.is_bot or self.guest is not None

    @property
    def played_by_bot(self) -> bool:
        return self.is_bot or self.stand_in != ""


class TableState(msgspec.Struct, frozen=True):
    id: str
    code: str
    game: str
    version: int
    """Of the rules that the options were chosen for."""
    options: dict[str, Any]
    clock: int | None
    public: bool
    host: str
    """The guest who made it."""
    chairs: tuple[Chair, ...]
    secret: str
    """Of the dealer of the next match or, while one runs, of that one."""
    created: float
    status: Literal["open", "playing", "over"] = "open"
    match: int = 0
    sat: dict[str, int] = {}
    """Where each guest has sat in the running match: nobody sees two hands of it."""
    hints: bool = False
    """Whoever sits may ask for a suggestion."""
    keep_chairs: bool = True
    """A chair that is left in a running match stays its owner's: a bot plays there, and nobody else sees the hand."""
    pace: Pace = "normal"
    """Of its bots."""
    history: tuple[Score, ...] = ()
    format: int = FORMAT

    @property
    def commitment(self) -> str:
        return commit(bytes.fromhex(self.secret))

    @property
    def match_id(self) -> str:
        return match_id(self.id, self.match)

    def seat_of(self, guest: str) -> int | None:
        return next((seat for seat, chair in enumerate(self.chairs) if chair.guest == guest), None)

    def seated(self, guest: str) -> int:
        seat = self.seat_of(guest)
        if seat is None:
            raise RequestRefused(ErrorCode.NOT_A_MEMBER, "You have no chair at this table.")
        return seat

    def is_kept(self, seat: int) -> bool:
        """Whether somebody has left this chair in the running match, and it is kept for them."""
        return self.keep_chairs and self.status == "playing" and not self.chairs[seat].taken

    def is_free(self, seat: int) -> bool:
        """Whether anybody may sit down here."""
        return not self.chairs[seat].taken and not self.is_kept(seat)

    def left_chair(self, guest: str) -> int | None:
        """The chair that the guest has left in the running match and can have back."""
        seat = self.sat.get(guest)
        return None if seat is None or self.chairs[seat].taken else seat

    def is_alone(self, guest: str) -> bool:
        """Whether the guest sits here with bots and nobody else."""
        return [chair.guest for chair in self.chairs if chair.guest is not None] == [guest]

    def row(self, revision: int, touched: float, wake: float | None) -> TableRow:
        guests = tuple(sorted({chair.guest for chair in self.chairs if chair.guest} | {self.host}))
        return TableRow(
            id=self.id,
            code=self.code,
            revision=revision,
            game=self.game,
            status=self.status,
            public=self.public,
            guests=guests,
            created=self.created,
            touched=touched,
            wake=wake,
            body=msgspec.json.encode(self),
        )


def new_table_id() -> str:
    """Nobody can guess it: whoever has it may watch."""
    return token_urlsafe(12)


def is_valid_id(text: str) -> bool:
    """Whether it could be one, of a table or a match: nothing else is ever looked for."""
    return text.isascii() and text.isprintable()


def match_id(table: str, number: int) -> str:
    return f"{table}.{number}"


def log_name(table: str) -> str:
    """What logs and errors call a table. Its id is a key to it, and never logged."""
    return sha256(table.encode()).hexdigest()[:8]


class _Format(msgspec.Struct):
    format: int


def decode(row: TableRow) -> TableState:
    try:
        found = msgspec.json.decode(row.body, type=_Format)
        if found.format != FORMAT:
            raise RequestRefused(
                ErrorCode.OLD_RULES, f"This table was written in format {found.format}; this server reads {FORMAT}."
            )
        return msgspec.json.decode(row.body, type=TableState)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise TableDamaged(f"its row cannot be read: {error}") from None


def with_chair(state: TableState, seat: int, change: Callable[[Chair], Chair]) -> TableState:
    chairs = tuple(change(chair) if number == seat else chair for number, chair in enumerate(state.chairs))
    return msgspec.structs.replace(state, chairs=chairs)


def with_chair_fields(state: TableState, seat: int, **values: Any) -> TableState:
    return with_chair(state, seat, lambda chair: msgspec.structs.replace(chair, **values))


def sat_down(
    state: TableState, guest: str, name: str, chair: int | None, entropy: str | None, *, now: float
) -> TableState:
    """With the guest in a chair: the one named, the one they left, the first free one, or the one they have already.

    A bot that sat in there because nobody else did gets up.
    """
    seat = state.seat_of(guest)
    if seat is None:
        seat = _chair_for(state, guest, chair)
    elif chair not in (None, seat):
        if state.status == "playing":
            raise RequestRefused(ErrorCode.NOT_NOW, "Chairs cannot be changed while a match runs.")
        free = _chair_for(state, guest, chair)
        state = with_chair(state, seat, lambda _: Chair())
        seat = free
    if state.status == "playing":
        state = msgspec.structs.replace(state, sat={**state.sat, guest: seat})
        name = state.chairs[seat].name if _is_the_only_owner(state, guest, seat) else name
    state = with_chair_fields(state, seat, guest=guest, name=name)
    if state.chairs[seat].stand_in in ("left", "away", "late"):
        state = returned(state, seat, now)
    return state if entropy is None else with_entropy(state, guest, entropy)


def _is_the_only_owner(state: TableState, guest: str, seat: int) -> bool:
    """Whether nobody else has sat here in the running match: the name then stays, since names are no way to talk."""
    return [found for found, sat in state.sat.items() if sat == seat] == [guest]


def returned(state: TableState, seat: int, now: float) -> TableState:
    """With the person playing again, and a full clock."""
    return with_chair_fields(state, seat, stand_in="", back=now) if state.chairs[seat].stand_in else state


def _chair_for(state: TableState, guest: str, chair: int | None) -> int:
    """The chair that a guest without one, or who wants another, may take. In a match nobody sees two hands."""
    own = state.left_chair(guest)
    if chair is None:
        chair = own if own is not None else _first_free_chair(state)
    if chair >= len(state.chairs):
        raise RequestRefused(
            ErrorCode.MALFORMED, f"There is no chair {chair}: chairs are 0 to {len(state.chairs) - 1}."
        )
    if state.chairs[chair].taken:
        raise RequestRefused(ErrorCode.TAKEN, "That chair is taken.")
    if state.sat.get(guest, chair) != chair:
        raise RequestRefused(ErrorCode.NOT_ALLOWED, "You have seen another hand of this match. You can watch.")
    if chair != own and state.is_kept(chair):
        text = f"This chair is kept for {state.chairs[chair].name} until the match is over. You can watch."
        raise RequestRefused(ErrorCode.TAKEN, text)
    return chair


def _first_free_chair(state: TableState) -> int:
    free = next((seat for seat in range(len(state.chairs)) if state.is_free(seat)), None)
    if free is None:
        raise RequestRefused(ErrorCode.TAKEN, "All chairs are taken. You can watch.")
    return free


def with_entropy(state: TableState, guest: str, entropy: str) -> TableState:
    if state.status == "playing":
        raise RequestRefused(
            ErrorCode.NOT_NOW, "The seed of this match is settled. Words for the next are welcome after it."
        )
    return with_chair_fields(state, state.seated(guest), entropy=entropy)


def stood_up(state: TableState, guest: str) -> TableState:
    """Without the guest. A running match goes on with a bot in that chair."""
    seat = state.seated(guest)
    state = with_chair_fields(state, seat, guest=None, entropy=None, ready=False)
    state = (
        with_chair_fields(state, seat, stand_in="left")
        if state.status == "playing"
        else with_chair_fields(state, seat, name="", stand_in="")
    )
    if state.host == guest:
        heir = next((chair.guest for chair in state.chairs if chair.guest), guest)
        state = msgspec.structs.replace(state, host=heir)
    return state


def with_bot(state: TableState, seat: int, level: str | None) -> TableState:
    """With a bot of this level in a chair, or (None) with the chair free. Whoever sat there has to get up."""
    if state.status == "playing":
        raise RequestRefused(ErrorCode.NOT_NOW, "Chairs cannot be changed while a match runs.")
    if seat >= len(state.chairs):
        raise RequestRefused(ErrorCode.MALFORMED, f"There is no chair {seat}: chairs are 0 to {len(state.chairs) - 1}.")
    if level is None:
        return with_chair(state, seat, lambda _: Chair())
    return with_chair(state, seat, lambda _: Chair(level=level, name=_bot_name(state)))


def _bot_name(state: TableState) -> str:
    taken = {chair.name for chair in state.chairs}
    return next((name for name in BOT_NAMES if name not in taken), "Bot")


def filled(state: TableState, level: str) -> TableState:
    """With a bot in every chair that nobody has taken."""
    for seat, chair in enumerate(state.chairs):
        if not chair.taken:
            state = with_bot(state, seat, level)
    return state


def begun(state: TableState, present: Collection[int]) -> TableState:
    """With the next match running. Whoever is here plays; bots go on sitting in for those who were away before."""
    chairs = tuple(
        msgspec.structs.replace(
            chair, entropy=None, ready=False, stand_in="away" if chair.stand_in and seat not in present else ""
        )
        for seat, chair in enumerate(state.chairs)
    )
    sat = {chair.guest: seat for seat, chair in enumerate(chairs) if chair.guest is not None}
    return msgspec.structs.replace(state, status="playing", match=state.match + 1, chairs=chairs, sat=sat)


def finished(
    state: TableState, options: dict[str, Any], scores: list[int], places: list[int], secret: str
) -> TableState:
    """With the match over, and the promise for the next one made."""
    history = (*state.history, Score(state.match, scores, places, [chair.name for chair in state.chairs]))[
        -MAX_HISTORY:
    ]
    return msgspec.structs.replace(abandoned(state, secret), options=options, history=history)


def abandoned(state: TableState, secret: str) -> TableState:
    """With no match running, a new promise, and the chairs that were left free again."""
    chairs = tuple(Chair() if chair.stand_in == "left" and chair.guest is None else chair for chair in state.chairs)
    return msgspec.structs.replace(state, status="over", secret=secret, chairs=chairs, sat={})


def renewed(state: TableState, options: dict[str, Any], version: int, secret: str) -> TableState:
    """With the rules of today. A match that was begun by others is given up."""
    if state.status == "playing":
        state = abandoned(state, secret)
    return msgspec.structs.replace(state, options=options, version=version)


def entropy(state: TableState) -> tuple[str, ...]:
    """The entropy of all who gave some, in the order of the chairs."""
    return tuple(chair.entropy for chair in state.chairs if chair.entropy)
