"""What is seen of a table of Gang: a page or a terminal can draw it from this alone."""

from typing import Literal, TypeAlias

import msgspec

from stolik.games.gang.messages.cards import Answer, Best, Card, Category, Color, Number, Rank, Round, Seat, Stars
from stolik.games.gang.options import Mode, OnTop, RoundEnd

Phase: TypeAlias = Literal[
    "drawing", "dealing", "looking", "passing", "chips", "guessing_rank", "guessing_category", "result", "over"
]
WaitsFor: TypeAlias = Literal["chips", "proposal", "card", "ready"]
Announces: TypeAlias = Literal["faces", "sum", "rank", "category"]
Asks: TypeAlias = Literal["rank", "category"]
Reason: TypeAlias = Literal["order", "rank", "category"]
Why: TypeAlias = Literal["show", "pass", "discard"]
Outcome: TypeAlias = Literal["vault", "alarm"]


class Chip(msgspec.Struct, frozen=True):
    stars: Stars
    locked: bool
    """In the centre: whoever takes it keeps it. Held: it stays with its holder."""


class Challenge(msgspec.Struct, frozen=True):
    number: Number
    standing: bool
    """For the whole game."""


class Specialist(msgspec.Struct, frozen=True):
    number: Number
    automatic: bool
    """It did its work right after the deal; the others wait to be proposed."""
    used: bool
    """It has done its work."""
    seat: Seat | None
    """Who used it, or holds it; of those that are proposed."""
    other: Seat | None
    """To whom the Informant's card was shown."""
    rank: Rank | None
    """Which rank Mastermind was asked for."""


class Proposal(msgspec.Struct, frozen=True):
    """A specialist may be used so, if everybody agrees."""

    number: int
    by: Seat
    seat: Seat
    other: Seat | None
    rank: Rank | None
    agreed: list[Seat]
    chooser: Seat | None
    """Everybody has agreed; this seat must now choose a card to show or to discard."""


class Announcement(msgspec.Struct, frozen=True):
    """What a seat had in hand when a specialist made it speak."""

    seat: Seat
    kind: Announces
    """How many J, Q and K; the sum; how many of `rank`; which category."""
    number: int | None
    rank: Rank | None
    category: Category | None
    community: int
    """How many community cards lay on the table."""
    outdated: bool
    """The seat has drawn a new hand since."""


class ShownHand(msgspec.Struct, frozen=True):
    """At the showdown, in the order of the red chips."""

    seat: Seat
    stars: Stars
    cards: tuple[Card, ...]
    """The pocket cards."""
    best: Best
    kickers: tuple[Rank, ...]
    """Those that tell it from another open hand which would be called the same; often none."""
    muscle: bool
    """It beats every other hand of its category."""
    ok: bool
    """Not weaker than any hand with fewer stars."""
    weaker_than: Seat | None
    """Whose hand is the strongest of those with fewer stars, if this one is weaker."""
    right: list[Stars]
    """The red chips that would have been right for it: several in a perfect tie, none until all hands lie open."""


class Scan(msgspec.Struct, frozen=True):
    """The others must name a rank or the category of the target's hand."""

    asks: Asks
    open: bool
    """They are choosing now."""
    picks: list[Answer | None]
    """By seat, while it is open."""
    confirmed: list[Seat]
    can_confirm: bool
    """All picks are made and equal."""
    rank: Rank | None
    """What was named."""
    category: Category | None
    right: bool | None
    """Null until the target has shown."""


class SeatView(msgspec.Struct, frozen=True):
    cards: int
    """Pocket cards."""
    chips: list[Chip | None]
    """White, yellow, orange, red; null: none."""
    ready: bool
    done: bool
    """Has looked at the cards, or chosen the one to pass."""
    jack: bool
    """Has taken the Jack."""
    muscle: bool
    redrew: bool
    """Has drawn a new hand at the flop."""
    discarded: int
    """Cards, as far as all may know."""
    moves_left: int | None
    """In this round, passing or naming; null: moves are not counted now."""


class Result(msgspec.Struct, frozen=True):
    """How the heist ended."""

    success: bool
    reasons: list[Reason]
    """Why it failed: a hand weaker than one before it, a wrong rank, a wrong category."""
    order: list[Seat]
    """From the weakest hand to the strongest, as the red chips should have been; equal hands as the chips were."""


class Deck(msgspec.Struct, frozen=True):
    on_top: OnTop
    """Where an ordered deck goes on, after this game too."""
    used: list[Number]
    """In this game."""
    out: list[Number]
    """Not in this game."""
    gone: list[Number]
    """Out of a shuffled deck since it was shuffled, in earlier games of this table too: the others come first."""


class Public(msgspec.Struct, frozen=True):
    mode: Mode
    round_end: RoundEnd
    phase: Phase
    heist: int
    """From 1."""
    outcomes: list[Outcome]
    """Of the heists so far."""
    vaults: int
    vaults_to_win: int
    alarms: int
    alarms_to_lose: int
    won: bool | None
    """Null until the game is over."""
    challenges: list[Challenge]
    """In play."""
    specialist: Specialist | None
    """In play."""
    challenge_deck: Deck | None
    specialist_deck: Deck | None
    round: Round
    """0 before the first."""
    color: Color | None
    """Of the chips of this round."""
    colors: list[Color]
    """That this heist is played with."""
    waits_for: WaitsFor | None
    """What keeps the round from ending: a seat without a chip, an open proposal, a card to be chosen, a `ready`."""
    community: list[tuple[Card, ...]]
    """Of rounds 2, 3 and 4."""
    deck: int
    """Cards not drawn yet."""
    centre: list[Chip]
    """Chips of this round that nobody has."""
    seats: list[SeatView]
    proposal: Proposal | None
    proposals: int
    """Made in this heist."""
    announcements: list[Announcement]
    target: Seat | None
    """Whose card or hand is guessed, from the showdown on."""
    scans: list[Scan]
    showdown: list[ShownHand]
    """So far."""
    result: Result | None


class Shown(msgspec.Struct, frozen=True):
    """The Informant's card: only the two of them know it."""

    by: Seat
    to: Seat
    card: Card
    outdated: bool
    """It is in that hand no longer: a new one has been drawn since."""


class Passing(msgspec.Struct, frozen=True):
    """The card passed to the left, and the one that came from the right."""

    to: Seat
    passed: Card
    by: Seat
    received: Card
    passed_outdated: bool
    """Who got it has drawn a new hand since."""
    received_outdated: bool
    """And so has oneself."""


class Private(msgspec.Struct, frozen=True):
    hand: tuple[Card, ...]
    best: Best | None
    """What the own cards make with those on the table; null without cards."""
    choose: Why | None
    """A card must be chosen: to show, to pass, to discard."""
    chosen: Card | None
    """The card chosen to be passed; it can be changed until the last has chosen."""
    discarded: tuple[Card, ...]
    """By oneself in this heist."""
    shown: Shown | None
    passing: Passing | None
    first_hand: tuple[Card, ...]
    """Before all cards were dealt again; these notes are put away after the showdown."""
    first_hand_outdated: bool
    """Somebody has drawn a new hand since: these cards may be in no hand any more."""
