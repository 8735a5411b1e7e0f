"""From the state of a table to what is seen of it."""

from stolik.core.bitset import members, size
from stolik.core.rule import NOBODY, left_of
from stolik.games.gang import components, state
from stolik.games.gang.messages.cards import (
    CARD_NAMES,
    CATEGORIES,
    COLORS,
    RANKS,
    Answer,
    Card,
    Category,
    Rank,
    Seat,
    best_of,
    in_order,
    kickers_of,
)
from stolik.games.gang.messages.view_types import (
    Announcement,
    Announces,
    Asks,
    Challenge,
    Chip,
    Deck,
    Passing,
    Phase,
    Private,
    Proposal,
    Public,
    Reason,
    Result,
    Scan,
    SeatView,
    Shown,
    ShownHand,
    Specialist,
    WaitsFor,
    Why,
)
from stolik.games.gang.options import ADVANCED, BASIC, MODES, PROFESSIONAL, SEATS
from stolik.games.gang.rules.showdown import kickers_to_name, picks_agree, power, right_order, stronger_before
from stolik.games.gang.state import NOTHING, ROUNDS, State, community_cards

PHASES: dict[int, Phase] = {
    state.DRAW_STANDING: "drawing",
    state.DRAW_CHALLENGE: "drawing",
    state.DRAW_SPECIALIST: "drawing",
    state.DEAL_POCKETS: "dealing",
    state.DEAL_AGAIN: "dealing",
    state.REVEAL: "dealing",
    state.REDRAW: "dealing",
    state.HACKER_DRAW: "dealing",
    state.LOOKING: "looking",
    state.PASSING: "passing",
    state.CHIPS: "chips",
    state.GUESS_RANK: "guessing_rank",
    state.GUESS_CATEGORY: "guessing_category",
    state.RESULT: "result",
    state.OVER: "over",
}
KINDS: dict[int, Announces] = {
    components.INVESTOR: "faces",
    components.MATH_WHIZ: "sum",
    components.MASTERMIND: "rank",
    components.DRIVER: "category",
}
REASONS: dict[int, Reason] = {
    state.WRONG_ORDER: "order",
    state.WRONG_RANK: "rank",
    state.WRONG_CATEGORY: "category",
}


def public(s: State) -> Public:
    return Public(
        mode=MODES[s.mode],
        round_end="instant" if s.instant else "ready",
        phase=PHASES[s.phase],
        heist=s.heist,
        outcomes=["vault" if s.successes >> number & 1 else "alarm" for number in range(1, s.vaults + s.alarms + 1)],
        vaults=s.vaults,
        vaults_to_win=state.VAULTS_TO_WIN,
        alarms=s.alarms,
        alarms_to_lose=state.alarms_to_lose(s),
        won=s.vaults == state.VAULTS_TO_WIN if s.phase == state.OVER else None,
        challenges=[Challenge(number, number == s.standing_challenge) for number in members(s.challenges)],
        specialist=_specialist(s) if s.specialist else None,
        challenge_deck=None if s.mode == BASIC else _challenge_deck(s),
        specialist_deck=_specialist_deck(s) if s.mode in (ADVANCED, PROFESSIONAL) else None,
        round=s.round,
        color=COLORS[s.round - 1] if s.round else None,
        colors=[COLORS[number - 1] for number in range(1, ROUNDS + 1) if not _is_skipped(s, number)],
        waits_for=_waits_for(s),
        community=[_named(s.community[:3]), _named(s.community[3:4]), _named(s.community[4:])],
        deck=size(s.deck),
        centre=_centre(s),
        seats=[_seat(s, seat) for seat in range(s.players)],
        proposal=_proposal(s) if s.proposer != NOBODY else None,
        proposals=s.proposals,
        announcements=[_announcement(s, seat) for seat in range(s.players) if s.announced[seat] != NOTHING],
        target=_or_none(s.target),
        scans=_scans(s),
        showdown=_showdown(s),
        result=_result(s) if state.is_heist_over(s) else None,
    )


def private(s: State, seat: int) -> Private:
    hand = s.hand[seat]
    knows = s.informant_card != NOTHING and seat in (s.user, s.other)
    choosing = s.phase == state.PASSING
    passed = s.specialist == components.COORDINATOR and not choosing and s.passed[seat] != NOTHING
    return Private(
        hand=in_order(hand),
        best=best_of(hand | community_cards(s, s.community_count)) if hand else None,
        choose=_why(s, seat),
        chosen=CARD_NAMES[s.passed[seat]] if choosing and s.passed[seat] != NOTHING else None,
        discarded=in_order(s.discarded[seat]),
        shown=Shown(s.user, s.other, CARD_NAMES[s.informant_card], _is_outdated(s, s.user)) if knows else None,
        passing=_passing(s, seat) if passed else None,
        first_hand=in_order(s.first_hand[seat]),
        first_hand_outdated=s.first_hand[seat] != 0 and s.outdated != 0,
    )


def _why(s: State, seat: int) -> Why | None:
    if s.phase == state.PASSING:
        return "pass"
    if s.phase == state.CHIPS and s.chooser == seat:
        return "show" if s.specialist == components.INFORMANT else "discard"
    return None


def _passing(s: State, seat: int) -> Passing:
    right = (seat + s.players - 1) % s.players
    left = left_of(seat, s.players)
    return Passing(
        to=left,
        passed=CARD_NAMES[s.passed[seat]],
        by=right,
        received=CARD_NAMES[s.passed[right]],
        passed_outdated=_is_outdated(s, left),
        received_outdated=_is_outdated(s, seat),
    )


def _specialist(s: State) -> Specialist:
    used = bool(s.specialist_used)
    about = used and not state.is_automatic(s)
    return Specialist(
        number=s.specialist,
        automatic=state.is_automatic(s),
        used=used,
        seat=s.user if about else None,
        other=_or_none(s.other) if about else None,
        rank=_rank(s.mastermind_rank) if about else None,
    )


def _challenge_deck(s: State) -> Deck:
    out = [] if s.mode == ADVANCED else [components.QUICK_ACCESS]
    gone = list(members(s.challenges_gone))
    return Deck(s.challenge_on_top or "shuffled", list(members(s.challenges_drawn)), out, gone)


def _specialist_deck(s: State) -> Deck:
    gone = list(members(s.specialists_gone))
    return Deck(s.specialist_on_top or "shuffled", list(members(s.specialists_drawn)), [], gone)


def _is_skipped(s: State, round_: int) -> bool:
    return (round_ == 1 and state.has_challenge(s, components.QUICK_ACCESS)) or (
        round_ == 3 and state.has_challenge(s, components.HASTY_GETAWAY)
    )


def _waits_for(s: State) -> WaitsFor | None:
    if s.phase == state.RESULT:
        return "ready"
    if s.phase != state.CHIPS:
        return None
    if s.proposer != NOBODY:
        return "proposal" if s.chooser == NOBODY else "card"
    return "chips" if state.seats_without_chip(s) else "ready"


def _centre(s: State) -> list[Chip]:
    if s.phase != state.CHIPS:
        return []
    free = [stars for stars in range(1, s.players + 1) if state.holder_of(s, s.round, stars) == NOBODY]
    return [Chip(stars, state.would_lock(s, s.round, stars)) for stars in free]


def _seat(s: State, seat: int) -> SeatView:
    stars = [s.chip[number * SEATS + seat] for number in range(ROUNDS)]
    return SeatView(
        cards=size(s.hand[seat]),
        chips=[_chip_held(s, seat, number, k) if k else None for number, k in enumerate(stars, 1)],
        ready=_is_ready(s, seat),
        done=bool(s.ready >> seat & 1) if s.phase == state.LOOKING else _has_chosen(s, seat),
        jack=s.jack_holder == seat,
        muscle=s.muscle_holder == seat,
        redrew=s.redrew == seat,
        discarded=size(s.discarded[seat]),
        moves_left=_moves_left(s, seat),
    )


def _chip_held(s: State, seat: int, round_: int, stars: int) -> Chip:
    kept = round_ == s.round and state.is_out_of_moves(s, seat)  # R42
    return Chip(stars, kept or state.would_lock(s, round_, stars))


def _moves_left(s: State, seat: int) -> int | None:
    counts = state.counts_moves(s) or s.phase == state.HACKER_DRAW
    return state.MOST_MOVES - s.moves_made[seat] if counts and seat != s.target else None


def _is_ready(s: State, seat: int) -> bool:
    if s.phase == state.CHIPS and state.chip_of(s, seat) == 0:
        return False  # it counts as ready, but must take a chip first (R42)
    return s.phase in (state.CHIPS, state.RESULT) and bool(s.ready >> seat & 1)


def _has_chosen(s: State, seat: int) -> bool:
    return s.phase == state.PASSING and s.passed[seat] != NOTHING


def _proposal(s: State) -> Proposal:
    return Proposal(
        number=s.proposals,
        by=s.proposer,
        seat=s.user,
        other=_or_none(s.other),
        rank=_rank(s.mastermind_rank),
        agreed=list(members(s.agreed)),
        chooser=_or_none(s.chooser),
    )


def _announcement(s: State, seat: int) -> Announcement:
    said = s.announced[seat]
    is_category = s.specialist == components.DRIVER
    return Announcement(
        seat=seat,
        kind=KINDS[s.specialist],
        number=None if is_category else said,
        rank=_rank(s.mastermind_rank),
        category=CATEGORIES[said] if is_category else None,
        community=s.community_then,
        outdated=_is_outdated(s, seat),
    )


def _is_outdated(s: State, seat: int) -> bool:
    return bool(s.outdated >> seat & 1)


def _scans(s: State) -> list[Scan]:
    scans = []
    if state.has_challenge(s, components.RETINA_SCAN):
        scans.append(_scan(s, "rank", s.named_rank, state.WRONG_RANK))
    if state.has_challenge(s, components.FINGERPRINT_SCAN):
        scans.append(_scan(s, "category", s.named_category, state.WRONG_CATEGORY))
    return scans


def _scan(s: State, asks: Asks, named: int, wrong: int) -> Scan:
    is_hand_shown = s.phase == (state.GUESS_RANK if asks == "rank" else state.GUESS_CATEGORY)
    return Scan(
        asks=asks,
        open=is_hand_shown,
        picks=_picks(s, asks) if is_hand_shown else [],
        confirmed=list(members(s.confirmed)) if is_hand_shown else [],
        can_confirm=is_hand_shown and picks_agree(s),
        rank=_rank(named) if asks == "rank" else None,
        category=_category(named) if asks == "category" else None,
        right=not s.failures & wrong if named != NOTHING and s.hands_shown >> s.target & 1 else None,
    )


def _picks(s: State, asks: Asks) -> list[Answer | None]:
    return [_rank(pick) if asks == "rank" else _category(pick) for pick in s.pick[: s.players]]


def _showdown(s: State) -> list[ShownHand]:
    shown = [(s.chip[(ROUNDS - 1) * SEATS + seat], seat) for seat in members(s.hands_shown)]
    return [_shown_hand(s, stars, seat) for stars, seat in sorted(shown)]


def _shown_hand(s: State, stars: int, seat: int) -> ShownHand:
    best = best_of(s.hand[seat] | community_cards(s, s.community_count))
    weaker_than = _or_none(stronger_before(s, seat))
    return ShownHand(
        seat=seat,
        stars=stars,
        cards=in_order(s.hand[seat]),
        best=best,
        kickers=kickers_of(best, kickers_to_name(s, seat, s.hands_shown)),
        muscle=s.muscle_holder == seat,
        ok=weaker_than is None,
        weaker_than=weaker_than,
        right=_right_stars(s, seat) if s.hands_shown == state.everyone(s) else [],
    )


def _right_stars(s: State, seat: int) -> list[int]:
    own, all_ = power(s, seat), [power(s, each) for each in range(s.players)]
    weaker, stronger = sum(each < own for each in all_), sum(each > own for each in all_)
    return list(range(1 + weaker, s.players - stronger + 1))


def seats_in(order: int) -> list[Seat]:
    """Of a `right_order`."""
    return [(order >> shift & 15) - 1 for shift in range(0, order.bit_length(), 4)]


def _result(s: State) -> Result:
    reasons = [reason for bit, reason in REASONS.items() if s.failures & bit]
    return Result(s.failures == 0, reasons, seats_in(right_order(s)))


def _named(cards: list[int]) -> tuple[Card, ...]:
    return tuple(CARD_NAMES[card] for card in cards if card != NOTHING)


def _rank(rank: int) -> Rank | None:
    return None if rank == NOTHING else RANKS[rank]


def _category(number: int) -> Category | None:
    return None if number == NOTHING else CATEGORIES[number]


def _or_none(seat: int) -> Seat | None:
    return None if seat == NOBODY else seat
