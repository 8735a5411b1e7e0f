"""What the page shows of dice and decks is what the rules play with (R2)."""

import json
from pathlib import Path

from stolik.games.raise_.components import DECK, DICE

SHOWN = Path(__file__).parents[3] / "web/src/games/raise/components.json"


def test_r2_the_page_shows_the_dice_and_the_deck_of_the_rules() -> None:
    assert json.loads(SHOWN.read_text("utf-8")) == {"deck": DECK, "dice": list(DICE)}
