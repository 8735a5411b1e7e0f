"""The console of play and replay: the text of the games, with a little colour."""

from rich.console import Console
from rich.highlighter import RegexHighlighter
from rich.theme import Theme


class TableColours(RegexHighlighter):
    """Chips are red, and whoever's turn it is stands out."""

    base_style = "table."
    highlights = (r"(?P<chips>●+)", r"(?m)^(?P<turn> ▸.*)$", r"(?P<card>[┌└]─+[┐┘]|│ .{2,4} │)")


def game_console() -> Console:
    theme = Theme({"table.chips": "red", "table.turn": "bold", "table.card": "bold"})
    return Console(theme=theme, highlighter=TableColours())
