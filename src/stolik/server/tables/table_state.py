"""A table on paper: who sits where, what is played, how it went. Pure: each change gives a new document."""

from collections.abc import Callable, Collection
from typing import Any, Literal

import msgspec

from stolik.core.dealer import commit
from stolik.core.errors import Refusal
from stolik.server.errors import Refused
from stolik.server.protocol.messages import Score
from stolik.store.rows import TableRow

FORMAT = 1
LONGEST_HISTORY = 50
BOT_NAMES = ("Ada", "Bruno", "Celina", "Dawid", "Ewa", "Feliks", "Gaja", "Hugo", "Irena", "Jan")

StandIn = Literal["", "away", "late", "asked", "left"]


class Chair(msgspec.Struct, frozen=True):
    level: str | None = None
    """Of the bot whose chair it is; None: a person's."""
    guest: str | None = None
    name: str = ""
    words: str | None = None
    ready: bool = False
    stand_in: StandIn = ""
    back: float = 0.0
    """When the person last took over from a bot that sat in: a clock begins anew then."""

    @property
    def is_bot(self) -> bool:
        return self.level is not None

    @property
    def taken(self) -> bool:
        return self.is_bot or self.guest is not None

    @property
    def played_by_bot(self) -> bool:
        return self.is_bot or self.stand_in != ""


class Document(msgspec.Struct, frozen=True):
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
            raise Refused(Refusal.NOT_A_MEMBER, "You have no chair at this table.")
        return seat

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


def match_id(table: str, number: int) -> str:
    return f"{table}.{number}"


class _Format(msgspec.Struct):
    format: int


def read(row: TableRow) -> Document:
    found = msgspec.json.decode(row.body, type=_Format)
    if found.format != FORMAT:
        raise Refused(
            Refusal.OLD_RULES, f"This table was written in format {found.format}; this server reads {FORMAT}."
        )
    return msgspec.json.decode(row.body, type=Document)


def with_chair(doc: Document, seat: int, change: Callable[[Chair], Chair]) -> Document:
    chairs = tuple(change(chair) if number == seat else chair for number, chair in enumerate(doc.chairs))
    return msgspec.structs.replace(doc, chairs=chairs)


def named(doc: Document, seat: int, **values: Any) -> Document:
    return with_chair(doc, seat, lambda chair: msgspec.structs.replace(chair, **values))


def sat_down(doc: Document, guest: str, name: str, chair: int | None, words: str | None) -> Document:
    """With the guest in a chair: the one named, the first free one, or the one they have already."""
    seat = doc.seat_of(guest)
    if seat is None:
        seat = _free_chair(doc, chair)
    elif chair not in (None, seat):
        if doc.status == "playing":
            raise Refused(Refusal.NOT_NOW, "Chairs cannot be changed while a match runs.")
        free = _free_chair(doc, chair)
        doc = with_chair(doc, seat, lambda _: Chair())
        seat = free
    if doc.status == "playing":
        doc = _sat_in_the_match(doc, guest, seat)
        name = doc.chairs[seat].name if doc.chairs[seat].guest == guest else name  # names are no way to talk
    doc = named(doc, seat, guest=guest, name=name)
    return doc if words is None else with_words(doc, guest, words)


def _sat_in_the_match(doc: Document, guest: str, seat: int) -> Document:
    if doc.sat.get(guest, seat) != seat:
        raise Refused(Refusal.NOT_ALLOWED, "You have seen another hand of this match. You can watch.")
    return msgspec.structs.replace(doc, sat={**doc.sat, guest: seat})


def returned(doc: Document, seat: int, now: float) -> Document:
    """With the person playing again, and a full clock."""
    return named(doc, seat, stand_in="", back=now) if doc.chairs[seat].stand_in else doc


def _free_chair(doc: Document, chair: int | None) -> int:
    if chair is None:
        free = next((seat for seat, found in enumerate(doc.chairs) if not found.taken), None)
        if free is None:
            raise Refused(Refusal.TAKEN, "All chairs are taken. You can watch.")
        return free
    if chair >= len(doc.chairs):
        raise Refused(Refusal.MALFORMED, f"There is no chair {chair}: chairs are 0 to {len(doc.chairs) - 1}.")
    if doc.chairs[chair].taken:
        raise Refused(Refusal.TAKEN, "That chair is taken.")
    return chair


def with_words(doc: Document, guest: str, words: str) -> Document:
    if doc.status == "playing":
        raise Refused(Refusal.NOT_NOW, "The seed of this match is settled. Words for the next are welcome after it.")
    return named(doc, doc.seated(guest), words=words)


def stood_up(doc: Document, guest: str) -> Document:
    """Without the guest. A running match goes on with a bot in that chair."""
    seat = doc.seated(guest)
    doc = named(doc, seat, guest=None, words=None, ready=False)
    doc = named(doc, seat, stand_in="left") if doc.status == "playing" else named(doc, seat, name="", stand_in="")
    if doc.host == guest:
        heir = next((chair.guest for chair in doc.chairs if chair.guest), guest)
        doc = msgspec.structs.replace(doc, host=heir)
    return doc


def with_bot(doc: Document, seat: int, level: str | None) -> Document:
    """With a bot of this level in a chair, or (None) with the chair free. Whoever sat there has to get up."""
    if doc.status == "playing":
        raise Refused(Refusal.NOT_NOW, "Chairs cannot be changed while a match runs.")
    if seat >= len(doc.chairs):
        raise Refused(Refusal.MALFORMED, f"There is no chair {seat}: chairs are 0 to {len(doc.chairs) - 1}.")
    if level is None:
        return with_chair(doc, seat, lambda _: Chair())
    return with_chair(doc, seat, lambda _: Chair(level=level, name=_bot_name(doc)))


def _bot_name(doc: Document) -> str:
    taken = {chair.name for chair in doc.chairs}
    return next((name for name in BOT_NAMES if name not in taken), "Bot")


def filled(doc: Document, level: str) -> Document:
    """With a bot in every chair that nobody has taken."""
    for seat, chair in enumerate(doc.chairs):
        if not chair.taken:
            doc = with_bot(doc, seat, level)
    return doc


def begun(doc: Document, present: Collection[int]) -> Document:
    """With the next match running. Whoever is here plays; bots go on sitting in for those who were away before."""
    chairs = tuple(
        msgspec.structs.replace(
            chair, words=None, ready=False, stand_in="away" if chair.stand_in and seat not in present else ""
        )
        for seat, chair in enumerate(doc.chairs)
    )
    sat = {chair.guest: seat for seat, chair in enumerate(chairs) if chair.guest is not None}
    return msgspec.structs.replace(doc, status="playing", match=doc.match + 1, chairs=chairs, sat=sat)


def finished(doc: Document, options: dict[str, Any], scores: list[int], places: list[int], secret: str) -> Document:
    """With the match over, and the promise for the next one made."""
    history = (*doc.history, Score(doc.match, scores, places, [chair.name for chair in doc.chairs]))[-LONGEST_HISTORY:]
    return msgspec.structs.replace(abandoned(doc, secret), options=options, history=history)


def abandoned(doc: Document, secret: str) -> Document:
    """With no match running, a new promise, and the chairs that were left free again."""
    chairs = tuple(Chair() if chair.stand_in == "left" and chair.guest is None else chair for chair in doc.chairs)
    return msgspec.structs.replace(doc, status="over", secret=secret, chairs=chairs, sat={})


def renewed(doc: Document, options: dict[str, Any], version: int, secret: str) -> Document:
    """With the rules of today. A match that was begun by others is given up."""
    if doc.status == "playing":
        doc = abandoned(doc, secret)
    return msgspec.structs.replace(doc, options=options, version=version)


def entropy(doc: Document) -> tuple[str, ...]:
    """The words of all who gave some, in the order of the chairs."""
    return tuple(chair.words for chair in doc.chairs if chair.words)
