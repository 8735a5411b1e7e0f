"""DYCHA in words, for the terminal. Drawn from messages alone: it cannot show what a seat may not know."""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

from stolik.core.messages import View
from stolik.games.dycha.messages.best_runs import Arrangement, Run
from stolik.games.dycha.messages.cards import NumberCard
from stolik.games.dycha.messages.moves import (
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
from stolik.games.dycha.messages.private_view import Private
from stolik.games.dycha.messages.public_view import AuctionView, Holdings, Offer, PaymentView, Public, RowView
from stolik.games.dycha.state import LIMIT
from stolik.games.dycha.text.deck import deck_and_discards
from stolik.games.dycha.text.events import say, story
from stolik.games.dycha.text.vocabulary import (
    TITLES,
    WIDTH,
    counted,
    explained,
    in_words,
    kept,
    name_of,
    short,
    sum_of,
    wrapped,
)

__all__ = ["inspect", "label", "render", "say", "story"]

INSPECT = "what is left in the deck"
REASONS = {
    "fiasco": "The next card is a fiasco with a chance of {percent}.",
    "row_points": "What the numbers of the row bring you at once, in points: {count}.",
    "market_points": "What a card of the market can bring you at once, in points: {count}.",
    "row_tokens": "What it brings you, in tokens: {count}.",
    "worth": "What is offered is worth about {number} points to you.",
    "too_dear": "The joker is worth less to you than the lowest bid, {count}.",
}
ALL_LOST = "TEN won."  # which can happen only to somebody who plays alone


def render(view: View[Public, Private | None], seat: int | None, names: Sequence[str]) -> str:
    """The whole table as this seat (None: a spectator) may see it."""
    shown = view.public
    lines = [_whose_turn(shown, names), *_row(shown), *_market(shown), *_players(shown, names)]
    if shown.auction is not None:
        lines += ["", *_auction(shown.auction, names)]
    if shown.payment is not None:
        lines += ["", *_payment(shown.payment, names)]
    if shown.phase == "over":
        lines += ["", *_result(shown, names)]
    elif view.private is not None and shown.turn == seat and (hint := _hint(shown, view.private)):
        lines += ["", *hint]
    return "\n".join(lines)


def inspect(view: View[Public, Private | None]) -> str:
    """What anybody could count, when they ask for it."""
    return deck_and_discards(view.public)


def label(move: Move, view: View[Public, Private]) -> str:
    """What the move means here. It can be chosen by typing how it begins."""
    shown, own = view.public, view.private
    match move:
        case Draw():
            return _label_draw(shown.row)
        case TakeNumbers():
            return _label_take_numbers(shown, own)
        case TakeCurrency():
            market = "; the numbers go to the market" if shown.row.numbers else ""
            return f"currency: stop and take {_taken(shown)}{market}"
        case FiascoToken():
            return "token: take the fiasco token, worth 3"
        case GoShopping():
            return "go shopping: buy a card instead of taking the token"
        case Bid(amount):
            return _label_bid(amount, own)
        case Pass():
            return _label_pass(own)
        case Buy(card):
            points = next(offer.points_paid for offer in own.offers if offer.card == card)
            return f"buy {in_words(card)} for {card.number} ({own.points} → {counted(points, 'point')})"
        case NoBuy():
            return "no, buy nothing"
    return _label_payment(move, view)


def _label_take_numbers(shown: Public, own: Private) -> str:
    if not shown.row.numbers:
        return f"numbers: there are none; stop just to go and buy{_gift(shown)}"
    after = counted(own.points_if_taken or 0, "point")
    return f"numbers: stop and take them ({own.points} → {after}){_gift(shown)}"


def _label_draw(row: RowView) -> str:
    if not row.cards:
        return "draw a card"
    danger = f"{counted(row.breaking, 'card')} in the deck would be a fiasco" if row.breaking else "it is safe"
    return f"draw another card ({danger})"


def _gift(shown: Public) -> str:
    """What all others get, up to the limit (R12)."""
    holdings = [held for seat, held in enumerate(shown.seats) if seat != shown.turn]
    holdings += [shown.ten.holdings] if shown.ten is not None else []
    gifts = [min(shown.row.currency, LIMIT - held.tokens) for held in holdings]
    if max(gifts) == 0:
        return ""
    upto = "" if min(gifts) == max(gifts) else "up to "
    return f"; all others get {upto}{counted(max(gifts), 'token')}"


def _taken(shown: Public) -> str:
    kept_tokens = min(shown.row.currency, LIMIT - shown.seats[shown.turn or 0].tokens)
    over = shown.row.currency - kept_tokens
    return counted(kept_tokens, "token") + (f" ({over} above the limit)" if over else "")


def _label_bid(amount: int, own: Private) -> str:
    """With what it would be paid, and what one would have then."""
    payments = own.bidding.payments if own.bidding is not None else ()
    paid = next((payment for payment in payments if payment.amount == amount), None)
    if paid is None:
        return f"bid {amount}"
    items = [in_words(card) for card in paid.cards]
    items += [counted(paid.fiascos, "fiasco token")] if paid.fiascos else []
    items += [counted(paid.tokens, "token")] if paid.tokens else []
    return f"bid {amount} ({', '.join(items)}; {own.points} → {counted(paid.points, 'point')})"


def _label_pass(own: Private) -> str:
    if own.bidding is not None and own.bidding.highest < own.bidding.lowest:
        return f"pass: you would need {own.bidding.lowest}, but you can pay {own.bidding.highest}"
    return "pass: no bid"


def _label_payment(move: Move, view: View[Public, Private]) -> str:
    payment, own = view.public.payment, view.private
    proposed = " (cheapest)" if own.proposal[:1] == (move,) else ""
    match move:
        case SpendCard(card):
            return f"give away {in_words(card)}, for 1{proposed}"
        case SpendFiasco():
            return f"fiasco token, for 3{proposed}"
        case Settle() if payment is not None and payment.open:
            return f"pay the rest: {counted(payment.open, 'token')}{proposed}"
    return f"pay: nothing more is due{proposed}"


def _whose_turn(shown: Public, names: Sequence[str]) -> str:
    deck = f"{counted(shown.deck, 'card')} in the deck" if shown.deck else "the deck is used up"
    if shown.phase == "over":
        return "  The game is over."
    if shown.last_purchases:
        waiting = ", ".join(names[seat] for seat in shown.last_purchases)
        return f"  Last purchases, one for each: {waiting}."
    if shown.active is None:
        return f"  {deck[0].upper()}{deck[1:]}."
    return f"  Turn: {name_of(shown.active, names)}. {deck[0].upper()}{deck[1:]}."


def _row(shown: Public) -> list[str]:
    row = shown.row
    if not row.cards:
        return []
    lines = wrapped(" · ".join(kept(in_words(card)) for card in row.cards), "   row     ")
    lines.append(f"           total {sum_of(row.numbers, row.currency)}")
    if shown.deck == 0:
        lines.append("           no card can follow: the deck is used up")
    elif row.safe_number is None:
        lines.append(f"           TEN stops at {row.limit}; fails if the currency is more than that")
    else:
        dangers = [f"numbers above {row.safe_number}"] if row.safe_number < 9 else []
        dangers += [f"currency above {row.safe_currency}"] if row.safe_currency < 5 else []
        lines.append(f"           a fiasco would be: {' or '.join(dangers) if dangers else 'nothing yet'}")
    return lines


def _market(shown: Public) -> list[str]:
    if not shown.market:
        return ["   market  empty", ""]
    return [*wrapped(", ".join(map(_offer, shown.market)), "   market  "), ""]


def _offer(offer: Offer) -> str:
    return kept(f"{in_words(offer.card)}{f' ×{offer.copies}' if offer.copies > 1 else ''}")


def _players(shown: Public, names: Sequence[str]) -> list[str]:
    rows = list(zip(names, shown.seats, range(len(names)), strict=True))
    width = max(map(len, [*names, "TEN"]))
    lines = [f"   {'':{width}}  tokens  fiasco  points  cards"]
    for name, holdings, seat in rows:
        lines += _player(name.ljust(width), holdings, turn=shown.turn == seat)
    if shown.ten is not None:
        lines += _player("TEN".ljust(width), shown.ten.holdings, turn=False)
        lines.append(f"   TEN draws until its total is {shown.ten.limit} or more, and takes all numbers")
    return lines


def _player(name: str, held: Holdings, *, turn: bool) -> list[str]:
    head = f" {'▸' if turn else ' '} {name}  {held.tokens:>6}  {held.fiascos:>6}  {held.best.points:>6}  "
    parts = [kept(_of_color(color, cards)) for color, cards in groupby(held.numbers, key=lambda card: card.color)]
    parts += [kept(f"jokers {', '.join(map(short, held.jokers))}")] if held.jokers else []
    return wrapped(" · ".join(parts) or "none yet", head)


def _of_color(color: str, cards: Iterable[NumberCard]) -> str:
    return f"{color} {' '.join(str(card.number) for card in cards)}"


def _auction(auction: AuctionView, names: Sequence[str]) -> list[str]:
    bids = [
        f"{name_of(bid.seat, names)} {'passed' if bid.amount is None else f'bid {bid.amount}'}" for bid in auction.bids
    ]
    waiting = ", then ".join(names[seat] for seat in auction.waiting)
    so_far = f"{', '.join(bids)}; " if bids else ""
    return wrapped(f"{explained(auction.joker)}: {so_far}{auction.lowest} or more from {waiting}", "   auction ")


def _payment(payment: PaymentView, names: Sequence[str]) -> list[str]:
    spent = [in_words(card) for card in payment.cards]
    spent += [counted(payment.fiascos, "fiasco token")] if payment.fiascos else []
    given = f"; given so far: {', '.join(spent)}" if spent else ""
    lost = f" ({payment.lost} too much)" if payment.lost else ""
    whose = f"{names[payment.seat]}: {payment.price} for the {in_words(payment.card)}"
    return wrapped(f"{whose}{given}; {payment.open} still due{lost}", "   paying  ")


def _hint(shown: Public, own: Private) -> list[str]:
    """What this is about, for whoever must decide."""
    match shown.phase:
        case "decide":
            return [f"   {_draw_or_stop(shown, own)}"]
        case "auction" if own.bidding is not None and own.bidding.highest >= own.bidding.lowest:
            return [f"   you can pay up to {own.bidding.highest}, and you bid once"]
        case "buy":
            return [f"   {line}" for line in _shopping(own)]
        case "pay":
            return ["   cards first (1 each), then fiasco tokens (3 each), and the rest in tokens"]
        case "fiasco":
            return ["   one of the two, as a consolation"]
    return []


def _draw_or_stop(shown: Public, own: Private) -> str:
    if own.must_draw:
        return "you must draw"
    if not shown.row.cards:
        return "draw on, or stop and go and buy" if shown.deck else "nothing lies there, but you may go and buy"
    return "draw on, or stop and take" if shown.deck else "take: there is no card to draw any more"


def _shopping(own: Private) -> list[str]:
    if not own.offers:
        return ["the market is empty"]
    owned = [in_words(offer.card) for offer in own.offers if offer.why_not == "owned"]
    dear = [in_words(offer.card) for offer in own.offers if offer.why_not == "too_dear"]
    lines = ["you may buy one card at its number"]
    lines += [f"you have already: {', '.join(owned)}"] if owned else []
    lines += [f"too dear: {', '.join(dear)}"] if dear else []
    return [part for line in lines for part in textwrap.wrap(line, WIDTH - 3)]


def _result(shown: Public, names: Sequence[str]) -> list[str]:
    lines = []
    for standing in shown.standings:
        held = shown.ten.holdings if standing.seat == "ten" and shown.ten else shown.seats[int(standing.seat)]
        heading = f"{standing.place}. {name_of(standing.seat, names)}: {counted(standing.points, 'point')}"
        lines.append(f"   {heading}, {standing.currency} in currency, {counted(standing.cards, 'card')} used")
        lines += _arranged(held.best)
    if shown.solo is not None and shown.solo.won:
        lines += ["", f"   You beat TEN at {shown.solo.limit}: {TITLES[shown.solo.limit]}!"]
        lines += [f"   Next: -o solo_limit={shown.solo.next_limit}"] if shown.solo.next_limit else []
    return lines


def _arranged(best: Arrangement) -> list[str]:
    lines = [line for run in best.runs for line in wrapped(_run(run), f"      {run.color:<6}  ")]
    return lines + (wrapped(", ".join(map(short, best.idle)), "      of no use: ") if best.idle else [])


def _run(run: Run) -> str:
    cards = " ".join(f"{card.number}" if card.joker is None else f"[{card.number}]" for card in run.cards)
    used = [kept(f"{short(card.joker)} as {card.number}") for card in run.cards if card.joker is not None]
    jokers = f" (jokers: {', '.join(used)})" if used else ""
    return f"{cards}{jokers} = {run.points}{', complete' if run.complete else ''}"
