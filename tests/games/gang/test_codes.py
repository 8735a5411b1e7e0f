"""The codes of moves: every code belongs to one verb, and says what was put into it."""

from stolik.core.rule import NOBODY
from stolik.games.gang import codes
from stolik.games.gang.components import CARDS, CATEGORIES, RANKS
from stolik.games.gang.options import SEATS

KINDS = (
    codes.is_single_word,
    codes.is_take,
    codes.is_choice,
    codes.is_rank_pick,
    codes.is_category_pick,
    codes.is_proposal,
)


def test_every_code_is_of_one_kind() -> None:
    assert all(sum(is_kind(code) for is_kind in KINDS) == 1 for code in range(codes.MOVES))


def test_codes_say_what_was_put_into_them() -> None:
    takes = [(stars, giver) for stars in range(1, SEATS + 1) for giver in (NOBODY, *range(SEATS))]
    proposals = [(user, about) for user in range(SEATS) for about in range(RANKS)]
    for stars, giver in takes:
        code = codes.take_code(stars, giver)
        assert (codes.is_take(code), codes.stars_taken(code), codes.taken_from(code)) == (True, stars, giver)
    for card in range(CARDS):
        assert codes.is_choice(codes.choose_code(card))
        assert codes.card_chosen(codes.choose_code(card)) == card
    for rank in range(RANKS):
        assert codes.is_rank_pick(codes.pick_rank_code(rank))
        assert codes.answer_picked(codes.pick_rank_code(rank)) == rank
    for category in range(CATEGORIES):
        assert codes.is_category_pick(codes.pick_category_code(category))
        assert codes.answer_picked(codes.pick_category_code(category)) == category
    for user, about in proposals:
        code = codes.propose_code(user, about)
        assert (codes.is_proposal(code), codes.user_proposed(code), codes.proposed_about(code)) == (True, user, about)


def test_the_table_of_codes_is_true() -> None:
    lines = [line.split() for line in (codes.__doc__ or "").splitlines()]
    table = {line[0]: (int(line[1]), int(line[2])) for line in lines if len(line) > 2 and line[1].isdigit()}
    assert set(table) == {"READY", "UNREADY", "RETURN", "AGREE", "REFUSE", "CONFIRM", "SEEN"} | {
        "TAKE",
        "CHOOSE",
        "PICK_RANK",
        "PICK_CATEGORY",
        "PROPOSE",
    }
    expected = 0
    for verb, (first, number) in table.items():
        assert (getattr(codes, verb), first) == (expected, expected)
        expected += number
    assert expected == codes.MOVES
