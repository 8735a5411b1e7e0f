"""The odds of cards that nobody has seen."""

from stolik.core.rule import rule


@rule
def at_least(cards: int, wanted: int, share: float) -> float:
    """Upper tail of a binomial: how likely so many of the cards count, if each does with the probability `share`."""
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
