"""DYCHA in words, for the terminal. Drawn from messages alone: it cannot show what a seat may not know."""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

from stolik.core.messages import View
from stolik.games.dycha.arrangement import Arrangement, Run
from stolik.games.dycha.cards import Card, CurrencyCard, Joker, NumberCard, Who
from stolik.games.dycha.messages import (
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
from stolik.games.dycha.moves import (
    Bid,
    Buy,
    Draw,
    FiascoToken,
    GoShopping,
    Move,
    NoBuy,
    Pass,
    Settle,
    SpendCard,
    SpendFiasco,
    TakeCurrency,
    TakeNumbers,
)
from stolik.games.dycha.own_view import Private
from stolik.games.dycha.views import AuctionView, Holdings, Offer, PaymentView, Public, RowView

WIDTH = 80
HARD_SPACE = "\N{NO-BREAK SPACE}"
TITLES = {
    4: "a fine start",
    5: "you have the knack of it",
    6: "getting serious",
    7: "nerve and luck, well mixed",
    8: "one for the podium",
    9: "hard to believe",
    10: "without equal",
}


def table(view: View[Public, Private | None], seat: int | None, names: Sequence[str]) -> str:
    """The whole table as this seat (None: a spectator) may see it."""
    shown = view.public
    lines = [_whose_turn(shown, names), *_row(shown), *_market(shown), *_players(shown, names)]
    if shown.auction is not None:
        lines += ["", *_auction(shown.auction, names)]
    if shown.payment is not None:
        lines += ["", *_payment(shown.payment, names)]
    if shown.phase == "over":
        lines += ["", *_result(shown, names)]
    elif view.private is not None and shown.turn == seat:
        lines += ["", *_hint(shown, view.private)]
    return "\n".join(lines)


def say(event: Event, names: Sequence[str]) -> str:
    match event:
        case Started(seat):
            return f"{names[seat]} will begin."
        case TurnedUp() | TookNumbers() | TookCurrency() | Failed() | TokensReceived() | MovedToMarket():
            return _say_drawn(event, names)
        case FiascoTokenTaken() | WentShopping() | NothingToTake() | CurrencyDiscarded():
            return _say_ended(event, names)
        case BidMade(seat, amount):
            return f"{_name(seat, names)} bid {amount}."
        case Passed(seat):
            return f"{_name(seat, names)} passed."
        case JokerDiscarded(joker):
            return f"Nobody wanted the {_card(joker)}: it left the game."
        case JokerWon(seat, joker, price):
            return f"{_name(seat, names)} won the {_card(joker)} for {price}."
        case LastPurchasesBegan(seat):
            return f"The deck was used up. Everybody could buy once more, {names[seat]} first."
        case Scored(seat, best, currency):
            runs = " + ".join(str(run.points) for run in best.runs) or "0"
            return f"{_name(seat, names)}: {runs} = {_number(best.points, 'point')}, with {currency} in currency."
        case SoloEnded(won, limit):
            return f"TEN was beaten at {limit}: {TITLES[limit]}." if won else f"TEN was not beaten at {limit}."
    return _say_paid(event, names)


def story(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """That used currency cards are put away goes without saying, and so does a single way of paying."""
    return [say(event, names) for event in events if not isinstance(event, CurrencyDiscarded)]


def _say_drawn(
    event: TurnedUp | TookNumbers | TookCurrency | Failed | TokensReceived | MovedToMarket, names: Sequence[str]
) -> str:
    name = _name(event.seat, names)
    match event:
        case TurnedUp(_, Joker() as joker, _, _, deck):
            return f"{name} turned up the {_card(joker)}: an auction!{_last_card(deck)}"
        case TurnedUp(_, card, total, currency, deck):
            return f"{name} turned up {_card(card)}: {_sum(total + currency, currency)}.{_last_card(deck)}"
        case TookNumbers(_, cards):
            return f"{name} took {_cards(cards) if cards else 'no numbers: there were none'}."
        case TookCurrency(_, value):
            return f"{name} stopped for the currency, {value}."
        case Failed(_, by, total, currency):
            why = f"the total was {_signed(total)}" if by == "number" else f"the currency was {currency}"
            return f"Fiasco! {name} went too far: {why}."
        case TokensReceived(_, kept, returned, tokens):
            over = f" ({returned} more went back: nobody keeps more than 10)" if returned else ""
            return f"{name} got {_number(kept, 'token')} and had {tokens}{over}."
        case MovedToMarket(_, cards):
            return f"To the market: {_cards(cards)}."


def _say_ended(event: FiascoTokenTaken | WentShopping | NothingToTake | CurrencyDiscarded, names: Sequence[str]) -> str:
    name = _name(event.seat, names)
    match event:
        case FiascoTokenTaken():
            return f"{name} got a fiasco token, worth 3."
        case WentShopping():
            return f"{name} went shopping instead of taking a fiasco token."
        case NothingToTake():
            return f"{name} had nothing to take: the deck was used up."
        case CurrencyDiscarded(_, cards):
            return f"Put away: {_cards(cards)}."


def _say_paid(event: CardChosen | CardSpent | FiascoSpent | Paid | Bought | BoughtNothing, names: Sequence[str]) -> str:
    name = _name(event.seat, names)
    match event:
        case CardChosen(_, card, price):
            return f"{name} wanted to buy the {_card(card)} for {price}."
        case CardSpent(_, card, due):
            return f"{name} gave away the {_card(card)} for 1; {due} still due."
        case FiascoSpent(_, due, lost):
            return f"{name} gave a fiasco token for 3; {due} still due{f', {lost} lost' if lost else ''}."
        case Paid(_, tokens, fiascos, cards, lost):
            parts = [_number(tokens, "token")] if tokens or not (fiascos or cards) else []
            parts += [_number(fiascos, "fiasco token")] if fiascos else []
            parts += [_cards(cards)] if cards else []
            return f"{name} paid {' and '.join(parts)}{f'; {lost} too much is lost' if lost else ''}."
        case Bought(_, card):
            return f"{name} bought the {_card(card)}."
        case BoughtNothing():
            return f"{name} bought nothing."


def label(move: Move, view: View[Public, Private]) -> str:
    """What the move means here. It can be chosen by typing how it begins."""
    shown, own = view.public, view.private
    match move:
        case Draw():
            return _label_draw(shown.row)
        case TakeNumbers():
            gift = f"; all others get {_number(shown.row.currency, 'token')}" if shown.row.currency else ""
            return f"numbers: stop and take them ({own.points} → {_number(own.points_if_taken or 0, 'point')}){gift}"
        case TakeCurrency():
            market = "; the numbers go to the market" if shown.row.numbers else ""
            return f"currency: stop and take {_number(shown.row.currency, 'token')}{market}"
        case FiascoToken():
            return "token: take the fiasco token, worth 3"
        case GoShopping():
            return "go shopping: buy a card instead of taking the token"
        case Bid(amount):
            return f"bid {amount}"
        case Pass():
            return _label_pass(own)
        case Buy(card):
            points = next(offer.points for offer in own.offers if offer.card == card)
            return f"buy {_card(card)} for {card.number} ({own.points} → {_number(points, 'point')})"
        case NoBuy():
            return "no, buy nothing"
    return _label_payment(move, view)


def _label_draw(row: RowView) -> str:
    if not row.cards:
        return "draw a card"
    return (
        f"draw another card ({_share(row.breaking)} of the deck would be a fiasco)"
        if row.breaking
        else "draw: it is safe"
    )


def _share(cards: int) -> str:
    return _number(cards, "card")


def _label_pass(own: Private) -> str:
    if own.bidding is not None and own.bidding.highest < own.bidding.lowest:
        return f"pass: you would need {own.bidding.lowest}, but you can pay {own.bidding.highest}"
    return "pass: no bid"


def _label_payment(move: Move, view: View[Public, Private]) -> str:
    payment, own = view.public.payment, view.private
    proposed = " (cheapest)" if own.proposal[:1] == (move,) else ""
    match move:
        case SpendCard(card):
            return f"give away {_card(card)}, for 1{proposed}"
        case SpendFiasco():
            return f"fiasco token, for 3{proposed}"
        case Settle() if payment is not None and payment.open:
            return f"pay the rest: {_number(payment.open, 'token')}{proposed}"
    return f"pay: nothing more is due{proposed}"


def _whose_turn(shown: Public, names: Sequence[str]) -> str:
    deck = f"{_number(shown.deck, 'card')} in the deck" if shown.deck else "the deck is used up"
    if shown.phase == "over":
        return f"  The game is over; {deck}."
    if shown.last_purchases:
        waiting = ", ".join(names[seat] for seat in shown.last_purchases)
        return f"  Last purchases, one for each: {waiting}."
    if shown.active is None:
        return f"  {deck[0].upper()}{deck[1:]}."
    who = "TEN draws" if shown.active == "ten" else f"It is the turn of {names[shown.active]}"
    return f"  {who}; {deck}."


def _row(shown: Public) -> list[str]:
    row = shown.row
    if not row.cards:
        return []
    lines = _wrapped(" · ".join(_kept(_card(card)) for card in row.cards), "   row     ")
    lines.append(f"           {_sum(row.numbers, row.currency)}")
    if row.safe_number is None:
        lines.append(f"           TEN stops at {row.limit}; fails if the currency is more than that")
    else:
        dangers = [f"numbers above {row.safe_number}"] if row.safe_number < 9 else []
        dangers += [f"currency above {row.safe_currency}"] if row.safe_currency < 5 else []
        lines.append(f"           a fiasco would be: {' or '.join(dangers) if dangers else 'nothing yet'}")
    return lines


def _market(shown: Public) -> list[str]:
    if not shown.market:
        return ["   market  empty", ""]
    return [*_wrapped(", ".join(map(_offer, shown.market)), "   market  "), ""]


def _offer(offer: Offer) -> str:
    return _kept(f"{_card(offer.card)}{f' ×{offer.copies}' if offer.copies > 1 else ''}")


def _players(shown: Public, names: Sequence[str]) -> list[str]:
    rows = list(zip(names, shown.seats, range(len(names)), strict=True))
    width = max(map(len, [*names, "TEN"]))
    lines = [f"   {'':{width}}  tokens  fiasco  points  cards"]
    for name, holdings, seat in rows:
        lines += _player(name.ljust(width), holdings, turn=shown.turn == seat)
    if shown.ten is not None:
        lines += _player("TEN".ljust(width), shown.ten.holdings, turn=False)
    return lines


def _player(name: str, held: Holdings, *, turn: bool) -> list[str]:
    head = f" {'▸' if turn else ' '} {name}  {held.tokens:>6}  {held.fiascos:>6}  {held.best.points:>6}  "
    parts = [_kept(_of_color(color, cards)) for color, cards in groupby(held.numbers, key=lambda card: card.color)]
    parts += [_kept(f"jokers {', '.join(map(_short, held.jokers))}")] if held.jokers else []
    return _wrapped(" · ".join(parts) or "none yet", head)


def _of_color(color: str, cards: Iterable[NumberCard]) -> str:
    return f"{color} {' '.join(str(card.number) for card in cards)}"


def _auction(auction: AuctionView, names: Sequence[str]) -> list[str]:
    bids = [
        f"{_name(bid.seat, names)} {'passed' if bid.amount is None else f'bid {bid.amount}'}" for bid in auction.bids
    ]
    waiting = ", then ".join(names[seat] for seat in auction.waiting)
    so_far = f"{', '.join(bids)}; " if bids else ""
    return _wrapped(f"{_card(auction.joker)}: {so_far}{auction.lowest} or more from {waiting}", "   auction ")


def _payment(payment: PaymentView, names: Sequence[str]) -> list[str]:
    spent = [_card(card) for card in payment.cards]
    spent += [_number(payment.fiascos, "fiasco token")] if payment.fiascos else []
    given = f"; given so far: {', '.join(spent)}" if spent else ""
    lost = f" ({payment.lost} too much)" if payment.lost else ""
    whose = f"{names[payment.seat]}: {payment.price} for the {_card(payment.card)}"
    return _wrapped(f"{whose}{given}; {payment.open} still due{lost}", "   paying  ")


def _hint(shown: Public, own: Private) -> list[str]:
    """What this is about, for whoever must decide."""
    match shown.phase:
        case "decide":
            return ["   " + ("you must draw" if own.must_draw else "draw on, or stop and take one of the two")]
        case "auction" if own.bidding is not None and own.bidding.highest >= own.bidding.lowest:
            gain = f"{own.points} → {_number(own.bidding.points, 'point')} with it"
            return [f"   you can pay up to {own.bidding.highest}; {gain}; you bid once"]
        case "buy":
            return [f"   {line}" for line in _shopping(own)]
        case "pay":
            return ["   cards first (1 each), then fiasco tokens (3 each), and the rest in tokens"]
        case "fiasco":
            return ["   one of the two, as a consolation"]
    return []


def _shopping(own: Private) -> list[str]:
    if not own.offers:
        return ["the market is empty"]
    owned = [_card(offer.card) for offer in own.offers if offer.why_not == "owned"]
    dear = [_card(offer.card) for offer in own.offers if offer.why_not == "too_dear"]
    lines = ["you may buy one card at its number"]
    lines += [f"you have already: {', '.join(owned)}"] if owned else []
    lines += [f"too dear: {', '.join(dear)}"] if dear else []
    return [part for line in lines for part in textwrap.wrap(line, WIDTH - 3)]


def _result(shown: Public, names: Sequence[str]) -> list[str]:
    lines = []
    for standing in shown.standings:
        held = shown.ten.holdings if standing.seat == "ten" and shown.ten else shown.seats[int(standing.seat)]
        heading = f"{standing.place}. {_name(standing.seat, names)}: {_number(standing.points, 'point')}"
        lines.append(f"   {heading}, {standing.currency} in currency, {_number(standing.cards, 'card')} used")
        lines += [f"      {line}" for line in _arranged(held.best)]
    if shown.solo is not None and shown.solo.won:
        lines += ["", f"   You beat TEN at {shown.solo.limit}: {TITLES[shown.solo.limit]}!"]
        lines += [f"   Next: -o solo_limit={shown.solo.next_limit}"] if shown.solo.next_limit else []
    return lines


def _arranged(best: Arrangement) -> list[str]:
    lines = [f"{run.color:<6}  {_run(run)}" for run in best.runs]
    return lines + ([f"of no use: {', '.join(map(_short, best.idle))}"] if best.idle else [])


def _run(run: Run) -> str:
    cards = " ".join(f"{card.number}" if card.joker is None else f"[{card.number}]" for card in run.cards)
    used = [f"{_short(card.joker)} as {card.number}" for card in run.cards if card.joker is not None]
    jokers = f" (jokers: {', '.join(used)})" if used else ""
    return f"{cards}{jokers} = {run.points}{', complete' if run.complete else ''}"


def _name(who: Who, names: Sequence[str]) -> str:
    return "TEN" if who == "ten" else names[int(who)]


def _card(card: Card) -> str:
    match card:
        case NumberCard(color, number):
            return f"{color} {number}"
        case CurrencyCard(value):
            return f"({value})"
    return f"joker {_short(card)}"


def _short(joker: Joker) -> str:
    if joker.color is None:
        return "any" if joker.number is None else f"{joker.number}"
    return f"#{joker.color}"


def _cards(cards: Sequence[Card]) -> str:
    return ", ".join(map(_card, cards))


def _sum(numbers: int, currency: int) -> str:
    return f"{numbers} − {currency} = {_signed(numbers - currency)}" if currency else f"{numbers}"


def _signed(value: int) -> str:
    return f"{value}".replace("-", "−")


def _last_card(deck: int) -> str:
    return "" if deck else " That was the last card."


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _kept(text: str) -> str:
    """Not to be broken between lines."""
    return text.replace(" ", HARD_SPACE)


def _wrapped(text: str, head: str) -> list[str]:
    """Lines under each other, right of the head."""
    indent = " " * len(head)
    lines = textwrap.wrap(text, max(WIDTH, len(head) + 20), initial_indent=head, subsequent_indent=indent) or [head]
    return [line.replace(HARD_SPACE, " ") for line in lines]
