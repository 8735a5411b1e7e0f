"""What is told at a table of Gang: everything that happens, in order, with all that everybody may know."""

from typing import Literal, TypeAlias

from stolik.core.messages import Message
from stolik.games.gang.messages.cards import Best, Card, Category, Color, Number, Rank, Round, Seat, Stars
from stolik.games.gang.messages.view_types import Announces, Asks, Reason
from stolik.games.gang.options import OnTop

DealtFor: TypeAlias = Literal["pocket", "again", "redraw", "hacker"]
Limited: TypeAlias = Literal["chips", "passing", "naming"]


class ChallengeCame(Message, frozen=True, tag="challenge_came"):
    number: Number
    standing: bool
    """For the whole game."""


class ChallengeLeft(Message, frozen=True, tag="challenge_left"):
    number: Number


class SpecialistCame(Message, frozen=True, tag="specialist_came"):
    number: Number


class HeistBegan(Message, frozen=True, tag="heist_began"):
    """The deck is shuffled; pocket cards are dealt next."""

    heist: int


class Dealt(Message, frozen=True, tag="dealt"):
    """A pocket card; null for the others."""

    seat: Seat
    why: DealtFor
    card: Card | None


class Revealed(Message, frozen=True, tag="revealed"):
    """A community card."""

    card: Card
    round: Round


class RoundBegan(Message, frozen=True, tag="round_began"):
    """The chips of this color are laid in the centre."""

    round: Round
    color: Color


class RoundSkipped(Message, frozen=True, tag="round_skipped"):
    """There are no chips in this round."""

    round: Round
    color: Color


class BlackedOut(Message, frozen=True, tag="blacked_out"):
    """The chips of this round are gone, and may not be looked up."""

    round: Round
    color: Color


class Took(Message, frozen=True, tag="took"):
    seat: Seat
    stars: Stars
    giver: Seat | None
    """Whose chip it was; null: it lay in the centre."""
    put_back: Stars | None
    """The own chip, which went to the centre."""
    locked: bool
    """It stays there now."""


class Returned(Message, frozen=True, tag="returned"):
    seat: Seat
    stars: Stars


class SaidReady(Message, frozen=True, tag="said_ready"):
    seat: Seat


class TookReadyBack(Message, frozen=True, tag="took_ready_back"):
    seat: Seat


class RanOutOfMoves(Message, frozen=True, tag="ran_out_of_moves"):
    """It was the last one that the seat has in this round, passing or naming."""

    seat: Seat
    of: Limited


class Proposed(Message, frozen=True, tag="proposed"):
    """Use the specialist so? The proposer has agreed already."""

    seat: Seat
    proposal: int
    specialist: Number
    user: Seat
    other: Seat | None
    rank: Rank | None


class Agreed(Message, frozen=True, tag="agreed"):
    seat: Seat
    proposal: int


class Refused(Message, frozen=True, tag="refused"):
    """The proposal is dropped."""

    seat: Seat
    proposal: int


class Completed(Message, frozen=True, tag="completed"):
    """The proposal has had its effect; the specialist is used."""

    proposal: int
    specialist: Number


class Showed(Message, frozen=True, tag="showed"):
    """A pocket card, in secret; null for all but the two."""

    seat: Seat
    to: Seat
    card: Card | None


class Announced(Message, frozen=True, tag="announced"):
    seat: Seat
    kind: Announces
    """How many J, Q and K; the sum; how many of `rank`; which category."""
    number: int | None
    rank: Rank | None
    category: Category | None


class TookJack(Message, frozen=True, tag="took_jack"):
    seat: Seat


class TookMuscle(Message, frozen=True, tag="took_muscle"):
    seat: Seat


class Discarded(Message, frozen=True, tag="discarded"):
    """Face down; null for the others."""

    seat: Seat
    number: int
    cards: tuple[Card, ...] | None


class Chose(Message, frozen=True, tag="chose"):
    """A card to pass; null for the others."""

    seat: Seat
    again: bool
    """Instead of one chosen before."""
    card: Card | None


class Passed(Message, frozen=True, tag="passed"):
    """A card to the left; null for all but the two."""

    seat: Seat
    to: Seat
    card: Card | None


class Looked(Message, frozen=True, tag="looked"):
    """Has seen the own cards."""

    seat: Seat


class Gathered(Message, frozen=True, tag="gathered"):
    """All pocket cards are shuffled, and will be dealt again."""

    number: int


class HandShown(Message, frozen=True, tag="hand_shown"):
    seat: Seat
    stars: Stars
    cards: tuple[Card, ...]
    best: Best
    kickers: tuple[Rank, ...]
    """Those that tell it from another hand of this showdown which would be called the same; often none."""
    ok: bool
    """Not weaker than any hand shown before."""
    weaker_than: Seat | None
    """Whose hand is the strongest of those shown before, if this one is weaker."""


class Asked(Message, frozen=True, tag="asked"):
    """The others must name a rank or the category of the target's hand."""

    target: Seat
    asks: Asks


class Picked(Message, frozen=True, tag="picked"):
    seat: Seat
    rank: Rank | None
    category: Category | None


class Confirmed(Message, frozen=True, tag="confirmed"):
    seat: Seat


class Named(Message, frozen=True, tag="named"):
    """All have confirmed."""

    target: Seat
    rank: Rank | None
    category: Category | None


class Judged(Message, frozen=True, tag="judged"):
    """The target has shown: was it right?"""

    target: Seat
    rank: Rank | None
    category: Category | None
    right: bool


class HeistEnded(Message, frozen=True, tag="heist_ended"):
    heist: int
    success: bool
    reasons: list[Reason]
    order: list[Seat]
    """From the weakest hand to the strongest, as the red chips should have been; equal hands as the chips were."""
    vaults: int
    alarms: int


class GameEnded(Message, frozen=True, tag="game_ended"):
    won: bool
    challenges: OnTop
    """Where the decks go on in a rematch."""
    specialists: OnTop


Event: TypeAlias = (
    ChallengeCame
    | ChallengeLeft
    | SpecialistCame
    | HeistBegan
    | Dealt
    | Revealed
    | RoundBegan
    | RoundSkipped
    | BlackedOut
    | Took
    | Returned
    | SaidReady
    | TookReadyBack
    | RanOutOfMoves
    | Proposed
    | Agreed
    | Refused
    | Completed
    | Showed
    | Announced
    | TookJack
    | TookMuscle
    | Discarded
    | Chose
    | Passed
    | Looked
    | Gathered
    | HandShown
    | Asked
    | Picked
    | Confirmed
    | Named
    | Judged
    | HeistEnded
    | GameEnded
)
