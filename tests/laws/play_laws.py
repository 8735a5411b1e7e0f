"""Laws about playing: moves, turns, ends, messages."""

from itertools import product
from typing import Any

import msgspec

from laws.law import law
from stolik import DEALER, BadOptions, IllegalMove, Match
from stolik.core.game import NO_CODE, Game
from stolik.core.messages import Options, View, to_json
from stolik.core.packed import clone
from support.random_play import (
    LONGEST,
    MANY_TICKETS,
    Choose,
    Played,
    codes,
    match_of,
    movers,
    play_on,
    random_entry,
    random_game,
    random_part,
    scripted,
    state_after,
)
from support.stalling import stalled_length


@law
def every_game_ends_and_until_then_somebody_can_act(game: Game, options: Options, choose: Choose) -> None:
    s = game.begin(options)
    entries: list[Played] = []
    while not game.over(s):
        able, awaited = game.to_act(s), game.awaited(s)
        assert bool(able) != bool(game.chances(s)), f"the players or the dealer, not both and not neither: {s}"
        assert able < 1 << s.players, f"a seat that does not exist can act: {s}"
        assert awaited & ~able == 0, f"the game waits for somebody who may not act: {s}"
        assert bool(awaited) == bool(able), f"somebody may act, but nobody is waited for: {s}"
        assert not game.pause(s) or game.chances(s), f"a pause is before a deal, not while players may act: {s}"
        assert game.quiet(s) < 1 << s.players, f"a seat that does not exist is asked for silence: {s}"
        assert game.muted(s) & ~game.quiet(s) == 0, f"a seat that may not react may talk: {s}"
        for seat in movers(game, s):
            assert codes(game, s, seat, choose), f"{seat} is to move and has no move: {s}"
        entries.append(random_entry(game, s, choose))
        assert len(entries) < LONGEST, f"the game does not end: {s}"
        s = entries[-1].after
    assert not movers(game, s), f"somebody can still move after the end: {s}"
    assert not game.pause(s), f"there is no pause after the end: {s}"
    match = match_of(game, options, entries)
    places, scores = match.places, match.scores
    assert min(places) in (1, 2), f"places begin with 1 (or 2, if all lost together): {places}"
    for one, other in product(range(s.players), repeat=2):
        assert scores[one] <= scores[other] or places[one] <= places[other], f"{scores} give {places}"


@law
def no_match_is_longer_than_its_game_says(game: Game, options: Options, choose: Choose) -> None:
    """However people play for time: by exchanging, undoing, proposing and refusing, alone or together."""
    most = game.max_length(options)
    assert 0 < most <= LONGEST, f"a match of {most} entries is more than can be replayed"
    length = stalled_length(game, options, choose, most)
    assert length <= most, f"the game says that a match has {most} entries at most, and this one goes on"


@law
def what_must_be_conserved_is(game: Game, options: Options, choose: Choose) -> None:
    start = dict(game.invariants(game.begin(options)))
    assert start, "a game states what it conserves"
    for number, entry in enumerate(random_game(game, options, choose)):
        now = dict(game.invariants(entry.after))
        assert now == start, f"entry {number}, {entry.message}: {now} instead of {start}"


@law
def a_rematch_can_be_played(game: Game, options: Options, choose: Choose) -> None:
    match = match_of(game, options, random_game(game, options, choose))
    for _ in range(3):  # decks that go on may run out, and must go on all the same
        assert match.over
        try:
            following = match.next_options
        except BadOptions as bad:
            raise AssertionError(f"a rematch gets options that the game refuses: {bad}") from None
        assert following.players == options.players, "a rematch is for the same chairs"
        match = match_of(game, following, random_game(game, following, choose))


@law
def replay_gives_the_equal_state(game: Game, options: Options, choose: Choose) -> None:
    match = match_of(game, options, random_part(game, options, choose))
    again = Match.replay(match.record, game=game)
    from_json = Match.replay(match.record.to_json(), game=game)
    assert again == match
    assert from_json == match
    assert again.record == match.record == from_json.record
    assert to_json(again.view(None)) == to_json(match.view(None))


@law
def the_same_seed_gives_the_same_match(game: Game, options: Options, choose: Choose) -> None:
    seed, picks = f"seed {choose(1000)}", [choose(1 << 16) for _ in range(200)]
    first, second = Match(game, options, seed=seed), Match(game, options, seed=seed)
    for match in (first, second):
        again = scripted(picks, 0)
        for _ in range(100):
            if not match.over:
                play_on(match, again)
    assert first == second
    assert first.record == second.record


@law
def a_move_is_accepted_if_and_only_if_it_is_legal(game: Game, options: Options, choose: Choose) -> None:
    whole = random_game(game, options, choose)
    entries = whole[: choose(len(whole) + 1)]
    match = match_of(game, options, entries)
    s = state_after(game, options, entries)
    for mover in range(DEALER, s.players):
        listed = [game.decode(s, mover, code) for code in codes(game, s, mover, choose)]
        elsewhere = [entry.message for entry in whole if (entry.mover == DEALER) == (mover == DEALER)]
        tried = _conceivable(game, s, mover) + ([] if _has_many_tickets(game, s) else elsewhere)
        messages = listed + [message for message in tried if message not in listed]
        before = _shown_to(match, mover)
        for message in messages:
            legal = message in listed
            try:
                match.prepare(mover, message)
            except IllegalMove as refused:
                assert not legal, f"{message} is listed, but refused to {mover}: {refused}"
                assert refused.legal in ([], match.legal(mover)), "a refusal lists the mover's own legal moves"
            else:
                assert legal, f"{message} was accepted from {mover}, but is not listed"
            assert match.state == s, f"trying {message} changed the state"
        assert _shown_to(match, mover) == before, "trying moves changed what is shown"
    on_tickets = codes(game, s, DEALER, choose)
    assert all(game.possible(s, code) for code in on_tickets), f"`possible` refuses what is on a ticket: {s}"
    if not _has_many_tickets(game, s):
        accepted = [code for code in range(max(on_tickets, default=0) + 100) if game.possible(s, code)]
        assert accepted == on_tickets, f"`possible` accepts what is on no ticket: {s}"


@law
def asking_changes_nothing(game: Game, options: Options, choose: Choose) -> None:
    s = state_after(game, options, random_part(game, options, choose))
    before = clone(s)
    for seat in range(s.players):
        game.codes(s, seat)
        game.view(s, seat)
        game.score(s, seat)
        written: list[list[int]] = [[7] * game.observation, [-3] * game.observation]
        for row in written:
            game.observe(s, seat, row)
        assert written[0] == written[1], f"observe writes every number: {s}"
    for ask in (game.to_act, game.awaited, game.over, game.pause, game.quiet, game.muted, game.chances):
        ask(s)
    game.invariants(s)
    game.public(s)
    game.places(s, [0] * s.players)
    game.codes(s, DEALER)
    assert s == before, f"a question changed the state: {before} became {s}"


@law
def messages_survive_json(game: Game, options: Options, choose: Choose) -> None:
    """Moves, deals, events and views come back from JSON as they went; each legal code is a different message."""
    view_of: Any = View
    s = game.begin(options)
    for entry in random_part(game, options, choose):
        for mover in movers(game, s):
            legal = codes(game, s, mover, choose)
            assert mover == DEALER or set(legal) <= set(range(game.moves)), f"codes lie below MOVES: {legal}"
            decoded = [game.decode(s, mover, code) for code in legal]
            assert [game.encode(s, mover, message) for message in decoded] == legal, "encode undoes decode"
            assert len({to_json(message) for message in decoded}) == len(legal), "each code, another message"
            for message in decoded:
                _comes_back(message, game.Deal if mover == DEALER else game.Move)
        s = entry.after
        for viewer in (None, *range(s.players)):
            for telling in entry.told:
                if telling.is_event:
                    _comes_back(game.tell(telling, viewer), game.Event)
            _comes_back(game.view(s, viewer), view_of[game.Public, game.Private | None])
    _comes_back(options, game.Options)


def _has_many_tickets(game: Game, s: Any) -> bool:
    return game.chances(s) > MANY_TICKETS


def _shown_to(match: Match, mover: int) -> bytes:
    return to_json([match.record, match.view(None if mover == DEALER else mover), match.legal(mover)])


def _comes_back(message: Any, kind: Any) -> None:
    try:
        back = msgspec.json.decode(to_json(message), type=kind)
    except msgspec.ValidationError as error:
        raise AssertionError(f"{message} cannot be read back from its JSON: {error}") from None
    assert back == message, f"{message} is not what its JSON says"


def _conceivable(game: Game, s: Any, mover: int) -> list[Any]:
    """Messages that some code might stand for, here or elsewhere."""
    found = []
    if mover == DEALER and _has_many_tickets(game, s):
        return []
    for code in range(64 if mover == DEALER else game.moves):
        try:
            message = game.decode(s, mover, code)
            msgspec.convert(msgspec.to_builtins(message), game.Deal if mover == DEALER else game.Move)
        except (IndexError, ValueError, KeyError):
            continue
        if game.encode(s, mover, message) != NO_CODE:
            found.append(message)
    return found
