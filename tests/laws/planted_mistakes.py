"""Games whose rules, messages or bots are wrong, or that compile to something else."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from laws.plant import plant
from small_games import blackout, stakes, whispers
from stolik import DEALER
from stolik.core.rule import rule
from stolik.games.no_thanks import messages as no_thanks_messages
from stolik.games.no_thanks import rules as no_thanks
from stolik.games.no_thanks.state import DECLINE, TAKE


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


@plant("no_match_is_longer_than_its_game_says", stakes)
def a_choice_can_be_changed_for_ever() -> dict[str, Any]:
    def to_act(s: Any) -> int:
        return 0 if stakes.over(s) or stakes.without_card(s) < s.players else (1 << s.players) - 1

    return {"to_act": to_act}


@plant("no_match_is_longer_than_its_game_says", no_thanks, no_thanks_messages)
def a_chip_comes_back_from_under_the_table() -> dict[str, Any]:
    """Whoever declines gets another one: a card can go round and round."""

    def apply(s: Any, seat: int, code: int) -> None:
        no_thanks.apply(s, seat, code)
        if code == DECLINE and seat != DEALER:
            s.chips[seat] += 1

    return {"apply": apply}


@plant("no_match_is_longer_than_its_game_says", whispers)
def the_offers_are_not_counted() -> dict[str, Any]:
    return {"max_length": lambda options: 2 * options.players}


@plant("no_match_is_longer_than_its_game_says", blackout)
def a_length_is_stated_that_is_none() -> dict[str, Any]:
    return {"max_length": lambda options: 1 << 40}


@plant("a_rematch_can_be_played", blackout)
def the_deck_runs_out_in_the_third_match() -> dict[str, Any]:
    def rematch(s: Any, options: Any) -> Any:
        return blackout.Options(players=s.players, drum=s.drum + 1)

    return {"rematch": rematch}


@plant("a_move_is_accepted_if_and_only_if_it_is_legal", whispers)
def a_card_can_be_dealt_to_whom_it_is_not_due() -> dict[str, Any]:
    def encode(s: Any, seat: int, move: Any) -> int:
        return move.card if isinstance(move, whispers.DealCard) else whispers.encode(s, seat, move)

    return {"encode": encode}


@plant("what_must_be_conserved_is", no_thanks, no_thanks_messages)
def a_chip_rolls_under_the_table() -> dict[str, Any]:
    def apply(s: Any, seat: int, code: int) -> None:
        no_thanks.apply(s, seat, code)
        if seat != DEALER and code == TAKE and s.chips[seat] > 12:
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
    private: Any = blackout.Private
    return {"private": lambda s, seat: private(str(s.chip[seat]))}


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
