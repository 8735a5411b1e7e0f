"""Gang dealt by hand. Seats hold, from the weakest: an ace at most, a pair of nines, a pair of kings, three aces."""

from collections.abc import Callable, Sequence
from typing import Any

from stolik import DEALER, Match
from stolik.games.gang.messages.view_types import Public

HANDS = ("2c 3d", "9c 9d", "Kc Kd", "Ac Ad")
MORE = ("9s", "4s", "6s", "2h")
"""A third card each that changes nothing."""
FACES = "Ah Js 7d 5c 8h"
PLAIN = "Ah Ts 7d 5c 8h"
DRAWN = "6h 6c 3h 3c 4h 4d"
"""What comes where nothing was said."""


def gang(players: int = 3, **options: Any) -> Match:
    return Match("gang", {"players": players, **options}, dealer=None)


def shown(match: Match) -> Public:
    return match.view(None).public  # type: ignore[no-any-return]


def deal(match: Match, *hands: str) -> list[Any]:
    """The first hand goes to the seat whose turn it is to get one, and so on. Gives the last events."""
    events: list[Any] = []
    for hand in hands:
        for card in hand.split():
            drawer = match.legal(DEALER)[0].seat
            events = match.play(DEALER, {"type": "deal", "seat": drawer, "card": card})
    return events


def reveal(match: Match, cards: str) -> list[Any]:
    events: list[Any] = []
    for card in cards.split():
        events += match.play(DEALER, {"type": "reveal", "card": card})
    return events


def take(match: Match, seat: int, stars: int, giver: int | None = None) -> list[Any]:
    return match.play(seat, {"type": "take", "stars": stars, "from": giver})


def say(match: Match, seat: int, what: str, /, **more: Any) -> list[Any]:
    return match.play(seat, {"type": what, **more})


def all_say(match: Match, what: str, /, **more: Any) -> list[Any]:
    events: list[Any] = []
    for seat in range(match.players):
        events += say(match, seat, what, **more)
    return events


def chips(match: Match, *stars: int) -> list[Any]:
    """Seat 0 takes the first chip from the centre, and so on; then all are ready. Gives all events."""
    events: list[Any] = []
    for seat, number in enumerate(stars or range(1, match.players + 1)):
        events += take(match, seat, number)
    return events if shown(match).round_end == "instant" else events + all_say(match, "ready")


def heist(match: Match, board: str = PLAIN, *, succeed: bool = True) -> list[Any]:
    """A whole heist with whatever is in play, up to its result. Gives all events."""
    return until(match, lambda: shown(match).result is not None, board, succeed=succeed)


def until(match: Match, there: Callable[[], bool], board: str = PLAIN, *, succeed: bool = True) -> list[Any]:
    """As planned, until it is so."""
    events: list[Any] = []
    while not there():
        if match.to_act:
            seat = min(match.awaited)
            events += match.play(seat, _planned(match, seat, succeed=succeed))
        else:
            events += match.play(DEALER, _dealt(match, board.split()))
    return events


def next_heist(match: Match) -> list[Any]:
    """All have seen the result."""
    return all_say(match, "ready")


def challenge(match: Match, number: int) -> list[Any]:
    return match.play(DEALER, {"type": "challenge", "number": number})


def specialist(match: Match, number: int) -> list[Any]:
    return match.play(DEALER, {"type": "specialist", "number": number})


def with_challenge(number: int, players: int = 3, **options: Any) -> Match:
    """After a plain success: this challenge is in play, and the dealer is to deal."""
    match = gang(players, mode="advanced", challenges=number, **options)
    heist(match)
    next_heist(match)
    challenge(match, number)
    return match


def with_challenges(one: int, two: int, players: int = 3, **options: Any) -> Match:
    match = gang(players, mode="master", **options)
    challenge(match, one)
    challenge(match, two)
    return match


def with_specialist(number: int, players: int = 3, standing: int | None = None, **options: Any) -> Match:
    """After a failure: this specialist is in play, and the dealer is to deal. `standing`: a challenge of all heists."""
    mode = "advanced" if standing is None else "professional"
    match = gang(players, mode=mode, specialists=number, **options)
    if standing is not None:
        challenge(match, standing)
    heist(match, succeed=False)
    next_heist(match)
    specialist(match, number)
    return match


def hands_for(match: Match) -> tuple[str, ...]:
    cameras = any(each.number == 10 for each in shown(match).challenges)
    return tuple(f"{hand} {more}" if cameras else hand for hand, more in zip(HANDS, MORE, strict=True))


def deal_all(match: Match) -> list[Any]:
    """The usual hands."""
    return deal(match, *hands_for(match)[: match.players])


def propose(match: Match, by: int, seat: int, **more: Any) -> list[Any]:
    """And everybody agrees."""
    events = say(match, by, "propose", seat=seat, **more)
    number = shown(match).proposals
    for other in range(match.players):
        if other != by:
            events += say(match, other, "agree", proposal=number)
    return events


def kinds(events: Sequence[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


def _planned(match: Match, seat: int, *, succeed: bool) -> Any:
    """Chips by seat, the strongest with the most stars; to fail, the two strongest change places."""
    legal = match.legal(seat)
    view = shown(match)
    stars = seat + 1
    if view.round == 4 and not succeed and seat >= match.players - 2:
        stars = 2 * match.players - 2 - seat
    names = {
        "chips": ({"stars": stars}, {"type": "ready"}, {"type": "agree"}),
        "guessing_rank": ({"type": "confirm"}, {"rank": "K"}),
        "guessing_category": ({"type": "confirm"}, {"category": "pair"}),
    }.get(view.phase, ({},))
    for wanted in names:
        for move in legal:
            if all(getattr(move, key, move.__struct_config__.tag) == value for key, value in wanted.items()):
                return move
    return legal[0]


def _dealt(match: Match, board: Sequence[str]) -> Any:
    legal = match.legal(DEALER)
    first = legal[0]
    if not hasattr(first, "card"):
        return first
    wanted = hands_for(match)[first.seat].split() if hasattr(first, "seat") else list(board)
    for card in (*wanted, *DRAWN.split()):
        for possible in legal:
            if possible.card == card:
                return possible
    return first
