"""The table of Gang as numbers: cards, phases, codes, what is told, the state, and small questions about it.

Cards are bits of a set as hands.py gathers them: sixteen a suit, one a rank, and the Jack without suit as a fourteenth
rank of clubs. So a hand and the community cards are joined by one `|`, and are what hands.py compares.
"""

from stolik.core.packed import packed, row, sets
from stolik.core.rule import NOBODY, rule
from stolik.games.gang.components import ALL_RANKS, CATEGORIES, RANKS
from stolik.games.gang.options import SEATS, Options

ROUNDS = 4
COMMUNITY = 5
VAULTS_TO_WIN = 3  # R2
SHUFFLED = 0  # instead of the number on top of a deck (R15)
NOTHING = -1  # no rank, no category, no card
NOTED = 60  # chip moves and readies of a round that are noted down, at most

ONE_SUIT = 16
CARDS = 4 * ONE_SUIT - 3  # bits that a set of cards needs
JACK = RANKS  # R34: the card without suit
ALL_CARDS = ALL_RANKS | ALL_RANKS << ONE_SUIT | ALL_RANKS << 2 * ONE_SUIT | ALL_RANKS << 3 * ONE_SUIT

BASIC, ADVANCED, PROFESSIONAL, MASTER = range(4)  # R11 … R14

NOISE_SENSORS, MOTION_DETECTOR, RETINA_SCAN, HASTY_GETAWAY, VENTILATION_SHAFT = range(2, 7)
QUICK_ACCESS, LASER_TRIPWIRES, BLACKOUT, FINGERPRINT_SCAN, SECURITY_CAMERAS = 1, *range(7, 11)
INFORMANT, DRIVER, INVESTOR, MASTERMIND, HACKER = range(1, 6)
COORDINATOR, JACK_CARD, MATH_WHIZ, CON_ARTIST, MUSCLE = range(6, 11)
AUTOMATIC = 1 << INVESTOR | 1 << COORDINATOR | 1 << MATH_WHIZ | 1 << CON_ARTIST

# What the table waits for: first the dealer, then the players.
STANDING, CHALLENGE, SPECIALIST, POCKETS, DEAL_AGAIN, REVEAL, REDRAW, HACK = range(8)
LOOKING, PASSING, CHIPS, GUESS_RANK, GUESS_CATEGORY, RESULT, OVER = range(8, 15)
ROUND_BEGINS, SHOWDOWN_ENDS = range(15, 17)  # between two phases, for as long as one move is applied

READY, UNREADY, RETURN, AGREE, REFUSE, CONFIRM, SEEN = range(7)
TAKE = SEEN + 1  # + (stars − 1) · PLACES + whom from + 1; the centre is NOBODY
PLACES = SEATS + 1
CHOOSE = TAKE + SEATS * PLACES  # + card
PICK_RANK = CHOOSE + CARDS
PICK_CATEGORY = PICK_RANK + RANKS
PROPOSE = PICK_CATEGORY + CATEGORIES  # + seat · RANKS + the other seat or the rank, where there is one
MOVES = PROPOSE + SEATS * RANKS
VOTES = (READY, UNREADY, CONFIRM)

WRONG_ORDER, WRONG_RANK, WRONG_CATEGORY = 1, 2, 4  # why a heist failed, in `failed`


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
    challenges_used: int  # set: in this game (R15)
    specialists_used: int
    standing: int  # the challenge of the whole game (R13); 0: none
    challenges: int  # set: in play
    specialist: int  # in play; 0: none

    # From here on, all of it belongs to one heist.
    deck: int  # set: not drawn
    gathered: int  # set: to be dealt again (R36)
    buried: int  # set: discarded, and forgotten by whom (R23)
    drawer: int  # to whom the dealer deals
    redrew: int  # R18, R22: who drew a new hand; NOBODY too after a blackout
    round: int  # 1 … 4; 0 before
    shared: int  # community cards on the table
    ready: int  # set: who has said `ready`, or `seen` in LOOKING
    proposals: int  # made so far
    proposer: int  # of the open proposal; NOBODY: none is open
    user: int  # whom it, or the specialist once used, is about
    other: int  # to whom the Informant's card is shown
    rank: int  # Mastermind's
    agreed: int  # set
    chooser: int  # who must choose a card to show or to discard
    used: int  # the specialist has done its work
    showed: int  # R28: the card; NOTHING
    shared_then: int  # community cards when the Driver spoke
    stale: int  # set: who drew a new hand after what was announced, shown or passed
    jack: int  # who took the Jack (R34)
    muscle: int  # R37
    target: int  # R19, R24: whose card or hand is guessed
    last_picker: int  # whom the others are asked to follow, or to convince
    named_rank: int
    named_category: int
    confirmed: int  # set
    shown: int  # set: whose pocket cards lie open
    mistakes: int  # set: whose hand was weaker than the one before
    failed: int  # why
    noted: int  # how many notes of this round there are
    community: list[int] = row(COMMUNITY)
    hand: list[int] = sets(SEATS)
    discarded: list[int] = sets(SEATS)
    first_hand: list[int] = sets(SEATS)  # R36: before all was dealt again
    passed: list[int] = row(SEATS)  # R33: the card; while some still choose, it is in the own hand
    announced: list[int] = row(SEATS)  # a number or a category; NOTHING
    chip: list[int] = row(ROUNDS * SEATS)  # stars, at (round − 1) · SEATS + seat; 0: none
    stirred: list[int] = row(SEATS)  # chip moves of this seat in this round: bots settle by it
    pick: list[int] = row(SEATS)  # a rank or a category; NOTHING
    notes: list[int] = row(NOTED)  # who moved which chip or was ready, in order: seat · CHOOSE + code; bots read them


def start(s: State, options: Options) -> None:
    s.players = options.players
    s.mode = ("basic", "advanced", "professional", "master").index(options.mode)
    s.instant = int(options.round_end == "instant")
    s.challenge_on_top = SHUFFLED if options.challenges == "shuffled" else options.challenges
    s.specialist_on_top = SHUFFLED if options.specialists == "shuffled" else options.specialists
    s.heist = 1
    s.phase = POCKETS if s.mode in (BASIC, ADVANCED) else STANDING
    clear(s)


@rule
def clear(s: State) -> None:
    """A heist begins: all cards are in the deck, all chips and notes are gone."""
    s.deck = ALL_CARDS
    s.gathered = s.buried = s.drawer = s.round = s.shared = s.ready = s.proposals = s.agreed = s.used = 0
    s.shared_then = s.stale = s.confirmed = s.shown = s.mistakes = s.failed = 0
    s.redrew = s.proposer = s.user = s.other = s.chooser = s.jack = s.muscle = s.target = s.last_picker = NOBODY
    s.rank = s.showed = s.named_rank = s.named_category = NOTHING
    for card in range(COMMUNITY):
        s.community[card] = NOTHING
    for seat in range(SEATS):
        s.hand[seat] = s.discarded[seat] = s.first_hand[seat] = 0
        s.passed[seat] = s.announced[seat] = s.pick[seat] = NOTHING
        s.stirred[seat] = 0
    for held in range(ROUNDS * SEATS):
        s.chip[held] = 0
    forget_notes(s)


@rule
def note(s: State, seat: int, code: int) -> None:
    if s.noted < NOTED:
        s.notes[s.noted] = seat * CHOOSE + code
        s.noted += 1


@rule
def forget_notes(s: State) -> None:
    for k in range(s.noted):
        s.notes[k] = 0
    s.noted = 0


@rule
def everyone(s: State) -> int:
    return (1 << s.players) - 1


@rule
def has_challenge(s: State, number: int) -> bool:
    return s.challenges >> number & 1 == 1


@rule
def pocket_cards(s: State) -> int:
    """How many each has (R3, R25)."""
    return 3 if has_challenge(s, SECURITY_CAMERAS) else 2


@rule
def community_set(s: State, count: int) -> int:
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
def without_chip(s: State) -> int:
    """The set of seats that have no chip of this round."""
    found = 0
    for seat in range(s.players):
        if chip_of(s, seat) == 0:
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
def is_automatic(s: State) -> bool:
    return AUTOMATIC >> s.specialist & 1 == 1


@rule
def spoken_of(s: State, seat: int) -> int:
    """The hand that was announced, shown from or passed to: discarded, if the seat has drawn a new one since."""
    return s.discarded[seat] if s.stale >> seat & 1 else s.hand[seat]
