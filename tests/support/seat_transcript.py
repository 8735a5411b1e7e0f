"""Everything that one seat, or a spectator, is ever shown, as bytes: what the leak law compares."""

from collections.abc import Iterator
from typing import Any

from stolik import IllegalMove, Match
from stolik.core.messages import to_json
from support.twins import Viewer


def snapshot(match: Match, viewer: Viewer) -> dict[str, bytes]:
    """What is shown of the moment itself."""
    public = {
        "to_act": sorted(match.to_act),
        "awaited": sorted(match.awaited),
        "paused": match.paused,
        "quiet": sorted(match.quiet),
        "muted": sorted(match.muted),
        "over": match.over,
        "results": [match.scores, match.winners] if match.over else None,
    }
    exhibits = {"view": to_json(match.view(viewer)), "table": to_json(public)}
    if viewer is not None:
        exhibits["legal"] = to_json(match.legal(viewer))
        exhibits["refusals"] = to_json(list(_refusals(match, viewer)))
    return exhibits


def exhibits(match: Match, viewer: Viewer) -> dict[str, bytes]:
    """The moment, how it came about, and what learning programs get."""
    shown = snapshot(match, viewer)
    shown["told"] = to_json(match.told(viewer))
    shown["so far"] = to_json(match.so_far(viewer))
    if viewer is not None:
        observed = [0] * match.game.observation
        match.game.observe(match.state, viewer, observed)
        shown["observe"] = to_json(observed)
    return shown


def _refusals(match: Match, seat: int) -> Iterator[Any]:
    """What the seat hears when it tries everything that it may not do."""
    legal = match.legal(seat)
    tries: list[Any] = [{"type": "nonsense"}, None, []]
    tries += [[move, {"type": "nonsense"}] for move in legal]
    tries += [[move, *legal[:1], {"type": "nonsense"}] for move in legal]
    for code in range(match.game.moves):
        try:
            message = match.game.decode(match.state, seat, code)
        except (IndexError, ValueError, KeyError):
            continue
        if message not in legal:
            tries.append(message)
    for bad in tries:
        try:
            match.prepare(seat, bad)
        except IllegalMove as refused:
            yield [refused.code, str(refused), refused.legal]
        else:
            raise AssertionError(f"{bad} was accepted from seat {seat}, though it is not legal")
