"""What rules tell: declared with named fields, kept while somebody listens, without its secrets for others."""

from typing import Any

import numpy as np
import pytest

from stolik.core.rule import rule
from stolik.core.tell import BadTelling, EventDecoder, Secret, Telling, forget, remember, telling
from stolik.jit.compiler import compiled


class Listener:
    told: list[Telling] | None = None


@telling
def taken(s: Any, seat: int, card: int) -> None:
    """Public."""


@telling
def dealt(s: Any, to: int, seat: int, card: Secret, place: int) -> None:
    """The card is for those in `to`."""


@rule
def tells(s: Any) -> int:
    forget(s)
    taken(s, 1, card=5)
    dealt(s, 0b10, 2, 7, place=3)
    return 1


def heard() -> list[Telling]:
    s = Listener()
    s.told = []
    tells(s)
    return s.told


def test_tellings_are_kept_only_while_somebody_listens() -> None:
    s = Listener()
    tells(s)
    assert s.told is None
    assert heard() == [Telling(forget, ()), Telling(taken, (1, 5)), Telling(dealt, (2, 7, 3), 0b10)]


def test_compiled_telling_is_nothing() -> None:
    assert compiled(lambda s: tells(s))(np.zeros(1, [("x", "i8")])[0]) == 1


def test_only_those_in_to_learn_the_secret_fields() -> None:
    secret = heard()[-1]
    assert secret.as_told_to(1).fields == (2, 7, 3)
    assert secret.as_told_to(0).fields == secret.as_told_to(None).fields == (2, None, 3)
    assert heard()[1].as_told_to(None).fields == (1, 5)


def test_no_event_follows_from_forgetting_and_remembering() -> None:
    assert [told.is_event for told in heard()] == [False, True, True]
    assert not Telling(remember, ()).is_event


def test_a_decoder_makes_events_from_the_fields() -> None:
    event: EventDecoder[tuple[object, ...]] = EventDecoder()
    event.when(taken)(lambda seat, card: ("taken", seat, card))

    @event.when_secret(dealt)
    def _dealt(seat: int, card: Secret, place: int) -> tuple[object, ...]:
        return "dealt", seat, card, place

    assert [event(told.as_told_to(None)) for told in heard() if told.is_event] == [
        ("taken", 1, 5),
        ("dealt", 2, None, 3),
    ]
    assert event.tellings == {taken, dealt}
    with pytest.raises(BadTelling, match="two events"):
        event.when(taken)(lambda seat, card: ())


def test_what_cannot_work_is_refused_when_it_is_declared() -> None:
    def without_state(seat: int) -> None: ...
    def with_default(s: Any, seat: int = 0) -> None: ...
    def secret_for_nobody(s: Any, card: Secret) -> None: ...
    def to_without_secret(s: Any, to: int, card: int) -> None: ...

    for declared, said in (
        (without_state, "the state"),
        (with_default, "no defaults"),
        (secret_for_nobody, "`to`"),
        (to_without_secret, "`to`"),
    ):
        with pytest.raises(BadTelling, match=said):
            telling(declared)
