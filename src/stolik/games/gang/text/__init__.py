"""Gang in words, for the terminal. Drawn from messages alone: it cannot show what a seat may not know."""

import textwrap
from collections.abc import Sequence

from stolik.core.messages import View
from stolik.games.gang.messages import (
    Agree,
    Choose,
    Confirm,
    Move,
    PickCategory,
    PickRank,
    Private,
    Propose,
    Public,
    Ready,
    Refuse,
    Return,
    Seen,
    Take,
    Unready,
)
from stolik.games.gang.messages.view_types import Announcement, Chip, Proposal, Scan, SeatView, ShownHand, Specialist
from stolik.games.gang.text.events import say, story
from stolik.games.gang.text.vocabulary import (
    CATEGORY_NAMES,
    CHALLENGES,
    REASON_NAMES,
    SPECIALISTS,
    announced,
    answer_name,
    best_name,
    card_name,
    cards_names,
    listed,
    number_of,
    rank_name,
)

__all__ = ["label", "render", "say", "story"]

ALL_LOST = "The gang was caught."
REASONS = {"strength": "Your hand is better than {percent} of all that one could have here."}
WIDTH = 80
_OLD = " (out of date: discarded since)"
COLUMN = 8
FEW_MOVES = 5  # from so many on, they are counted down
NEXT_STEP = {
    "drawing": "",
    "dealing": "",
    "looking": "remember your cards: they will be dealt again",
    "passing": "choose a card to pass to the left",
    "chips": "",
    "guessing_rank": "name a rank that the target has in hand; all must agree",
    "guessing_category": "name the target's hand; all must agree",
    "result": "look at the hands, then say ready for the next heist",
    "over": "",
}
WAITS = {
    "chips": "the round waits until everyone has a chip",
    "proposal": "all must agree to the proposal, or one refuse it",
    "card": "a card must be chosen",
    "ready": "everyone has a chip: the round ends when all are ready",
}
SINGLE_MOVES: dict[type[Move], str] = {
    Return: "put your chip back",
    Ready: "ready",
    Unready: "not ready after all",
    Agree: "agree",
    Refuse: "refuse",
    Seen: "seen: deal them again",
    Confirm: "confirm what all have picked",
}


def render(view: View[Public, Private | None], seat: int | None, names: Sequence[str]) -> str:
    """The whole table as this seat (None: a spectator) may see it."""
    shown = view.public
    lines = [*_heading(shown), *_cards_in_play(shown, names), "", *_middle(shown), *_players(shown, names)]
    lines += _proposal(shown, names) + _announcements(shown, names)
    lines += _scans(shown, names) + _showdown(shown.showdown, names) + _result(shown)
    if view.private is not None:
        lines += ["", *_own(view.private, names)]
    if seat is not None and seat == shown.target and shown.phase.startswith("guessing"):
        return "\n".join([*lines, "   the others are guessing about your hand: you may not help"])
    hint = NEXT_STEP[shown.phase] or (WAITS[shown.waits_for] if shown.waits_for else "")
    return "\n".join([*lines, *([f"   {hint}"] if hint else [])])


def label(move: Move, view: View[Public, Private]) -> str:
    """What the move means here. It can be chosen by typing how it begins."""
    match move:
        case Take(stars, giver):
            return (
                f"take {stars} from {'the centre' if giver is None else f'player {giver}'}{_lock(stars, view.public)}"
            )
        case PickRank(rank):
            return f"name {rank_name(rank)}"
        case PickCategory(category):
            return f"name {CATEGORY_NAMES[category]}"
        case Choose(card):
            chosen = " (as chosen)" if card == view.private.chosen else ""
            return f"{view.private.choose} {card_name(card)}{chosen}"
        case Propose(seat, other, rank):
            return _proposal_label(seat, other, rank, view.public.specialist)
    return SINGLE_MOVES[type(move)]


def _lock(stars: int, shown: Public) -> str:
    return " (for good)" if Chip(stars, locked=True) in shown.centre else ""


def _proposal_label(seat: int, other: int | None, rank: str | None, specialist: Specialist | None) -> str:
    name = SPECIALISTS[specialist.number][0] if specialist else ""
    if other is not None:
        return f"propose that player {seat} shows player {other}"
    if rank is not None:
        return f"propose that player {seat} counts rank {rank_name(rank)}"
    return f"propose the {name} for player {seat}"


def _heading(shown: Public) -> list[str]:
    vaults = "★" * shown.vaults + "·" * (shown.vaults_to_win - shown.vaults)
    alarms = "✗" * shown.alarms + "·" * (shown.alarms_to_lose - shown.alarms)
    return [f"   heist {shown.heist}   vaults {vaults}   alarms {alarms}"]


def _cards_in_play(shown: Public, names: Sequence[str]) -> list[str]:
    lines = []
    for challenge in shown.challenges:
        name, meaning = CHALLENGES[challenge.number]
        lines += _wrapped(f"challenge {challenge.number}, {name}: {meaning}")
    if shown.specialist is not None:
        name, meaning = SPECIALISTS[shown.specialist.number]
        used = _use(shown.specialist, names)
        lines += _wrapped(f"specialist {shown.specialist.number}, {name}: {meaning}{used}")
    return lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="   ", subsequent_indent="      ")


def _use(specialist: Specialist, names: Sequence[str]) -> str:
    if specialist.automatic or not specialist.used or specialist.seat is None:
        return "" if specialist.automatic else " (not used yet)"
    return f" (used by {names[specialist.seat]})"


def _middle(shown: Public) -> list[str]:
    cards = "  ".join(cards_names(street) for street in shown.community if street)
    lines = [f"   on the table  {cards}" if cards else "   no cards on the table yet"]
    if shown.phase == "chips":
        chips = " ".join(_chip(chip) for chip in shown.centre) or "none"
        lines.append(f"   round {shown.round}, {shown.color} chips in the centre: {chips}")
    return lines


def _chip(chip: Chip | None) -> str:
    return "–" if chip is None else f"{chip.stars}{'!' if chip.locked else ''}"


def _players(shown: Public, names: Sequence[str]) -> list[str]:
    width = max(len(name) for name in names) + 2
    heading = "".join(color.rjust(COLUMN) for color in ("white", "yellow", "orange", "red"))
    lines = [f"   {'':{width}}{heading}"]
    for seat, player in enumerate(shown.seats):
        chips = "".join(_chip(chip).rjust(COLUMN) for chip in player.chips)
        lines.append(f"   {f'{seat} {names[seat]}':{width}}{chips}  {_marks(player, seat, shown)}".rstrip())
    if any(chip.locked for player in shown.seats for chip in player.chips if chip):
        lines.append("   ! stays where it is")
    return lines


def _marks(player: SeatView, seat: int, shown: Public) -> str:
    marks = [
        word
        for word, applies in (
            ("ready", player.ready),
            ("done", player.done),
            ("has the Jack", player.jack),
            ("has the muscle", player.muscle),
            ("drew a new hand", player.redrew),
            ("target", shown.target == seat),
            (f"{number_of(player.moves_left or 0, 'move')} left", _has_few_moves(player)),
        )
        if applies
    ]
    return ", ".join(marks)


def _has_few_moves(player: SeatView) -> bool:
    """The end of a round that does not settle is in sight (R42)."""
    return player.moves_left is not None and player.moves_left <= FEW_MOVES


def _proposal(shown: Public, names: Sequence[str]) -> list[str]:
    found = shown.proposal
    if found is None or shown.specialist is None:
        return []
    agreed = listed([names[seat] for seat in found.agreed])
    lines = [f"   {names[found.by]} proposes: {_plan(found, shown.specialist.number, names)} (agreed: {agreed})"]
    if found.chooser is not None:
        lines = [f"   agreed: {_plan(found, shown.specialist.number, names)}; {names[found.chooser]} chooses a card"]
    return lines


def _plan(found: Proposal, specialist: int, names: Sequence[str]) -> str:
    plan = f"the {SPECIALISTS[specialist][0]} for {names[found.seat]}"
    if found.other is not None:
        return f"{plan}, to show a card to {names[found.other]}"
    if found.rank is not None:
        return f"{plan}, to count rank {rank_name(found.rank)}"
    return plan


def _announcements(shown: Public, names: Sequence[str]) -> list[str]:
    said = [
        f"{names[each.seat]} {announced(each.kind, each.number, each.rank, each.category)}{_age(each, shown)}"
        for each in shown.announcements
    ]
    return _wrapped(f"announced: {', '.join(said)}") if said else []


def _age(said: Announcement, shown: Public) -> str:
    """Whether it still holds: a new hand may have been drawn since, or more cards may lie on the table."""
    if said.outdated:
        return " (out of date: a new hand since)"
    if said.kind == "category" and said.community < sum(map(len, shown.community)):
        then = f"with {said.community} cards on the table" if said.community else "before the flop"
        return f" (out of date: {then})"
    return ""


def _scans(shown: Public, names: Sequence[str]) -> list[str]:
    lines = []
    for scan in shown.scans:
        if scan.open:
            lines.append(f"   picked: {_picks(scan, shown, names)}")
        elif scan.rank or scan.category:
            verdict = "" if scan.right is None else ": right" if scan.right else ": wrong"
            lines.append(f"   named: {answer_name(scan.rank, scan.category)}{verdict}")
    return lines


def _picks(scan: Scan, shown: Public, names: Sequence[str]) -> str:
    said = []
    for seat, pick in enumerate(scan.picks):
        if seat != shown.target:
            word = "–" if pick is None else pick.replace("_", " ") if len(pick) > 1 else rank_name(pick)
            said.append(f"{names[seat]} {word}{' ✓' if seat in scan.confirmed else ''}")
    return ", ".join(said)


def _showdown(hands: Sequence[ShownHand], names: Sequence[str]) -> list[str]:
    width = max(len(name) for name in names)
    return [
        f"   {hand.stars} {names[hand.seat]:{width}}  {cards_names(hand.cards):<12} "
        f"{best_name(hand.best, hand.kickers)}{', with the muscle' if hand.muscle else ''}{_verdict(hand, names)}"
        for hand in hands
    ]


def _verdict(hand: ShownHand, names: Sequence[str]) -> str:
    """What is wrong with it, and which chip would have been right."""
    wrong = "" if hand.weaker_than is None else f"  ✗ weaker than {names[hand.weaker_than]}"
    if hand.right and hand.stars not in hand.right:
        wrong += f"  right: {' or '.join(map(str, hand.right))}"
    return wrong


def _result(shown: Public) -> list[str]:
    if shown.result is None:
        return []
    if shown.result.success:
        return ["   The heist succeeded."]
    return [f"   The heist failed: {listed([REASON_NAMES[reason] for reason in shown.result.reasons])}."]


def _own(own: Private, names: Sequence[str]) -> list[str]:
    if own.best is None:
        return []
    lines = [f"   your cards: {cards_names(own.hand)}   you have {best_name(own.best)}"]
    if own.first_hand:
        old = " (out of date: somebody has drawn a new hand since)" if own.first_hand_outdated else ""
        lines.append(f"   your first hand was {cards_names(own.first_hand)}{old}")
    if own.discarded:
        lines.append(f"   you discarded {cards_names(own.discarded)}")
    if own.shown is not None:
        who, whom = names[own.shown.by], names[own.shown.to]
        lines.append(f"   {who} showed {card_name(own.shown.card)} to {whom}{_OLD * own.shown.outdated}")
    if own.passing is not None:
        note = own.passing
        gave = f"{card_name(note.passed)} to {names[note.to]}{_OLD * note.passed_outdated}"
        got = f"{card_name(note.received)} from {names[note.by]}{_OLD * note.received_outdated}"
        lines.append(f"   you passed {gave}, and got {got}")
    return lines
