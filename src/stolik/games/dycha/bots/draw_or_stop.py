"""Draw or stop, for the hard bot: exact odds of the next card, and of the one after it.

All that it takes is noted on one sheet, a row of numbers: what lies in the deck and what each card would mean, and the
row of the table as it is or may become.
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rule import rule
from stolik.games.dycha.bots.learned_values import Held, Hopes, market_gain, money_worth, wealth
from stolik.games.dycha.bots.weights_layout import DEPTH, JOKER_TO_COME, moment, rivalry
from stolik.games.dycha.components import BOX_OF, CARDS_OF, COLOR_COUNT, JOKERS, NUMBER_KINDS, NUMBERS, VALUE
from stolik.games.dycha.rules.scoring import MASKS
from stolik.games.dycha.state import DRAW, FIASCO_WORTH, LIMIT, TAKE_CURRENCY, TAKE_NUMBERS, State

Sheet = list[int]

# The row, as it is or may become …
HELD = 0  # with the row's cards, each color: see hopes.py
GAINED = HELD + COLOR_COUNT  # by its cards
OFFERED = GAINED + 1  # what it would mean to have them on the market
DUPLICATES = OFFERED + 1
TOTAL = DUPLICATES + 1
IN_CURRENCY = TOTAL + 1
NUMBER_CARDS = IN_CURRENCY + 1
CURRENCY_CARDS = NUMBER_CARDS + 1
LAID = CURRENCY_CARDS + 1  # the set of kinds
ROW = LAID + 1
# … kept aside, once for each card that is thought ahead …
ASIDE = ROW
# … and what does not change.
COPIES = 3 * ROW
ON_MARKET = COPIES + JOKERS
GIFTS = ON_MARKET + NUMBER_KINDS  # what it costs to let the others have so much
MOST_CURRENCY = 16
OWN = GIFTS + MOST_CURRENCY  # the set of kinds
RICH = OWN + 1
ROOM = RICH + 1
SHOPPING = ROOM + 1
CONSOLATION = SHOPPING + 1
DECK = CONSOLATION + 1
BONUS = DECK + 1
AT = BONUS + 1
SHEET = AT + 1

LOSS = -1_000_000


@rule
def dare(s: State, seat: int, weights: Weights, shopping: int, hopes: Hopes, held: Held) -> int:
    """The best of drawing and stopping."""
    sheet = [0] * SHEET
    note_table(s, seat, weights, shopping, held, sheet)
    note_others(s, seat, weights, hopes, held, sheet)
    for place in range(s.length):
        lay(sheet, hopes, COLOR_COUNT * MASKS * seat, s.laid[place])
    by_numbers = numbers_taken(sheet, weights)
    by_currency = currency_taken(sheet, weights)
    stop = max(by_numbers, by_currency)
    if s.pile > 0 and drawn(sheet, weights, hopes, COLOR_COUNT * MASKS * seat) > stop:
        return DRAW
    return TAKE_NUMBERS if by_numbers >= by_currency else TAKE_CURRENCY


@rule
def note_table(s: State, seat: int, weights: Weights, shopping: int, held: Held, sheet: Sheet) -> None:
    for color in range(COLOR_COUNT):
        sheet[HELD + color] = held[COLOR_COUNT * seat + color]
    at = moment(s, seat)
    sheet[AT] = at
    sheet[OWN] = s.once[seat]
    sheet[RICH] = wealth(s, seat)
    sheet[ROOM] = LIMIT - s.tokens[seat]
    sheet[SHOPPING] = shopping
    sheet[CONSOLATION] = money_worth(weights, at, sheet[RICH] + FIASCO_WORTH)
    if s.fiasko == 1:
        sheet[CONSOLATION] = max(sheet[CONSOLATION], money_worth(weights, at, sheet[RICH]) + shopping)
    sheet[DECK] = s.pile
    sheet[BONUS] = weights[JOKER_TO_COME]
    for kind in range(JOKERS):
        sheet[COPIES + kind] = size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind])


@rule
def note_others(s: State, seat: int, weights: Weights, hopes: Hopes, held: Held, sheet: Sheet) -> None:
    """What the market and gifts mean: to oneself and, as far as it hurts, to the others."""
    percent = rivalry(s, seat, weights)
    for kind in range(NUMBER_KINDS):
        sheet[ON_MARKET + kind] = market_gain(s, weights, seat, hopes, held, kind)
    for other in range(s.sides):
        if other == seat:
            continue
        for kind in range(NUMBER_KINDS):
            sheet[ON_MARKET + kind] -= market_gain(s, weights, other, hopes, held, kind) * percent // 100
        at = moment(s, other)
        rich = wealth(s, other)
        before = money_worth(weights, at, rich)
        for gift in range(MOST_CURRENCY):
            after = money_worth(weights, at, rich + min(gift, LIMIT - s.tokens[other]))
            sheet[GIFTS + gift] += (after - before) * percent // 100


# The row on the sheet


@rule
def lay(sheet: Sheet, hopes: Hopes, at: int, kind: int) -> None:
    """One more card that does not break the row."""
    if kind >= NUMBER_KINDS:
        sheet[CURRENCY_CARDS] += 1
        sheet[IN_CURRENCY] += VALUE[kind]
        sheet[TOTAL] -= VALUE[kind]
        return
    sheet[NUMBER_CARDS] += 1
    sheet[TOTAL] += VALUE[kind]
    sheet[OFFERED] += 0 if sheet[LAID] >> kind & 1 else sheet[ON_MARKET + kind]
    if (sheet[OWN] | sheet[LAID]) >> kind & 1:
        sheet[DUPLICATES] += 1
    else:
        sheet[LAID] |= 1 << kind
        collect(sheet, hopes, at, kind)


@rule
def collect(sheet: Sheet, hopes: Hopes, at: int, kind: int) -> None:
    """A card that would be new in the collection."""
    color = kind // NUMBERS
    card = 1 << kind % NUMBERS
    if sheet[HELD + color] & card:
        color = freed_color(sheet, hopes, at, card, color)
    if color >= 0:
        place = at + MASKS * color
        own = sheet[HELD + color]
        sheet[GAINED] += hopes[place + (own | card)] - hopes[place + own]
        sheet[HELD + color] = own | card


@rule
def freed_color(sheet: Sheet, hopes: Hopes, at: int, card: int, refused: int) -> int:
    """Where a joker goes for which there is now a card; −1: nowhere."""
    best = 0
    chosen = -1
    for color in range(COLOR_COUNT):
        own = sheet[HELD + color]
        gained = hopes[at + MASKS * color + (own | card)] - hopes[at + MASKS * color + own]
        if color != refused and gained > best:
            best = gained
            chosen = color
    return chosen


@rule
def put_aside(sheet: Sheet, card: int) -> None:
    for place in range(ROW):
        sheet[ASIDE + ROW * card + place] = sheet[place]


@rule
def take_back(sheet: Sheet, card: int) -> None:
    for place in range(ROW):
        sheet[place] = sheet[ASIDE + ROW * card + place]


# What follows


@rule
def numbers_taken(sheet: Sheet, weights: Weights) -> int:
    if sheet[NUMBER_CARDS] == 0:
        return LOSS
    rich = money_worth(weights, sheet[AT], sheet[RICH] + sheet[DUPLICATES])
    return sheet[GAINED] + rich + sheet[SHOPPING] - sheet[GIFTS + sheet[IN_CURRENCY]]


@rule
def currency_taken(sheet: Sheet, weights: Weights) -> int:
    if sheet[CURRENCY_CARDS] == 0:
        return LOSS
    return sheet[OFFERED] + money_worth(weights, sheet[AT], sheet[RICH] + min(sheet[IN_CURRENCY], sheet[ROOM]))


@rule
def stopped(sheet: Sheet, weights: Weights) -> int:
    return max(numbers_taken(sheet, weights), currency_taken(sheet, weights))


@rule
def fails(sheet: Sheet, kind: int) -> bool:
    if kind < NUMBER_KINDS:
        return sheet[TOTAL] + VALUE[kind] > LIMIT
    return sheet[IN_CURRENCY] + VALUE[kind] > LIMIT


@rule
def failed(sheet: Sheet, kind: int) -> int:
    worth = sheet[CONSOLATION] + sheet[OFFERED]
    if kind < NUMBER_KINDS:
        worth += sheet[ON_MARKET + kind] - sheet[GIFTS + sheet[IN_CURRENCY]]
    return worth


@rule
def drawn(sheet: Sheet, weights: Weights, hopes: Hopes, at: int) -> int:
    """What one more card brings, after which one stops or draws once more."""
    ahead = weights[DEPTH] > 1
    total = 0
    counted = 0
    put_aside(sheet, 0)
    for kind in range(JOKERS):
        copies = sheet[COPIES + kind]
        if copies == 0:
            continue
        counted += copies
        if fails(sheet, kind):
            total += copies * failed(sheet, kind)
            continue
        lay(sheet, hopes, at, kind)
        worth = stopped(sheet, weights)
        if ahead and sheet[DECK] > 1:
            sheet[COPIES + kind] -= 1
            sheet[DECK] -= 1
            worth = max(worth, drawn_last(sheet, weights, hopes, at, worth))
            sheet[COPIES + kind] += 1
            sheet[DECK] += 1
        take_back(sheet, 0)
        total += copies * worth
    jokers = sheet[DECK] - counted
    if jokers > 0:
        total += jokers * (with_joker(sheet, weights, total, counted) + sheet[BONUS])
    return total // sheet[DECK]


@rule
def with_joker(sheet: Sheet, weights: Weights, total: int, counted: int) -> int:
    """After an auction one may stop, or draw."""
    worth = stopped(sheet, weights)
    return max(worth, total // counted) if counted > 0 else worth


@rule
def drawn_last(sheet: Sheet, weights: Weights, hopes: Hopes, at: int, stop: int) -> int:
    """What one more card brings, after which one stops."""
    total = 0
    counted = 0
    put_aside(sheet, 1)
    for kind in range(JOKERS):
        copies = sheet[COPIES + kind]
        if copies == 0:
            continue
        counted += copies
        if fails(sheet, kind):
            total += copies * failed(sheet, kind)
        else:
            lay(sheet, hopes, at, kind)
            total += copies * stopped(sheet, weights)
            take_back(sheet, 1)
    return (total + (sheet[DECK] - counted) * (stop + sheet[BONUS])) // sheet[DECK]
