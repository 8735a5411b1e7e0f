"""A match: options and a log give a state. The public face of every game.

    m = Match("no_thanks", {"players": 4})
    m.play(2, {"type": "decline"})

Chance is a mover like any other, so a replay needs no random numbers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal

from stolik.core.bitset import members
from stolik.core.dealer import Dealer
from stolik.core.errors import IllegalMove, MoveErrorCode
from stolik.core.game import DEALER, Game
from stolik.core.messages import Options, View, to_builtins
from stolik.core.moments import Moment, Remembered, moments
from stolik.core.packed import clone
from stolik.core.record import (
    BadRecord,
    Entry,
    Header,
    Record,
    first_link,
    for_version,
    link,
    read_record,
    rightful_dealer,
)
from stolik.core.rule import Row, Seat, State
from stolik.core.step import Step, applied, code_of, legal_messages, played, played_in_a_row
from stolik.core.tell import Telling, forget


class Match:  # noqa: PLW1641 - a match changes, so it has no hash
    """One match. `dealer="fair"`: sealed and random; `seed`: repeatable; `dealer=None`: you deal by hand."""

    find_game: ClassVar[Callable[[str], Game]]
    """Finds a game by its key. Core knows no games: the package `stolik` sets this to the catalog's."""

    def __init__(
        self,
        game: str | Game,
        options: Mapping[str, Any] | Options,
        *,
        seed: str | int | None = None,
        dealer: Dealer | Literal["fair"] | None = "fair",
        seats: Sequence[str] = (),
    ) -> None:
        if seed is not None and dealer != "fair":
            raise ValueError("give a seed or a dealer, not both")
        if seed is not None:
            dealer = Dealer.from_seed(str(seed))
        elif dealer == "fair":
            dealer = Dealer.fresh()
        self._set_up(game if isinstance(game, Game) else Match.find_game(game), options, dealer, seats)
        self.accept(self._dealt(self._nothing_yet()))

    def _set_up(
        self, game: Game, options: Mapping[str, Any] | Options, dealer: Dealer | None, seats: Sequence[str]
    ) -> None:
        self.game = game
        self.options: Options = game.options(options)
        if len(seats) not in (0, self.players):
            raise ValueError(f"{len(seats)} names for {self.players} seats")
        self._dealer = dealer
        self.header = Header(
            game=game.key,
            version=game.version,
            options=to_builtins(self.options),
            commitment=dealer.commitment if dealer else None,
            entropy=dealer.entropy if dealer else (),
            seats=tuple(seats),
        )
        self._state = game.begin(self.options)
        self._log: list[Entry] = []
        self._told: list[tuple[Telling, ...]] = []
        self._votes: list[bool] = []
        self._known_from = Remembered()
        self._recalled: State | None = None
        self._recalled_entries = 0
        self._chain: list[str] = []
        self._deals = 0

    # What is going on

    @property
    def seq(self) -> int:
        """How many entries the log has: the number of the next one."""
        return len(self._log)

    @property
    def players(self) -> int:
        return self.options.players

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that may move now. Empty: the dealer's turn, or over."""
        return _seats(self.game.to_act(self._state))

    @property
    def awaited(self) -> frozenset[Seat]:
        """The seats that the game waits for: some of `to_act`, since a choice made may still be changed."""
        return _seats(self.game.awaited(self._state))

    @property
    def over(self) -> bool:
        return bool(self.game.over(self._state))

    @property
    def paused(self) -> bool:
        """Something revealed lies on the table; the dealer waits for `go_on`."""
        return bool(self.game.pause(self._state))

    @property
    def quiet(self) -> frozenset[Seat]:
        """The seats that may not talk now."""
        return _seats(self.game.quiet(self._state))

    @property
    def muted(self) -> frozenset[Seat]:
        """The seats that may send nothing now: neither words nor reactions."""
        return _seats(self.game.muted(self._state))

    @property
    def scores(self) -> list[int]:
        """Larger is better, in every game. Before the end they may tell what is still secret: not for players."""
        return [self.game.score(self._state, seat) for seat in range(self.players)]

    @property
    def places(self) -> list[int]:
        """1 is first; equal results share a place. Before the end not for players, like the scores."""
        places = [0] * self.players
        self.game.places(self._state, places)
        return places

    @property
    def winners(self) -> list[Seat]:
        """Nobody until the match is over."""
        return [seat for seat, place in enumerate(self.places) if place == 1] if self.over else []

    @property
    def next_options(self) -> Options:
        """The options of a rematch: the same, or with decks that go on from here."""
        following: Options = self.options
        if self.over:
            following = self.game.options(self.game.rematch(self._state, self.options))
        return following

    @property
    def state(self) -> State:
        """A copy of the true state, secrets and all: for tests and tools, never for a player or a bot."""
        return clone(self._state)

    def legal(self, seat: Seat) -> list[Any]:
        """All moves this seat may make now, as messages; for DEALER, what chance may bring, unless it is very much."""
        return legal_messages(self.game, self._state, seat if seat == DEALER else self._checked(seat))

    def view(self, seat: Seat | None) -> View[Any, Any]:
        """What a seat may know now; None is a spectator."""
        return self.game.view(self._state, self._viewer(seat))

    def public(self) -> Any:
        """The part of every view that is the same for all."""
        return self.game.public(self._state)

    def private(self, seat: Seat) -> Any:
        """The part of a view that only this seat has."""
        return self.game.private(self._state, self._checked(seat))

    def imagine(self, seat: Seat, rng: Row) -> State:
        """A state as it might be for all this seat knows. The only state a bot may be given."""
        self.recall(len(self._log))
        with_memory = self._state if self._recalled is None else self._recalled
        return self.game.imagine(with_memory, self._checked(seat), rng)

    def recall(self, most: int) -> bool:
        """Let the game's bots note down what they keep in mind, of so many entries at most. True: they are up to date.

        `imagine` does it too, all at once.
        """
        game = self.game
        if game.bot_state is game.new:
            return True
        if self._recalled is None:
            self._recalled = game.begin(self.options, with_memory=True)
        for entry in self._log[self._recalled_entries : self._recalled_entries + most]:
            mover = DEALER if entry.seat is None else entry.seat
            code = code_of(game, self._recalled, mover, entry.move)
            game.remember(self._recalled, mover, code)
            game.apply(self._recalled, mover, code)
            self._recalled_entries += 1
        return self._recalled_entries == len(self._log)

    def _checked(self, seat: Seat) -> Seat:
        if type(seat) is not int or not 0 <= seat < self._state.players:
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {self.players - 1}")
        return seat

    def _viewer(self, seat: Seat | None) -> Seat | None:
        return None if seat is None else self._checked(seat)

    # Moving

    def play(self, mover: Seat, moves: Any) -> list[Any]:
        """Make a move (a message or its JSON; or a list of them, all or nothing) and let the dealer follow.

        Gives the events with all their secrets; `told` gives what one seat was told. IllegalMove changes nothing.
        """
        return self._happened(self.prepare(mover, moves))

    def go_on(self) -> list[Any]:
        """After a pause: let the dealer deal again."""
        return self._happened(self.prepare_to_go_on())

    def _happened(self, step: Step) -> list[Any]:
        self.accept(step)
        return [self.game.event(telling) for told in step.told for telling in told if telling.is_event]

    def prepare(self, mover: Seat, moves: Any, *, seen: int | None = None) -> Step:
        """What `play` would do, without doing it.

        `seen`: how much of the log the mover knew. A vote is out of date if others, or chance, have moved since;
        their votes alone change nothing.
        """
        if mover == DEALER and self._dealer is not None:
            raise IllegalMove(MoveErrorCode.NOT_YOUR_TURN, "This match has a dealer, who deals by itself.")
        changed = seen is not None and bool(self.game.votes) and self._changed_since(max(seen, 0), mover)
        if isinstance(moves, list | tuple):
            return self._dealt(played_in_a_row(self.game, self._nothing_yet(), mover, moves, changed=changed))
        return self._dealt(played(self.game, self._nothing_yet(), mover, moves, changed=changed))

    def prepare_to_go_on(self) -> Step:
        """What `go_on` would do, without doing it."""
        return self._dealt(self._nothing_yet(), paused=True)

    def _changed_since(self, seen: int, mover: Seat) -> bool:
        log, votes = self._log, self._votes
        return any(log[seq].seat != mover and not votes[seq] for seq in range(seen, len(log)))

    def accept(self, step: Step) -> None:
        """Make a prepared step happen; ValueError if the match has moved on since."""
        if step.seq != self.seq:
            raise ValueError(f"this step was prepared for entry {step.seq}; the log has {self.seq} entries now")
        self._state = step.state
        self._log += step.entries
        self._told += step.told
        self._votes += step.votes
        for entry in step.entries:
            if entry.seat is None:
                self._deals += 1
        for seq, told in enumerate(step.told, step.seq):
            for number, telling in enumerate(told, 1):
                if not telling.is_event:
                    self._known_from = Remembered(seq, number) if telling.what is forget else Remembered()

    def enter(self, entry: Entry) -> None:
        """Take one entry of a log as it stands, the dealer's included; nothing follows by itself."""
        if entry.seat == DEALER:
            raise IllegalMove(MoveErrorCode.MALFORMED, "In a log the dealer has no seat.")
        mover = DEALER if entry.seat is None else entry.seat
        self.accept(played(self.game, self._nothing_yet(), mover, entry.move))

    def due(self) -> dict[str, Any] | None:
        """What this match's dealer will deal next, if it is the dealer's turn."""
        chances = self.game.chances(self._state)
        if self._dealer is None or not chances:
            return None
        code = self.game.ticket(self._state, self._dealer.draw(self._deals, chances))
        deal: dict[str, Any] = to_builtins(self.game.decode(self._state, DEALER, code))
        return deal

    def _nothing_yet(self) -> Step:
        return Step(self.seq, self._state)

    def _dealt(self, step: Step, *, paused: bool = False) -> Step:
        """Let the dealer deal until somebody must decide, or people must look."""
        game, dealer = self.game, self._dealer
        if dealer is None:
            return step
        deal = self._deals
        while (chances := game.chances(step.state)) and (paused or not game.pause(step.state)):
            paused = False
            step = applied(game, step, DEALER, game.ticket(step.state, dealer.draw(deal, chances)))
            deal += 1
        return step

    # Telling

    def told(self, seat: Seat | None, since: int = 0) -> list[Any]:
        """The events that a seat (None: a spectator) was told by the log entries from number `since` on.

        While the match runs, nothing from before a `forget` is told again, unless `remember` has lifted it.
        """
        viewer = self._viewer(seat)
        first = self.remembered
        return [
            self.game.tell(telling, viewer)
            for seq in range(max(first.seq, since), len(self._told))
            for telling in self._told[seq][first.skipped if seq == first.seq else 0 :]
            if telling.is_event
        ]

    def told_openly(self, since: int) -> bool:
        """Whether entries from number `since` on told something to everybody: more than that somebody has chosen."""
        return any(telling.is_event and not telling.to for told in self._told[since:] for telling in told)

    def so_far(self, seat: Seat | None) -> list[Moment]:
        """The match as one seat (None: a spectator) lived through it. While it runs, this is all that seat may see."""
        return list(self.moments(seat))

    def moments(self, seat: Seat | None, since: int = 0) -> Iterator[Moment]:
        """The same from moment number `since` on, one after the other."""
        viewer = self._viewer(seat)
        return moments(self.game, self.options, self._log, self._told, viewer, self.remembered, since)

    @property
    def remembered(self) -> Remembered:
        """Where memory begins. When the match is over, nothing is forgotten."""
        return Remembered() if self.over else self._known_from

    # Keeping

    @property
    def commitment(self) -> str | None:
        """What the dealer promised before the first deal."""
        return self.header.commitment

    @property
    def head(self) -> str | None:
        """The last link of the log's chain, safe to publish while the match runs. A match dealt by hand has none."""
        return self._linked()[-1] if self._log and self._dealer else None

    @property
    def record(self) -> Record:
        """Header and log, to keep and to replay. It names hidden cards: for the host alone until the match is over."""
        secret = self._dealer.secret if self._dealer and self.over else None
        return Record(self.header, self.log, tuple(self._linked()), secret)

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(self._log)

    def entries(self, first: int, last: int | None = None) -> list[Entry]:
        """A part of the log."""
        return self._log[first:last]

    def _linked(self) -> list[str]:
        """The chain, with the links that were not needed before."""
        self.make_links(len(self._log))
        return self._chain

    def make_links(self, most: int) -> bool:
        """Add so many links to the chain, at most, and say whether it is complete: `head` costs nothing then."""
        for seq in range(len(self._chain), min(len(self._chain) + most, len(self._log))):
            before = self._chain[-1] if self._chain else first_link(self.header)
            self._chain.append(link(before, seq, self._log[seq], self._dealer))
        return len(self._chain) == len(self._log)

    @classmethod
    def replay(
        cls,
        record: Record | Mapping[str, Any] | bytes | str,
        *,
        dealer: Dealer | None = None,
        game: Game | None = None,
    ) -> "Match":
        """The match that a record tells of, in the equal state.

        With its dealer it can be played on as before; a copy without one is dealt on by hand.
        """
        found = read_record(record)
        header = found.header
        match = cls.__new__(cls)
        rightful = rightful_dealer(found, dealer)
        rules = for_version(game or Match.find_game(header.game), header)
        match._set_up(rules, header.options, rightful, header.seats)
        for seq, entry in enumerate(found.log):
            try:
                match.enter(entry)
            except IllegalMove as refused:
                raise BadRecord(f"entry {seq} does not fit: {refused}") from None
        return match

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (self.game.key, self.options, self._log, self._state) == (
            other.game.key,
            other.options,
            other._log,
            other._state,
        )

    def __repr__(self) -> str:
        return f"<Match {self.game.key}, {self.players} players, {self.seq} entries{', over' * self.over}>"


@lru_cache(maxsize=1024)
def _seats(set_: int) -> frozenset[Seat]:
    return frozenset(members(set_))
