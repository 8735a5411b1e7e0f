"""Laws about two speeds and about proof."""

from msgspec.structs import replace

from laws.law import law
from stolik import DEALER, Dealer, Match, verify
from stolik.core.bitset import members
from stolik.core.game import Game
from stolik.core.messages import Options, to_builtins
from stolik.core.packed import unpack
from stolik.core.record import Entry, Record, links
from stolik.core.rng import stream
from support.both_speeds import COLUMNS, changed, decided, looked, packed, replayed_compiled
from support.levels import interpretable_levels
from support.random_play import Choose, bot_state_after, play_on, random_game, random_part


@law
def compiled_rules_give_the_same_states(game: Game, options: Options, choose: Choose) -> None:
    log = random_game(game, options, choose)
    after = replayed_compiled(game, game.begin(options), log)
    expected = packed(game, [entry.after for entry in log])
    if after.tobytes() != expected.tobytes():
        number = next(k for k in range(len(log)) if after[k].tobytes() != expected[k].tobytes())
        raise AssertionError(
            f"entry {number}, {log[number].message}: Python gives {log[number].after},"
            f" compiled {unpack(game.new, after[number])}"
        )


@law
def compiled_rules_give_the_same_answers(game: Game, options: Options, choose: Choose) -> None:
    log = random_game(game, options, choose)
    states = [game.begin(options)] + [log[choose(len(log))].after for _ in range(12)] + [log[-1].after]
    python, machine = looked(game, states)
    for s, interpreted, compiled in zip(states, python, machine, strict=True):
        for name, slow, fast in zip(COLUMNS, interpreted, compiled, strict=True):
            assert slow == fast, f"{name}: Python gives {slow}, compiled {fast}: {s}"
    seats = [choose(options.players) for _ in states]
    for name in ("redeal", "blur"):
        one, two = changed(game, name, states, seats, stream(name, choose(1 << 30)))
        assert one.tobytes() == two.tobytes(), f"{name}: compiled code gives other states"


@law
def bots_play_legal_moves_and_the_same_at_both_speeds(game: Game, options: Options, choose: Choose) -> None:
    s = bot_state_after(game, options, random_part(game, options, choose))
    for seat in members(game.awaited(s)):
        imagined = game.imagine(s, seat, stream("imagine", choose(1 << 30)))
        for level in interpretable_levels(game):
            words = stream(level, choose(1 << 30))
            python, machine = decided(game, level, imagined, seat, words)
            assert python in game.codes(imagined, seat), f"the {level} bot plays {python}, not a legal code: {imagined}"
            assert python == machine, f"the {level} bot plays {python} in Python, {machine} compiled: {imagined}"


@law
def a_finished_match_verifies_and_a_tampered_one_fails_at_its_entry(
    game: Game, options: Options, choose: Choose
) -> None:
    dealer = Dealer.from_seed(f"seed {choose(1000)}", ["one player's words", "another's"][: options.players])
    record = _finished(game, options, dealer, choose)
    assert Record.from_json(record.to_json()) == record, "a record is what its JSON says"
    words = [*dealer.entropy]
    good = verify(record, game=game, commitment=dealer.commitment, head=record.chain[-1], entropy=words)
    assert good.ok, good.summary
    at = choose(len(record.log))
    for tampered in _tampered(record, at, choose):
        verdict = verify(tampered, game=game)
        assert not verdict.ok
        changed_at = _first_difference(record, tampered)
        assert verdict.entry == changed_at, f"changed at {changed_at}, found at {verdict.entry}: {verdict.summary}"
    for seq, entry in enumerate(record.log):
        other = _another_deal(game, record, seq, entry)
        if other is not None:
            log = (*record.log[:seq], other, *record.log[seq + 1 :])
            forged = replace(record, log=log, chain=tuple(links(record.header, log, dealer)))
            verdict = verify(forged, game=game)
            assert verdict.entry == seq, f"a forged deal at {seq}, found at {verdict.entry}: {verdict.summary}"
            break


def _finished(game: Game, options: Options, dealer: Dealer, choose: Choose) -> Record:
    match = Match(game, options, dealer=dealer)
    while not match.over:
        play_on(match, choose)
    return match.record


def _tampered(record: Record, at: int, choose: Choose) -> list[Record]:
    """The record with one entry changed, moved, doubled or left out."""
    log, entry = record.log, record.log[at]
    renamed = Entry(entry.seat, {**entry.move, "type": "nothing of the kind"})
    reseated = Entry(0 if entry.seat is None else entry.seat + 1, entry.move)
    rehashed = f"{int(record.chain[at], 16) ^ 1 << choose(256):064x}"
    return [
        replace(record, log=(*log[:at], renamed, *log[at + 1 :])),
        replace(record, log=(*log[:at], reseated, *log[at + 1 :])),
        replace(record, log=(*log[:at], *log[at + 1 :])),
        replace(record, log=(*log[:at], Entry(entry.seat, {**entry.move, "more": 1}), *log[at:])),
        replace(record, chain=(*record.chain[:at], rehashed, *record.chain[at + 1 :])),
        replace(record, log=log[:at], chain=record.chain[:at]),
    ]


def _first_difference(record: Record, other: Record) -> int:
    """Where the two begin to differ; leaving out one of two equal entries changes only what follows."""
    number = 0
    while record.log[number : number + 1] == other.log[number : number + 1] != () and (
        record.chain[number] == other.chain[number]
    ):
        number += 1
    return number


def _another_deal(game: Game, record: Record, seq: int, entry: Entry) -> Entry | None:
    """What the dealer might have dealt instead, were it not for the seed."""
    if entry.seat is not None:
        return None
    match = Match.replay(replace(record, log=record.log[:seq], chain=(), secret=None), game=game)
    for deal in match.legal(DEALER):
        if to_builtins(deal) != entry.move:
            return Entry(None, to_builtins(deal))
    return None
