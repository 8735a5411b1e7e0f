"""Text of people, without what nobody can see: names and chat are read by others, who must not be deceived by them.

Letters of all scripts stay, and so do the few invisible characters that they, or emoji, are written with.
"""

from typing import Final
from unicodedata import bidirectional, category, combining

DIRECTION_CONTROLS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn the direction of the text that follows, also of what is not theirs."""
MAX_MARKS = 8
"""Accents and vowel signs on one letter: no script has more, and towers of them cover the lines above."""

_NON_JOINER, _JOINER, _AS_EMOJI, _AS_TEXT, _KEYCAP = "\u200c\u200d\ufe0f\ufe0e\u20e3"
_FLAG, _END_OF_TAGS = "\U0001f3f4", "\U000e007f"
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and symbols, by Unicode's own table, which look like a blank."""
_SHAPERS: Final = frozenset(
    map(chr, (0x034F, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Marks, by the same table, which at most change how the character before them looks."""
_VIRAMA = 9
"""The combining class of signs that join consonants (or, with a joiner after them, do not)."""


def has_direction_controls(text: str) -> bool:
    return not DIRECTION_CONTROLS.isdisjoint(text)


def visible_text(text: str) -> str:
    """What can be seen of it, in one line. Empty: nothing can."""
    found: list[str] = []
    marks = 0
    for index, character in enumerate(text):
        kind = category(character)
        if _is_invisible(character):
            shown = character if found and _is_needed(text, index) else ""
        elif kind[0] == "M":
            marks += 1
            shown = character if found and found[-1] != " " and marks <= MAX_MARKS else ""
        else:
            marks = 0
            shown = character if _is_seen(character, kind) else " "
        if shown:
            found.append(shown)
    return "".join(found).strip()


def cut_text(text: str, length: int) -> str:
    """The beginning of it, cut between two letters as people count them."""
    at = length
    while 0 < at < len(text) and _is_inside_a_letter(text, at):
        at -= 1
    return visible_text(text[: at or length])


def _is_invisible(character: str) -> bool:
    tag = "\U000e0000" <= character <= _END_OF_TAGS
    return tag or character in DIRECTION_CONTROLS or character in _SHAPERS or character in (_JOINER, _NON_JOINER)


def _is_seen(character: str, kind: str) -> bool:
    return (kind[0] in "LNPS" or _is_pictograph(character, kind)) and character not in _BLANKS


def _is_pictograph(character: str, kind: str) -> bool:
    """Emoji: also those of a later Unicode than this Python knows, which has kept places for them."""
    return kind in ("So", "Sk") or (kind == "Cn" and "\U0001f000" <= character <= "\U0001faff")


def _is_needed(text: str, index: int) -> bool:
    """Whether an invisible character does what it is there for, beside its neighbours."""
    character, before, after = text[index], text[index - 1 : index], text[index + 1 : index + 2]
    if character == _JOINER and _joins_emoji(before, after):
        return True
    if character in (_JOINER, _NON_JOINER):
        return combining(before) == _VIRAMA or bool(after and bidirectional(before) == bidirectional(after) == "AL")
    if character in (_AS_EMOJI, _AS_TEXT):
        return category(before) in ("So", "Sm") or before in "‼⁉〰" or after == _KEYCAP
    if "\U000e0100" <= character <= "\U000e01ef":
        return _is_ideograph(before)
    if "\u180b" <= character <= "\u180f":
        return "\u1820" <= before <= "\u18aa"
    return _ends_in_tags(text, index)


def _joins_emoji(before: str, after: str) -> bool:
    if not after or not before:
        return False
    return _is_pictograph(after, category(after)) and (before == _AS_EMOJI or _is_pictograph(before, category(before)))


def _is_ideograph(character: str) -> bool:
    common = "\u3400" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff"
    return common or "\U00020000" <= character <= "\U0003ffff"


def _ends_in_tags(text: str, index: int) -> bool:
    """A tag counts in the flag of a part of a country: a black flag, tags, and the one that ends them."""
    start, end = index, index
    while start > 0 and _is_tag(text[start]):
        start -= 1
    while end < len(text) - 1 and _is_tag(text[end]) and text[end] != _END_OF_TAGS:
        end += 1
    return text[start] == _FLAG and text[end] == _END_OF_TAGS and start < index <= end


def _is_tag(character: str) -> bool:
    return "\U000e0020" <= character <= _END_OF_TAGS


def _is_inside_a_letter(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at]
    if before == _JOINER or _is_invisible(after) or category(after)[0] == "M" or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    if "\u1160" <= after <= "\u11ff":  # Korean, in single letters
        return True
    flags = 0
    while flags < at and "\U0001f1e6" <= text[at - flags - 1] <= "\U0001f1ff":
        flags += 1
    return flags % 2 == 1 and "\U0001f1e6" <= after <= "\U0001f1ff"
