"""Messages on the wire: commands to a table, and the frames of its feed. The same on sockets and over HTTP.

Frames of the feed are put together from parts that are encoded once for all subscribers (`frame_encoder.py`); the types
here are what they decode to, and what documentation and the browser's types are made from.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stolik.core.bot_levels import Reason
from stolik.core.errors import IllegalMove
from stolik.core.messages import to_builtins
from stolik.server.errors import ErrorCode, RequestRefused

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Chair: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Entropy: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=100, description="Random text of the player's own, mixed into the seed.")
]
Milliseconds: TypeAlias = Annotated[int, Meta(description="Since 1970, by the server's clock.")]
Reaction: TypeAlias = Literal["hello", "nice", "wow", "laugh", "oops", "hurry", "thanks", "bye"]
Pace: TypeAlias = Literal["slow", "normal", "fast", "at_once"]
PieceOfMove: TypeAlias = dict[str, Any]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that a guest wants at a table."""

    id: Number | None = None
    """Comes back with the answer, so that a socket's client can tell which command it belongs to."""


class Move(Command, frozen=True, tag="move"):
    """Make a move, or a few in a row: all or nothing."""

    match: Annotated[int, Meta(ge=1, description="The number of the match at this table.")]
    number: Annotated[Number, Meta(description="`number` of the last frame: your own count. Repeats are harmless.")]
    seen: Annotated[Number, Meta(description="`seq` of the last frame.")]
    moves: PieceOfMove | Annotated[list[PieceOfMove], Meta(min_length=1, max_length=64)]


class GoOn(Command, frozen=True, tag="go_on"):
    """What was revealed has been looked at."""

    match: Annotated[int, Meta(ge=1)]
    seq: Number


class Sit(Command, frozen=True, tag="sit"):
    """Take a chair: the one named, the one that one has left in the running match, or any that is free."""

    chair: Chair | None = None
    entropy: Entropy | None = None


class AddEntropy(Command, frozen=True, tag="add_entropy"):
    """Add to the seed of the next match; possible until it starts."""

    entropy: Entropy


class Leave(Command, frozen=True, tag="leave"):
    """Give the chair up. In a running match a bot sits in until one sits down again or, where chairs are not kept,
    somebody else does.
    """


class HandOver(Command, frozen=True, tag="hand_over"):
    """Let a bot play in one's chair, until `take_back`."""


class TakeBack(Command, frozen=True, tag="take_back"):
    """Play on oneself."""


class SetChair(Command, frozen=True, tag="set_chair"):
    """By the host, before a match: put a bot in a chair, or (level null) free it for a person."""

    chair: Chair
    level: Annotated[str, Meta(max_length=40)] | None = None


class SetPace(Command, frozen=True, tag="set_pace"):
    """How fast bots move: the choice of whoever plays alone with them; among several people, the host's."""

    pace: Pace


class SkipToTurn(Command, frozen=True, tag="skip_to_turn"):
    """By whoever plays alone with bots: they move at once until it is one's turn, or something is revealed."""


class Start(Command, frozen=True, tag="start"):
    """Begin the match, or the next one. Empty chairs get bots if the host says so."""

    entropy: Entropy | None = None
    fill: bool = False


class Rematch(Command, frozen=True, tag="rematch"):
    """Ready for another match. It begins when everybody who is here is."""

    entropy: Entropy | None = None


class Renew(Command, frozen=True, tag="renew"):
    """The rules have changed: go on by those of today. A match that cannot be played on here is given up."""


class Say(Command, frozen=True, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class React(Command, frozen=True, tag="react"):
    reaction: Reaction


class Beat(Command, frozen=True, tag="beat"):
    """Still here. Only useful on a socket."""


AnyCommand: TypeAlias = (
    Move
    | GoOn
    | Sit
    | AddEntropy
    | Leave
    | HandOver
    | TakeBack
    | SetChair
    | SetPace
    | SkipToTurn
    | Start
    | Rematch
    | Renew
    | Say
    | React
    | Beat
)


# Answers


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """It has happened, and will not be lost."""

    id: Number | None = None
    seq: int | None = None
    """For a move: the length of the log right after it."""


class RefusedAnswer(msgspec.Struct, frozen=True, tag="refused"):
    """Nothing has changed."""

    code: ErrorCode
    text: str
    id: Number | None = None
    legal: list[PieceOfMove] = []
    """For a move: what the same seat may do instead."""


def refused_answer(error: RequestRefused | IllegalMove, id_: int | None = None) -> RefusedAnswer:
    if isinstance(error, IllegalMove):
        return RefusedAnswer(ErrorCode(error.code.value), error.reason, id_, to_builtins(error.legal))
    return RefusedAnswer(error.code, error.text, id_)


# Decoding


_COMMAND: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_WITH_ID: msgspec.json.Decoder[Any] = msgspec.json.Decoder(msgspec.defstruct("WithId", [("id", Any, None)]))
"""Skips all the rest, without making objects of it."""


def decode_command(data: bytes | str) -> AnyCommand | RefusedAnswer:
    """A command from a socket, or why it is none."""
    try:
        return _COMMAND.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return RefusedAnswer(ErrorCode.MALFORMED, f"Not a command: {error}.", id_of(data))


def id_of(data: bytes | str) -> int | None:
    """The id of a command that is not decoded, if it has one: its refusal can then name the command it answers."""
    try:
        found = _WITH_ID.decode(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return found if type(found) is int and 0 <= found < 2**53 else None


# The feed


class ChairShown(msgspec.Struct, frozen=True):
    kind: Literal["person", "bot"]
    name: str
    level: str | None
    """Of the bot whose chair it is."""
    taken: bool
    """Somebody sits here, or it is kept for somebody who has left: nobody else can sit down."""
    present: bool
    stand_in: Literal["", "away", "late", "asked", "left"]
    """Why a bot plays here for a person."""
    ready: bool
    """For the next match."""
    entropy: bool
    """Has added to the seed of the next match."""
    away_at: Milliseconds | None
    """When a bot will sit in for the person, who is not here."""


class Score(msgspec.Struct, frozen=True):
    match: int
    scores: list[int]
    places: list[int]
    names: list[str] = []
    """Of those who played it."""


class TableShown(msgspec.Struct, frozen=True):
    id: str
    code: str
    game: str
    version: int
    """Of the rules that the options were chosen for."""
    options: dict[str, Any]
    clock: int | None
    """Seconds for a move."""
    public: bool
    hints: bool
    """Whoever sits may ask for a suggestion: GET /api/tables/…/hint."""
    keep_chairs: bool
    """A chair that is left in a running match is kept for its owner; otherwise whoever takes it sees its hand."""
    pace: Pace
    """Of its bots."""
    status: Literal["open", "playing", "over"]
    chairs: list[ChairShown]
    host: int | None
    """The host's chair; null: the host does not sit."""
    watching: int
    match: int
    """Number of the current match; 0 before the first."""
    commitment: str
    """The dealer's promise for the next match or, while one runs, for that one."""
    history: list[Score]
    revision: int
    trouble: str
    """Why the running match cannot be played on here; empty: it can."""


class You(msgspec.Struct, frozen=True):
    seat: int | None
    host: bool
    left_chair: int | None
    """The chair that you have left in the running match, and can have back."""
    same_network: list[tuple[int, int]]
    """For the host alone: chairs of two people who are connected from the same network, which may be one person."""


class Pause(msgspec.Struct, frozen=True):
    until: Milliseconds | None
    """Null: until whoever plays alone with bots goes on."""
    gone_on: list[int]


class Result(msgspec.Struct, frozen=True):
    scores: list[int]
    places: list[int]
    winners: list[int]


class HeaderShown(msgspec.Struct, frozen=True):
    version: int
    options: dict[str, Any]
    commitment: str
    entropy: list[str]
    seats: list[str]


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a match for one subscriber: what has happened since `from`, and how things stand."""

    match: int
    seq: int
    from_: int = msgspec.field(name="from")
    public: Any
    to_act: list[int]
    awaited: list[int]
    quiet: bool
    """Nobody may talk now."""
    may_not_talk: list[int]
    """The seats to which the chat is closed now."""
    may_not_react: list[int]
    """Those of them that may send nothing at all: no reactions either."""
    over: bool
    result: Result | None
    clocks: dict[int, Milliseconds]
    """When the time of each seat that is waited for is up."""
    pause: Pause | None
    events: list[Any]
    private: Any
    legal: list[PieceOfMove]
    number: int | None
    """What `number` the subscriber's next move must have; null for spectators."""


class MatchShown(Position, frozen=True, kw_only=True):
    header: HeaderShown


class Said(msgspec.Struct, frozen=True, tag="said"):
    number: int
    seat: int | None
    name: str
    text: str
    at: Milliseconds


class Hint(msgspec.Struct, frozen=True):
    """What a strong player who knows what this seat knows would do now."""

    match: int
    seq: int
    """The moment it is for, as in the feed."""
    move: PieceOfMove
    reason: Reason | None
    """The number behind it, where there is one."""


class SnapshotFrame(msgspec.Struct, frozen=True, tag="snapshot"):
    """Everything, on connecting. After a cut, `match.events` begin where the subscriber's number says."""

    now: Milliseconds
    table: TableShown
    you: You
    match: MatchShown | None
    chat: list[Said]


class TableFrame(msgspec.Struct, frozen=True, tag="table"):
    """Who sits where has changed."""

    table: TableShown
    you: You


class UpdateFrame(Position, frozen=True, kw_only=True, tag="update"):
    """The match has gone on."""


class ClocksFrame(msgspec.Struct, frozen=True, tag="clocks"):
    """Time, or who has gone on, has changed without a move."""

    match: int
    seq: int
    clocks: dict[int, Milliseconds]
    pause: Pause | None


class ReactionFrame(msgspec.Struct, frozen=True, tag="reaction"):
    seat: int
    reaction: Reaction


class BeatFrame(msgspec.Struct, frozen=True, tag="beat"):
    """Nothing new. A subscriber that hears nothing for a minute should connect again."""


Frame: TypeAlias = (
    SnapshotFrame | TableFrame | UpdateFrame | ClocksFrame | Said | ReactionFrame | BeatFrame | Accepted | RefusedAnswer
)

BEAT = msgspec.json.encode(BeatFrame())
