"""Games that tell too much, or whose `redeal` knows too little or too much."""

from typing import Any

import msgspec

from laws.plant import plant
from small_games import blackout, stakes, whispers
from stolik import DEALER
from stolik.core.packed import clone, packed
from stolik.core.rng import below, pick
from stolik.core.tell import forget
from stolik.games.no_thanks import messages as no_thanks_messages
from stolik.games.no_thanks import rules as no_thanks

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


@plant("bots_play_the_same_whatever_is_hidden", stakes)
def bots_are_sometimes_given_the_true_cards() -> dict[str, Any]:
    def redeal(s: Any, seat: int, rng: Any) -> None:
        if below(rng, 2):
            stakes.redeal(s, seat, rng)

    return {"redeal": redeal}


@plant("bots_remember_only_what_everybody_was_told", stakes)
def bots_remember_a_hidden_card() -> dict[str, Any]:
    @packed
    class BotState(stakes.State):
        last_dealt: int

    def remember(s: Any, mover: int, code: int) -> None:
        if mover == DEALER:
            s.last_dealt = code

    return {"BotState": BotState, "remember": remember}


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
            stakes.dealt(s, 0b1111, stakes.without_card(s), code)
        stakes.apply(s, seat, code)

    return {"apply": apply}


@plant("redeal_varies_what_twins_vary_and_nothing_else", whispers)
def a_whisper_is_overheard() -> dict[str, Any]:
    def apply(s: Any, seat: int, code: int) -> None:
        if code == whispers.AGREE and seat != DEALER:
            whispers.whispered(s, 0b111, s.turn, seat, s.hand[s.turn])
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
            blackout.took(s, seat, code)

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
            forget(s)

    def apply(s: Any, seat: int, code: int) -> None:
        if seat == DEALER:
            blackout.apply(s, seat, code)
        else:
            s.holder[code], s.chip[seat] = seat + 1, code + 1
            if blackout.to_act(s) == 0:
                end_round(s)

    def public(s: Any) -> Any:
        return blackout.Public(s.round, s.caller % 10, s.drum, list(s.chip))

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
