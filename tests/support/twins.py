"""Twins: other logs of which a seat was told the same. What differs between twins, that seat cannot know.

They are made generically: change one entry to another that tells the viewer the same, then follow the log, mending
every later entry that no longer fits with another that again tells the viewer the same. What was told before a `forget`
may differ, as long as the viewer sees the same picture right after it: then nothing else may tell the two apart.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from stolik.core.game import Game
from stolik.core.messages import Options, to_json
from stolik.core.rule import State
from stolik.core.tell import Telling, forget
from support.random_play import Choose, Played, apply, codes, is_legal, movers

Viewer = int | None

SAMPLE = 24
"""How many other outcomes are tried where chance has very many."""


def twins(
    game: Game, options: Options, log: Sequence[Played], viewer: Viewer, choose: Choose, tries: int
) -> Iterator[list[Played]]:
    """As many twins as turn up in so many tries. Each is made from the one before, so that they drift apart."""
    if not log:
        return
    for _ in range(tries):
        found = _attempt(game, options, log, viewer, choose)
        if found is not None:
            log = found
            yield found


def told_to(told: Sequence[Telling], viewer: Viewer) -> list[tuple[Any, ...]]:
    """What is left of the tellings for this viewer."""
    return [(telling.what, telling.as_told_to(viewer).fields) for telling in told]


def _attempt(
    game: Game, options: Options, log: Sequence[Played], viewer: Viewer, choose: Choose
) -> list[Played] | None:
    forgotten = -1 if game.over(log[-1].after) else _last_forget(log)  # after the end everything is public
    changed = _worth_changing(log, viewer, forgotten, choose)
    s: State = log[changed - 1].after if changed else game.begin(options)
    found: list[Played] = list(log[:changed])
    preferred = [log[changed + choose(len(log) - changed)].code] if choose(2) else []
    for number, entry in enumerate(log[changed:], changed):
        fixed = entry.mover == viewer and number >= forgotten
        for code in _candidates(game, s, entry, choose, preferred, change=number == changed, fixed=fixed):
            tried = apply(game, s, entry.mover, code)
            if _alike(game, tried, entry, viewer, number, forgotten):
                if code != entry.code:
                    preferred = [entry.code]
                found.append(tried)
                s = tried.after
                break
        else:
            return None
    return found


def _candidates(
    game: Game, s: State, entry: Played, choose: Choose, preferred: Sequence[int], *, change: bool, fixed: bool
) -> Iterator[int]:
    """The codes to try: the same message first, unless it is to be changed; a viewer knows the own moves.

    `preferred`, before others: what came later, and then what it has displaced, so that two cards change places. That
    two others had each other's cards is hardly ever found by chance.
    """
    if entry.mover not in movers(game, s):
        return
    same = game.encode(s, entry.mover, entry.message)
    if not change and is_legal(game, s, entry.mover, same):
        yield same
    if not fixed:
        for code in preferred:
            if code != same and is_legal(game, s, entry.mover, code):
                yield code
        others = [code for code in codes(game, s, entry.mover, choose, sample=SAMPLE) if code != same]
        while others:
            yield others.pop(choose(len(others)))


def _alike(game: Game, tried: Played, entry: Played, viewer: Viewer, number: int, forgotten: int) -> bool:
    if number < forgotten:
        return True
    if number == forgotten:
        return to_json(game.view(tried.after, viewer)) == to_json(game.view(entry.after, viewer))
    return told_to(tried.told, viewer) == told_to(entry.told, viewer)


def _last_forget(log: Sequence[Played]) -> int:
    """The entry before which all is forgotten; −1: nothing is, or it may be remembered again."""
    for number in range(len(log) - 1, -1, -1):
        for telling in reversed(log[number].told):
            if not telling.is_event:
                return number if telling.what is forget else -1
    return -1


def _worth_changing(log: Sequence[Played], viewer: Viewer, forgotten: int, choose: Choose) -> int:
    """Mostly an entry that hid something from the viewer, and rather a late one: early secrets have mostly come out.

    What is forgotten hides as well; but if much is, the cards among it must not be lost in the crowd.
    """
    secret = [k for k, entry in enumerate(log) if _hides(entry, viewer)]
    hiding = sorted({*range(forgotten), *secret})
    kind = choose(4) if hiding else 0
    among: Sequence[int] = range(len(log)) if kind == 0 else secret if secret and kind > 1 else hiding
    latest = min(len(among), (4, 40, len(among))[choose(3)])
    return among[-1 - choose(latest)]


def _hides(entry: Played, viewer: Viewer) -> bool:
    """Something of it was kept from the viewer: only then could it have been another entry."""
    if entry.mover == viewer:
        return False
    return not entry.told or any(t.to and (viewer is None or not t.to >> viewer & 1) for t in entry.told)
