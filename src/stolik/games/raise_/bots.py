"""What the bots of RAISE know. Decks are alike and cards are played openly: what a rival has left can be counted.

The numbers below won the most games of some two hundred settings tried against each other with 2 to 5 players.
"""

from stolik.core.game import Policy
from stolik.core.kit import Row, below, members, size, table
from stolik.core.rule import rule
from stolik.games.raise_.components import CARDS, CARDS_OF, SIDES, SIDES_WITH
from stolik.games.raise_.state import CHOOSING, PASS, PLAY, RAISE, State, picked, value, worth

RIVALS_SPEND = 80  # percent of their hands, as far as one can tell
ONE_SPENDS = 60  # of one's own hand, if need be
ONE_SPENDS_IN_A_DUEL = 80  # if only one rival is left
DOUBT = 3  # cards by which one may be wrong about a rival
ROUND_IS_WORTH = 40  # points, shared by all: what a card could win in a later round
CARDS_TO_KEEP = 4
GIFT = 2  # a point that a rival wins is as bad as two that one misses
MORE_TO_COME = 2  # points that each player will add to the pot after the first card
LOSS = -1_000_000  # worse than any move

USUAL = table(kind.number * (SIDES + SIDES_WITH[kind.symbol]) for kind in CARDS)
"""How far each card carries a marker on average, in sixths."""
USUAL_CARD = sum(USUAL) // len(USUAL)


@rule
def easy(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """A first evening: notices two of its moves, takes the better one, and does not think of later rounds."""
    pot = points_to_win(s)
    chosen = moves[0]
    best = LOSS if s.phase == CHOOSING else 0
    for _ in range(2):
        code = moves[below(rng, n)]
        profit = expected_profit(s, seat, code, pot, 0)
        if profit > best:
            best = profit
            chosen = code
    return chosen


@rule
def normal(s: State, seat: int, moves: Row, n: int, rng: Row) -> int:
    """Weighs the chance to win the pot against what cards could do in later rounds, and passes if it does not pay."""
    pot = points_to_win(s)
    price = price_of_a_card(s, seat)
    chosen = moves[0]
    best = LOSS if s.phase == CHOOSING else 0
    for k in range(n):
        profit = expected_profit(s, seat, moves[k], pot, price)
        if profit > best:
            best = profit
            chosen = moves[k]
    return chosen


@rule
def cards_of(s: State, seat: int, code: int) -> int:
    """What a play or a raise would spend."""
    if code >= RAISE:
        return picked(s.hand[seat], code - RAISE + 1)
    equals = s.hand[seat] & CARDS_OF[code - PLAY]
    return equals & -equals


@rule
def points_to_win(s: State) -> int:
    pot = s.prize
    for seat in range(s.players):
        pot += worth(s.played[seat])
    return pot + MORE_TO_COME * s.players if s.phase == CHOOSING else pot


@rule
def price_of_a_card(s: State, seat: int) -> int:
    """What a usual card may win in the rounds to come, in thousandths of a point."""
    cards = size(s.hand[seat] | s.deck[seat]) - CARDS_TO_KEEP
    return 1000 * ROUND_IS_WORTH * (s.rounds - s.round) // (s.players * max(cards, 1))


@rule
def expected_profit(s: State, seat: int, code: int, pot: int, price: int) -> int:
    """In thousandths of a point, beside passing."""
    if code == PASS:
        return 0
    cards = cards_of(s, seat, code)
    gain = value(s, cards)
    left = value(s, s.hand[seat]) - gain
    chance = chance_to_win(s, seat, s.field[seat] + gain, left)
    usual = 0
    for card in members(cards):
        usual += USUAL[card]
    points = worth(cards)
    return chance * (pot + points) - (1000 - chance) * GIFT * points - price * usual // USUAL_CARD


@rule
def chance_to_win(s: State, seat: int, field: int, left: int) -> int:
    """In thousandths, from a field and with cards left that are worth so much."""
    spends = ONE_SPENDS_IN_A_DUEL if count_rivals(s, seat) == 1 else ONE_SPENDS
    own_end = field + left * spends // 100
    chance = 1000
    for rival in range(s.players):
        if rival != seat and is_rival(s, rival) and not is_beaten(s, rival, field):
            chance = chance * chance_to_beat(s, rival, own_end) // 1000
    return chance


@rule
def is_rival(s: State, seat: int) -> bool:
    return s.able >> seat & 1 == 1 and (s.phase == CHOOSING or s.field[seat] > 0)


@rule
def count_rivals(s: State, seat: int) -> int:
    rivals = 0
    for rival in range(s.players):
        rivals += rival != seat and is_rival(s, rival)
    return rivals


@rule
def is_beaten(s: State, rival: int, field: int) -> bool:
    """Behind, and without a card."""
    return s.phase != CHOOSING and s.hand[rival] == 0 and s.field[rival] < field


@rule
def chance_to_beat(s: State, rival: int, own_end: int) -> int:
    """In thousandths; a rival's hand is thought to be like all the cards that the rival has left."""
    cards = s.hand[rival] | s.deck[rival]
    usual = 100 * value(s, cards) // max(size(cards), 1)
    in_hand = size(s.hand[rival])
    end = s.field[rival]
    if s.phase == CHOOSING:
        in_hand -= 1
        end += usual // 100
    end += usual * in_hand * RIVALS_SPEND // 10_000
    lead = own_end - end
    return 500 + 500 * lead // (abs(lead) + usual * DOUBT // 100 + 1)


LEVELS: dict[str, Policy] = {"easy": easy, "normal": normal}
