"""What anybody could count at the table, when they ask for it in the terminal."""

from support.command_line import Run


def test_the_deck_of_dycha_can_be_looked_at(run: Run) -> None:
    shown = run("play dycha -p 2 --seed look --pace 0", "i\nq\n").out
    assert "i: what is left in the deck" in shown
    assert "In the deck: " in shown
    assert "Out of the game: 0 cards." in shown
    assert "1 ×2 · 2 ×2 · 3 ×2" in shown


def test_the_dice_and_decks_of_raise_can_be_looked_at(run: Run) -> None:
    shown = run("play raise -p 2 --seed look --pace 0", "i\nq\n").out
    assert "i: dice and decks" in shown
    assert "4 ×  diamond · gear · cloud · hourglass · bell · blank" in shown
    assert "bell       on 9 of 42 sides   1 1 1 2 2 2 3 3★" in shown


def test_a_game_without_anything_to_look_at_does_not_offer_it(run: Run) -> None:
    shown = run("play no_thanks --seed look", "i\nq\n").out
    assert "i: " not in shown
    assert "There is no move 'i' here." in shown
