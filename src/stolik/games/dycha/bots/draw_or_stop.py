"""Draw or stop, for the hard bot: expectimax over the next card and the one after it, by their exact odds.

All that it takes is in one buffer of numbers: what lies in the deck, what each card would be worth, and the row of the
table as it is or may become.
"""

from stolik.core.bitset import size
from stolik.core.bot_levels import Weights
from stolik.core.rule import rule
from stolik.games.dycha.bots.heuristic_values import ONLY_TO_BUY, WORST
from stolik.games.dycha.bots.learned_values import ColorValues, Held, free_money, market_gain, money_value
from stolik.games.dycha.bots.weights_layout import JOKER_BONUS, SEARCH_DEPTH, bucket_of, rivalry
from stolik.games.dycha.components import BOX_OF, CARDS_OF, COLOR_COUNT, JOKERS, NUMBER_KINDS, NUMBERS, VALUE
from stolik.games.dycha.rules.scoring import MASKS
from stolik.games.dycha.state import DRAW, FIASCO_WORTH, LIMIT, TAKE_CURRENCY, TAKE_NUMBERS, State

Buffer = list[int]

# The row, as it is or may become …
HELD = 0  # with the row's cards, each color: see learned_values.py
COLLECTION_GAIN = HELD + COLOR_COUNT  # if its number cards are taken
MARKET_GAIN = COLLECTION_GAIN + 1  # if they go to the market
DUPLICATES = MARKET_GAIN + 1
TOTAL = DUPLICATES + 1
ROW_CURRENCY = TOTAL + 1
NUMBER_CARDS = ROW_CURRENCY + 1
CURRENCY_CARDS = NUMBER_CARDS + 1
ROW_KINDS = CURRENCY_CARDS + 1  # the set of kinds
ROW_SIZE = ROW_KINDS + 1
# … saved, once for each card that is looked ahead …
SAVED_ROWS = ROW_SIZE
# … and what does not change.
DECK_COPIES = 3 * ROW_SIZE
MARKET_GAINS = DECK_COPIES + JOKERS
OPPONENT_GAINS = MARKET_GAINS + NUMBER_KINDS  # what it costs if the opponents get so many tokens
MOST_CURRENCY = 16
OWN_KINDS = OPPONENT_GAINS + MOST_CURRENCY  # the set of kinds
FREE_MONEY = OWN_KINDS + 1
TOKEN_ROOM = FREE_MONEY + 1
PURCHASE_VALUE = TOKEN_ROOM + 1
CONSOLATION_VALUE = PURCHASE_VALUE + 1
DECK_SIZE = CONSOLATION_VALUE + 1
JOKER_VALUE = DECK_SIZE + 1
BUCKET = JOKER_VALUE + 1
NUMBERS_NEEDED = BUCKET + 1  # to take the numbers: 0 or 1
BUFFER_SIZE = NUMBERS_NEEDED + 1


@rule
def draw_or_stop(
    s: State, seat: int, weights: Weights, purchase_value: int, color_values: ColorValues, held: Held
) -> int:
    """The move with the highest expected value."""
    buffer = [0] * BUFFER_SIZE
    fill_from_table(s, seat, weights, purchase_value, held, buffer)
    fill_from_opponents(s, seat, weights, color_values, held, buffer)
    for place in range(s.length):
        add_card(buffer, color_values, COLOR_COUNT * MASKS * seat, s.laid[place])
    by_numbers = numbers_value(buffer, weights)
    by_currency = currency_value(buffer, weights)
    stop = max(by_numbers, by_currency)
    if s.pile > 0 and draw_value(buffer, weights, color_values, COLOR_COUNT * MASKS * seat) > stop:
        return DRAW
    return TAKE_NUMBERS if by_numbers >= by_currency else TAKE_CURRENCY


@rule
def fill_from_table(s: State, seat: int, weights: Weights, purchase_value: int, held: Held, buffer: Buffer) -> None:
    for color in range(COLOR_COUNT):
        buffer[HELD + color] = held[COLOR_COUNT * seat + color]
    bucket = bucket_of(s, seat)
    buffer[BUCKET] = bucket
    buffer[OWN_KINDS] = s.once[seat]
    buffer[FREE_MONEY] = free_money(s, seat)
    buffer[TOKEN_ROOM] = LIMIT - s.tokens[seat]
    buffer[PURCHASE_VALUE] = purchase_value
    buffer[CONSOLATION_VALUE] = money_value(weights, bucket, buffer[FREE_MONEY] + FIASCO_WORTH)
    if s.fiasco_variant == 1:
        buffer[CONSOLATION_VALUE] = max(
            buffer[CONSOLATION_VALUE], money_value(weights, bucket, buffer[FREE_MONEY]) + purchase_value
        )
    buffer[DECK_SIZE] = s.pile
    buffer[NUMBERS_NEEDED] = s.number_needed
    buffer[JOKER_VALUE] = weights[JOKER_BONUS]
    for kind in range(JOKERS):
        buffer[DECK_COPIES + kind] = size(s.unseen[BOX_OF[kind]] & CARDS_OF[kind])


@rule
def fill_from_opponents(
    s: State, seat: int, weights: Weights, color_values: ColorValues, held: Held, buffer: Buffer
) -> None:
    """The value of cards on the market, and of tokens to the opponents: their gains count by the rivalry."""
    percent = rivalry(s, seat, weights)
    for kind in range(NUMBER_KINDS):
        buffer[MARKET_GAINS + kind] = market_gain(s, weights, seat, color_values, held, kind)
    for other in range(s.sides):
        if other == seat:
            continue
        for kind in range(NUMBER_KINDS):
            buffer[MARKET_GAINS + kind] -= market_gain(s, weights, other, color_values, held, kind) * percent // 100
        bucket = bucket_of(s, other)
        free = free_money(s, other)
        before = money_value(weights, bucket, free)
        for tokens in range(MOST_CURRENCY):
            after = money_value(weights, bucket, free + min(tokens, LIMIT - s.tokens[other]))
            buffer[OPPONENT_GAINS + tokens] += (after - before) * percent // 100


# The row in the buffer


@rule
def add_card(buffer: Buffer, color_values: ColorValues, base: int, kind: int) -> None:
    """One more card that does not break the row."""
    if kind >= NUMBER_KINDS:
        buffer[CURRENCY_CARDS] += 1
        buffer[ROW_CURRENCY] += VALUE[kind]
        buffer[TOTAL] -= VALUE[kind]
        return
    buffer[NUMBER_CARDS] += 1
    buffer[TOTAL] += VALUE[kind]
    buffer[MARKET_GAIN] += 0 if buffer[ROW_KINDS] >> kind & 1 else buffer[MARKET_GAINS + kind]
    if (buffer[OWN_KINDS] | buffer[ROW_KINDS]) >> kind & 1:
        buffer[DUPLICATES] += 1
    else:
        buffer[ROW_KINDS] |= 1 << kind
        add_to_collection(buffer, color_values, base, kind)


@rule
def add_to_collection(buffer: Buffer, color_values: ColorValues, base: int, kind: int) -> None:
    """A card that would be new in the collection."""
    color = kind // NUMBERS
    card = 1 << kind % NUMBERS
    if buffer[HELD + color] & card:
        color = freed_joker_color(buffer, color_values, base, card, color)
    if color >= 0:
        place = base + MASKS * color
        own = buffer[HELD + color]
        buffer[COLLECTION_GAIN] += color_values[place + (own | card)] - color_values[place + own]
        buffer[HELD + color] = own | card


@rule
def freed_joker_color(buffer: Buffer, color_values: ColorValues, base: int, card: int, refused: int) -> int:
    """The color that gains the most by a joker whose number has come as a card; −1: none gains."""
    best = 0
    chosen = -1
    for color in range(COLOR_COUNT):
        own = buffer[HELD + color]
        gained = color_values[base + MASKS * color + (own | card)] - color_values[base + MASKS * color + own]
        if color != refused and gained > best:
            best = gained
            chosen = color
    return chosen


@rule
def save_row(buffer: Buffer, depth: int) -> None:
    for place in range(ROW_SIZE):
        buffer[SAVED_ROWS + ROW_SIZE * depth + place] = buffer[place]


@rule
def restore_row(buffer: Buffer, depth: int) -> None:
    for place in range(ROW_SIZE):
        buffer[place] = buffer[SAVED_ROWS + ROW_SIZE * depth + place]


# Values


@rule
def numbers_value(buffer: Buffer, weights: Weights) -> int:
    if buffer[NUMBER_CARDS] < buffer[NUMBERS_NEEDED]:
        return WORST
    purchase_value = buffer[PURCHASE_VALUE]
    if buffer[NUMBER_CARDS] == 0:
        purchase_value = purchase_value * ONLY_TO_BUY // 100
    free = money_value(weights, buffer[BUCKET], buffer[FREE_MONEY] + buffer[DUPLICATES])
    return buffer[COLLECTION_GAIN] + free + purchase_value - buffer[OPPONENT_GAINS + buffer[ROW_CURRENCY]]


@rule
def currency_value(buffer: Buffer, weights: Weights) -> int:
    if buffer[CURRENCY_CARDS] == 0:
        return WORST
    return buffer[MARKET_GAIN] + money_value(
        weights, buffer[BUCKET], buffer[FREE_MONEY] + min(buffer[ROW_CURRENCY], buffer[TOKEN_ROOM])
    )


@rule
def stop_value(buffer: Buffer, weights: Weights) -> int:
    return max(numbers_value(buffer, weights), currency_value(buffer, weights))


@rule
def is_fiasco(buffer: Buffer, kind: int) -> bool:
    if kind < NUMBER_KINDS:
        return buffer[TOTAL] + VALUE[kind] > LIMIT
    return buffer[ROW_CURRENCY] + VALUE[kind] > LIMIT


@rule
def fiasco_value(buffer: Buffer, kind: int) -> int:
    value = buffer[CONSOLATION_VALUE] + buffer[MARKET_GAIN]
    if kind < NUMBER_KINDS:
        value += buffer[MARKET_GAINS + kind] - buffer[OPPONENT_GAINS + buffer[ROW_CURRENCY]]
    return value


@rule
def draw_value(buffer: Buffer, weights: Weights, color_values: ColorValues, base: int) -> int:
    """The expected value of one more card, after which one stops or draws once more."""
    ahead = weights[SEARCH_DEPTH] > 1
    total = 0
    counted = 0
    save_row(buffer, 0)
    for kind in range(JOKERS):
        copies = buffer[DECK_COPIES + kind]
        if copies == 0:
            continue
        counted += copies
        if is_fiasco(buffer, kind):
            total += copies * fiasco_value(buffer, kind)
            continue
        add_card(buffer, color_values, base, kind)
        value = stop_value(buffer, weights)
        if ahead and buffer[DECK_SIZE] > 1:
            buffer[DECK_COPIES + kind] -= 1
            buffer[DECK_SIZE] -= 1
            value = max(value, last_draw_value(buffer, weights, color_values, base, value))
            buffer[DECK_COPIES + kind] += 1
            buffer[DECK_SIZE] += 1
        restore_row(buffer, 0)
        total += copies * value
    jokers = buffer[DECK_SIZE] - counted
    if jokers > 0:
        total += jokers * (joker_value(buffer, weights, total, counted) + buffer[JOKER_VALUE])
    return total // buffer[DECK_SIZE]


@rule
def joker_value(buffer: Buffer, weights: Weights, total: int, counted: int) -> int:
    """The value when the card is a joker: after the auction one may stop, or draw."""
    value = stop_value(buffer, weights)
    return max(value, total // counted) if counted > 0 else value


@rule
def last_draw_value(buffer: Buffer, weights: Weights, color_values: ColorValues, base: int, stop: int) -> int:
    """The expected value of one more card, after which one stops."""
    total = 0
    counted = 0
    save_row(buffer, 1)
    for kind in range(JOKERS):
        copies = buffer[DECK_COPIES + kind]
        if copies == 0:
            continue
        counted += copies
        if is_fiasco(buffer, kind):
            total += copies * fiasco_value(buffer, kind)
        else:
            add_card(buffer, color_values, base, kind)
            total += copies * stop_value(buffer, weights)
            restore_row(buffer, 1)
    return (total + (buffer[DECK_SIZE] - counted) * (stop + buffer[JOKER_VALUE])) // buffer[DECK_SIZE]
