"""The codes of moves: one number for every move that a seat can make, made and read here and nowhere else.

    verb           first code   codes   what follows from the place in the range
    READY                   0       1
    UNREADY                 1       1
    RETURN                  2       1
    AGREE                   3       1
    REFUSE                  4       1
    CONFIRM                 5       1
    SEEN                    6       1
    TAKE                    7      42   which chip (1 to 6 stars), and from where (the centre, or one of six seats)
    CHOOSE                 49      53   the card
    PICK_RANK             102      13   the rank
    PICK_CATEGORY         115      10   the category
    PROPOSE               125      78   who shall use the specialist (six seats), and what about (thirteen numbers): the
                                        other seat for the Informant, the rank for the Mastermind, else 0
    MOVES                 203

The dealer's codes are not among them: they are the number of the challenge or specialist, or the card, that comes.
"""

from stolik.core.rule import rule
from stolik.games.gang.components import CARDS, CATEGORIES, RANKS
from stolik.games.gang.options import SEATS

READY = 0
UNREADY = 1
RETURN = 2
AGREE = 3
REFUSE = 4
CONFIRM = 5
SEEN = 6

PLACES = 1 + SEATS  # of a chip: the centre, the seats
TAKE = SEEN + 1
CHOOSE = TAKE + SEATS * PLACES
PICK_RANK = CHOOSE + CARDS
PICK_CATEGORY = PICK_RANK + RANKS
PROPOSE = PICK_CATEGORY + CATEGORIES
MOVES = PROPOSE + SEATS * RANKS

VOTES = (READY, UNREADY, CONFIRM)


@rule
def is_single_word(code: int) -> bool:
    """One of the verbs that stand alone: READY to SEEN."""
    return code < TAKE


# Take


@rule
def take_code(stars: int, giver: int) -> int:
    """Take the chip with so many stars from this seat; NOBODY: from the centre."""
    return TAKE + (stars - 1) * PLACES + giver + 1


@rule
def is_take(code: int) -> bool:
    return TAKE <= code < CHOOSE


@rule
def stars_taken(code: int) -> int:
    return (code - TAKE) // PLACES + 1


@rule
def taken_from(code: int) -> int:
    """The seat, or NOBODY for the centre."""
    return (code - TAKE) % PLACES - 1


# Choose


@rule
def choose_code(card: int) -> int:
    return CHOOSE + card


@rule
def is_choice(code: int) -> bool:
    return CHOOSE <= code < PICK_RANK


@rule
def card_chosen(code: int) -> int:
    return code - CHOOSE


# Pick


@rule
def pick_rank_code(rank: int) -> int:
    return PICK_RANK + rank


@rule
def pick_category_code(category: int) -> int:
    return PICK_CATEGORY + category


@rule
def is_rank_pick(code: int) -> bool:
    return PICK_RANK <= code < PICK_CATEGORY


@rule
def is_category_pick(code: int) -> bool:
    return PICK_CATEGORY <= code < PROPOSE


@rule
def answer_picked(code: int) -> int:
    """The rank or the category."""
    return code - PICK_RANK if code < PICK_CATEGORY else code - PICK_CATEGORY


# Propose


@rule
def propose_code(user: int, about: int) -> int:
    """This seat shall use the specialist; `about`: the Informant's other seat, the Mastermind's rank, else 0."""
    return PROPOSE + user * RANKS + about


@rule
def is_proposal(code: int) -> bool:
    return PROPOSE <= code < MOVES


@rule
def user_proposed(code: int) -> int:
    return (code - PROPOSE) // RANKS


@rule
def proposed_about(code: int) -> int:
    return (code - PROPOSE) % RANKS
