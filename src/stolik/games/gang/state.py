"""The state of a match of Gang: the phases, the fields, and small questions about them.

Cards, challenges and specialists are the numbers of components.py; modes those of options.py; moves those of codes.py.
"""

from stolik.core.packed import packed, row, sets
from stolik.core.rule import NOBODY, rule
from stolik.games.gang.components import (
    ALL_CARDS,
    AUTOMATIC_SPECIALISTS,
    NOISE_SENSORS,
    SECURITY_CAMERAS,
    VENTILATION_SHAFT,
)
from stolik.games.gang.options import ADVANCED, BASIC, MASTER, MODES, SEATS, Options

ROUNDS = 4
COMMUNITY = 5  # cards on the table in the end
VAULTS_TO_WIN = 3  # R2
MOST_POCKET_CARDS = 3  # R25
MOST_MOVES = 40  # of one player in a round, a passing or a naming (R42, R43)
SHUFFLED = 0  # instead of the number on top of a deck (R15)
NOTHING = -1  # no rank, no category, no card

# Phases: what the table waits for. The dealer …
DRAW_STANDING = 0  # a challenge for the whole game (R13), or one of the first two (R14)
DRAW_CHALLENGE = 1
DRAW_SPECIALIST = 2
DEAL_POCKETS = 3
DEAL_AGAIN = 4  # R36
REVEAL = 5  # a community card
REDRAW = 6  # R18, R22
HACKER_DRAW = 7  # R32
# … the players …
LOOKING = 8  # R36: at the cards that will be dealt again
PASSING = 9  # R33
CHIPS = 10
GUESS_RANK = 11  # R19
GUESS_CATEGORY = 12  # R24
RESULT = 13  # until everyone is ready for the next heist
# … nobody …
OVER = 14
# … and while one move is applied, the rules themselves.
ROUND_BEGINS = 15
SHOWDOWN_ENDS = 16

NUMBER_PHASES = 1 << DRAW_STANDING | 1 << DRAW_CHALLENGE | 1 << DRAW_SPECIALIST
POCKET_CARD_PHASES = 1 << DEAL_POCKETS | 1 << DEAL_AGAIN | 1 << REDRAW | 1 << HACKER_DRAW
DEALERS_PHASES = NUMBER_PHASES | POCKET_CARD_PHASES | 1 << REVEAL

# Why a heist failed: a set, in `failures`
WRONG_ORDER = 1
WRONG_RANK = 2
WRONG_CATEGORY = 4


@packed
class State:
    players: int
    mode: int
    instant: int  # R6: a round ends when everyone has a chip, without `ready`
    phase: int
    heist: int  # from 1
    successes: int  # set: the numbers of the heists that succeeded
    vaults: int
    alarms: int
    challenge_on_top: int  # 1 … 10, or SHUFFLED
    specialist_on_top: int
    challenges_drawn: int  # set: in this game (R15)
    specialists_drawn: int
    challenges_gone: int  # set: out of the shuffled deck since it was shuffled, in earlier games too (R15)
    specialists_gone: int
    standing_challenge: int  # that of the whole game (R13); 0: none
    challenges: int  # set: in play
    specialist: int  # in play; 0: none

    # From here on, all of it belongs to one heist.
    deck: int  # set: not drawn
    gathered: int  # set: to be dealt again (R36)
    forgotten_discards: int  # set: discarded, and forgotten by whom (R23)
    drawer: int  # to whom the dealer deals
    redrew: int  # R18, R22: who drew a new hand; NOBODY too after a blackout
    round: int  # 1 … 4; 0 before
    community_count: int  # community cards on the table
    ready: int  # set: who has said `ready`, or `seen` in LOOKING
    out_of_moves: int  # set: who has made the last move of this round, passing or naming (R42, R43)
    proposals: int  # made so far
    proposer: int  # of the open proposal; NOBODY: none is open
    user: int  # whom it, or the specialist once used, is about
    other: int  # to whom the Informant's card is shown
    mastermind_rank: int  # R31: which cards are counted; NOTHING
    agreed: int  # set
    chooser: int  # who must choose a card to show or to discard
    specialist_used: int  # it has done its work
    informant_card: int  # R28: the card that was shown; NOTHING
    community_then: int  # community cards on the table when the Driver spoke
    outdated: int  # set: who drew a new hand after what was announced, shown or passed
    jack_holder: int  # R34: in whose hand the Jack is
    muscle_holder: int  # R37
    target: int  # R19, R24: whose card or hand is guessed
    last_picker: int  # whom the others are asked to follow, or to convince
    named_rank: int
    named_category: int
    confirmed: int  # set
    hands_shown: int  # set: whose pocket cards lie open
    mistakes: int  # set: whose hand was weaker than one shown before it
    failures: int  # set: why the heist failed
    community: list[int] = row(COMMUNITY)
    hand: list[int] = sets(SEATS)
    discarded: list[int] = sets(SEATS)
    first_hand: list[int] = sets(SEATS)  # R36: before all was dealt again
    passed: list[int] = row(SEATS)  # R33: the card; while some still choose, it is in the own hand
    announced: list[int] = row(SEATS)  # a number or a category; NOTHING
    chip: list[int] = row(ROUNDS * SEATS)  # stars, at (round − 1) · SEATS + seat; 0: none
    pick: list[int] = row(SEATS)  # a rank or a category; NOTHING
    chip_moves: list[int] = row(SEATS)  # how often the seat has moved a chip in this round
    moves_made: list[int] = row(SEATS)  # of whatever kind: in this round, this passing or this naming (R42, R43)


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.mode = MODES.index(options.mode)
    s.instant = int(options.round_end == "instant")
    s.challenge_on_top = SHUFFLED if options.challenges == "shuffled" else options.challenges
    s.specialist_on_top = SHUFFLED if options.specialists == "shuffled" else options.specialists
    s.challenges_gone = gone_before(s.challenge_on_top, options.challenges_gone)
    s.specialists_gone = gone_before(s.specialist_on_top, options.specialists_gone)
    s.heist = 1
    s.phase = DEAL_POCKETS if s.mode in (BASIC, ADVANCED) else DRAW_STANDING
    clear_heist(s)


def gone_before(on_top: int, gone: int) -> int:
    """As a set of numbers; an ordered deck has nothing to remember but its top."""
    return gone << 1 if on_top == SHUFFLED else 0


def max_length(options: Options) -> int:
    """Numbers drawn before the first heist; then, in each, all that the dealer and the players can do (R42, R43)."""
    n = options.players
    heists = VAULTS_TO_WIN + (2 if options.mode == "master" else 3) - 1
    by_dealer = 1 + (n + 1) * MOST_POCKET_CARDS + n * MOST_POCKET_CARDS + 1 + COMMUNITY
    chips = ROUNDS * n * (MOST_MOVES + 1) + 1
    other_choices = 0 if options.mode == "basic" else n * MOST_MOVES + 2 * (n - 1) * MOST_MOVES
    return 2 + heists * (by_dealer + chips + other_choices + 2 * n)


@rule
def clear_heist(s: State) -> None:
    """A heist begins: all cards are in the deck, all chips are gone."""
    s.deck = ALL_CARDS
    s.gathered = s.forgotten_discards = s.drawer = s.round = s.community_count = s.community_then = 0
    s.ready = s.proposals = s.agreed = s.specialist_used = s.outdated = 0
    s.confirmed = s.hands_shown = s.mistakes = s.failures = 0
    s.redrew = s.proposer = s.user = s.other = s.chooser = NOBODY
    s.jack_holder = s.muscle_holder = s.target = s.last_picker = NOBODY
    s.mastermind_rank = s.informant_card = s.named_rank = s.named_category = NOTHING
    for card in range(COMMUNITY):
        s.community[card] = NOTHING
    for seat in range(SEATS):
        s.hand[seat] = s.discarded[seat] = s.first_hand[seat] = 0
        s.passed[seat] = s.announced[seat] = s.pick[seat] = NOTHING
        s.chip_moves[seat] = 0
    forget_moves(s)
    for held in range(ROUNDS * SEATS):
        s.chip[held] = 0


@rule
def forget_moves(s: State) -> None:
    """A round, a passing or a naming begins: everyone has all moves before them (R42, R43)."""
    s.out_of_moves = 0
    for seat in range(SEATS):
        s.moves_made[seat] = 0


# Questions about the phase


@rule
def is_dealers_turn(s: State) -> bool:
    return DEALERS_PHASES >> s.phase & 1 == 1


@rule
def is_drawing_number(s: State) -> bool:
    """The dealer turns up a challenge or a specialist."""
    return NUMBER_PHASES >> s.phase & 1 == 1


@rule
def is_dealing_pocket_card(s: State) -> bool:
    return POCKET_CARD_PHASES >> s.phase & 1 == 1


@rule
def is_guessing(s: State) -> bool:
    """The others pick what to name of the target's hand (R19, R24)."""
    return s.phase in (GUESS_RANK, GUESS_CATEGORY)


@rule
def counts_moves(s: State) -> bool:
    """Moves are numbered now, and there is a last one (R42, R43)."""
    return s.phase in (CHIPS, PASSING, GUESS_RANK, GUESS_CATEGORY)


@rule
def is_heist_over(s: State) -> bool:
    return s.phase in (RESULT, OVER)


# Questions about cards, chips and specialists


@rule
def everyone(s: State) -> int:
    return (1 << s.players) - 1


@rule
def has_challenge(s: State, number: int) -> bool:
    return s.challenges >> number & 1 == 1


@rule
def pocket_size(s: State) -> int:
    """How many each has (R3, R25)."""
    return 3 if has_challenge(s, SECURITY_CAMERAS) else 2


@rule
def community_cards(s: State, count: int) -> int:
    """The first `count` community cards."""
    cards = 0
    for k in range(count):
        cards |= 1 << s.community[k]
    return cards


@rule
def alarms_to_lose(s: State) -> int:
    return 2 if s.mode == MASTER else 3  # R2, R14


@rule
def chip_of(s: State, seat: int) -> int:
    """The stars of the seat's chip of this round; 0: none."""
    return s.chip[(s.round - 1) * SEATS + seat]


@rule
def holder_of(s: State, round_: int, stars: int) -> int:
    for seat in range(s.players):
        if s.chip[(round_ - 1) * SEATS + seat] == stars:
            return seat
    return NOBODY


@rule
def seats_without_chip(s: State) -> int:
    """The set of seats that have no chip of this round."""
    found = 0
    first = (s.round - 1) * SEATS
    for seat in range(s.players):
        if s.chip[first + seat] == 0:
            found |= 1 << seat
    return found


@rule
def would_lock(s: State, round_: int, stars: int) -> bool:
    """Whoever takes this chip from the centre keeps it (R17, R21)."""
    if round_ == ROUNDS:
        return False
    return (stars == 1 and has_challenge(s, NOISE_SENSORS)) or (
        stars == s.players and has_challenge(s, VENTILATION_SHAFT)
    )


@rule
def is_kept(s: State, seat: int) -> bool:
    """This seat keeps its chip of this round, whatever comes (R17, R21, R42)."""
    stars = chip_of(s, seat)
    return stars > 0 and (would_lock(s, s.round, stars) or is_out_of_moves(s, seat))


@rule
def is_out_of_moves(s: State, seat: int) -> bool:
    return s.out_of_moves >> seat & 1 == 1


@rule
def is_automatic(s: State) -> bool:
    return AUTOMATIC_SPECIALISTS >> s.specialist & 1 == 1


@rule
def described_hand(s: State, seat: int) -> int:
    """The hand that was announced, shown from or passed to: discarded, if the seat has drawn a new one since."""
    return s.discarded[seat] if s.outdated >> seat & 1 else s.hand[seat]
