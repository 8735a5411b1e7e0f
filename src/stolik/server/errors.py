"""A refusal that is not about the rules of a game."""

from stolik.core.errors import Refusal


class Refused(Exception):
    """What was asked for is refused, and nothing has changed."""

    def __init__(self, code: Refusal, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)


def gone() -> Refused:
    return Refused(Refusal.UNAVAILABLE, "The server is about to stop. Nothing is lost: come back in a moment.")
