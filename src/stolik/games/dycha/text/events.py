"""What has happened in DYCHA, in sentences for the terminal."""

from collections.abc import Sequence

from stolik.games.dycha.messages.cards import Joker
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
from stolik.games.dycha.text.vocabulary import (
    TITLES,
    cards_in_words,
    counted,
    explained,
    in_words,
    last_card,
    name_of,
    signed,
    sum_of,
)


def say(event: Event, names: Sequence[str]) -> str:
    match event:
        case Started(seat):
            return f"{names[seat]} will begin."
        case TurnedUp() | TookNumbers() | TookCurrency() | Failed() | TokensReceived() | MovedToMarket():
            return _say_drawn(event, names)
        case FiascoTokenTaken() | WentShopping() | NothingToTake() | CurrencyDiscarded():
            return _say_ended(event, names)
        case BidMade() | Passed() | JokerDiscarded() | JokerWon():
            return _say_auctioned(event, names)
        case LastPurchasesBegan(seat):
            return f"The deck was used up. Everybody could buy once more, {names[seat]} first."
        case Scored(seat, best, currency):
            runs = " + ".join(str(run.points) for run in best.runs) or "0"
            return f"{name_of(seat, names)}: {runs} = {counted(best.points, 'point')}, with {currency} in currency."
        case SoloEnded(won, limit):
            return f"TEN was beaten at {limit}: {TITLES[limit]}." if won else f"TEN was not beaten at {limit}."
    return _say_paid(event, names)


def story(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """That used currency cards are put away goes without saying."""
    return [say(event, names) for event in events if not isinstance(event, CurrencyDiscarded)]


def _say_drawn(
    event: TurnedUp | TookNumbers | TookCurrency | Failed | TokensReceived | MovedToMarket, names: Sequence[str]
) -> str:
    name = name_of(event.seat, names)
    match event:
        case TurnedUp(_, Joker() as joker, _, _, deck):
            return f"{name} turned up the {explained(joker)}: an auction!{last_card(deck)}"
        case TurnedUp(_, card, total, currency, deck):
            return f"{name} turned up {in_words(card)}: {sum_of(total + currency, currency)}.{last_card(deck)}"
        case TookNumbers(_, cards):
            return f"{name} took {cards_in_words(cards) if cards else 'no numbers: there were none'}."
        case TookCurrency(_, value):
            return f"{name} stopped for the currency, {value}."
        case Failed(_, by, total, currency):
            why = f"the total was {signed(total)}" if by == "number" else f"the currency was {currency}"
            return f"Fiasco! {name} went too far: {why}."
        case TokensReceived(_, kept, returned, tokens):
            over = f" ({returned} more went back: nobody keeps more than 10)" if returned else ""
            return f"{name} got {counted(kept, 'token')} and had {tokens}{over}."
        case MovedToMarket(_, cards):
            return f"To the market: {cards_in_words(cards)}."


def _say_ended(event: FiascoTokenTaken | WentShopping | NothingToTake | CurrencyDiscarded, names: Sequence[str]) -> str:
    name = name_of(event.seat, names)
    match event:
        case FiascoTokenTaken():
            return f"{name} got a fiasco token, worth 3."
        case WentShopping():
            return f"{name} went shopping instead of taking a fiasco token."
        case NothingToTake():
            return f"{name} had nothing to take: the deck was used up."
        case CurrencyDiscarded(_, cards):
            return f"Put away: {cards_in_words(cards)}."


def _say_auctioned(event: BidMade | Passed | JokerDiscarded | JokerWon, names: Sequence[str]) -> str:
    match event:
        case BidMade(seat, amount):
            return f"{name_of(seat, names)} bid {amount}."
        case Passed(seat):
            return f"{name_of(seat, names)} passed."
        case JokerDiscarded(joker):
            return f"Nobody wanted the {in_words(joker)}: it left the game."
        case JokerWon(seat, joker, price):
            return f"{name_of(seat, names)} won the {in_words(joker)} for {price}."


def _say_paid(event: CardChosen | CardSpent | FiascoSpent | Paid | Bought | BoughtNothing, names: Sequence[str]) -> str:
    name = name_of(event.seat, names)
    match event:
        case CardChosen(_, card, price):
            return f"{name} wanted to buy the {in_words(card)} for {price}."
        case CardSpent(_, card, due):
            return f"{name} gave away the {in_words(card)} for 1; {due} still due."
        case FiascoSpent(_, due, lost):
            return f"{name} gave a fiasco token for 3; {due} still due{f', {lost} lost' if lost else ''}."
        case Paid(_, tokens, fiascos, cards, lost):
            parts = [counted(tokens, "token")] if tokens or not (fiascos or cards) else []
            parts += [counted(fiascos, "fiasco token")] if fiascos else []
            parts += [cards_in_words(cards)] if cards else []
            return f"{name} paid {' and '.join(parts)}{f'; {lost} too much is lost' if lost else ''}."
        case Bought(_, card):
            return f"{name} bought the {in_words(card)}."
        case BoughtNothing():
            return f"{name} bought nothing."
