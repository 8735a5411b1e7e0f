"""Laws about what a seat may know: redeal, blur and the leak law."""

from collections.abc import Iterator

from laws.law import law
from stolik import Match
from stolik.bots.bot import Bot
from stolik.core.bitset import members
from stolik.core.game import Game
from stolik.core.messages import Options, to_json
from stolik.core.packed import clone, fields_of
from stolik.core.rng import stream
from stolik.core.rule import NOBODY, State
from stolik.core.tell import forget, remember
from support.levels import interpretable_levels
from support.random_play import Choose, bot_state_after, match_of, random_part, state_after
from support.seat_transcript import exhibits, snapshot
from support.twins import Viewer, twins

TRIES = 40
"""Attempts to make a twin of one log; most fail early, and each law is run many times."""
REDEALS = 40


@law
def redeal_keeps_what_the_seat_knows(game: Game, options: Options, choose: Choose) -> None:
    match = match_of(game, options, random_part(game, options, choose))
    for seat in range(match.players):
        known = _known(match, seat)
        conserved = dict(game.invariants(match.state))
        for imagined in _changed(game, "redeal", match.state, seat, choose, 5):
            _look_the_same(known, _known(_with_state(match, imagined), seat), seat)
            assert dict(game.invariants(imagined)) == conserved, f"redeal breaks what is conserved: {imagined}"


@law
def redeal_varies_what_twins_vary_and_nothing_else(game: Game, options: Options, choose: Choose) -> None:
    log = random_part(game, options, choose)
    s = state_after(game, options, log)
    seat = choose(s.players)
    by_redeal: set[tuple[str, int]] = set()
    for imagined in _changed(game, "redeal", s, seat, choose, REDEALS):
        by_redeal |= _differences(s, imagined)
    by_twins: set[tuple[str, int]] = set()
    for twin in twins(game, options, log, seat, choose, 3 * TRIES):
        by_twins |= _differences(s, twin[-1].after)
    for _ in range(8):
        if by_redeal <= by_twins:
            break
        for twin in twins(game, options, log, seat, choose, 3 * TRIES):
            by_twins |= _differences(s, twin[-1].after)
    for imagined in _changed(game, "redeal", s, seat, choose, 50 * REDEALS):
        if by_twins <= by_redeal:
            break
        by_redeal |= _differences(s, imagined) & by_twins
    assert by_twins <= by_redeal, f"seat {seat} cannot know {by_twins - by_redeal}, but redeal keeps it: {s}"
    assert by_redeal <= by_twins, f"seat {seat} knows {by_redeal - by_twins}, but redeal changes it: {s}"


@law
def bots_play_the_same_whatever_is_hidden(game: Game, options: Options, choose: Choose) -> None:
    """What a seat cannot know is drawn anew: with the same random numbers its bot is given the same, and plays it."""
    s = bot_state_after(game, options, random_part(game, options, choose))
    for seat in members(game.awaited(s)):
        other = game.imagine(s, seat, stream("other", choose(1 << 30)))
        words = stream("words", choose(1 << 30))
        one, two = (game.imagine(true, seat, words[:]) for true in (s, other))
        assert one == two, f"what seat {seat} cannot know shows in what its bot is given: {s}"
        for level in interpretable_levels(game):
            codes = [Bot(game, level, "same").code(imagined, seat) for imagined in (one, two)]
            assert codes[0] == codes[1], f"the {level} bot plays {codes} in the same position: {one}"


@law
def bots_remember_only_what_everybody_was_told(game: Game, options: Options, choose: Choose) -> None:
    """What bots keep of a match in mind beside its state is the same after all logs that told a spectator the same."""
    log = random_part(game, options, choose)
    kept = _memory(game, bot_state_after(game, options, log))
    for twin in twins(game, options, log, None, choose, TRIES):
        other = _memory(game, bot_state_after(game, options, twin))
        assert other == kept, f"a spectator cannot know what the bots remember: {kept}, not {other}"


def _memory(game: Game, s: State) -> dict[str, object]:
    of_the_rules = {field.name for field in fields_of(game.new)}
    return {field.name: getattr(s, field.name) for field in fields_of(type(s)) if field.name not in of_the_rules}


@law
def nothing_leaks(game: Game, options: Options, choose: Choose) -> None:
    """Twins give the seat, and a spectator, the same bytes in everything."""
    log = random_part(game, options, choose)
    match = match_of(game, options, log)
    viewers: list[Viewer] = [None, *range(match.players)]
    viewer = viewers[choose(len(viewers))]
    shown = {who: exhibits(match, who) for who in {viewer, None}}
    for twin in twins(game, options, log, viewer, choose, TRIES):
        other = match_of(game, options, twin)
        for who, before in shown.items():
            _look_the_same(before, exhibits(other, who), who)


@law
def what_may_not_be_said_is_not_said(game: Game, options: Options, choose: Choose) -> None:
    """After `blur` the moment looks the same: view, legal moves, refusals, whose turn."""
    match = match_of(game, options, random_part(game, options, choose))
    conserved = dict(game.invariants(match.state))
    viewers: list[Viewer] = [None, *range(match.players)]
    for viewer in viewers:
        shown = snapshot(match, viewer)
        for blurred in _changed(game, "blur", match.state, NOBODY if viewer is None else viewer, choose, 5):
            assert dict(game.invariants(blurred)) == conserved, f"blur breaks what is conserved: {blurred}"
            _look_the_same(shown, snapshot(_with_state(match, blurred), viewer), viewer)


@law
def what_is_forgotten_is_never_told_again(game: Game, options: Options, choose: Choose) -> None:
    log = random_part(game, options, choose)
    match = match_of(game, options, log)
    marks = [(k, t.what) for k, entry in enumerate(log) for t in entry.told if not t.is_event]
    if not marks or marks[-1][1] is remember or match.over:
        return
    last = marks[-1][0]
    tellings = [telling for entry in log[last:] for telling in entry.told]
    whats = [telling.what for telling in tellings]
    kept = [what for what in whats[len(whats) - whats[::-1].index(forget) :] if what not in (forget, remember)]
    for viewer in (None, *range(match.players)):
        assert len(match.told(viewer)) == len(kept), "told again what was forgotten"
        assert match.so_far(viewer)[0].seq == last + 1, "a replay begins right after what was forgotten"
        assert match.told(viewer) == match.told(viewer, since=last)


def _look_the_same(before: dict[str, bytes], after: dict[str, bytes], viewer: Viewer) -> None:
    """Fails with the first difference: where it shows, and what around it."""
    for name, one in before.items():
        other = after[name]
        if one != other:
            at = next((k for k, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
            near = slice(max(0, at - 60), at + 60)
            who = "a spectator" if viewer is None else f"seat {viewer}"
            raise AssertionError(f"{name} tells {who} apart: …{one[near].decode()}… and …{other[near].decode()}…")


def _known(match: Match, seat: int) -> dict[str, bytes]:
    observed = [0] * match.game.observation
    match.game.observe(match.state, seat, observed)
    return {**snapshot(match, seat), "observe": to_json(observed)}


def _with_state(match: Match, s: State) -> Match:
    other = Match.replay(match.record, game=match.game)
    other._state = clone(s)
    return other


def _changed(game: Game, name: str, s: State, seat: int, choose: Choose, times: int) -> Iterator[State]:
    rng = stream(name, choose(1 << 30))
    for _ in range(times):
        changed = clone(s)
        getattr(game, name)(changed, seat, rng)
        yield changed


def _differences(s: State, other: State) -> set[tuple[str, int]]:
    """The places where two states differ: field and index."""
    found = set()
    for field in fields_of(type(s)):
        one, two = getattr(s, field.name), getattr(other, field.name)
        if field.length is None:
            found |= {(field.name, 0)} if one != two else set()
        else:
            found |= {(field.name, index) for index in range(field.length) if one[index] != two[index]}
    return found
