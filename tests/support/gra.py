"""A table of GRA dealt by hand, and a referee who knows the rules by heart but none of our code."""

from collections.abc import Iterable, Mapping
from typing import Any

from stolik import DEALER, Match
from stolik.core.record import Entry


class Table:
    """A match whose cards and choices you name. A card is written as it is held: "46" shows the 4 and covers the 6."""

    def __init__(self, players: int = 3, first: int = 0, **options: Any) -> None:
        self.match = Match("gra", {"players": players, **options}, dealer=None)
        self.match.play(DEALER, {"type": "first_player", "seat": first})

    @property
    def public(self) -> Any:
        return self.match.view(None).public

    @property
    def sizes(self) -> list[int]:
        return [seat.hand_size for seat in self.public.seats]

    @property
    def turn(self) -> int:
        (seat,) = self.match.to_act
        return seat

    def show(self, *hands: str) -> "Table":
        """Deal and turn a hand for each seat that plays; an empty one for a seat that does not."""
        self.deal(*hands)
        for seat, hand in enumerate(hands):
            if hand:
                self.choose(seat, *(int(card[0]) for card in hand.split()))
        return self

    def deal(self, *hands: str) -> None:
        for seat, hand in enumerate(hands):
            for card in hand.split():
                self.match.play(DEALER, {"type": "deal", "seat": seat, "card": sorted(map(int, card))})

    def choose(self, seat: int, *values: int) -> list[Any]:
        return self.match.play(seat, {"type": "choose", "values": values})

    def declare(self, *, clockwise: bool) -> list[Any]:
        return self.match.play(self.turn, {"type": "direction", "clockwise": clockwise})

    def bid(self, *bids: str) -> list[Any]:
        """Whoever's turn it is bids: "3x4"; then the next, and so on."""
        happened = []
        for bid in bids:
            count, value = map(int, bid.split("x"))
            happened += self.match.play(self.turn, {"type": "bid", "count": count, "value": value})
        return happened

    def check(self) -> list[Any]:
        return self.match.play(self.turn, {"type": "check"})

    def may_bid(self) -> list[str]:
        moves = self.match.legal(self.turn)
        return [f"{move.count}x{move.value}" for move in moves if hasattr(move, "count")]

    def may_check(self) -> bool:
        return any(not hasattr(move, "count") for move in self.match.legal(self.turn))

    def lose(self, *losers: int, clockwise: bool = True) -> "Table":
        """Play a round for each of these: the loser bids that all cards show a 6, and the next one checks."""
        for loser in losers:
            self.fill()
            if self.public.directions:
                self.declare(clockwise=clockwise)
            value = 1
            while self.turn != loser:
                self.bid(f"1x{value}")
                value += 1
            self.bid(f"{self.public.total}x6")
            self.check()
        return self

    def fill(self) -> None:
        """Deal anything, and turn it away from 6s and 1s."""
        while not self.match.to_act:
            deals = self.match.legal(DEALER)
            self.match.play(DEALER, min(deals, key=lambda deal: 6 in deal.card))
        for seat in self.match.to_act:
            moves = self.match.legal(seat)
            self.match.play(seat, min(moves, key=lambda move: (move.values.count(6), move.values.count(1))))


class Referee:
    """Follows a log entry by entry, and says who has to act, who is out and who has won."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        self.players = options["players"]
        self.sizes = [5 if options["fewer"] else 1] * self.players
        self.limit = 0 if options["fewer"] else 6
        self.inside = list(range(self.players))
        self.gone: list[int] = []
        self.extra = self.over = False
        self.starter = -1
        self.clockwise = True
        self.seen = {"tie": 0, "jokers off": 0, "other way": 0, "highest": 0}

    def follow(self, log: Iterable[Entry]) -> "Referee":
        entries = iter(log)
        self.starter = next(entries).move["seat"]
        while not self.over:
            self._round(entries)
        assert next(entries, None) is None, "the match went on after its end"
        return self

    def _round(self, entries: Any) -> None:
        hands = self._dealt(entries)
        shown, then = self._chosen(entries, hands)
        self.clockwise = True
        if self.options["directions"]:
            assert (then.move["type"], then.seat) == ("direction", self.starter)
            self.clockwise = then.move["clockwise"]
            self.seen["other way"] += not self.clockwise
            then = next(entries)
        total = sum(self.sizes[seat] for seat in self.inside)
        turn, bids = self.starter, [(then.move["count"], then.move["value"])]
        assert (then.seat, then.move["type"]) == (turn, "bid"), "the starter must bid"
        bidder, turn = turn, self._after(turn)
        while (then := next(entries)).move["type"] == "bid":
            assert then.seat == turn
            bids.append((then.move["count"], then.move["value"]))
            assert 1 <= bids[-1][0] <= total
            assert self._is_higher(bids[-2], bids[-1])
            bidder, turn = turn, self._after(turn)
        assert (then.seat, then.move["type"]) == (turn, "check")
        self.seen["highest"] += bids[-1] == (total, 6)
        jokers = self.options["joker"] and bids[0][1] != 1
        self.seen["jokers off"] += self.options["joker"] and not jokers
        count, value = bids[-1]
        found = sum(face == value or (jokers and face == 1) for faces in shown.values() for face in faces)
        self._lost(turn if found >= count else bidder, bidder if found >= count else turn)

    def _dealt(self, entries: Any) -> dict[int, list[list[int]]]:
        hands: dict[int, list[list[int]]] = {seat: [] for seat in self.inside}
        for seat in sorted(self.inside):
            for _ in range(self.sizes[seat]):
                entry = next(entries)
                assert (entry.seat, entry.move["type"], entry.move["seat"]) == (None, "deal", seat)
                hands[seat].append(entry.move["card"])
        cards = [tuple(card) for hand in hands.values() for card in hand]
        assert all(1 <= low < high <= 6 and cards.count((low, high)) <= 2 for low, high in cards)
        return hands

    def _chosen(self, entries: Any, hands: dict[int, list[list[int]]]) -> tuple[dict[int, list[int]], Entry]:
        shown: dict[int, list[int]] = {}
        while len(shown) < len(hands):
            entry = next(entries)
            assert entry.move["type"] == "choose"
            values = entry.move["values"]
            assert len(values) == len(hands[entry.seat])
            assert all(value in card for value, card in zip(values, hands[entry.seat], strict=True))
            shown[entry.seat] = values
        return shown, next(entries)

    def _after(self, seat: int) -> int:
        while True:
            seat = (seat + (1 if self.clockwise else -1)) % self.players
            if seat in self.inside:
                return seat

    def _is_higher(self, one: tuple[int, int], two: tuple[int, int]) -> bool:
        if self.options["bid_order"] == "count":
            return two > one
        return (two[1], two[0]) > (one[1], one[0])

    def _lost(self, loser: int, winner: int) -> None:
        self.starter = winner
        if self.extra:
            self._out(loser)
            return
        self.sizes[loser] += -1 if self.options["fewer"] else 1
        if self.sizes[loser] != self.limit:
            return
        if self.options["longer"]:
            self._out(loser)
            return
        best = max(self.sizes) if self.options["fewer"] else min(self.sizes)
        self.inside = [seat for seat in range(self.players) if self.sizes[seat] == best]
        self.over = len(self.inside) == 1
        self.extra = not self.over
        self.seen["tie"] += self.extra
        if self.starter not in self.inside:
            self.starter = self._after(self.starter)

    def _out(self, loser: int) -> None:
        self.inside.remove(loser)
        self.gone.append(loser)
        self.over = len(self.inside) == 1

    @property
    def places(self) -> list[int]:
        """The winner, those who went out, last first, then the others by hand size."""
        by_size = sorted(set(self.sizes), reverse=self.options["fewer"])
        groups = [self.inside, *([seat] for seat in reversed(self.gone))]
        placed = {*self.inside, *self.gone}
        groups += [[s for s in range(self.players) if self.sizes[s] == size and s not in placed] for size in by_size]
        places = [0] * self.players
        ahead = 0
        for group in groups:
            for seat in group:
                places[seat] = ahead + 1
            ahead += len(group)
        return places
