"""Join codes, for people to say and for cameras to read (QR)."""

import io
from secrets import choice

import segno

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like digits."""
LENGTH = 6


def new_join_code() -> str:
    """Short enough to be said aloud; there are 190 million, and trying them out is slow."""
    return "".join(choice(ALPHABET) for _ in range(LENGTH))


def normalize_code(text: str) -> str:
    """As we write it, however it was typed."""
    return "".join(character for character in text.upper() if character.isascii() and character.isalnum())


def qr_svg(text: str) -> str:
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True)
    return out.getvalue().decode()
