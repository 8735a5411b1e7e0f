"""From what the rules of DYCHA tell to events."""

from stolik.core.tell import EventDecoder
from stolik.games.dycha import tellings
from stolik.games.dycha.components import CURRENCY, NUMBER_KINDS
from stolik.games.dycha.messages.best_runs import arrangement
from stolik.games.dycha.messages.cards import (
    CARD_OF,
    CURRENCY_CARDS,
    NUMBER_CARDS,
    CurrencyCard,
    NumberCard,
    as_who,
    joker_of,
    number_cards,
)
from stolik.games.dycha.messages.events import (
    BidMade,
    Bought,
    BoughtNothing,
    CardChosen,
    CardSpent,
    CurrencyDiscarded,
    Event,
    Failed,
    FiascoSpent,
    FiascoTokenTaken,
    JokerDiscarded,
    JokerWon,
    LastPurchasesBegan,
    MovedToMarket,
    NothingToTake,
    Paid,
    Passed,
    Scored,
    SoloEnded,
    Started,
    TokensReceived,
    TookCurrency,
    TookNumbers,
    TurnedUp,
    WentShopping,
)
from stolik.games.dycha.tellings import RowCards

event: EventDecoder[Event] = EventDecoder()


def _numbers(row: RowCards) -> tuple[NumberCard, ...]:
    return tuple(NUMBER_CARDS[kind] for kind in row if kind < NUMBER_KINDS)


def _currency(row: RowCards) -> tuple[CurrencyCard, ...]:
    return tuple(CURRENCY_CARDS[kind - CURRENCY] for kind in row if kind >= NUMBER_KINDS)


# A turn

event.when(tellings.started)(Started)
event.when(tellings.took_numbers)(lambda side, row: TookNumbers(as_who(side), _numbers(row)))
event.when(tellings.took_currency)(TookCurrency)
event.when(tellings.currency_discarded)(lambda side, row: CurrencyDiscarded(as_who(side), _currency(row)))
event.when(tellings.moved_to_market)(lambda seat, row: MovedToMarket(seat, _numbers(row)))
event.when(tellings.fiasco_token_taken)(lambda side, fiascos: FiascoTokenTaken(as_who(side), fiascos))
event.when(tellings.went_shopping)(WentShopping)
event.when(tellings.nothing_to_take)(lambda side: NothingToTake(as_who(side)))


@event.when(tellings.turned_up)
def _turned_up(side: int, card: int, total: int, currency: int, deck: int) -> TurnedUp:
    return TurnedUp(as_who(side), CARD_OF[card], total, currency, deck)


@event.when(tellings.failed)
def _failed(side: int, by_number: int, total: int, currency: int) -> Failed:
    return Failed(as_who(side), "number" if by_number else "currency", total, currency)


@event.when(tellings.tokens_received)
def _tokens_received(side: int, kept: int, returned: int, tokens: int) -> TokensReceived:
    return TokensReceived(as_who(side), kept, returned, tokens)


# Auctions

event.when(tellings.bid_made)(lambda side, amount: BidMade(as_who(side), amount))
event.when(tellings.passed)(lambda side: Passed(as_who(side)))
event.when(tellings.joker_discarded)(lambda joker: JokerDiscarded(joker_of(joker)))
event.when(tellings.joker_won)(lambda side, joker, price: JokerWon(as_who(side), joker_of(joker), price))


# Purchases and payments

event.when(tellings.card_chosen)(lambda seat, card, price: CardChosen(seat, NUMBER_CARDS[card], price))
event.when(tellings.card_spent)(lambda side, card, due: CardSpent(as_who(side), NUMBER_CARDS[card], due))
event.when(tellings.bought)(lambda seat, card, price: Bought(seat, NUMBER_CARDS[card], price))
event.when(tellings.bought_nothing)(BoughtNothing)


@event.when(tellings.fiasco_spent)
def _fiasco_spent(side: int, still_due: int) -> FiascoSpent:
    return FiascoSpent(as_who(side), due=max(still_due, 0), lost=max(-still_due, 0))


@event.when(tellings.paid)
def _paid(side: int, tokens: int, fiascos: int, once: int, twice: int, thrice: int, lost: int) -> Paid:
    return Paid(as_who(side), tokens, fiascos, number_cards(once, twice, thrice), lost)


# The end

event.when(tellings.last_purchases_began)(LastPurchasesBegan)
event.when(tellings.solo_ended)(lambda won, limit: SoloEnded(bool(won), limit))


@event.when(tellings.scored)
def _scored(side: int, numbers: int, jokers: int, currency: int) -> Scored:
    return Scored(as_who(side), arrangement(numbers, jokers), currency)
