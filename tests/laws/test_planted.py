"""Each law can fail: leaks and mistakes planted on purpose, each caught by the law named with it."""

from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest

from laws import ALL_LAWS
from laws.law import Law
from small_games import blackout, stakes, whispers
from stolik import DEALER
from stolik.core.game import Game
from stolik.core.kit import FORGET, below, pick, tell
from stolik.core.record import clone
from stolik.core.rule import rule
from stolik.games.no_thanks import messages as no_thanks_messages
from stolik.games.no_thanks import rules as no_thanks
from support.playing import chance
from support.variants import variants

ROUNDS = 60


class Planted(NamedTuple):
    what: str
    law: str
    modules: tuple[Any, ...]
    changes: dict[str, Any]


PLANTED: list[Planted] = []


def plant(law: str, *modules: Any) -> Callable[[Callable[[], dict[str, Any]]], None]:
    def add(changes: Callable[[], dict[str, Any]]) -> None:
        PLANTED.append(Planted(changes.__name__, law, modules, changes()))

    return add


# Leaks


@plant("nothing_leaks", stakes)
def the_public_view_counts_the_cards_left_by_name() -> dict[str, Any]:
    class Public(msgspec.Struct, frozen=True):
        deck: int

    return {"Public": Public, "public": lambda s: Public(s.deck)}


@plant("nothing_leaks", stakes)
def a_private_view_shows_the_neighbours_choice() -> dict[str, Any]:
    return {"private": lambda s, seat: stakes.Private(s.hand[seat], s.stake[(seat + 1) % s.players])}


@plant("nothing_leaks", stakes)
def the_legal_moves_depend_on_a_hidden_card() -> dict[str, Any]:
    def legal(s: Any, seat: int, moves: Any) -> int:
        n = stakes.legal(s, seat, moves)
        return n - 1 if s.hand[(seat + 1) % s.players] > 5 else n

    return {"legal": legal}


@plant("nothing_leaks", stakes)
def the_table_waits_longer_for_high_stakes() -> dict[str, Any]:
    def awaited(s: Any) -> int:
        waiting = stakes.awaited(s)
        for seat in range(s.players):
            if waiting and s.stake[seat] == 3:
                waiting |= 1 << seat
        return waiting

    return {"awaited": awaited}


@plant("nothing_leaks", stakes)
def learning_programs_are_given_a_hidden_card() -> dict[str, Any]:
    def observe(s: Any, seat: int, out: Any) -> None:
        stakes.observe(s, seat, out)
        out[1] = s.hand[(seat + 1) % s.players]

    return {"observe": observe}


@plant("nothing_leaks", whispers)
def a_card_shown_to_one_is_shown_to_the_third() -> dict[str, Any]:
    def private(s: Any, seat: int) -> Any:
        notes = [max(s.notes[a * 3 + b] for a in range(3)) for b in range(3)]
        return whispers.Private(s.hand[seat], notes)

    return {"private": private}


@plant("redeal_varies_what_twins_vary_and_nothing_else", stakes)
def a_secret_is_told_to_everybody() -> dict[str, Any]:
    def apply(s: Any, seat: int, code: int) -> None:
        if seat == DEALER:
            tell(s, stakes.DEALT, stakes.without_card(s), secret=code, to=0b1111)
        stakes.apply(s, seat, code)

    return {"apply": apply}


@plant("redeal_varies_what_twins_vary_and_nothing_else", whispers)
def a_whisper_is_overheard() -> dict[str, Any]:
    def apply(s: Any, seat: int, code: int) -> None:
        if code == whispers.AGREE and seat != DEALER:
            tell(s, whispers.WHISPERED, s.turn, seat, secret=s.hand[s.turn], to=0b111)
        whispers.apply(s, seat, code)

    return {"apply": apply}


@plant("what_may_not_be_said_is_not_said", no_thanks, no_thanks_messages)
def the_view_counts_everybodys_chips() -> dict[str, Any]:
    def public(s: Any) -> Any:
        opened = clone(s)
        opened.open_chips = 1
        return no_thanks_messages.public(opened)

    return {"public": public}


@plant("what_may_not_be_said_is_not_said", no_thanks, no_thanks_messages)
def a_forced_player_is_not_waited_for() -> dict[str, Any]:
    def awaited(s: Any) -> int:
        forced = s.card and s.chips[s.turn] == 0
        return 0 if forced else no_thanks.to_act(s)

    return {"awaited": awaited}


@plant("nothing_leaks", blackout)
def what_was_forgotten_is_told_once_more() -> dict[str, Any]:
    def apply(s: Any, seat: int, code: int) -> None:
        before = s.round
        blackout.apply(s, seat, code)
        if before == 1 and s.round == 2:
            tell(s, blackout.TOOK, seat, code)

    return {"apply": apply}


@plant("nothing_leaks", blackout)
def learning_programs_remember_what_was_forgotten() -> dict[str, Any]:
    def end_round(s: Any) -> None:
        s.round += 1
        if s.round == 2:
            first = s.chip[0]
            for seat in range(s.players):
                s.holder[seat] = s.chip[seat] = 0
            s.caller += 10 * first
            tell(s, FORGET)

    def apply(s: Any, seat: int, code: int) -> None:
        if seat == DEALER:
            blackout.apply(s, seat, code)
        else:
            s.holder[code], s.chip[seat] = seat + 1, code + 1
            if blackout.to_act(s) == 0:
                end_round(s)

    def public(s: Any) -> Any:
        return blackout.Public(s.round, s.caller % 10, list(s.chip))

    return {"apply": apply, "public": public}


# Redeal


@plant("redeal_varies_what_twins_vary_and_nothing_else", stakes)
def redeal_leaves_the_true_cards() -> dict[str, Any]:
    return {"redeal": lambda s, seat, rng: None}


@plant("redeal_varies_what_twins_vary_and_nothing_else", stakes)
def redeal_leaves_the_true_choices() -> dict[str, Any]:
    def redeal(s: Any, seat: int, rng: Any) -> None:
        true = s.stake[:]
        stakes.redeal(s, seat, rng)
        s.stake = true

    return {"redeal": redeal}


@plant("redeal_keeps_what_the_seat_knows", stakes)
def redeal_changes_the_own_card() -> dict[str, Any]:
    return {"redeal": lambda s, seat, rng: stakes.redeal(s, (seat + 1) % s.players, rng)}


@plant("redeal_keeps_what_the_seat_knows", whispers)
def redeal_forgets_the_notes() -> dict[str, Any]:
    def redeal(s: Any, seat: int, rng: Any) -> None:
        for other in range(3):
            if other != seat and s.hand[other]:
                s.deck |= 1 << s.hand[other]
                s.hand[other] = pick(rng, s.deck)
                s.deck &= ~(1 << s.hand[other])

    return {"redeal": redeal}


@plant("redeal_keeps_what_the_seat_knows", stakes)
def redeal_deals_the_same_card_twice() -> dict[str, Any]:
    def redeal(s: Any, seat: int, rng: Any) -> None:
        for other in range(s.players):
            if other != seat and s.hand[other]:
                s.hand[other] = 1 + below(rng, 9)

    return {"redeal": redeal}


# Rules


@plant("every_game_ends_and_until_then_somebody_can_act", stakes)
def nobody_can_act_after_the_first_round() -> dict[str, Any]:
    return {"chances": lambda s: stakes.chances(s) if s.round == 0 else 0}


@plant("every_game_ends_and_until_then_somebody_can_act", whispers)
def a_refusal_asks_again_for_ever() -> dict[str, Any]:
    def apply(s: Any, seat: int, code: int) -> None:
        whispers.apply(s, seat, code)
        if seat != DEALER:
            s.turn = 0

    return {"apply": apply}


@plant("every_game_ends_and_until_then_somebody_can_act", stakes)
def fewer_points_win() -> dict[str, Any]:
    def places(s: Any, out: Any) -> None:
        for seat in range(s.players):
            out[seat] = 1 + sum(s.points[other] < s.points[seat] for other in range(s.players))

    return {"places": places}


@plant("a_move_is_accepted_if_and_only_if_it_is_legal", whispers)
def a_card_can_be_dealt_to_whom_it_is_not_due() -> dict[str, Any]:
    def encode(s: Any, seat: int, move: Any) -> int:
        return move.card if isinstance(move, whispers.DealCard) else whispers.encode(s, seat, move)

    return {"encode": encode}


@plant("what_must_be_conserved_is", no_thanks, no_thanks_messages)
def a_chip_rolls_under_the_table() -> dict[str, Any]:
    def apply(s: Any, seat: int, code: int) -> None:
        no_thanks.apply(s, seat, code)
        if seat != DEALER and code == no_thanks.TAKE and s.chips[seat] > 12:
            s.chips[seat] -= 1

    return {"apply": apply}


@plant("a_move_is_accepted_if_and_only_if_it_is_legal", blackout)
def the_dealer_may_do_what_is_on_no_ticket() -> dict[str, Any]:
    return {"possible": lambda s, code: s.round == 0 and 0 <= code <= s.players}


@plant("a_move_is_accepted_if_and_only_if_it_is_legal", stakes)
def a_legal_move_is_refused() -> dict[str, Any]:
    def encode(s: Any, seat: int, move: Any) -> int:
        code = stakes.encode(s, seat, move)
        return 7 if seat == 1 and code == 2 else code

    return {"encode": encode}


@plant("a_move_is_accepted_if_and_only_if_it_is_legal", stakes)
def a_refused_move_leaves_a_trace() -> dict[str, Any]:
    def encode(s: Any, seat: int, move: Any) -> int:
        s.points[0] += 1
        return stakes.encode(s, seat, move)

    return {"encode": encode}


@plant("asking_changes_nothing", stakes)
def looking_at_the_legal_moves_changes_them() -> dict[str, Any]:
    def legal(s: Any, seat: int, moves: Any) -> int:
        s.last_hand[seat] = 5
        return stakes.legal(s, seat, moves)

    return {"legal": legal}


@plant("messages_survive_json", stakes)
def a_code_lies_beyond_moves() -> dict[str, Any]:
    """Codes 1 to 3 where MOVES is 3: masks would be written past their end."""
    return {
        "legal": lambda s, seat, moves: sum(1 for k in range(3) if not moves.__setitem__(k, k + 1)),
        "encode": lambda s, seat, move: stakes.encode(s, seat, move) + (seat >= 0),
        "decode": lambda s, seat, code: stakes.decode(s, seat, code - (seat >= 0)),
        "apply": lambda s, seat, code: stakes.apply(s, seat, code - (seat >= 0)),
    }


@plant("asking_changes_nothing", stakes)
def observe_leaves_a_number_unwritten() -> dict[str, Any]:
    return {"OBSERVATION": stakes.OBSERVATION + 1}


@plant("every_game_ends_and_until_then_somebody_can_act", stakes)
def a_pause_while_players_may_act() -> dict[str, Any]:
    return {"pause": lambda s: s.round == 1}


@plant("messages_survive_json", whispers)
def two_codes_have_the_same_message() -> dict[str, Any]:
    def decode(s: Any, seat: int, code: int) -> Any:
        return whispers.decode(s, seat, whispers.AGREE if code == whispers.REFUSE and seat >= 0 else code)

    return {"decode": decode}


@plant("messages_survive_json", blackout)
def a_view_is_not_of_its_type() -> dict[str, Any]:
    return {"private": lambda s, seat: blackout.Private(str(s.chip[seat]))}  # type: ignore[arg-type]


@plant("replay_gives_the_equal_state", blackout)
def the_rules_roll_dice_of_their_own() -> dict[str, Any]:
    numbers: Iterator[int] = count()

    def apply(s: Any, seat: int, code: int) -> None:
        blackout.apply(s, seat, code)
        s.caller = next(numbers)

    return {"apply": apply}


@plant("the_same_seed_gives_the_same_match", blackout)
def the_dealers_ticket_depends_on_the_weather() -> dict[str, Any]:
    weather: Iterator[int] = count()
    return {"ticket": lambda s, k: (k + next(weather) // 3) % s.players}


# Two speeds


@rule
def _wide_shift(s: Any, seat: int, code: int) -> None:
    blackout.apply(s, seat, code)
    if s.round == 3:
        s.caller = (1 << (62 + s.players)) >> 60


@rule
def _wide_score(s: Any, seat: int) -> Any:
    return (1 << (62 + s.players)) >> 61


@plant("compiled_rules_give_the_same_states", blackout)
def a_shift_leaves_the_machine_word() -> dict[str, Any]:
    return {"apply": _wide_shift}


@plant("compiled_rules_give_the_same_answers", blackout)
def a_score_leaves_the_machine_word() -> dict[str, Any]:
    return {"score": _wide_score}


@rule
def _obstinate(s: Any, seat: int, moves: Any, n: int, rng: Any) -> int:
    return 2


@rule
def _dizzy(s: Any, seat: int, moves: Any, n: int, rng: Any) -> Any:
    return moves[0] if (1 << (62 + s.players)) >> 62 == 1 << s.players else moves[n - 1]


@plant("bots_play_legal_moves_and_the_same_at_both_speeds", whispers)
def a_bot_agrees_when_nothing_was_asked() -> dict[str, Any]:
    return {"LEVELS": {"easy": _obstinate}}


@plant("bots_play_legal_moves_and_the_same_at_both_speeds", blackout)
def a_bot_leaves_the_machine_word() -> dict[str, Any]:
    return {"LEVELS": {"easy": _dizzy}}


def broken(planted: Planted) -> Game:
    names: dict[str, Any] = {}
    for module in planted.modules:
        names |= vars(module)
    namespace = SimpleNamespace(**(names | planted.changes))
    return Game(planted.modules[0].__name__, namespace, namespace)


def run(law: Law, game: Game) -> None:
    for number in range(ROUNDS):
        for options in variants(game):
            law(game, options, chance(("planted", number)))


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.what)
def test_the_law_catches(planted: Planted) -> None:
    with pytest.raises(AssertionError):
        run(ALL_LAWS[planted.law], broken(planted))


def test_every_law_has_been_seen_to_fail() -> None:
    seen = {planted.law for planted in PLANTED}
    elsewhere = {
        # These two are about core, not about a game: mistakes in core are planted beside its own tests.
        "a_finished_match_verifies_and_a_tampered_one_fails_at_its_entry": "tests/core/test_verify.py",
        "what_is_forgotten_is_never_told_again": "tests/core/test_forgetting.py",
    }
    assert seen | set(elsewhere) == set(ALL_LAWS)
