"""Chances of cards that nobody has seen."""

from stolik.core.rule import rule


@rule
def chance_of(cards: int, wanted: int, share: float) -> float:
    """That at least so many of the cards count, if each of them does with this probability (binomial)."""
    if wanted <= 0:
        return 1.0
    if wanted > cards:
        return 0.0
    term = 1.0
    for _ in range(cards):
        term *= 1.0 - share
    fewer = 0.0
    for found in range(wanted):
        fewer += term
        term *= (cards - found) * share / ((found + 1) * (1.0 - share))
    return 1.0 - fewer
